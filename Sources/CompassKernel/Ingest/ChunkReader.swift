/// Reads consecutive rows of a document: the whole document, or a chunk on a separate thread.
struct ChunkReader<Builder: RowBuilder & ~Copyable>: ~Copyable {
    typealias Position = UnsafePointer<UInt8>

    /// The result of reading a chunk.
    enum Outcome {
        /// The next row begins at the position, which is at or after the chunk's limit.
        case next(Position)
        /// The array's closing bracket, or the last line, ends before the position.
        case complete(Position)
        /// A fault, which the scanner has recorded, or a failure of the builder.
        case stopped
    }

    var builder: Builder
    var log: ProblemLog
    private(set) var rowCount = 0
    var rows: RowScanner
    let document: UnsafeBufferPointer<UInt8>
    let format: DocumentFormat

    init(
        document: UnsafeBufferPointer<UInt8>, format: DocumentFormat, options: LoadOptions,
        builder: consuming Builder
    ) {
        self.document = document
        self.format = format
        let fieldNames = builder.fieldNames
        self.builder = builder
        log = ProblemLog(
            limit: options.maxProblems, fieldNames: fieldNames, rowsPerPlace: options.rowsPerPlace)
        // SAFETY: an empty document has no bytes, so nothing is read at this address.
        let start = document.baseAddress ?? UnsafePointer(bitPattern: 1)!
        rows = RowScanner(
            fieldNames: fieldNames, end: start + document.count, byteCount: document.count,
            isLine: format == .ndjson)
    }

    /// The reason and position at which reading stopped.
    var fault: JSONScanner.Fault? { rows.scanner.fault }

    /// Reads rows from `start`, where a row is expected, until one ends at or after `limit`.
    mutating func read(from start: Position, limit: Position) -> Outcome {
        switch format {
        case .json: readElements(from: start, limit: limit)
        case .ndjson: readLines(from: start, limit: limit)
        }
    }

    /// Does the same, and reserves memory for all rows before `limit` after the first ones.
    mutating func readAfterSample(from start: Position, limit: Position) -> Outcome {
        guard builder.rowCount == 0, limit - start > ReserveEstimate.firstSampleByteCount else {
            return read(from: start, limit: limit)
        }
        let outcome = read(from: start, limit: start + ReserveEstimate.firstSampleByteCount)
        guard case .next(let next) = outcome, next < limit else { return outcome }
        builder.reserve(factor: Double(limit - start) / Double(next - start))
        return read(from: next, limit: limit)
    }

    /// Returns the rows.
    consuming func takeBuilder() -> Builder { builder }

    /// Reads the object at `position`, which is not an array element; returns the position after it.
    mutating func readRowAlone(at position: Position) -> Position? {
        begin(at: position)
        return readRow(at: position)
    }

    /// Removes the rows and problems that have been transferred.
    mutating func removeAll() {
        log.removeAll()
        rowCount = 0
    }

    private mutating func readElements(from start: Position, limit: Position) -> Outcome {
        let end = rows.scanner.end
        var position = start
        while true {
            guard let next = readElement(at: position) else { return .stopped }
            position = rows.scanner.skipSpace(next)
            guard position < end, position.pointee == 0x2c else { break }
            position = rows.scanner.skipSpace(position + 1)
            if position >= limit { return .next(position) }
        }
        guard position < end, position.pointee == 0x5d else {
            fail(at: position, expected: "',' or ']'")
            return .stopped
        }
        return .complete(position + 1)
    }

    /// Reads one element of the array; returns the position after it.
    @inline(__always)
    private mutating func readElement(at position: Position) -> Position? {
        begin(at: position)
        guard position < rows.scanner.end, position.pointee == 0x7b else { return skipElement(at: position) }
        return readRow(at: position)
    }

    @inline(__always)
    private mutating func readRow(at position: Position) -> Position? {
        guard let next = rows.scanRow(position) else { return nil }
        builder.append(rows.fields, log: &log)
        return builder.hasFailed ? nil : next
    }

    @inline(never)
    private mutating func skipElement(at position: Position) -> Position? {
        let depth = rows.depth - 1
        guard let value = rows.withScanner({ $0.scanValue(position, depth: depth) }) else { return nil }
        log.skip(field: nil, ProblemReason.notAnObject)
        return value.next
    }

    private mutating func readLines(from start: Position, limit: Position) -> Outcome {
        let end = rows.scanner.end
        var position = start
        while true {
            position = rows.scanner.skipSpace(position)
            guard position < end else { return .complete(end) }
            if position.pointee == 0x0a {
                position += 1
                if position >= limit { return position < end ? .next(position) : .complete(end) }
                continue
            }
            guard position.pointee == 0x7b else {
                refuseLine(at: position)
                return .stopped
            }
            begin(at: position)
            guard let next = readRow(at: position) else { return .stopped }
            position = rows.scanner.skipSpace(next)
            guard position == end || position.pointee == 0x0a else {
                fail(at: position, expected: "the end of the line")
                return .stopped
            }
        }
    }

    /// Records a fault at the first byte of a line that is not an object, with its kind of value if it is
    /// valid JSON.
    private mutating func refuseLine(at position: Position) {
        guard let value = rows.withScanner({ $0.scanValue(position, depth: 0) }) else {
            return fail(at: position, expected: "an object")
        }
        let next = rows.scanner.skipSpace(value.next)
        guard next == rows.scanner.end || next.pointee == 0x0a else {
            return fail(at: position, expected: "an object")
        }
        _ = rows.withScanner {
            $0.fail(.lineIsNotAnObject(found: ProblemReason.name(value.kind)), at: position)
        }
    }

    /// Counts a row that begins at `position`.
    @inline(__always)
    private mutating func begin(at position: Position) {
        rowCount += 1
        log.begin(row: rowCount, byteOffset: position - UnsafePointer(document.baseAddress!))
    }

    @inline(never)
    private mutating func fail(at position: Position, expected: String) {
        _ = rows.withScanner { $0.failUnexpected(at: position, expected: expected) }
    }
}
