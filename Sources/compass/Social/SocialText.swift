import CompassKernel
import CompassProgram

/// The Social Analytics page for a terminal.
struct SocialText {
    static let noPosts = "No posts in selected period"
    static let noSentiment = "No sentiment data available"

    let page: SocialAnalyticsPage
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters in words, without the dates; empty when there are none.
    let filters: String
    /// The chosen days, in words; nil for all.
    let dates: String?
    /// Why the range contains no posts; nil when it does.
    let hint: String?
    /// Whether to show the ids of posts, schools and coaches.
    let showsIDs: Bool
    /// Whether a comparison was requested, which all time does not have.
    let isCompared: Bool
    /// The requested number of schools and coaches, and of posts; sections are omitted when it is zero.
    let topLimit: Int
    let recentLimit: Int

    var hasPosts: Bool { page.summary.totalPosts > 0 }

    /// Returns the whole page.
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
        addTopCoaches(to: &text)
        addRecentPosts(to: &text)
        return text.text
    }

    private func addTitle(to text: inout TextPage) {
        let range = page.range.days.map { $0 == 1 ? "last day" : "last \(DisplayText.grouped($0)) days" }
        text.title("Social Analytics", range ?? (dates == nil ? "all time" : nil), dates)
        var facts = ["as of \(local(now))", zone.identifier]
        if let from = page.range.from { facts.insert("since \(local(from.timestamp))", at: 0) }
        text.facts(facts)
        text.filters(filters)
        text.hint(hint)
    }

    private func addCards(to text: inout TextPage) {
        let summary = page.summary
        let analyzed = "\(summary.positivePercentage)% of \(DisplayText.grouped(summary.analyzedPosts))"
        text.cards([
            .init("Total posts", DisplayText.grouped(summary.totalPosts)),
            .init(
                "Recruiting", DisplayText.grouped(summary.recruitingPosts),
                remark: "\(summary.recruitingPercentage)% of all"),
            .init(
                "Positive", DisplayText.grouped(summary.positivePosts),
                remark: analyzed.utf8.count <= text.cardWidth
                    ? analyzed : "\(summary.positivePercentage)%"),
            .init("Active schools", DisplayText.grouped(summary.activeSchools)),
        ])
    }

    private func addComparison(to text: inout TextPage) {
        guard isCompared else { return }
        guard let previous = page.previous, let days = page.range.days else {
            text.section("Comparison")
            text.empty(
                dates == nil
                    ? "All time has no period before it" : "Only a range of days has a period before it")
            return
        }
        let period = days == 1 ? "the day before" : "the \(DisplayText.grouped(days)) days before"
        text.section("Compared with \(period)")
        let now = page.summary
        text.comparisons([
            .init("Total posts", now.totalPosts, previous.totalPosts),
            .init("Recruiting posts", now.recruitingPosts, previous.recruitingPosts),
            .init("Recruiting share", now.recruitingPercentage, previous.recruitingPercentage, unit: "%"),
            .init("Positive posts", now.positivePosts, previous.positivePosts),
            .init("Positive share", now.positivePercentage, previous.positivePercentage, unit: "%"),
            .init("Active schools", now.activeSchools, previous.activeSchools),
        ])
    }

    func local(_ timestamp: Timestamp) -> String { zone.clockText(at: timestamp) }
}
