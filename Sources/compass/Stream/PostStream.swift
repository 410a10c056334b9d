import CompassFiles
import CompassKernel
import CompassProgram

/// The reading of posts in chunks by several threads, each of which answers and forgets one chunk after the other.
final class PostStream: @unchecked Sendable {
    // Sendable: everything that changes is guarded by a monitor: `monitor`, unless stated otherwise.

    /// While chunks of that many bytes are read, no other is taken: a table takes about as much as its document, and
    /// answering it less than that. A chunk is 1 MB, or a longer row; a compressed array is one of up to 64.
    private static let maximumByteCountInWork = 64 << 20
    /// More would wait.
    private static let maximumThreads = 64

    private let inputs: [StreamInput]
    private let threads: Int
    private let answer: @Sendable (PostTable, _ shard: UInt32) -> StreamedAnswers
    private let monitor = Monitor()
    private let chunks: PostChunks
    /// The bytes of the chunks that are read.
    private var byteCountInWork = 0
    private let keyMonitor = Monitor()
    /// Guarded by `keyMonitor`.
    private var keys = StreamedKeys()
    private var answers = StreamedAnswers()
    private var reports: [IngestReport]
    /// Where the posts of each chunk are.
    private var places: [String] = []
    private var failure: (chunk: Int, error: Failure)?
    private var isOver = false
    private var progress: ProgressBar?

    private init(
        _ inputs: [StreamInput], threads: Int,
        _ answer: @escaping @Sendable (PostTable, _ shard: UInt32) -> StreamedAnswers
    ) {
        self.inputs = inputs
        self.threads = min(threads, Self.maximumThreads)
        self.answer = answer
        chunks = PostChunks(inputs)
        reports = inputs.map { _ in IngestReport(table: "social_media_posts") }
        // Of standard input and pipes the size is not known.
        if inputs.allSatisfy({ $0.byteCount > 0 }) {
            progress = ProgressBar(total: inputs.reduce(0) { $0 + $1.byteCount })
        }
    }

    /// Reads all posts.
    ///
    /// - Parameter answer: returns what the posts of a chunk answer.
    /// - Returns: what all posts answer, and a report for each input.
    /// - Throws: ``Failure`` of the first chunk that cannot be read, or of two that share a post.
    static func read(
        _ inputs: [StreamInput], threads: Int,
        _ answer: @escaping @Sendable (PostTable, _ shard: UInt32) -> StreamedAnswers
    ) throws(Failure) -> (answers: StreamedAnswers, reports: [IngestReport]) {
        let stream = PostStream(inputs, threads: threads, answer)
        WorkerThreads.run(count: stream.threads) { stream.work() }
        stream.progress?.clear()
        if let failure = stream.failure { throw failure.error }
        return (stream.answers, stream.reports)
    }

    private func work() {
        while let chunk = take() {
            do throws(Failure) {
                let (posts, report) = try chunk.load()
                let number = UInt32(chunk.number)
                if let other = keyMonitor.withLock({ keys.insert(posts, chunk: number) }) {
                    let (first, second) = (min(number, other), max(number, other))
                    // A single thread would find it in the second chunk.
                    monitor.withLock { fail(Int(second), failure(ofPostIn: first, and: second)) }
                } else {
                    let answers = answer(posts, number)
                    try monitor.withLock { () throws(Failure) in try add(answers, report, of: chunk) }
                }
            } catch {
                monitor.withLock { fail(chunk.number, error) }
            }
            monitor.withLock {
                byteCountInWork -= chunk.byteCount
                monitor.wakeAll()
            }
        }
    }

    private func take() -> PostChunks.Chunk? {
        monitor.withLock {
            while byteCountInWork >= Self.maximumByteCountInWork, !isOver, failure == nil { monitor.wait() }
            if isOver || failure != nil { return nil }
            do throws(Failure) {
                guard let chunk = try chunks.next() else {
                    isOver = true
                    return nil
                }
                places.append(chunk.place)
                byteCountInWork += chunk.byteCount
                return chunk
            } catch {
                fail(places.count, error)
                return nil
            }
        }
    }

    /// Keeps the failure of the first chunk, as a single thread would find it.
    private func fail(_ chunk: Int, _ error: Failure) {
        if let failure, failure.chunk <= chunk { return }
        failure = (chunk, error)
    }

    private func add(
        _ answers: StreamedAnswers, _ report: IngestReport, of chunk: PostChunks.Chunk
    ) throws(Failure) {
        reports[chunk.input].rows += report.rows
        reports[chunk.input].loaded += report.loaded
        reports[chunk.input].skipped += report.skipped
        reports[chunk.input].replaced += report.replaced
        reports[chunk.input].warnings += report.warnings
        do throws(PartialAnswerError) {
            try self.answers.merge(answers)
        } catch {
            guard case .sharedRow(let first, let second) = error else {
                throw Failure(.malformedData, "\(error)")
            }
            throw failure(ofPostIn: first, and: second)
        }
        progress?.show(chunks.takenByteCount, label: "\(DisplayText.grouped(self.answers.postCount)) posts")
    }

    private func failure(ofPostIn first: UInt32, and second: UInt32) -> Failure {
        Failure(
            .malformedData,
            [
                "two posts have the same id or the same URL, one in \(places[Int(first)]), the other in "
                    + places[Int(second)],
                "'--stream' requires that each post is in its files once; without '--stream', of one table in "
                    + "memory, the later row replaces the earlier one, and so does duplicates=\"resolve\" of "
                    + "compass_kernel.spark in Python, of files of any size",
            ])
    }
}
