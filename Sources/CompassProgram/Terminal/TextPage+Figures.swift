import CompassKernel

/// Figures of pages: breakdowns, comparisons, and warnings.
extension TextPage {
    /// A line of a bar chart.
    package struct BarRow {
        /// The text before the name, two columns at least.
        package var lead = "  "
        /// The name, safe for a terminal.
        package let name: String
        package let count: Int
        /// The share of the longest possible bar, 0 to 1.
        package let share: Double
        /// The share in percent, if it is shown.
        package var percentage: Double?
        package let color: TerminalStyle.Color
        /// The ids on a line below it.
        package var ids: [(label: String, id: String?)] = []

        /// Creates a row with its share of all rows after its number.
        package init(_ name: String, _ count: Int, percentage: Double, _ color: TerminalStyle.Color) {
            self.name = name
            self.count = count
            share = percentage / 100
            self.percentage = percentage
            self.color = color
        }

        /// Creates a row that is compared with the largest one.
        package init(
            lead: String = "  ", _ name: String, _ count: Int, largest: Int, _ color: TerminalStyle.Color,
            ids: [(label: String, id: String?)] = []
        ) {
            self.lead = lead
            self.ids = ids
            self.name = name
            self.count = count
            share = Double(count) / Double(max(1, largest))
            self.color = color
        }
    }

    /// Writes a bar chart: on each line a name, a bar and a number.
    ///
    /// - Parameter remark: a text before the row of this index, or after all rows.
    package mutating func bars(
        _ rows: [BarRow], _ layout: BarLayout, remark: (index: Int, text: String)? = nil
    ) {
        let counts = rows.map { DisplayText.cell($0.count) }
        let names = rows.map { DisplayText.width($0.lead) - 2 + DisplayText.width($0.name) + 1 }
        let columns = layout.columns(
            width: width, longestName: names.max() ?? 0, longestCount: counts.map(\.utf8.count).max() ?? 0,
            hasShare: rows.contains { $0.percentage != nil })
        for (index, (row, count)) in zip(rows, counts).enumerated() {
            if let remark, remark.index == index { note(remark.text) }
            let nameWidth = columns.name + 2 - DisplayText.width(row.lead) - 1
            let bar = padded(Bars.horizontal(row.share, width: columns.bar, style), to: columns.bar)
            let share = row.percentage.map { DisplayText.oneDecimal($0) + "%" } ?? ""
            line(
                row.lead + padded(row.name, to: nameWidth) + " " + style.colored(bar, row.color)
                    + DisplayText.rightAligned(count, to: columns.count)
                    + DisplayText.rightAligned(share, to: columns.share))
            ids(row.ids, indent: DisplayText.width(row.lead))
        }
        if let remark, remark.index >= rows.count { note(remark.text) }
    }

    /// Writes a bar for each category, with its share of all rows; `reason` when there is none.
    package mutating func breakdown(
        _ categories: [CategoryCount], of total: Int, _ color: TerminalStyle.Color, ifEmpty reason: String
    ) {
        if categories.isEmpty { return empty(reason) }
        let rows = categories.map { row in
            BarRow(
                category(row.name), row.count,
                percentage: total == 0 ? 0 : 100 * Double(row.count) / Double(total), color)
        }
        bars(rows, .categories)
    }

    /// Returns a category of the database in readable form: "Official visit invited".
    package func category(_ name: String) -> String {
        let words = harmless(name.replacing("_", with: " "))
        if words.isEmpty { return style.isUnicode ? "“”" : "\"\"" }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Writes a label and a figure, followed by a remark, which moves to the next line when it does not fit.
    package mutating func field(_ label: String, _ value: String, remark: String = "") {
        let start = "  " + padded(label, to: 22) + value
        let all = remark.isEmpty ? start : start + style.dim(", " + remark)
        if DisplayText.drawnWidth(all) < width { return line(all) }
        let isValueBeside = DisplayText.drawnWidth(start) < width
        line(isValueBeside ? start : "  " + label)
        if !isValueBeside { line("    " + value) }
        if !remark.isEmpty { note(remark, indent: 4) }
    }

    /// A figure compared with the previous one.
    package struct Comparison {
        package let label: String
        package let current: String
        package let before: String
        /// The change.
        package let change: String
        package let sign: Int

        package init(_ label: String, _ current: Int, _ before: Int, unit: String = "") {
            self.label = label
            self.current = DisplayText.cell(current) + unit
            self.before = "was " + DisplayText.cell(before) + unit
            let change = current - before
            let points = unit.isEmpty ? "" : abs(change) == 1 ? " point" : " points"
            sign = change.signum()
            self.change = DisplayText.cell(change) + points
        }

        /// Creates a comparison of percentages with one decimal.
        package init(_ label: String, tenths current: Double, _ before: Double) {
            let tenths = [current, before].map { Int(($0 * 10).rounded()) }
            let change = Double(tenths[0] - tenths[1]) / 10
            self.label = label
            self.current = DisplayText.oneDecimal(current) + "%"
            self.before = "was " + DisplayText.oneDecimal(before) + "%"
            sign = (tenths[0] - tenths[1]).signum()
            self.change = (sign < 0 ? "-" : "") + DisplayText.oneDecimal(abs(change)) + " points"
        }

        fileprivate var changeText: String { sign == 0 ? "unchanged" : (sign > 0 ? "+" : "") + change }
        fileprivate var color: TerminalStyle.Color { sign == 0 ? .gray : sign > 0 ? .green : .red }
    }

    /// Writes figures, each with the previous one and the change, on two lines when they do not fit.
    package mutating func comparisons(_ rows: [Comparison]) {
        func longest(_ text: (Comparison) -> String) -> Int { rows.map { text($0).count }.max() ?? 0 }
        let (label, current) = (longest(\.label), longest(\.current))
        let (before, change) = (longest(\.before), longest(\.changeText))
        // The widths from the best to the narrowest layout; after that lines are broken.
        let layouts = [(20, 12, 18, 3), (label, current + 2, before + 2, 2)]
        let fitting = layouts.first { layout in
            label <= layout.0 && current < layout.1 && before < layout.2
                && 2 + layout.0 + layout.1 + layout.2 + layout.3 + change < width
        }
        let end = 2 + label + 2 + current
        for row in rows {
            let changeText = style.colored(row.changeText, row.color)
            if let fitting {
                line(
                    "  " + padded(row.label, to: fitting.0)
                        + DisplayText.rightAligned(row.current, to: fitting.1)
                        + DisplayText.rightAligned(row.before, to: fitting.2)
                        + String(repeating: " ", count: fitting.3) + changeText)
                continue
            }
            let start = "  " + padded(row.label, to: label)
            let figure = start + DisplayText.rightAligned(row.current, to: 2 + current)
            if end + 2 + change < width {
                line(figure + "  " + changeText)
                line(style.dim(DisplayText.rightAligned(row.before, to: end)))
            } else {
                line(figure)
                line("    " + style.dim(padded(row.before, to: before)) + "  " + changeText)
            }
        }
    }

    /// Writes warnings, each with its table and on at most so many lines.
    package mutating func warnings(_ warnings: [(table: String?, reason: String)], lineLimit: Int = 4) {
        for (table, reason) in warnings {
            let about = table.map { harmless($0) + ": " } ?? ""
            let lines = DisplayText.lines(
                about + harmless(reason), width: width - 3, lineLimit: lineLimit, style)
            for (index, text) in lines.enumerated() {
                line(style.colored((index == 0 ? "! " : "  ") + text, .yellow))
            }
        }
    }
}
