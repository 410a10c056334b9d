extension SocialAnalyticsPage {
    /// Returns the page as static HTML: its four figures, sentiments and platforms, the chart by day, the
    /// schools and coaches with the most posts, and the newest recruiting posts.
    ///
    /// The chart has at most 92 columns; of more days, several share one.
    ///
    /// - Parameters:
    ///   - form: a fragment for a notebook, or a document.
    ///   - limit: the maximum number of rows of each list; the others are counted. By
    ///     default 20 in a fragment and 100 in a document.
    /// - Returns: the bytes in UTF-8, the same for the same page; see ``HTMLForm``.
    /// - Complexity: O(d + `limit`) for d days of the chart.
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        let limit = form.limit(limit)
        return HTMLWriter.page(
            form, title: "Social Analytics", subtitle: rangeText, isEmpty: summary.totalPosts == 0
        ) { writer in
            writer.cards(cards)
            if summary.totalPosts == 0 {
                writer.emptyState("No posts in selected period", "Try selecting a longer time range")
                return
            }
            writer.section("Sentiment Distribution") { writeSentiment(to: &$0) }
            writer.section("Platform Distribution") { writePlatforms(to: &$0) }
            writer.section("Activity by Day") { DayColumns(activityByDay).write(to: &$0) }
            writer.section("Most Active Schools") { writer in
                Self.write(topSchools, "School", .blue, limit: limit, to: &writer)
            }
            if !topCoaches.isEmpty {
                writer.section("Most Active Coaches") { writer in
                    Self.write(topCoaches, "Coach", .purple, limit: limit, to: &writer)
                }
            }
            writer.section("Recent Recruiting Posts") { writeRecentPosts(limit: limit, to: &$0) }
        }
    }

    /// The range in words, as far as the page knows it.
    private var rangeText: String {
        guard let days = range.days else { return "All time" }
        let length = HTMLText.counted(days, "day", "days")
        return range.from.map { "\(length) since \($0.clockText)" } ?? length
    }

    private var cards: [HTMLWriter.Card] {
        [
            .init("Total Posts", summary.totalPosts, remark: change(\.totalPosts)),
            .init(
                "Recruiting Posts", summary.recruitingPosts,
                remark: share(summary.recruitingPercentage) + change(\.recruitingPosts, after: ", "),
                color: .green),
            .init(
                "Positive Sentiment", "\(summary.positivePercentage)%",
                remark: HTMLText.counted(summary.positivePosts, "post", "posts")
                    + change(\.positivePosts, after: ", "),
                color: .blue),
            .init("Active Schools", summary.activeSchools, remark: change(\.activeSchools), color: .purple),
        ]
    }

    private func share(_ percentage: Int) -> String { "\(percentage)% of posts" }

    /// Returns the figure of the previous period; nil without a comparison.
    private func change(_ figure: KeyPath<AnalyticsSummary, Int>) -> String? {
        previous.map { "was \(NumberText.grouped($0[keyPath: figure]))" }
    }

    private func change(_ figure: KeyPath<AnalyticsSummary, Int>, after separator: String) -> String {
        change(figure).map { separator + $0 } ?? ""
    }

    private func writeSentiment(to writer: inout HTMLWriter) {
        if noSentimentData { return writer.element("p", text: "No sentiment data available") }
        writer.bars(
            sentiment.map {
                .init($0.label, $0.count, percentage: $0.percentage, $0.type.htmlColor)
            },
            caption: "Sentiment of \(HTMLText.counted(summary.analyzedPosts, "post", "posts"))",
            columns: ("Sentiment", "Posts"))
    }

    private func writePlatforms(to writer: inout HTMLWriter) {
        writer.bars(
            [(Platform.twitter, platforms.twitter), (.instagram, platforms.instagram)].map {
                .init($0.htmlName, $1, of: summary.totalPosts, share: true, $0.htmlColor)
            }, caption: "Posts by platform", columns: ("Platform", "Posts"))
    }

    private static func write(
        _ names: [NamedPostCount], _ column: String, _ color: HTMLColor, limit: Int,
        to writer: inout HTMLWriter
    ) {
        if names.isEmpty { return writer.element("p", text: "No data available") }
        let shown = names.prefix(limit)
        let largest = names.reduce(0) { max($0, $1.postCount) }
        writer.bars(
            shown.map { .init($0.name, $0.postCount, of: largest, color) },
            caption: "Posts by \(column.lowercased())", columns: (column, "Posts"),
            hiddenCount: names.count - shown.count)
    }

    private func writeRecentPosts(limit: Int, to writer: inout HTMLWriter) {
        if recentRecruitingPosts.isEmpty { return writer.element("p", text: "No data available") }
        let shown = recentRecruitingPosts.prefix(limit)
        writer.group("ol", ["class": "posts"]) { writer in
            for post in shown {
                writer.group("li") { writer in
                    writer.byline(
                        platform: post.platform, name: post.authorName, handle: post.authorHandle,
                        school: nil, date: post.postDate)
                    writer.postText(post.postContent, limit: HTMLText.excerptLength)
                }
            }
        }
        writer.more(recentRecruitingPosts.count - shown.count)
    }
}
