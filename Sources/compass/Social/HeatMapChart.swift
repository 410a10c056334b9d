import CompassKernel
import CompassProgram

/// Counts by weekday and hour as shades, with a legend of the counts of each shade.
struct HeatMapChart {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    /// A margin, a weekday and two spaces.
    private static let leadWidth = 7
    private static let hoursPerLabel = 3

    let heatMap: HeatMap
    let pageWidth: Int

    /// The columns of an hour.
    private var cellWidth: Int { max(1, (pageWidth - Self.leadWidth - 1) / 24) }

    func add(_ title: String, to text: inout TextPage) {
        let style = text.style
        text.section(title, remark: "most in an hour: \(DisplayText.cell(heatMap.maximum))")
        let hours = stride(from: 0, to: 24, by: Self.hoursPerLabel).map { hour in
            text.padded(hour < 10 ? "0\(hour)" : "\(hour)", to: Self.hoursPerLabel * cellWidth)
        }
        text.line(style.dim(String(repeating: " ", count: Self.leadWidth) + hours.joined()))
        for (name, counts) in zip(Self.weekdays, heatMap.counts) {
            let cells = counts.map { count in
                String(repeating: style.shades[shade(of: count, style)], count: cellWidth)
            }
            text.line("  " + name + "  " + style.colored(cells.joined(), .green))
        }
        addLegend(to: &text)
    }

    /// Returns the shade of a count, rounded up, so that any count above 0 has one.
    private func shade(of count: Int, _ style: TerminalStyle) -> Int {
        let maximum = max(1, heatMap.maximum)
        return (count * (style.shades.count - 1) + maximum - 1) / maximum
    }

    private func addLegend(to text: inout TextPage) {
        let style = text.style
        let steps = style.shades.count - 1
        var entries = ["Posts in an hour:"]
        for step in 1...steps {
            // Rounding up gives this shade to the counts above the largest one of its predecessor.
            let (least, most) = ((step - 1) * heatMap.maximum / steps + 1, step * heatMap.maximum / steps)
            if least > most { continue }
            let numbers =
                least == most
                ? DisplayText.cell(most) : "\(DisplayText.cell(least)) to \(DisplayText.cell(most))"
            let sample = String(repeating: style.shades[step], count: 3)
            entries.append(style.colored(sample, .green) + style.dim(" " + numbers))
        }
        entries[0] = style.dim(entries[0])
        for line in text.joined(entries, by: "  ", indent: Self.leadWidth) { text.line(line) }
    }
}
