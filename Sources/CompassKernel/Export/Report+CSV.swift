extension Report {
    /// The report as CSV, the page's export: one block for each section, each with a header row, separated by
    /// empty lines.
    ///
    /// The blocks are the period, the cards, schools by status and by division, interactions by type and by
    /// sentiment, metrics by type, their summaries, and the warnings; then, where there is a comparison, its
    /// period, cards, breakdowns and summaries, whose columns begin with "previous". A value that does not exist is an
    /// empty cell.
    ///
    /// - Parameter byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    /// - Returns: the bytes in UTF-8; every line ends with CR LF.
    /// - Complexity: O(b) for names of b bytes.
    public func csv(byteOrderMark: Bool = false) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark)
        writer.block(header: ["from", "to", "state"])
        writer.cell(period.from)
        writer.cell(period.to)
        writer.cell(state.rawValue)
        writer.endRow()
        sections.write(to: &writer) { $0 }
        writer.block(header: ["warningTable", "warningReason"])
        for warning in warnings {
            writer.cell(warning.table)
            writer.cell(warning.reason)
            writer.endRow()
        }
        guard let previous else { return writer.bytes }
        // Blocks are told apart by their headers.
        writer.block(header: ["previousFrom", "previousTo"])
        writer.cell(period.previous.from)
        writer.cell(period.previous.to)
        writer.endRow()
        previous.write(to: &writer) { "previous" + $0.prefix(1).uppercased() + $0.dropFirst() }
        return writer.bytes
    }
}

extension ReportSections {
    fileprivate func write(to writer: inout CSVWriter, naming columnName: (String) -> String) {
        writeCards(to: &writer, naming: columnName)
        let breakdowns = [
            ("schoolStatus", "schools", schools.byStatus),
            ("schoolDivision", "schools", schools.byDivision),
            ("interactionType", "interactions", interactions.byType),
            ("interactionSentiment", "interactions", interactions.bySentiment),
            ("metricType", "metrics", metrics.byType),
        ]
        for (category, counted, rows) in breakdowns {
            writer.block(header: [category, counted].map(columnName))
            for row in rows {
                writer.cell(row.name)
                writer.cell(row.count)
                writer.endRow()
            }
        }
        writer.block(header: ["metricType", "values", "mean", "max", "min"].map(columnName))
        for summary in metrics.summaries {
            writer.cell(summary.type)
            writer.cell(summary.count)
            writer.cell(summary.mean)
            writer.cell(summary.max)
            writer.cell(summary.min)
            writer.endRow()
        }
    }

    private func writeCards(to writer: inout CSVWriter, naming columnName: (String) -> String) {
        writer.block(
            header: [
                "totalSchools", "totalCoaches", "responseRate", "meanResponsiveness", "schoolsWithCoaches",
                "totalInteractions", "totalMetrics",
            ].map(columnName))
        writer.cell(schools.total)
        writer.cell(coaches.total)
        writer.cell(coaches.responseRate)
        writer.cell(coaches.meanResponsiveness)
        writer.cell(coaches.bySchool)
        writer.cell(interactions.total)
        writer.cell(metrics.total)
        writer.endRow()
    }
}
