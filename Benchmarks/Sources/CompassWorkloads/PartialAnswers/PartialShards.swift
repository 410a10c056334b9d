import BenchmarkHarness
import CompassKernel

/// What a shard does once: it finds the hashes of its ids and URLs.
package enum PartialShards {
    package static let rowGuard = "partial.guard"
    /// The key of the time in which the second partial answer is made.
    package static let later = "later partial"

    static let workloads = [
        CompassWorkload(name: rowGuard, purpose: "the first partial answer of a table, in an opened file") {
            inputs, size in
            let inputs = try inputs.page(size)
            let files = try inputs.files()
            let loaded = Moments(inputs)
            var opened = Moments(inputs, try files.open(.columns))
            let first = Call(
                before: { opened = Moments(inputs, try files.open(.columns)) }, { opened.feed($0) })
            let kernel = QuestionCase(kernel: first) {
                opened = Moments(inputs, try files.open(.columns))
                for index in inputs.sampleIndices {
                    let answer = opened.feed(index)
                    try CheckFailure.unless(answer == loaded.feed(index), "\(rowGuard): other hashes")
                    try CheckFailure.unless(
                        try answer.feedPage(schools: inputs.schools) == loaded.feedPage(index),
                        "\(rowGuard): page \(index) differs")
                }
            }
            var question = PreparedQuestion(
                rows: inputs.rows, cases: [kernel],
                notes: ["reads all ids and URLs, for the first time in a new mapping"])
            question.variants = [.init(name: later, call: Call { loaded.feed($0) })]
            return question
        }
    ]
}
