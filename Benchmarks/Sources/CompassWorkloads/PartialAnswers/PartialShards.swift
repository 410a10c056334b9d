import BenchmarkHarness
import CompassKernel

/// What a shard does once: it reads its posts, perhaps in batches, and finds the hashes of its ids.
package enum PartialShards {
    package static let rowGuard = "partial.guard"
    package static let arrow = "partial.arrow"
    /// The key of the time in which the second partial answer is made.
    package static let later = "later partial"
    /// The key of the time in which the posts are read from one batch.
    package static let oneBatch = "one batch"
    /// The key of the peak memory of reading many batches, divided by that of one.
    package static let peakRatio = "peak ÷ one batch"

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
                notes: ["reads all ids, for the first time in a new mapping"])
            question.variants = [.init(name: later, call: Call { loaded.feed($0) })]
            return question
        },
        CompassWorkload(name: arrow, purpose: "posts from 100 batches of Arrow columns, and from one") {
            inputs, size in
            let inputs = try inputs.page(size)
            let (many, one) = (try ArrowBatches(inputs, count: 100), try ArrowBatches(inputs, count: 1))
            let kernel = QuestionCase(kernel: Call { _ in try many.read() }) {
                let expected = Moments(inputs)
                for batches in [many, one] {
                    let read = Moments(inputs, try batches.read())
                    for index in inputs.sampleIndices {
                        try CheckFailure.unless(
                            read.analytics(index) == expected.analytics(index)
                                && read.analyticsPage(index) == expected.analyticsPage(index)
                                && read.feedPage(index) == expected.feedPage(index),
                            "\(arrow): page \(index) differs")
                    }
                }
            }
            var question = PreparedQuestion(rows: inputs.rows, cases: [kernel])
            question.hasLongCalls = true
            question.variants = [.init(name: oneBatch, call: Call { _ in try one.read() })]
            question.figures = {
                let peaks = try [many, one].map { batches in
                    try AllocationCount.during(in: .all) { try batches.read() }.count?.peakLiveBytes
                }
                guard let ofMany = peaks[0], let ofOne = peaks[1], ofOne > 0 else { return [:] }
                return [peakRatio: Double(ofMany) / Double(ofOne)]
            }
            return question
        },
    ]
}

/// The posts of some inputs as Arrow columns, in batches of about as many rows.
struct ArrowBatches {
    private let batches: [ArrowBatch]
    private let schools: SchoolDirectory

    init(_ inputs: PageInputs, count: Int) throws {
        let all = try inputs.social.posts.arrowBatch()
        let rowsPerBatch = max((all.rowCount + count - 1) / count, 1)
        batches = stride(from: 0, to: all.rowCount, by: rowsPerBatch).map { first in
            ArrowBatch(
                rowCount: min(rowsPerBatch, all.rowCount - first), offset: first, columns: all.columns)
        }
        schools = inputs.schools
    }

    /// Returns the posts of all batches.
    func read() throws -> SocialPosts { try read(batches) }

    /// Returns the posts of each batch.
    func shards() throws -> [SocialPosts] { try batches.map { try read([$0]) } }

    private func read(_ batches: [ArrowBatch]) throws -> SocialPosts {
        var reader = ArrowPostReader(options: LoadOptions(threads: 1, searchIndexing: .never))
        for batch in batches { try reader.read(batch) }
        return reader.finish().table.bound(to: schools)
    }
}
