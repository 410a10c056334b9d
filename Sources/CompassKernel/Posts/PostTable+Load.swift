extension PostTable {
    /// Loads posts from a JSON array of objects, as PostgREST returns it, or from an object whose only
    /// member `data` is such an array.
    ///
    /// A row without an id, a known platform or a readable `post_date` is skipped and reported. Columns
    /// that are missing count as null; unknown ones are checked as JSON and ignored.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: how many threads may read, how many problems are listed.
    /// - Returns: the table, and what happened to each row that was not simply loaded.
    /// - Throws: ``LoadError/malformedDocument(_:)`` when the bytes are not JSON or no array of rows.
    /// - Complexity: O(b) for b bytes when rows come newest first, else O(b + n log n) for n rows.
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        try DocumentBytes.with(json) { bytes throws(LoadError) in try load(bytes, .json, options) }
    }

    /// Loads posts from NDJSON: one object a line; blank lines are skipped.
    ///
    /// As ``load(json:options:)`` otherwise.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: PostTable, report: IngestReport) {
        try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try load(bytes, .ndjson, options) }
    }

    /// Loads posts from a file, which is mapped into memory while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its form; by default NDJSON for the endings `.ndjson` and `.jsonl`, else a JSON array.
    ///   - options: how many threads may read, how many problems are listed.
    /// - Throws: ``LoadError``: the file cannot be read, or is malformed.
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
    /// Builds columns and indexes from rows in the order of a document.
    ///
    /// - Parameter replaced: the rows that are left out, ascending.
    init(_ rows: consuming PostColumnsBuilder, without replaced: [ReplacedRow]) {
        let permutation = PostOrder.permutation(rows, without: replaced)
        // The hashes have served; what follows needs room of its own.
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

        // Texts are put in order one by one, so that only one of them exists twice at a time. Their
        // validity stands in the order of the document until then.
        let validity = BitTransposition.planes(
            of: rows.validity.finish(), wanted: Array(0..<PostValidity.count))
        let contents = order.applied(to: rows.contents.finish(validity: validity[PostValidity.postContent]))
        let postURLs = order.applied(to: rows.postURLs.finish(validity: validity[PostValidity.postURL]))
        let handles = order.applied(to: rows.handles.finish(validity: validity[PostValidity.authorHandle]))
        let names = order.applied(to: rows.names.finish(validity: validity[PostValidity.authorName]))
        let notes = order.applied(to: rows.notes.finish(validity: validity[PostValidity.notes]))
        let createdAt = order.applied(
            to: InstantColumn(rows.createdAt.finish(), validity: validity[PostValidity.createdAt]))
        let updatedAt = order.applied(
            to: InstantColumn(rows.updatedAt.finish(), validity: validity[PostValidity.updatedAt]))
        let records = PostRecords(
            ids: ids, coachCodes: codesOfCoaches, postURLs: postURLs, contents: contents, handles: handles,
            names: names, notes: notes, createdAt: createdAt, updatedAt: updatedAt)
        self.init(
            PostTableParts(
                counts: counts, slots: PostSlots(identity: timestamps.count),
                records: PostRecordList([records]), schools: schools, coaches: coaches))
    }
}
