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
    }

    private let document: UnsafeBufferPointer<UInt8>
    private let format: DocumentFormat
    private let options: LoadOptions
    private let starts: [Position]
    private let end: Position
    private let monitor = Monitor()
    private var state = State()

    private let target: UnsafeMutablePointer<PieceReader<Builder>>
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
        document: UnsafeBufferPointer<UInt8>, format: DocumentFormat, options: LoadOptions, start: Position,
        target: UnsafeMutablePointer<PieceReader<Builder>>
    ) {
        self.document = document
        self.format = format
        self.options = options
        self.target = target
        end = document.baseAddress! + document.count
        position = start
        starts = PieceStarts.find(
            from: start, end: end, format: format, byteCount: options.minimumPieceByteCount)
    }

    /// Reads everything.
    func read() {
        WorkerThreads.run(count: min(options.threads, starts.count)) { _ in
            self.work()
        }
    }

    private func work() {
        var reader = PieceReader<Builder>(document: document, format: format, options: options)
        while let piece = takePiece() {
            let outcome = reader.read(from: starts[piece], limit: limit(of: piece))
            guard waitForTurn(piece) else { return }
            let isOver = join(piece, outcome, &reader)
            endTurn(isOver: isOver)
        }
    }

    private func limit(of piece: Int) -> Position { piece + 1 < starts.count ? starts[piece + 1] : end }

    // MARK: Turns

    private func takePiece() -> Int? {
        monitor.lock()
        defer { monitor.unlock() }
        guard !state.isOver, state.nextPiece < starts.count else { return nil }
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
        monitor.wakeAll()
        monitor.unlock()
    }

    // MARK: Joining, by the thread whose turn it is

    /// Appends the rows of `piece`; answers whether reading is over.
    private func join(
        _ piece: Int, _ outcome: PieceReader<Builder>.Outcome, _ reader: inout PieceReader<Builder>
    ) -> Bool {
        var outcome = outcome
        if starts[piece] != position {
            reader = PieceReader<Builder>(document: document, format: format, options: options)
            // The row before may reach beyond this whole piece.
            if position >= limit(of: piece), piece + 1 < starts.count { return false }
            outcome = reader.read(from: position, limit: limit(of: piece))
        }
        take(&reader)
        switch outcome {
        case .next(let next):
            position = next
            if piece == 0 { reserve(bytesRead: next - starts[0]) }
            return target.pointee.builder.failure != nil
        case .complete(let next):
            position = next
            return true
        case .stopped:
            failure = PieceFailure(fault: reader.fault)
            return true
        }
    }

    private func take(_ reader: inout PieceReader<Builder>) {
        target.pointee.log.append(reader.log, rowsBefore: rowCount)
        rowCount += reader.rowCount
        target.pointee.builder.takeRows(of: &reader.builder)
        reader.removeAll()
    }

    private func reserve(bytesRead: Int) {
        guard bytesRead > 0 else { return }
        target.pointee.builder.reserve(factor: Double(document.count) / Double(bytesRead))
    }
}

/// Why reading pieces ended early; without a fault the builder knows.
struct PieceFailure {
    let fault: (reason: DocumentError.Reason, position: UnsafePointer<UInt8>)?
}

/// Finds places where rows begin, without reading what is before them.
enum PieceStarts {
    typealias Position = UnsafePointer<UInt8>

    /// Rows are looked for in this many bytes behind the place where a piece should begin.
    private static let searchByteCount = 1 << 16

    /// The first row, and about every `byteCount` bytes a place where a row begins or seems to.
    static func find(from start: Position, end: Position, format: DocumentFormat, byteCount: Int) -> [Position] {
        var starts = [start]
        var wanted = start + min(byteCount, end - start)
        while end - wanted > byteCount / 2 {
            let searchEnd = wanted + min(searchByteCount, end - wanted)
            let found =
                format == .ndjson
                ? lineStart(from: wanted, to: searchEnd) : rowStart(from: wanted, to: searchEnd)
            if let found, found > starts[starts.count - 1], found < end { starts.append(found) }
            wanted += byteCount
        }
        return starts
    }

    private static func lineStart(from start: Position, to end: Position) -> Position? {
        var position = start
        while position < end {
            if position.pointee == 0x0a { return position + 1 }
            position += 1
        }
        return nil
    }

    /// The first `{"` that follows `},` with or without white space between them.
    private static func rowStart(from start: Position, to end: Position) -> Position? {
        var position = start
        while position < end {
            guard position.pointee == 0x7d else {
                position += 1
                continue
            }
            var next = skipSpace(position + 1, to: end)
            position += 1
            guard next < end, next.pointee == 0x2c else { continue }
            next = skipSpace(next + 1, to: end)
            if next + 1 < end, next[0] == 0x7b, next[1] == 0x22 { return next }
        }
        return nil
    }

    private static func skipSpace(_ start: Position, to end: Position) -> Position {
        var position = start
        while position < end, position.pointee <= 0x20 { position += 1 }
        return position
    }
}
