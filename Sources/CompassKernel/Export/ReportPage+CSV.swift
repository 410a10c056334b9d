extension ReportPage {
    /// The sections of the report's CSV, in their order; the raw value is the key path in the JSON form,
    /// except for `cards`, which combines the totals of all sections.
    public enum CSVSection: String, CaseIterable, Hashable, Sendable {
        /// The first and the last day.
        case dateRange
        /// The totals, rates and means.
        case cards
        /// Schools by status.
        case schoolsByStatus = "schools.byStatus"
        /// Schools by division.
        case schoolsByDivision = "schools.byDivision"
        /// Interactions by type.
        case interactionsByType = "interactions.byType"
        /// Interactions by sentiment.
        case interactionsBySentiment = "interactions.bySentiment"
        /// Metrics by type.
        case metricsByType = "metrics.byType"
        /// Mean, maximum and minimum of each type of metric.
        case metricSummaries = "metrics.summaries"
        /// The tables and rows that are missing from the report.
        case warnings
        /// The days of the previous period. This and the following sections have no rows without a
        /// comparison.
        case previousDateRange = "previous.dateRange"
        /// The cards of the previous period.
        case previousCards = "previous.cards"
        /// Schools by status, the same as those of the report.
        case previousSchoolsByStatus = "previous.schools.byStatus"
        /// Schools by division, the same as those of the report.
        case previousSchoolsByDivision = "previous.schools.byDivision"
        /// Interactions by type in the previous period.
        case previousInteractionsByType = "previous.interactions.byType"
        /// Interactions by sentiment in the previous period.
        case previousInteractionsBySentiment = "previous.interactions.bySentiment"
        /// Metrics by type in the previous period.
        case previousMetricsByType = "previous.metrics.byType"
        /// Mean, maximum and minimum of each type of metric in the previous period.
        case previousMetricSummaries = "previous.metrics.summaries"

        /// Whether the section is about the previous period, which only a comparison has.
        public var isOfPreviousPeriod: Bool {
            switch self {
            case .dateRange, .cards, .schoolsByStatus, .schoolsByDivision, .interactionsByType,
                .interactionsBySentiment, .metricsByType, .metricSummaries, .warnings:
                false
            case .previousDateRange, .previousCards, .previousSchoolsByStatus, .previousSchoolsByDivision,
                .previousInteractionsByType, .previousInteractionsBySentiment, .previousMetricsByType,
                .previousMetricSummaries:
                true
            }
        }
    }

    /// Returns the report as CSV, the page's export: one block for each section, each with a header row,
    /// separated by empty lines.
    ///
    /// The blocks are the period, the cards, schools by status and by division, interactions by type and by
    /// sentiment, metrics by type, their summaries, and the warnings; a comparison adds its period, cards,
    /// breakdowns and summaries, whose columns begin with "previous". A missing value is an empty cell.
    ///
    /// Parameters and result are those of ``SocialAnalyticsPage/csv(byteOrderMark:section:escapesFormulas:)``.
    ///
    /// - Complexity: O(b) for names of b bytes.
    public func csv(
        byteOrderMark: Bool = false, section: CSVSection? = nil, escapesFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        let current = ReportBlock(sections: sections, isPrevious: false)
        let previous = ReportBlock(sections: previous, isPrevious: true)
        if let section {
            write(section, section.isOfPreviousPeriod ? previous : current, to: &writer)
        } else {
            for each in CSVSection.allCases {
                if !each.isOfPreviousPeriod {
                    write(each, current, to: &writer)
                } else if previous.sections != nil {
                    write(each, previous, to: &writer)
                }
            }
        }
        return writer.bytes
    }

    /// - Parameter block: that of the section's period.
    private func write(_ section: CSVSection, _ block: ReportBlock, to writer: inout CSVWriter) {
        switch section {
        case .dateRange:
            writer.header { Self.writeDateRange(of: nil, to: &$0) }
            writer.row { Self.writeDateRange(of: self, to: &$0) }
        case .previousDateRange: writer.block(previous == nil ? nil : period.previous, named: "previous")
        case .warnings: writer.block(warnings, named: "warning")
        case .cards, .previousCards: block.writeCards(to: &writer)
        case .schoolsByStatus, .previousSchoolsByStatus:
            block.writeCounts("schoolStatus", "schools", to: &writer) { $0.schools.byStatus }
        case .schoolsByDivision, .previousSchoolsByDivision:
            block.writeCounts("schoolDivision", "schools", to: &writer) { $0.schools.byDivision }
        case .interactionsByType, .previousInteractionsByType:
            block.writeCounts("interactionType", "interactions", to: &writer) { $0.interactions.byType }
        case .interactionsBySentiment, .previousInteractionsBySentiment:
            block.writeCounts("interactionSentiment", "interactions", to: &writer) {
                $0.interactions.bySentiment
            }
        case .metricsByType, .previousMetricsByType:
            block.writeCounts("metricType", "metrics", to: &writer) { $0.metrics.byType }
        case .metricSummaries, .previousMetricSummaries: block.writeSummaries(to: &writer)
        }
    }
}

extension ReportPage {
    private static func writeDateRange(of report: ReportPage?, to writer: inout CSVWriter) {
        ReportPeriod.writeMembers(of: report?.period, to: &writer)
        writer.member("state", report?.state)
        writer.member("title", report?.title)
        writer.member("generatedAt", report?.generatedAt)
    }
}

/// A writer of the blocks of a period.
private struct ReportBlock {
    /// The sections; nil without a comparison, in which case blocks have no rows.
    let sections: ReportSections?
    let isPrevious: Bool

    /// The prefix of header names, which distinguish the blocks of the two periods.
    private var prefix: StaticString { isPrevious ? "previous" : "" }

    func writeCounts(
        _ category: StaticString, _ counted: StaticString, to writer: inout CSVWriter,
        of rows: (ReportSections) -> [CategoryCount]
    ) {
        writer.header(named: prefix) {
            $0.cell(name: category, prefix)
            $0.cell(name: counted, prefix)
        }
        for row in sections.map(rows) ?? [] {
            writer.cell(row.name)
            writer.cell(row.count)
            writer.endRow()
        }
    }

    func writeSummaries(to writer: inout CSVWriter) {
        writer.header(named: prefix) {
            $0.cell(name: "metricType", prefix)
            $0.cell(name: "values", prefix)
            $0.cell(name: "mean", prefix)
            $0.cell(name: "max", prefix)
            $0.cell(name: "min", prefix)
        }
        for summary in sections?.metrics.summaries ?? [] {
            writer.cell(summary.type)
            writer.cell(summary.count)
            writer.cell(summary.mean)
            writer.cell(summary.max)
            writer.cell(summary.min)
            writer.endRow()
        }
    }

    func writeCards(to writer: inout CSVWriter) {
        writer.header(named: prefix) {
            $0.cell(name: "totalSchools", prefix)
            $0.cell(name: "totalCoaches", prefix)
            $0.cell(name: "responseRate", prefix)
            $0.cell(name: "meanResponsiveness", prefix)
            $0.cell(name: "schoolsWithCoaches", prefix)
            $0.cell(name: "totalInteractions", prefix)
            $0.cell(name: "totalMetrics", prefix)
        }
        guard let sections else { return }
        writer.cell(sections.schools.total)
        writer.cell(sections.coaches.total)
        writer.cell(sections.coaches.responseRate)
        writer.cell(sections.coaches.meanResponsiveness)
        writer.cell(sections.coaches.schoolCount)
        writer.cell(sections.interactions.total)
        writer.cell(sections.metrics.total)
        writer.endRow()
    }
}
