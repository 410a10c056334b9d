import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Searches without an index, and one pass over the folded text in turn.
package struct ColdSearch: Sendable {
    package let name: String
    private let purpose: String
    private let ignoresAccents: Bool
    /// Some of the published queries.
    private let queries: @Sendable () throws -> [PublishedQuery]

    /// The key of the pass's figures among the row's details.
    package static let pass = FeedSearchPass.variant

    package static let questions = [
        ColdSearch(
            name: "cold.search", purpose: "searches for three characters or more without an index",
            ignoresAccents: false,
            queries: {
                SearchQueryList.spread(101, of: try SearchQueryList.all().filter { $0.kind != .short })
            }),
        ColdSearch(
            name: "cold.search.short", purpose: "searches for one or two characters without an index",
            ignoresAccents: false,
            queries: { SearchQueryList.spread(41, of: try SearchQueryList.queries(.short)) }),
        ColdSearch(
            name: "cold.search.accents", purpose: "searches that ignore accents, without an index",
            ignoresAccents: true, queries: { try SearchQueryList.spread(41) }),
    ]

    var workload: CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.page(size)
            let social = try inputs.cold()
            let queries = try queries()
            /// Queries of all kinds come early, because slow calls are sampled less often than there are queries.
            func text(_ index: Int) -> String { queries[index * 37 % queries.count].text }
            func page(_ index: Int) -> FeedPage {
                social.feedPage(
                    where: .search(text(index), options: ignoresAccents ? .ignoringAccents : []),
                    asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
            }
            let folded = Lazy {
                // Nothing else uses it, so it is not kept.
                try ignoresAccents
                    ? FoldedText(inputs.careful().posts, ignoringAccents: true) : inputs.foldedText()
            }
            var kernel = QuestionCase(kernel: Call(page)) {
                for index in queries.indices {
                    try check(page(index), text(index), try folded.value(), inputs)
                }
            }
            kernel.inputNames = queries.indices.map(text)
            kernel.isTimedOnce = true
            var question = PreparedQuestion(
                rows: inputs.rows, cases: [kernel], notes: ["\(queries.count) queries of the published list"])
            question.variants = [
                .init(name: Self.pass, call: Call { try folded.value().count(matching: text($0)) })
            ]
            return question
        }
    }

    /// Compares the kernel's count and first page with those of one pass over the folded text.
    private func check(
        _ page: FeedPage, _ text: String, _ folded: FoldedText, _ inputs: PageInputs
    ) throws {
        let (rows, posts) = (folded.rows(matching: text), try inputs.careful().posts)
        try CheckFailure.unless(
            page.matchCount == rows.count,
            "\(name), \"\(text)\": \(page.matchCount) posts, but one pass finds \(rows.count)")
        try CheckFailure.unless(
            page.posts.map { BaselineText($0.id) }
                == rows.prefix(FeedPage.defaultPageSize).map { posts.rows[$0].id },
            "\(name), \"\(text)\": the first page differs")
    }
}
