import CompassKernel

/// The Social Analytics page for a terminal of 80 columns.
struct SocialText {
    static let noPosts = "No posts in selected period"
    static let noSentiment = "No sentiment data available"

    let page: SocialAnalyticsPage
    let heatMap: HeatMap?
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters in words; empty when there are none.
    let filters: String
    /// Whether a comparison was asked for, which all time does not have.
    let isCompared: Bool
    /// How many schools and posts were asked for; sections of none are left out.
    let topLimit: Int
    let recentLimit: Int

    var hasPosts: Bool { page.summary.totalPosts > 0 }

    /// The whole page.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        addTitle(to: &text)
        addCards(to: &text)
        addComparison(to: &text)
        addSentiment(to: &text)
        addPlatforms(to: &text)
        addActivity(to: &text)
        addHeatMap(to: &text)
        addTopSchools(to: &text)
        addRecentPosts(to: &text)
        return text.text
    }

    private func addTitle(to text: inout TextPage) {
        let style = text.style
        let range = page.range.days.map { $0 == 1 ? "last day" : "last \(DisplayText.grouped($0)) days" }
        text.line(style.bold("Social Analytics") + style.separator + style.bold(range ?? "all time"))
        var facts = ["asked at \(local(now))", zone.identifier]
        if let from = page.range.from { facts.insert("since \(local(from.timestamp))", at: 0) }
        let line = text.harmless(facts.joined(separator: style.separator))
        if DisplayText.width(line) <= TerminalStyle.width {
            text.line(style.dim(line))
        } else {
            let name = facts.removeLast()
            text.line(style.dim(text.harmless(facts.joined(separator: style.separator))))
            text.line(style.dim(DisplayText.cut(text.harmless(name), to: TerminalStyle.width, style)))
        }
        if !filters.isEmpty {
            for line in DisplayText.lines(
                "Only " + text.harmless(filters), width: TerminalStyle.width - 1, lineLimit: 3, style)
            {
                text.line(style.colored(line, .yellow))
            }
        }
    }

    private func addCards(to text: inout TextPage) {
        let summary = page.summary
        // Four cards and three spaces between them.
        let inner = (TerminalStyle.width - 3) / 4 - 4
        let analyzed = "\(summary.positivePercentage)% of \(DisplayText.grouped(summary.analyzedPosts))"
        let cards = [
            ("Total posts", summary.totalPosts, ""),
            ("Recruiting", summary.recruitingPosts, "\(summary.recruitingPercentage)% of all"),
            (
                "Positive", summary.positivePosts,
                analyzed.utf8.count <= inner ? analyzed : "\(summary.positivePercentage)%"
            ),
            ("Active schools", summary.activeSchools, ""),
        ]
        let style = text.style
        let edge = String(repeating: style.horizontalLine, count: inner + 2)
        func row(_ body: ((String, Int, String)) -> String) -> String {
            cards.map { card in "\(style.verticalLine) \(body(card)) \(style.verticalLine)" }.joined(
                separator: " ")
        }
        func border(_ corners: (left: String, right: String)) -> String {
            cards.map { _ in corners.left + edge + corners.right }.joined(separator: " ")
        }
        text.line()
        text.line(border(style.cardTop))
        text.line(row { style.dim(text.padded($0.0, to: inner)) })
        text.line(row { style.bold(text.padded(DisplayText.grouped($0.1), to: inner)) })
        text.line(row { style.dim(text.padded($0.2, to: inner)) })
        text.line(border(style.cardBottom))
    }

    private func addComparison(to text: inout TextPage) {
        guard isCompared else { return }
        guard let previous = page.previous, let days = page.range.days else {
            text.section("Comparison")
            text.empty("All time has no period before it")
            return
        }
        let period = days == 1 ? "the day before" : "the \(DisplayText.grouped(days)) days before"
        text.section("Compared with \(period)")
        let now = page.summary
        func add(_ label: String, _ current: Int, _ before: Int, unit: String = "") {
            let change = current - before
            let points = unit.isEmpty ? "" : abs(change) == 1 ? " point" : " points"
            let changeText =
                change == 0 ? "unchanged" : (change > 0 ? "+" : "") + DisplayText.grouped(change) + points
            let color: TerminalStyle.Color = change == 0 ? .gray : change > 0 ? .green : .red
            text.line(
                "  " + text.padded(label, to: 20)
                    + DisplayText.rightAligned(DisplayText.grouped(current) + unit, to: 12)
                    + DisplayText.rightAligned("was \(DisplayText.grouped(before))\(unit)", to: 18) + "   "
                    + text.style.colored(changeText, color))
        }
        add("Total posts", now.totalPosts, previous.totalPosts)
        add("Recruiting posts", now.recruitingPosts, previous.recruitingPosts)
        add("Recruiting share", now.recruitingPercentage, previous.recruitingPercentage, unit: "%")
        add("Positive posts", now.positivePosts, previous.positivePosts)
        add("Positive share", now.positivePercentage, previous.positivePercentage, unit: "%")
        add("Active schools", now.activeSchools, previous.activeSchools)
    }

    /// An instant as the zone's clocks show it: `Feb 3, 2026 09:30`.
    func local(_ timestamp: Timestamp) -> String {
        let minutes = Int(zone.microsOfDay(at: timestamp) / 60_000_000)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(Self.dayText(zone.civilDate(at: timestamp))) \(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// A day with its year: `Feb 3, 2026`.
    static func dayText(_ date: CivilDate) -> String { "\(date.label), \(date.year)" }
}
