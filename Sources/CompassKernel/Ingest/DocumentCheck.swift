/// Checks a document of rows without keeping any of them: for tables that are not loaded.
///
/// The whole document is validated as JSON and UTF-8, and its rows are counted. Their columns are not looked
/// at, so that the only rows that count as skipped are elements that are no objects.
public enum DocumentCheck {
    /// Checks a document in memory.
    ///
    /// - Parameters:
    ///   - document: the document's bytes.
    ///   - format: an array, or lines.
    ///   - table: the table's name, for the report.
    ///   - options: how many threads may read, how many problems are listed.
    /// - Throws: ``LoadError/malformedDocument(_:)`` when the bytes are not JSON or no rows.
    /// - Complexity: O(b) for b bytes.
    public static func report(
        of document: some Collection<UInt8>, format: DocumentFormat, table: String,
        options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> IngestReport {
        try DocumentBytes.with(document) { bytes throws(LoadError) in
            try report(bytes, format, table, options)
        }
    }

    /// Checks a file, which is mapped into memory while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its form; by default NDJSON for the endings `.ndjson` and `.jsonl`, else a JSON array.
    ///   - table: the table's name, for the report.
    ///   - options: how many threads may read, how many problems are listed.
    /// - Throws: ``LoadError``: the file cannot be read, or is malformed.
    /// - Complexity: O(b) for b bytes.
    public static func report(
        contentsOf path: String, format: DocumentFormat? = nil, table: String,
        options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> IngestReport {
        let file = try MappedFile.mapping(path)
        return try file.withBytes { bytes throws(LoadError) in
            try report(bytes, format ?? DocumentFormat(ofPath: path), table, options)
        }
    }

    private static func report(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ table: String,
        _ options: LoadOptions
    ) throws(LoadError) -> IngestReport {
        var reader = TableReader<RowCounter>(document: bytes, format: format, options: options)
        try reader.read()
        let (log, rowCount) = (reader.log, reader.rowCount)
        return log.report(table: table, rows: rowCount, loaded: reader.takeBuilder().rowCount)
    }
}

/// Counts rows instead of keeping them.
private struct RowCounter: FixedRowBuilder, ~Copyable {
    static let fieldNames: [StaticString] = []

    private(set) var rowCount = 0
    let failure: LoadError? = nil

    init(options: LoadOptions) {}

    mutating func append(_ fields: RowFields, log: inout ProblemLog) { rowCount += 1 }

    func keepsLimits(with later: borrowing RowCounter) -> Bool { true }

    func hasRoom(for later: borrowing RowCounter) -> Bool { true }

    mutating func makeRoom(for later: inout RowCounter) {}

    mutating func claimRoom(for later: inout RowCounter) {
        rowCount += later.rowCount
        later.rowCount = 0
    }

    mutating func moveToClaimedRoom() {}

    mutating func reserve(factor: Double) {}
}
