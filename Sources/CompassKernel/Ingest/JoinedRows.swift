/// The rows that a ``TableLoader`` has read so far.
final class JoinedRows<Builder: TableBuilder & ~Copyable>: @unchecked Sendable {
    // Sendable: only one loader, which cannot be copied, refers to the rows.
    private var builder: Builder?
    private var log: ProblemLog
    private var rowCount = 0
    private var byteCount = 0
    private var options: LoadOptions

    init(_ builder: consuming Builder, options: LoadOptions) {
        log = ProblemLog(limit: options.maxProblems, fieldNames: builder.fieldNames)
        self.builder = consume builder
        self.options = options
    }

    /// Returns the columns of a single document.
    func load(
        _ document: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat
    ) throws(LoadError) -> (table: Builder.Table, report: IngestReport) {
        var reader = TableReader(
            document: document, format: format, options: options, joining: takeBuilder())
        try reader.read()
        let (log, rowCount) = (reader.log, reader.rowCount)
        return reader.takeBuilder().finish(log, rows: rowCount, in: document, options: options)
    }

    /// Returns the keys of the rows of a single document.
    func readKeys(
        _ document: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ key: RowHashKey
    ) throws(LoadError) -> [RowKeys.Row] {
        var reader = TableReader(
            document: document, format: format, options: options, joining: takeBuilder())
        try reader.read()
        let places = reader.log.places
        return reader.takeBuilder().rowKeys(places, key: key)
    }

    /// Appends the rows of an array; returns their number and the id of the last one.
    func append(
        _ document: UnsafeBufferPointer<UInt8>
    ) throws(LoadError) -> (rowCount: Int, lastID: String?) {
        // Replaced rows are only known once all arrays have been read, and are then listed with their places.
        options.rowsPerPlace = 1
        var joined = takeBuilder()
        var reader = TableReader(
            document: document, format: .json, options: options, joining: joined.makeEmpty())
        do throws(LoadError) {
            try reader.read()
            let rows = joined.rowCount + reader.reader.builder.rowCount
            if rows > options.maxRows { throw .tooManyRows(maximum: options.maxRows) }
            if let failure = joined.failure(joining: reader.reader.builder) { throw failure }
        } catch {
            builder = consume joined
            throw error
        }
        let (log, rowCount) = (reader.log, reader.rowCount)
        self.log.append(log, rowsBefore: self.rowCount, bytesBefore: byteCount)
        self.rowCount += rowCount
        byteCount += document.count
        var later = reader.takeBuilder()
        joined.join(&later, .makeRoom)
        joined.join(&later, .reserveRoom)
        later.perform(.moveToReservedRoom)
        builder = consume joined
        return (rowCount, log.places.lastByteOffset.flatMap { RowScanner.id(ofRowAt: $0, in: document) })
    }

    /// Returns the columns of all arrays.
    func finish() -> (table: Builder.Table, report: IngestReport) {
        takeBuilder().finish(log, rows: rowCount, in: nil, options: options)
    }

    private func takeBuilder() -> Builder {
        guard let taken = builder.take() else { preconditionFailure("the loader is finished") }
        return taken
    }
}

extension RowScanner {
    /// Returns the id of a row that has been read before.
    static func id(ofRowAt byteOffset: Int, in document: UnsafeBufferPointer<UInt8>) -> String? {
        guard let base = document.baseAddress, document[byteOffset] == 0x7b else { return nil }
        var row = RowScanner(
            fieldNames: ["id"], end: base + document.count, byteCount: document.count, isLine: false)
        guard row.scanRow(base + byteOffset) != nil else { return nil }
        let id = row.fields[0]
        return (id.kind == .string || id.kind == .number) && id.count > 0 ? id.string : nil
    }
}
