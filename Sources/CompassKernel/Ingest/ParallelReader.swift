/// Reads chunks of one document on several threads and joins their rows in document order.
///
/// The first chunk is read into the shared columns. Each of the others is read into columns of its thread, which
/// are small enough to stay in its cache, and in turn appended to the shared columns. A chunk is used only if the
/// previous one ended exactly where it begins; otherwise it is read again from there during its thread's turn. The
/// rows and the report therefore depend neither on where the document was cut nor on the number of threads. Only
/// where a segment of posts ends does, of more than 2 GiB of text in a column.
final class ParallelReader<Builder: TableBuilder & ~Copyable>: @unchecked Sendable {
    // Sendable: `state` is guarded by `monitor`; `target` is used only by the thread whose turn it is, and
    // each reader only by its own thread.
    typealias Position = UnsafePointer<UInt8>

    private struct State {
        var nextChunk = 0
        var joinedChunks = 0
        var isOver = false
        /// The number of threads that are copying rows into memory reserved for them.
        var copies = 0
    }

    private let document: UnsafeBufferPointer<UInt8>
    private let format: DocumentFormat
    private let options: LoadOptions
    /// A builder without rows.
    private let empty: Builder
    private let chunks: DocumentChunks
    private let end: Position
    private let monitor = Monitor()
    private var state = State()

    private let target: UnsafeMutablePointer<ChunkReader<Builder>>
    /// The nesting depth of a row's fields.
    private let rowDepth: Int
    /// The number of rows that have been joined.
    private(set) var rowCount = 0
    /// Where the next row is expected; after the last row once reading is complete.
    private(set) var position: Position
    /// Whether reading stopped early: because of `fault` or, without one, a failure of the target's builder.
    private(set) var isStopped = false
    private(set) var fault: JSONScanner.Fault?

    /// - Parameters:
    ///   - start: where the first row begins.
    ///   - target: receives all rows and problems.
    init(options: LoadOptions, start: Position, target: UnsafeMutablePointer<ChunkReader<Builder>>) {
        document = target.pointee.document
        format = target.pointee.format
        self.options = options
        empty = target.pointee.builder.makeEmpty()
        self.target = target
        rowDepth = target.pointee.rows.depth
        end = target.pointee.rows.scanner.end
        position = start
        chunks = DocumentChunks(
            start: start, end: end, format: format, byteCount: options.minimumChunkByteCount)
    }

    /// Reads the whole document.
    func read() {
        WorkerThreads.run(count: min(options.threads, LoadOptions.maximumThreads, chunks.count)) {
            self.work()
        }
    }

    private func work() {
        var reader = makeReader()
        while let chunk = takeChunk() {
            let bounds = chunks.bounds(of: chunk)
            if chunk == 0, let bounds {
                endTurn(isOver: readFirst(bounds))
                endCopy()
                continue
            }
            let outcome = bounds.map { reader.readAfterSample(from: $0.start, limit: $0.limit) }
            guard waitForTurn(chunk) else { return }
            var isOver = false
            if let bounds, let outcome { isOver = join(bounds, outcome, &reader) }
            endTurn(isOver: isOver)
            reader.builder.perform(.moveToReservedRoom)
            endCopy()
        }
    }

    private func makeReader() -> ChunkReader<Builder> {
        var reader = ChunkReader(
            document: document, format: format, options: options, builder: empty.makeEmpty())
        reader.rows.depth = rowDepth
        return reader
    }

    private func takeChunk() -> Int? {
        monitor.withLock {
            guard !state.isOver, state.nextChunk < chunks.count else { return nil }
            state.nextChunk += 1
            return state.nextChunk - 1
        }
    }

    private func waitForTurn(_ chunk: Int) -> Bool {
        monitor.withLock {
            while state.joinedChunks < chunk, !state.isOver { monitor.wait() }
            return !state.isOver
        }
    }

    private func endTurn(isOver: Bool) {
        monitor.withLock {
            state.joinedChunks += 1
            state.isOver = isOver
            state.copies += 1
            monitor.wakeAll()
        }
    }

    private func endCopy() {
        monitor.withLock {
            state.copies -= 1
            monitor.wakeAll()
        }
    }

    private func waitForCopies() { monitor.withLock { while state.copies > 0 { monitor.wait() } } }

    /// Reads the first chunk into the target, and reserves memory for the rows that it predicts; returns whether
    /// reading is over.
    private func readFirst(_ chunk: DocumentChunks.Bounds) -> Bool {
        var outcome = target.pointee.readAfterSample(from: chunk.start, limit: chunk.limit)
        // The document must not end where another row is expected.
        if case .next(let next) = outcome, next >= end {
            outcome = target.pointee.read(from: next, limit: end)
        }
        rowCount = target.pointee.rowCount
        reserve(bytesRead: chunk.limit - chunk.start)
        return finish(outcome, target.pointee.fault)
    }

    /// Appends the rows of a chunk; returns whether reading is over.
    private func join(
        _ chunk: DocumentChunks.Bounds, _ outcome: ChunkReader<Builder>.Outcome,
        _ reader: inout ChunkReader<Builder>
    ) -> Bool {
        var outcome = outcome
        if chunk.start != position {
            reader = makeReader()
            // The previous row may extend beyond this whole chunk.
            if position >= chunk.limit, chunk.limit < end { return false }
            outcome = reader.read(from: position, limit: chunk.limit)
        }
        // The document must not end where another row is expected.
        if case .next(let next) = outcome, next >= end { outcome = reader.read(from: next, limit: end) }
        guard target.pointee.builder.failure(joining: reader.builder) == nil else {
            // Read the chunk again into the target, row by row, so that the same row exceeds the same limit
            // as with one thread.
            waitForCopies()
            _ = target.pointee.read(from: position, limit: chunk.limit)
            (isStopped, fault) = (true, target.pointee.fault)
            return true
        }
        take(&reader)
        return finish(outcome, reader.fault)
    }

    /// Notes where a chunk ended; returns whether reading is over.
    private func finish(_ outcome: ChunkReader<Builder>.Outcome, _ fault: JSONScanner.Fault?) -> Bool {
        switch outcome {
        case .next(let next):
            position = next
            return false
        case .complete(let next): position = next
        case .stopped: (isStopped, self.fault) = (true, fault)
        }
        return true
    }

    /// Adds the rows of a reader to the total and reserves memory for them. The reader's thread copies them
    /// after its turn, because the first access to new memory takes as long as parsing.
    private func take(_ reader: inout ChunkReader<Builder>) {
        target.pointee.log.append(reader.log, rowsBefore: rowCount)
        rowCount += reader.rowCount
        if !target.pointee.builder.join(&reader.builder, .checkRoom) {
            waitForCopies()
            target.pointee.builder.join(&reader.builder, .makeRoom)
        }
        target.pointee.builder.join(&reader.builder, .reserveRoom)
        reader.removeAll()
    }

    /// Reserves memory for the whole document once its first chunk has been read.
    private func reserve(bytesRead: Int) {
        guard bytesRead > 0, document.count > bytesRead else { return }
        target.pointee.builder.reserve(factor: Double(document.count) / Double(bytesRead))
    }
}
