extension PostTable {
    /// Loads posts from a JSON array of objects, as PostgREST returns it, or from an object whose only
    /// member `data` is such an array.
    ///
    /// A row without an id, a known platform or a readable `post_date` is skipped and reported. Missing
    /// columns count as null; unknown columns are checked as JSON and ignored.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: the maximum number of threads and of listed problems.
    /// - Returns: the table, and a report of all rows that were skipped, repaired or replaced.
    /// - Throws: ``LoadError/malformedDocument(_:)`` if the bytes are not JSON or not an array of rows.
    /// - Complexity: O(b) for b bytes if rows are ordered newest first, otherwise O(b + n log n) for n rows.
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        try DocumentBytes.with(json) { bytes throws(LoadError) in try load(bytes, .json, options) }
    }

    /// Loads posts from NDJSON: one object per line; blank lines are skipped.
    ///
    /// Otherwise like ``load(json:options:)``.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try load(bytes, .ndjson, options) }
    }

    /// Loads posts from a file, which is memory-mapped while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its format; by default NDJSON for the extensions `.ndjson` and `.jsonl`, otherwise a JSON
    ///     array.
    ///   - options: the maximum number of threads and of listed problems.
    /// - Throws: ``LoadError`` if the file cannot be read or is malformed.
    public static func load(
        contentsOf path: String, format: DocumentFormat? = nil, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        let file = try MappedFile.mapping(path)
        return try file.withBytes { bytes throws(LoadError) in
            try load(bytes, format ?? DocumentFormat(ofPath: path), options)
        }
    }

    static func load(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        var reader = TableReader<PostColumnsBuilder>(document: bytes, format: format, options: options)
        try reader.read()
        var (log, rowCount) = (reader.log, reader.rowCount)
        let rows = reader.takeBuilder()
        let replaced = PostOrder.replacedRows(rows, threads: options.threads)
        log.list(replaced, in: bytes) { rows.ids.string($0) }
        let table = PostTable(rows, without: replaced)
        return (table, log.report(table: PostColumnsBuilder.tableName, rows: rowCount, loaded: table.count))
    }
}

extension PostTable {
    /// Builds columns and indexes from rows in document order.
    ///
    /// - Parameter replaced: the rows to leave out, ascending.
    init(_ rows: consuming PostColumnsBuilder, without replaced: [ReplacedRow]) {
        let permutation = PostOrder.permutation(rows, without: replaced)
        // The hashes are no longer required; release their memory for the following steps.
        rows.idHashes = GrowableColumn()
        rows.urlHashes = GrowableColumn()
        let order = RowOrder(permutation)
        let timestamps = TimestampColumn(descending: order.applied(to: rows.timestamps.finish()))
        let ids = order.applied(to: rows.ids.finish())
        let (schoolCodes, schools) = rows.schools.finish()
        let counts = PostCounts(
            timestamps: timestamps, flags: order.applied(to: rows.flags.finish()),
            schoolCodes: order.applied(to: schoolCodes), schoolCount: schools.count)
        let (coachCodes, coaches) = rows.coaches.finish()
        let codesOfCoaches = order.applied(to: coachCodes)

        // Texts are reordered one column at a time, so that only one of them exists twice at a time. Until
        // then their validity stays in document order.
        let validity = BitTransposition.planes(
            of: rows.validity.finish(), wanted: Array(0..<PostValidity.count))
        let contents = order.applied(to: rows.contents.finish(validity: validity[PostValidity.postContent]))
        let postURLs = order.applied(to: rows.postURLs.finish(validity: validity[PostValidity.postURL]))
        let handles = order.applied(to: rows.handles.finish(validity: validity[PostValidity.authorHandle]))
        let names = order.applied(to: rows.names.finish(validity: validity[PostValidity.authorName]))
        let notes = order.applied(to: rows.notes.finish(validity: validity[PostValidity.notes]))
        let createdAt = order.applied(
            to: DayOrInstantColumn(
                rows.createdAt.finish(), valid: RowSet(validity[PostValidity.createdAt])))
        let updatedAt = order.applied(
            to: DayOrInstantColumn(
                rows.updatedAt.finish(), valid: RowSet(validity[PostValidity.updatedAt])))
        let records = PostRecords(
            ids: ids, coachCodes: codesOfCoaches, postURLs: postURLs, contents: contents, handles: handles,
            names: names, notes: notes, createdAt: createdAt, updatedAt: updatedAt)
        self.init(
            PostTableParts(
                counts: counts, slots: PostSlots(identity: timestamps.count),
                records: PostRecordList([records]), schools: schools, coaches: coaches))
    }
}
