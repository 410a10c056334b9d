import CompassKernel

extension SocialText {
    func addSentiment(to text: inout TextPage) {
        text.section("Sentiment")
        if !hasPosts { return text.empty(Self.noPosts) }
        if page.noSentimentData { return text.empty(Self.noSentiment) }
        for share in page.sentiment {
            let color: TerminalStyle.Color =
                switch share.type {
                case .veryPositive: .green
                case .positive: .blue
                case .neutral: .gray
                case .negative: .red
                }
            addBar(share.label, share.count, percentage: share.percentage, color, to: &text)
        }
    }

    func addPlatforms(to text: inout TextPage) {
        text.section("Platforms")
        if !hasPosts { return text.empty(Self.noPosts) }
        let rows = [
            ("Twitter", page.platforms.twitter, TerminalStyle.Color.cyan),
            ("Instagram", page.platforms.instagram, .magenta),
        ]
        for (name, count, color) in rows {
            let percentage = 100 * Double(count) / Double(page.summary.totalPosts)
            addBar(name, count, percentage: percentage, color, to: &text)
        }
    }

    /// A name, a bar of its share of a hundred, the count and the share.
    private func addBar(
        _ name: String, _ count: Int, percentage: Double, _ color: TerminalStyle.Color,
        to text: inout TextPage
    ) {
        let width = 40
        let bar = text.padded(Bars.horizontal(percentage / 100, width: width, text.style), to: width)
        text.line(
            "  " + text.padded(name, to: 15) + text.style.colored(bar, color)
                + DisplayText.rightAligned(DisplayText.grouped(count), to: 12)
                + DisplayText.rightAligned(DisplayText.oneDecimal(percentage) + "%", to: 9))
    }

    func addActivity(to text: inout TextPage) {
        let days = page.activityByDay
        guard let first = days.first, let last = days.last else { return }
        let chart = DayColumns(days)
        guard hasPosts, let busiest = days.max(by: { $0.count < $1.count }), busiest.count > 0 else {
            text.section("Activity by day")
            return text.empty(hasPosts ? "No posts on the days of this chart" : Self.noPosts)
        }
        text.section(
            "Activity by day",
            remark: "most on \(SocialText.dayText(busiest.date)): \(DisplayText.grouped(busiest.count))")
        chart.add(to: &text)
        let isOneYear = first.date.year == last.date.year
        chart.addAxis(
            from: isOneYear ? first.label : SocialText.dayText(first.date),
            to: isOneYear ? last.label : SocialText.dayText(last.date), to: &text)
    }

    func addHeatMap(to text: inout TextPage) {
        guard let heatMap else { return }
        let title = "Hours of the week"
        guard hasPosts else {
            text.section(title)
            return text.empty(Self.noPosts)
        }
        text.section(title, remark: "most in an hour: \(DisplayText.grouped(heatMap.maximum))")
        let shades = text.style.shades
        let margin = "  "
        let hours = stride(from: 0, to: 24, by: 3).map { hour in
            text.padded(hour < 10 ? "0\(hour)" : "\(hour)", to: 9)
        }
        text.line(text.style.dim(margin + "     " + hours.joined()))
        for (name, counts) in zip(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], heatMap.counts) {
            let cells = counts.map { count in
                // Rounded up, so that anything but nothing has a shade.
                let step = (count * (shades.count - 1) + heatMap.maximum - 1) / heatMap.maximum
                return String(repeating: shades[step], count: 3)
            }
            text.line(margin + name + "  " + text.style.colored(cells.joined(), .green))
        }
    }
}

/// Days as columns of a chart; when there are more days than columns, several days share one.
private struct DayColumns {
    private static let width = 70
    private static let height = 6

    private let counts: [Int]
    private let daysPerColumn: Int
    private let isFirstColumnShort: Bool

    init(_ days: [DayActivity]) {
        let daysPerColumn = (days.count + Self.width - 1) / Self.width
        // The last column is whole: the newest days matter most.
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

    /// The columns that each bar and the space behind it take.
    private var slot: Int { min(10, Self.width / counts.count) }
    private var gap: Int { slot == 1 ? 0 : slot < 6 ? 1 : 2 }
    private var chartWidth: Int { slot * counts.count - gap }

    func add(to text: inout TextPage) {
        let lines = Bars.columns(counts, columnWidth: slot - gap, gap: gap, height: Self.height, text.style)
        for (index, line) in lines.enumerated() {
            let label = index == 0 ? DisplayText.grouped(counts.max() ?? 0) : ""
            text.line(
                DisplayText.rightAligned(label, to: 7) + text.style.dim(" " + text.style.verticalLine)
                    + text.style.colored(line, .cyan))
        }
    }

    func addAxis(from first: String, to last: String, to text: inout TextPage) {
        let margin = String(repeating: " ", count: 9)
        let line = String(repeating: text.style.horizontalLine, count: chartWidth)
        text.line(DisplayText.rightAligned("0", to: 7) + text.style.dim("  " + line))
        let space = chartWidth - DisplayText.width(first)
        let labels =
            counts.count == 1 ? first : first + " " + DisplayText.rightAligned(last, to: space - 1)
        text.line(text.style.dim(margin + labels))
        if daysPerColumn > 1 {
            let remark = isFirstColumnShort ? ", the first fewer" : ""
            text.line(text.style.dim(margin + "each column is \(daysPerColumn) days" + remark))
        }
    }
}
