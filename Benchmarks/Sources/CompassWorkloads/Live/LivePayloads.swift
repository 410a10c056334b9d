import BenchmarkHarness
import CompassKernel

/// All payloads of a longer time, one by one.
package enum LivePayloads {
    package static let name = "live.payloads"

    static let workload = CompassWorkload(
        name: name, purpose: "payloads with a new post each, a hundredth as many as there are posts"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let posts = try inputs.live()
        let kernel = QuestionCase(
            kernel: Call { _ in try LivePosts.applied(posts.documents, to: posts.start) }
        ) {
            let social = try LivePosts.applied(posts.documents, to: posts.start)
            try PostComparison.check(name, social, equals: try posts.baseline(inputs), inputs)
        }
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel],
            notes: ["\(posts.documents.count) payloads in each call"])
        question.hasLongCalls = true
        return question
    }
}
