/// A table whose rows are read from JSON: ``PostTable``, ``RecordTable`` and ``SchoolDirectory``.
///
/// A row that lacks a required value is skipped and reported. Missing columns count as null; unknown columns
/// are checked as JSON and ignored. Of several rows with the same id, the last is kept.
public protocol LoadableTable: Sendable {
    /// Reads the rows of several arrays.
    typealias Loader = TableLoader<Self>

    /// Returns a loader without rows; ``TableLoader/init(options:)`` is the shorter form.
    static func makeLoader(options: LoadOptions) -> TableLoader<Self>
}

extension LoadableTable {
    /// Loads rows from a JSON array of objects, as PostgREST returns it, or from an object whose only member
    /// `data` is such an array.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: the number of threads and of problems listed.
    /// - Returns: the table, and a report on the rows that were skipped, replaced or loaded with warnings.
    /// - Throws: ``LoadError/malformedDocument(_:)`` if the bytes are not JSON or not an array of rows;
    ///   another ``LoadError`` if they exceed the limits of a table.
    /// - Complexity: O(b) for b bytes; for n posts that are not newest first, O(b + n log n).
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: Self, report: IngestReport) {
        let loader = makeLoader(options: options)
        return try DocumentBytes.with(json) { bytes throws(LoadError) in try loader.load(bytes, .json) }
    }

    /// Loads rows from NDJSON: one object per line; blank lines are skipped.
    ///
    /// Otherwise the same as ``load(json:options:)``.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: Self, report: IngestReport) {
        let loader = makeLoader(options: options)
        return try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try loader.load(bytes, .ndjson) }
    }

    /// Loads rows from a file, which is mapped into memory while it is read.
    ///
    /// Otherwise the same as ``load(json:options:)``.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its format; by default NDJSON for the extensions `.ndjson` and `.jsonl`, otherwise a JSON
    ///     array.
    ///   - options: the number of threads and of problems listed, the cache, and the part that is read.
    /// - Throws: ``LoadError`` if the file cannot be read, is malformed, or exceeds the limits of a table.
    public static func load(
        contentsOf path: String, format: DocumentFormat? = nil, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: Self, report: IngestReport) {
        let format = format ?? DocumentFormat(ofPath: path)
        let (table, report, _) = try loadCached(contentsOf: path, encoding: format.rawValue, options: options)
        {
            () throws(LoadError) in try read(path, format, options)
        }
        return (table, report)
    }

    /// Loads rows from a file; also returns its size.
    private static func read(
        _ path: String, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(LoadError) -> LoadedDocument<Self> {
        let loader = makeLoader(options: options)
        return try options.withBytes(ofFile: path, format) { bytes, byteOffset throws(LoadError) in
            var (table, report) = try loader.load(bytes, format)
            report.move(byBytes: byteOffset)
            return (table, report, bytes.count)
        }
    }
}

extension LoadOptions {
    /// Calls `body` with the bytes of a file, or of its part, and the position of the first one.
    func withBytes<Result>(
        ofFile path: String, _ format: DocumentFormat,
        _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ byteOffset: Int) throws(LoadError) -> Result
    ) throws(LoadError) -> Result {
        if byteRange != nil, format != .ndjson {
            throw .unreadableFile(path: path, reason: "a JSON array cannot be read in parts; NDJSON can")
        }
        let file = try MappedFile.mapping(path, lines: byteRange)
        let byteOffset = file.byteOffset
        // Lines are counted from the first of the part.
        let lineCount = file.beginsWithLineBreak ? -1 : 0
        do throws(LoadError) {
            return try file.withBytes { bytes throws(LoadError) in try body(bytes, byteOffset) }
        } catch {
            throw error.moved(byteCount: byteOffset, lineCount: lineCount)
        }
    }
}

extension IngestReport {
    /// Moves all positions, for a document that is a part of another one.
    fileprivate mutating func move(byBytes byteCount: Int) {
        if byteCount == 0 { return }
        for index in problems.indices { problems[index].byteOffset += byteCount }
        for index in replacements.indices { replacements[index].byteOffset += byteCount }
    }
}
