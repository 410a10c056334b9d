import CompassKernel

/// The values of each metric: a table, or on narrow pages a name above its figures.
package struct MetricTableText {
    private static let standardWidths = [
        10, DisplayText.numberColumns + 2, DisplayText.numberColumns + 2, DisplayText.numberColumns + 2,
    ]
    private static let nameWidth = 23

    package let summaries: [MetricSummary]

    package init(summaries: [MetricSummary]) { self.summaries = summaries }

    package func add(to text: inout TextPage) {
        let rows = summaries.map { summary in
            (
                name: text.category(summary.type),
                cells: [DisplayText.cell(summary.count)]
                    + [summary.mean, summary.max, summary.min].map(DisplayText.number)
            )
        }
        let titles = ["values", "mean", "max", "min"]
        let requiredWidths = titles.indices.map { column in
            rows.reduce(titles[column].count) { max($0, $1.cells[column].count) } + 2
        }
        let extra = max(0, text.width - TerminalStyle.standardWidth)
        var widths = zip(Self.standardWidths, requiredWidths).map { max($0 + extra / 10, $1) }
        var nameWidth = Self.nameWidth + extra / 2
        if 3 + nameWidth + widths.reduce(0, +) > text.width - 1 {
            widths = requiredWidths
            nameWidth = min(Self.nameWidth, text.width - 1 - 3 - widths.reduce(0, +))
        }
        // A name with fewer columns is not recognizable.
        guard nameWidth >= 16 else {
            for row in rows { addBroken(row.name, zip(titles, row.cells).map { "\($0) \($1)" }, to: &text) }
            return
        }
        func line(_ name: String, _ cells: [String]) -> String {
            "  " + text.padded(name, to: nameWidth) + " "
                + zip(cells, widths).map { DisplayText.rightAligned($0, to: $1) }.joined()
        }
        text.line(text.style.dim(line("", titles)))
        for row in rows { text.line(line(row.name, row.cells)) }
    }

    private func addBroken(_ name: String, _ figures: [String], to text: inout TextPage) {
        text.line("  " + DisplayText.cut(name, to: text.width - 3, text.style))
        for line in text.joined(figures, by: ", ", indent: 4) { text.line(line) }
    }
}
