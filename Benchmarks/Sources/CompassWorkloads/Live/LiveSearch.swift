import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Searches of posts of which nearly as many are new as ever wait for a compaction, in turn with searches of the
/// compacted posts.
package enum LiveSearch {
    package static let name = "live.search"
    private static let queryCount = 101

    static let workload = CompassWorkload(
        name: name, purpose: "searches with the index while many new posts wait for a compaction"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let posts = try LivePosts(inputs, count: newPostCount(inputs.rows))
        let queries = SearchQueryList.spread(queryCount, of: try SearchQueryList.all())
        func call(_ social: SocialPosts) -> Call {
            // Queries of all kinds come early, because slow calls are sampled less often than there are queries.
            Call { index in
                social.feedPage(
                    where: .search(queries[index * 37 % queries.count].text),
                    asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
            }
        }
        var kernel = QuestionCase(kernel: call(posts.live)) {
            let folded = FoldedText(try posts.baseline(inputs))
            for query in queries {
                for social in [posts.live, posts.compacted] {
                    try check(social, query.text, folded, inputs)
                }
            }
        }
        kernel.inputNames = queries.indices.map { queries[$0 * 37 % queries.count].text }
        kernel.isTimedOnce = true
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel],
            notes: [
                "\(queries.count) queries of the published list, after \(posts.documents.count) payloads with a "
                    + "new post each"
            ])
        question.variants = [.init(name: LivePage.compacted, call: call(posts.compacted))]
        return question
    }

    /// Nearly as many as ever wait: a compaction begins when one in forty posts is new, and ends before half as
    /// many more are.
    private static func newPostCount(_ rows: Int) -> Int { rows / 40 + rows / 100 }

    private static func check(
        _ social: SocialPosts, _ text: String, _ folded: FoldedText, _ inputs: PageInputs
    ) throws {
        let page = social.feedPage(
            where: .search(text), asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone)
        let rows = folded.posts(matching: text).rows
        try CheckFailure.unless(
            page.matchCount == rows.count,
            "\(name), \"\(text)\": \(page.matchCount) posts, but one pass finds \(rows.count)")
        try PostComparison.check(
            "\(name), \"\(text)\"", page.posts, equals: Array(rows.prefix(FeedPage.defaultPageSize)), inputs)
    }
}
