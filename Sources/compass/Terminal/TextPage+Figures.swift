import CompassKernel

/// Figures of pages: breakdowns, comparisons, and what could not be read.
extension TextPage {
    /// Writes a bar for each category, with its share of all rows; `reason` where there is none.
    mutating func breakdown(
        _ categories: [CategoryCount], of total: Int, _ color: TerminalStyle.Color, ifEmpty reason: String
    ) {
        if categories.isEmpty { return empty(reason) }
        for row in categories {
            let share = total == 0 ? 0 : Double(row.count) / Double(total)
            let bar = padded(Bars.horizontal(share, width: 30, style), to: 30)
            line(
                "  " + padded(category(row.name), to: 24) + " " + style.colored(bar, color)
                    + DisplayText.rightAligned(DisplayText.grouped(row.count), to: 12)
                    + DisplayText.rightAligned(DisplayText.oneDecimal(100 * share) + "%", to: 9))
        }
    }

    /// A category of the database as people write it: "Official visit invited".
    func category(_ name: String) -> String {
        let words = harmless(name.replacing("_", with: " "))
        if words.isEmpty { return style.isUnicode ? "“”" : "\"\"" }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Writes a figure beside the one before it, and what has changed.
    mutating func comparison(_ label: String, _ current: Int, _ before: Int, unit: String = "") {
        let change = current - before
        let points = unit.isEmpty ? "" : abs(change) == 1 ? " point" : " points"
        comparison(
            label, DisplayText.grouped(current) + unit, DisplayText.grouped(before) + unit,
            sign: change.signum(),
            change: DisplayText.grouped(change) + points)
    }

    /// Writes a percentage with one decimal beside the one before it, and what has changed.
    mutating func comparison(_ label: String, tenths current: Double, _ before: Double) {
        let tenths = [current, before].map { Int(($0 * 10).rounded()) }
        let change = Double(tenths[0] - tenths[1]) / 10
        let sign = (tenths[0] - tenths[1]).signum()
        comparison(
            label, DisplayText.oneDecimal(current) + "%", DisplayText.oneDecimal(before) + "%", sign: sign,
            change: (sign < 0 ? "-" : "") + DisplayText.oneDecimal(abs(change)) + " points")
    }

    private mutating func comparison(
        _ label: String, _ current: String, _ before: String, sign: Int, change: String
    ) {
        let changeText = sign == 0 ? "unchanged" : (sign > 0 ? "+" : "") + change
        let color: TerminalStyle.Color = sign == 0 ? .gray : sign > 0 ? .green : .red
        line(
            "  " + padded(label, to: 20) + DisplayText.rightAligned(current, to: 12)
                + DisplayText.rightAligned("was \(before)", to: 18) + "   " + style.colored(changeText, color)
        )
    }

    /// Writes what a reader should know, each with the table that it is about and on at most so many lines.
    mutating func warnings(_ warnings: [(table: String?, reason: String)], lineLimit: Int = 4) {
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
