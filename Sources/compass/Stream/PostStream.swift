import CompassFiles
import CompassKernel
import CompassProgram

/// The reading of posts in chunks by several threads, each of which answers and forgets one chunk after the other.
final class PostStream: @unchecked Sendable {
    // Sendable: everything that changes is guarded by `monitor`.

    /// The bytes of all chunks that are read at the same time: a table takes about as much as its document, and
    /// answering it less than that.
    private static let byteCountInWork = 64 << 20
    private static let (minimumChunkByteCount, maximumChunkByteCount) = (1 << 20, 16 << 20)
    /// With more threads the smallest chunks would exceed that.
    private static let maximumThreads = 64

    private let inputs: [StreamInput]
    private let threads: Int
    private let answer: @Sendable (PostTable, _ shard: UInt32) -> StreamedAnswers
    private let monitor = Monitor()
    private let chunks: PostChunks
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
        let size = Self.byteCountInWork / self.threads
        chunks = PostChunks(
            inputs, byteCount: min(max(size, Self.minimumChunkByteCount), Self.maximumChunkByteCount))
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
                let answers = answer(posts, UInt32(chunk.number))
                try monitor.withLock { () throws(Failure) in try add(answers, report, of: chunk) }
            } catch {
                monitor.withLock { fail(chunk.number, error) }
            }
        }
    }

    private func take() -> PostChunks.Chunk? {
        monitor.withLock {
            if isOver || failure != nil { return nil }
            do throws(Failure) {
                guard let chunk = try chunks.next() else {
                    isOver = true
                    return nil
                }
                places.append(chunk.place)
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
            throw failure(of: error)
        }
        progress?.show(chunks.takenByteCount, label: "\(DisplayText.grouped(self.answers.postCount)) posts")
    }

    private func failure(of error: PartialAnswerError) -> Failure {
        guard case .sharedRow(let first, let second) = error, first < places.count, second < places.count
        else { return Failure(.malformedData, "\(error)") }
        return Failure(
            .malformedData,
            [
                "two posts have the same id, one in \(places[Int(first)]), the other in \(places[Int(second)])",
                "'--stream' requires that each post is in its files once; without '--stream', of one table in "
                    + "memory, the later row replaces the earlier one",
            ])
    }
}
