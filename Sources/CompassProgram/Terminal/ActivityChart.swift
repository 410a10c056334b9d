import CompassKernel

/// The section with one bar for each day.
package struct ActivityChart {
    package let days: [DailyPostCount]
    package let now: Timestamp
    package let zone: ZoneOffsets
    /// Why there are no posts at all; nil when only these days may be empty.
    package var noPosts: String?
    package var title = "Activity by day"

    package init(days: [DailyPostCount], now: Timestamp, zone: ZoneOffsets, noPosts: String? = nil) {
        self.days = days
        self.now = now
        self.zone = zone
        self.noPosts = noPosts
    }

    package func add(to text: inout TextPage) {
        guard let first = days.first, let last = days.last else { return }
        guard noPosts == nil, let busiest = days.max(by: { $0.count < $1.count }), busiest.count > 0 else {
            text.section(title)
            return text.empty(noPosts ?? "No posts on the days of this chart")
        }
        text.section(
            title,
            remark: "most on \(busiest.date.labelWithYear): \(DisplayText.cell(busiest.count))")
        let chart = DayColumns(days, pageWidth: text.width)
        chart.add(to: &text)
        // Two dates of this year require no year; those of different years are clear only with theirs.
        let isThisYear = first.date.year == last.date.year && last.date.year == zone.civilDate(at: now).year
        chart.addAxis(
            from: isThisYear ? first.label : first.date.labelWithYear,
            to: isThisYear ? last.label : last.date.labelWithYear, to: &text)
    }
}

/// Days as columns of a chart; when there are more days than columns, several days share one.
private struct DayColumns {
    private static let height = 6

    private let width: Int
    private let labelWidth: Int
    private let counts: [Int]
    private let daysPerColumn: Int
    private let isFirstColumnShort: Bool

    init(_ days: [DailyPostCount], pageWidth: Int) {
        // No column can exceed the sum of all days.
        labelWidth = max(7, DisplayText.cell(days.reduce(0) { $0 + $1.count }).utf8.count)
        width = pageWidth - labelWidth - 3
        let daysPerColumn = (days.count + width - 1) / width
        // The last column is complete: the newest days matter most.
        var counts: [Int] = []
        var end = days.count
        while end > 0 {
            let start = max(0, end - daysPerColumn)
            counts.append(days[start..<end].reduce(0) { $0 + $1.count })
            end = start
        }
        self.counts = counts.reversed()
        self.daysPerColumn = daysPerColumn
        isFirstColumnShort = days.count % daysPerColumn != 0
    }

    /// The columns of each bar and the space after it.
    private var slot: Int { min(max(10, width / 7), width / counts.count) }
    private var gap: Int { slot == 1 ? 0 : slot < 6 ? 1 : 2 }
    private var chartWidth: Int { slot * counts.count - gap }

    func add(to text: inout TextPage) {
        let lines = Bars.columns(counts, columnWidth: slot - gap, gap: gap, height: Self.height, text.style)
        for (index, line) in lines.enumerated() {
            let label = index == 0 ? DisplayText.cell(counts.max() ?? 0) : ""
            text.line(
                DisplayText.rightAligned(label, to: labelWidth)
                    + text.style.dim(" " + text.style.verticalLine)
                    + text.style.colored(line, .cyan))
        }
    }

    func addAxis(from first: String, to last: String, to text: inout TextPage) {
        let margin = String(repeating: " ", count: labelWidth + 2)
        let line = String(repeating: text.style.horizontalLine, count: chartWidth)
        text.line(DisplayText.rightAligned("0", to: labelWidth) + text.style.dim("  " + line))
        let space = chartWidth - DisplayText.width(first)
        let labels =
            counts.count == 1 ? first : first + " " + DisplayText.rightAligned(last, to: space - 1)
        text.line(text.style.dim(margin + labels))
        if daysPerColumn > 1 {
            let remark = isFirstColumnShort ? ", the first fewer" : ""
            text.note("each column is \(daysPerColumn) days" + remark, indent: labelWidth + 2)
        }
    }
}
