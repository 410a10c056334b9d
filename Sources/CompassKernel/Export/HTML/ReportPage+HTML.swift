extension ReportPage {
    /// Returns the report as static HTML: its figures, and schools, interactions and metrics by category.
    ///
    /// - Parameters:
    ///   - form: a fragment for a notebook, or a document.
    ///   - limit: the maximum number of rows of each list; the others are counted. By
    ///     default 20 in a fragment and 100 in a document.
    /// - Returns: the bytes in UTF-8, the same for the same page; see ``HTMLForm``.
    /// - Complexity: O(`limit`).
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        let limit = form.limit(limit)
        return HTMLWriter.page(form, title: title, subtitle: periodText, isEmpty: state == .noData) {
            writer in
            writer.warnings(warnings.map { ($0.table, $0.reason) }, limit: limit)
            writer.cards(cards)
            if let message = state.message { writer.emptyState(message, nil) }
            for breakdown in breakdowns { breakdown.write(limit: limit, to: &writer) }
            if !sections.metrics.summaries.isEmpty {
                writer.section("Values of Metrics") { writeMetrics(limit: limit, to: &$0) }
            }
        }
    }

    private var periodText: String {
        let days = "\(period.from.labelWithYear) – \(period.to.labelWithYear)"
        return generatedAt.map { "\(days) · generated \($0.clockText)" } ?? days
    }

    private var cards: [HTMLWriter.Card] {
        func change(_ figure: (ReportSections) -> String) -> String? { previous.map { "was \(figure($0))" } }
        return [
            .init("Schools", sections.schools.total, color: .blue),
            .init("Coaches", sections.coaches.total, color: .purple),
            .init(
                "Interactions", sections.interactions.total,
                remark: change { NumberText.grouped($0.interactions.total) }, color: .green),
            .init(
                "Metrics", sections.metrics.total, remark: change { NumberText.grouped($0.metrics.total) },
                color: .gold),
            .init(
                "Response Rate", HTMLText.percentage(sections.coaches.responseRate),
                remark: change { HTMLText.percentage($0.coaches.responseRate) }),
        ]
    }

    private struct Breakdown {
        let title: String
        let column: String
        let rows: [CategoryCount]
        let total: Int
        let color: HTMLColor

        func write(limit: Int, to writer: inout HTMLWriter) {
            if rows.isEmpty { return }
            writer.section(title) { writer in
                let shown = rows.prefix(limit)
                writer.bars(
                    shown.map { .init($0.name, $0.count, of: total, share: true, color) },
                    caption: "\(NumberText.grouped(total)) in total", columns: (column, "Number"),
                    hiddenCount: rows.count - shown.count)
            }
        }
    }

    private var breakdowns: [Breakdown] {
        let (schools, interactions) = (sections.schools, sections.interactions)
        return [
            .init(
                title: "Schools by Status", column: "Status", rows: schools.byStatus, total: schools.total,
                color: .blue),
            .init(
                title: "Schools by Division", column: "Division", rows: schools.byDivision,
                total: schools.total, color: .blue),
            .init(
                title: "Interactions by Type", column: "Type", rows: interactions.byType,
                total: interactions.total, color: .green),
            .init(
                title: "Interactions by Sentiment", column: "Sentiment", rows: interactions.bySentiment,
                total: interactions.total, color: .green),
            .init(
                title: "Metrics by Type", column: "Type", rows: sections.metrics.byType,
                total: sections.metrics.total, color: .gold),
        ]
    }

    private func writeMetrics(limit: Int, to writer: inout HTMLWriter) {
        let summaries = sections.metrics.summaries
        let shown = summaries.prefix(limit)
        writer.group("table", ["class": "list figures"]) { writer in
            writer.header(["Metric", "Number", "Mean", "Lowest", "Highest"])
            writer.group("tbody") { writer in
                for summary in shown {
                    writer.group("tr") { writer in
                        writer.group("th", ["scope": "row"]) { $0.userText(summary.type) }
                        writer.element("td", ["class": "number"], text: NumberText.grouped(summary.count))
                        for value in [summary.mean, summary.min, summary.max] {
                            writer.element("td", ["class": "number"], text: HTMLText.decimal(value))
                        }
                    }
                }
            }
        }
        writer.more(summaries.count - shown.count)
    }
}
