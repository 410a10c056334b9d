import BenchmarkHarness
import CompassKernel

/// How many posts match each of eight queries, without an index, and one of them in turn.
package enum ColdQueries {
    package static let name = "cold.queries"
    /// The key of the figures of one query.
    package static let oneQuery = "one query"
    private static let texts = [
        "camp", "visit", "offer", "official", "tournament", "coach", "great", "recruiting",
    ]

    static let workload = CompassWorkload(
        name: name, purpose: "how many posts match each of \(texts.count) queries, without an index"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let social = try inputs.cold()
        let queries = texts.map { SearchQuery($0) }
        func counts(_ queries: [SearchQuery]) -> [Int] { social.matches(of: queries, in: inputs.zone) }
        let kernel = QuestionCase(kernel: Call { _ in counts(queries) }) {
            let expected = try texts.map { try inputs.foldedText().count(matching: $0) }
            try CheckFailure.unless(
                counts(queries) == expected && counts([queries[0]]) == [expected[0]],
                "\(name): \(counts(queries)) posts, but one pass finds \(expected)")
        }
        var question = PreparedQuestion(rows: inputs.rows, cases: [kernel])
        question.variants = [
            .init(name: oneQuery, call: Call { counts([queries[$0 % queries.count]]) })
        ]
        return question
    }
}
