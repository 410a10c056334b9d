import BenchmarkHarness
import CompassKernel

/// Queries from the whole published list, by the kernel and by one pass over the folded text in turn.
package enum FeedSearchPass {
    package static let name = "feed.search.pass"
    /// The key of the pass's figures among the row's details.
    package static let variant = "one pass over the folded text"

    static let workload = CompassWorkload(
        name: name, purpose: "queries of all kinds, and one SIMD pass over the folded text in turn"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let queries = try SearchQueryList.spread(101)
        func text(_ index: Int) -> String { queries[index % queries.count].text }
        let kernel = QuestionCase(
            kernel: Call { index in
                inputs.social.feedPage(
                    where: .search(text(index)), asOf: Timestamp(micros: inputs.instant(index)),
                    in: inputs.zone)
            }
        ) {
            for query in queries.prefix(10) {
                let count = inputs.social.matchCount(where: .search(query.text), in: inputs.zone)
                try CheckFailure.unless(
                    count == (try inputs.foldedText().count(matching: query.text)),
                    "\(name), \"\(query.text)\": the counts differ")
            }
        }
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel],
            notes: ["calls go through \(queries.count) queries, spread over the published list"])
        question.variants = [
            .init(
                name: variant,
                call: Call { index in try inputs.foldedText().count(matching: text(index)) })
        ]
        return question
    }
}
