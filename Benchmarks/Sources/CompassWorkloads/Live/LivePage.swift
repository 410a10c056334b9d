import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// A page of posts to which payloads have been applied, in turn with the same page after compaction.
package struct LivePage: Sendable {
    package let name: String
    private let purpose: String
    private let page: @Sendable (SocialPosts, Timestamp, ZoneOffsets) -> Any
    private let check: @Sendable (Comparison) throws -> Void

    /// What a check compares.
    private struct Comparison {
        let name: String
        let social: SocialPosts
        let posts: BaselinePosts
        let inputs: PageInputs
        var now: Timestamp { Timestamp(micros: inputs.instants[0]) }
    }

    /// The key of the figures after compaction.
    package static let compacted = "compacted"
    private static let text = "camp"

    package static let pages = [
        LivePage(name: "live.page.analytics", purpose: "the analytics page of 30 days") {
            $0.analyticsPage(.last(days: 30), asOf: $1, in: $2)
        } check: { one in
            let page = one.social.analyticsPage(.last(days: 30), asOf: one.now, in: one.inputs.zone)
            let expected = BaselineAnalytics.page(
                posts: one.posts, schools: try one.inputs.careful().schools, range: .days(30),
                now: one.inputs.instants[0], zone: one.inputs.timeZone)
            try BaselineSocialPage(page).check(equals: expected, one.name)
        },
        feed("live.page.feed", "the first page of the feed", .all) { posts in posts.rows },
        feed(
            "live.page.filtered", "the first page of the feed under a filter",
            .platform(.instagram) && .flagged(false)
        ) { posts in
            posts.rows.filter { $0.platform == .instagram && !$0.flaggedForReview }
        },
        feed("live.page.search", "the first page of a search with its index", .search(text)) { posts in
            FoldedText(posts).posts(matching: text).rows
        },
        LivePage(name: "live.page.linked", purpose: "each chart's counts under the filters of all others") {
            $0.linkedCounts(where: .platform(.instagram), asOf: $1, in: $2)
        } check: { one in
            let counts = one.social.linkedCounts(
                where: .platform(.instagram), asOf: one.now, in: one.inputs.zone)
            let expected = BaselineLinkedCounts(
                posts: one.posts, filter: BaselineFilter(platforms: [.instagram]),
                now: one.inputs.instants[0], zone: one.inputs.timeZone)
            try BaselineLinkedCounts(counts).check(equals: expected, one.name)
        },
    ]

    private init(
        name: String, purpose: String,
        page: @escaping @Sendable (SocialPosts, Timestamp, ZoneOffsets) -> Any,
        check: @escaping @Sendable (Comparison) throws -> Void
    ) {
        self.name = name
        self.purpose = purpose
        self.page = page
        self.check = check
    }

    private static func feed(
        _ name: String, _ purpose: String, _ filter: PostFilter,
        matching: @escaping @Sendable (BaselinePosts) -> [BaselinePost]
    ) -> LivePage {
        LivePage(name: name, purpose: purpose) {
            $0.feedPage(where: filter, asOf: $1, in: $2)
        } check: { one in
            let page = one.social.feedPage(where: filter, asOf: one.now, in: one.inputs.zone)
            let rows = matching(one.posts)
            try CheckFailure.unless(
                page.matchCount == rows.count,
                "\(one.name): \(page.matchCount) posts, but the baseline finds \(rows.count)")
            try PostComparison.check(
                one.name, page.posts, equals: Array(rows.prefix(FeedPage.defaultPageSize)), one.inputs)
        }
    }

    var workload: CompassWorkload {
        CompassWorkload(name: name, purpose: purpose + ", of posts that have just changed") { inputs, size in
            let inputs = try inputs.page(size)
            let posts = try inputs.live()
            func call(_ social: SocialPosts) -> Call {
                Call { page(social, Timestamp(micros: inputs.instant($0)), inputs.zone) }
            }
            let live = QuestionCase(kernel: call(posts.live)) {
                let expected = try posts.baseline(inputs)
                for social in [posts.live, posts.compacted] {
                    try check(Comparison(name: name, social: social, posts: expected, inputs: inputs))
                }
            }
            var question = PreparedQuestion(
                rows: inputs.rows, cases: [live],
                notes: ["after \(posts.documents.count) payloads with a new post each"])
            question.variants = [.init(name: Self.compacted, call: call(posts.compacted))]
            return question
        }
    }
}
