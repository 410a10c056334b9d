/// Reads a whole document into the columns of one table.
///
/// A single thread reads the document from start to end. Several threads read chunks that begin where a row
/// seems to begin. Chunks are joined in order, and a chunk is used only if the previous one ended exactly
/// where it begins. A wrong guess (text that looks like a row) therefore costs time but never changes the
/// result.
struct TableReader<Builder: RowBuilder & ~Copyable>: ~Copyable {
    typealias Position = UnsafePointer<UInt8>

    /// The number of bytes to read before memory is reserved for the rest: enough rows to predict the others
    /// (see ``ReserveEstimate``).
    private let sampleByteCount = 1 << 20

    private let options: LoadOptions
    var reader: ChunkReader<Builder>
    /// Reads rows in chunks; nil if the builder's rows cannot be joined.
    private var readChunks: ((inout TableReader, Position) throws(LoadError) -> Position)?

    init(
        document: UnsafeBufferPointer<UInt8>, format: DocumentFormat, options: LoadOptions,
        builder: consuming Builder
    ) {
        self.options = options
        reader = ChunkReader(document: document, format: format, options: options, builder: builder)
    }

    private var document: UnsafeBufferPointer<UInt8> { reader.document }
    private var end: Position { reader.rows.scanner.end }
    private var base: Position { end - document.count }

    /// The number of rows in the document.
    private(set) var rowCount = 0

    /// The problems found in rows.
    var log: ProblemLog { reader.log }

    /// Returns the rows in document order.
    consuming func takeBuilder() -> Builder { reader.takeBuilder() }

    /// Reads the whole document.
    mutating func read() throws(LoadError) {
        let afterMark = try skipByteOrderMark()
        switch reader.format {
        case .ndjson: _ = try readAll(from: afterMark)
        case .json: try readArray(reader.rows.scanner.skipSpace(afterMark))
        }
        // Indexes number rows in 32 bits; reading itself does not.
        guard reader.builder.rowCount <= options.maxRows else { throw .tooManyRows(maximum: options.maxRows) }
    }

    /// Reads a whole document that is an array or a single object.
    mutating func readObjectOrArray() throws(LoadError) {
        let start = reader.rows.scanner.skipSpace(try skipByteOrderMark())
        guard start < end, start.pointee == 0x7b else { return try read() }
        guard let afterRow = reader.readRowAlone(at: start) else { throw error(reader.fault) }
        rowCount = reader.rowCount
        try checkNothingFollows(afterRow)
    }

    private func skipByteOrderMark() throws(LoadError) -> Position {
        guard document.count > 0, base[0] == 0xef else { return base }
        if document.count == 1 { throw error(.unexpectedEnd, at: end) }
        if base[1] != 0xbb { throw error(.invalidUTF8, at: base + 1) }
        if document.count == 2 { throw error(.unexpectedEnd, at: end) }
        if base[2] != 0xbf { throw error(.invalidUTF8, at: base + 2) }
        return base + 3
    }

    /// Reads an array of rows, or an object whose only member is such an array.
    private mutating func readArray(_ start: Position) throws(LoadError) {
        var ahead = JSONScanner(end: end, lineFeedIsSpace: true)
        guard let array = ahead.arrayInObject(at: start) else {
            return try checkNothingFollows(try readRows(ofArrayAt: start))
        }
        reader.rows.depth += 1
        let position = reader.rows.scanner.skipSpace(try readRows(ofArrayAt: array))
        guard position < end else { throw error(.unexpectedEnd, at: end) }
        // With a second member, it is an ordinary object.
        if position.pointee == 0x2c { throw notAnArray(start) }
        guard position.pointee == 0x7d else {
            throw error(.unexpectedByte(position.pointee, expected: "'}'"), at: position)
        }
        try checkNothingFollows(position + 1)
    }

    /// Reads the rows of an array; returns the position after its closing bracket.
    private mutating func readRows(ofArrayAt start: Position) throws(LoadError) -> Position {
        guard start < end else { throw error(.unexpectedEnd, at: end) }
        guard start.pointee == 0x5b else { throw notAnArray(start) }
        let first = reader.rows.scanner.skipSpace(start + 1)
        if first < end, first.pointee == 0x5d { return first + 1 }
        return try readAll(from: first)
    }

    private func checkNothingFollows(_ start: Position) throws(LoadError) {
        let position = reader.rows.scanner.skipSpace(start)
        guard position < end else { return }
        throw error(.unexpectedByte(position.pointee, expected: "the end of the document"), at: position)
    }

    /// Returns the error for a document that is not an array, located at its first byte. It names the kind of
    /// value if the document is valid JSON.
    private mutating func notAnArray(_ start: Position) -> LoadError {
        guard let value = reader.rows.withScanner({ $0.scanValue(start, depth: 0) }),
            reader.rows.scanner.skipSpace(value.next) == end
        else {
            return error(.unexpectedByte(start.pointee, expected: "an array of rows"), at: start)
        }
        var message: String?
        if value.kind == .object {
            // Not a line: a server may format its error object over several lines.
            var fields = RowScanner(
                fieldNames: ["message"], end: end, byteCount: end - start, isLine: false)
            if fields.scanRow(start) != nil, fields.fields[0].kind == .string {
                message = ProblemReason.shortened(fields.fields[0], to: 200)
            }
        }
        return error(
            .notAnArrayOfRows(found: ProblemReason.name(value.kind), message: message), at: start)
    }

    /// Reads all rows from `start` on; returns the position after them.
    private mutating func readAll(from start: Position) throws(LoadError) -> Position {
        if options.threads > 1, end - start >= 2 * options.minimumChunkByteCount, let readChunks {
            return try readChunks(&self, start)
        }
        var position = start
        let sampleEnd = min(end, start + sampleByteCount)
        var limit = sampleEnd
        while true {
            switch reader.readAfterSample(from: position, limit: limit) {
            case .next(let next):
                position = next
                reserve(bytesRead: next - start)
                limit = end
            case .complete(let next):
                rowCount = reader.rowCount
                return next
            case .stopped: throw error(reader.fault)
            }
        }
    }

    /// Reserves memory for the whole document once its first part has been read.
    private mutating func reserve(bytesRead: Int) {
        guard bytesRead > 0, document.count > bytesRead else { return }
        reader.builder.reserve(factor: Double(document.count) / Double(bytesRead))
    }

    /// Returns the error that stopped reading: the builder's failure or, if it has none, the fault.
    private func error(_ fault: JSONScanner.Fault?) -> LoadError {
        reader.builder.failure ?? error(fault?.reason ?? .unexpectedEnd, at: fault?.position ?? end)
    }

    private func error(_ reason: JSONError.Reason, at position: Position) -> LoadError {
        .malformedDocument(JSONError(reason, at: position - base, in: document))
    }
}

extension TableReader where Builder: TableBuilder & ~Copyable {
    /// Creates a reader that may read on several threads.
    init(
        document: UnsafeBufferPointer<UInt8>, format: DocumentFormat, options: LoadOptions,
        joining builder: consuming Builder
    ) {
        self.init(document: document, format: format, options: options, builder: builder)
        readChunks = { (reader: inout TableReader, start) throws(LoadError) in
            try reader.readInParallel(from: start)
        }
    }

    /// Reads chunks on several threads.
    private mutating func readInParallel(from start: Position) throws(LoadError) -> Position {
        let (position, rowCount, isStopped, fault) = withUnsafeMutablePointer(to: &reader) { target in
            let parallel = ParallelReader(options: options, start: start, target: target)
            parallel.read()
            return (parallel.position, parallel.rowCount, parallel.isStopped, parallel.fault)
        }
        self.rowCount = rowCount
        if isStopped { throw error(fault) }
        return position
    }
}
