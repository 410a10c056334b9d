/// Reads pieces of one document on several threads and joins their rows in the document's order.
///
/// Each thread reads a piece into columns of its own, small enough to stay in its cache, waits for its turn
/// and appends them to the common ones. A piece counts only if the piece before ended exactly where it
/// begins; otherwise it is read again from there, on its thread's turn. So the result does not depend on
/// where pieces were cut, nor on the number of threads.
final class ParallelReader<Builder: RowBuilder & ~Copyable>: @unchecked Sendable {
    // Sendable: `state` is guarded by `monitor`; `target` belongs to the thread whose turn it is, and each
    // thread's reader to that thread.
    typealias Position = UnsafePointer<UInt8>

    private struct State {
        var nextPiece = 0
        var joinedPieces = 0
        var isOver = false
        /// Threads that copy rows to room claimed for them.
        var copies = 0
    }

    private let document: UnsafeBufferPointer<UInt8>
    private let format: DocumentFormat
    private let options: LoadOptions
    private let source: RowBuilderSource<Builder>
    private let pieces: DocumentPieces
    private let end: Position
    private let monitor = Monitor()
    private var state = State()

    private let target: UnsafeMutablePointer<PieceReader<Builder>>
    /// Nesting depth of a row's fields.
    private let rowDepth: Int
    /// The rows that have been joined.
    private(set) var rowCount = 0
    /// Where the next row is due; behind the last one in the end.
    private(set) var position: Position
    /// The fault or failure that ended reading early.
    private(set) var failure: PieceFailure?

    /// - Parameters:
    ///   - start: where the first row begins.
    ///   - target: takes all rows and problems.
    init(
        document: UnsafeBufferPointer<UInt8>, format: DocumentFormat, options: LoadOptions,
        source: RowBuilderSource<Builder>, start: Position, target: UnsafeMutablePointer<PieceReader<Builder>>
    ) {
        self.document = document
        self.format = format
        self.options = options
        self.source = source
        self.target = target
        rowDepth = target.pointee.rows.depth
        // SAFETY: only documents of several pieces are read in parallel, so that there is an address.
        end = document.baseAddress! + document.count
        position = start
        pieces = DocumentPieces(
            start: start, end: end, format: format, byteCount: options.minimumPieceByteCount)
    }

    /// Reads everything.
    func read() {
        WorkerThreads.run(count: min(options.threads, LoadOptions.maximumThreads, pieces.count)) { _ in
            self.work()
        }
    }

    private func work() {
        var reader = makeReader()
        while let piece = takePiece() {
            let bounds = pieces.bounds(of: piece)
            let outcome = bounds.map { reader.read(from: $0.start, limit: $0.limit) }
            guard waitForTurn(piece) else { return }
            var isOver = false
            if let bounds, let outcome { isOver = join(bounds, outcome, &reader) }
            endTurn(isOver: isOver)
            reader.builder.moveToClaimedRoom()
            endCopy()
        }
    }

    private func makeReader() -> PieceReader<Builder> {
        var reader = PieceReader(document: document, format: format, options: options, source: source)
        reader.rows.depth = rowDepth
        return reader
    }

    private func takePiece() -> Int? {
        monitor.lock()
        defer { monitor.unlock() }
        guard !state.isOver, state.nextPiece < pieces.count else { return nil }
        state.nextPiece += 1
        return state.nextPiece - 1
    }

    private func waitForTurn(_ piece: Int) -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        while state.joinedPieces < piece, !state.isOver { monitor.wait() }
        return !state.isOver
    }

    private func endTurn(isOver: Bool) {
        monitor.lock()
        state.joinedPieces += 1
        state.isOver = isOver
        state.copies += 1
        monitor.wakeAll()
        monitor.unlock()
    }

    private func endCopy() {
        monitor.lock()
        state.copies -= 1
        monitor.wakeAll()
        monitor.unlock()
    }

    private func waitForCopies() {
        monitor.lock()
        while state.copies > 0 { monitor.wait() }
        monitor.unlock()
    }

    /// Appends the rows of a piece; answers whether reading is over.
    private func join(
        _ piece: DocumentPieces.Bounds, _ outcome: PieceReader<Builder>.Outcome,
        _ reader: inout PieceReader<Builder>
    ) -> Bool {
        var outcome = outcome
        if piece.start != position {
            reader = makeReader()
            // The row before may reach beyond this whole piece.
            if position >= piece.limit, piece.limit < end { return false }
            outcome = reader.read(from: position, limit: piece.limit)
        }
        // The document must not end where another row is due.
        if case .next(let next) = outcome, next >= end { outcome = reader.read(from: next, limit: end) }
        guard target.pointee.builder.keepsLimits(with: reader.builder) else {
            // Read at its place row by row, so that the same row breaks the same limit as with one thread.
            waitForCopies()
            _ = target.pointee.read(from: position, limit: piece.limit)
            failure = PieceFailure(fault: target.pointee.fault)
            return true
        }
        let isFirst = rowCount == 0
        take(&reader)
        if isFirst {
            // Its rows predict the others, and are copied before memory is reserved.
            reader.builder.moveToClaimedRoom()
            reserve(bytesRead: piece.limit - piece.start)
        }
        switch outcome {
        case .next(let next):
            position = next
            return false
        case .complete(let next):
            position = next
            return true
        case .stopped:
            failure = PieceFailure(fault: reader.fault)
            return true
        }
    }

    /// Counts the rows of a reader in; its thread copies them when its turn is over, as the first touch of
    /// new memory takes as long as parsing.
    private func take(_ reader: inout PieceReader<Builder>) {
        target.pointee.log.append(reader.log, rowsBefore: rowCount)
        reader.builder.place(behind: rowCount)
        rowCount += reader.rowCount
        if !target.pointee.builder.hasRoom(for: reader.builder) {
            waitForCopies()
            target.pointee.builder.makeRoom(for: &reader.builder)
        }
        target.pointee.builder.claimRoom(for: &reader.builder)
        reader.removeAll()
    }

    /// Makes room for the whole document, once its first piece has been read.
    private func reserve(bytesRead: Int) {
        guard bytesRead > 0, document.count > bytesRead else { return }
        target.pointee.builder.reserve(factor: Double(document.count) / Double(bytesRead))
    }
}

/// Why reading pieces ended early; without a fault the builder knows.
struct PieceFailure {
    let fault: (reason: DocumentError.Reason, position: UnsafePointer<UInt8>)?
}
