/// The rows of `schools`, which provide the names of school ids.
public struct SchoolDirectory: Sendable {
    static let schema = TableSchema(
        table: "schools", [.requiredText("name"), .code("status"), .code("division")])

    let columns: RecordColumns

    /// An empty directory, for clients without one: every school is then unknown.
    public static let empty = SchoolDirectory(
        columns: RecordColumnsBuilder(schema: schema, options: LoadOptions()).finish())

    var ids: IdentifierColumn { columns.ids }
    var names: TextColumn { columns.texts[0] }
    var statuses: CodeColumn { columns.codes[0] }
    var divisions: CodeColumn { columns.codes[1] }

    /// The number of schools.
    public var count: Int { columns.count }

    /// Whether there are no schools.
    public var isEmpty: Bool { count == 0 }

    /// Returns the name of a school; nil if no school has this id, compared byte by byte, or its name is
    /// empty.
    ///
    /// ``PostTable/bound(to:)`` looks up the names of all schools at once.
    ///
    /// - Complexity: O(n) for n schools.
    public func name(of id: String) -> String? {
        var id = id
        return id.withUTF8 { ids.firstRow(of: $0) }.flatMap { name(ofRow: $0) }
    }

    /// Returns the name of the school in a row; nil if it is empty. All pages name such a school like one
    /// that is not listed.
    func name(ofRow row: Int) -> String? { names.string(row).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the name of each school in `schools`, by its code; "Unknown School" for those that are not
    /// listed or have an empty name.
    func names(of schools: CodeDictionary) -> [String] {
        names(of: (0..<schools.count).lazy.map { schools.string($0) }, unknown: SchoolNames.unknown)
    }

    /// Returns the names of the schools with the given ids; `unknown` for those that are not listed or have
    /// an empty name.
    ///
    /// - Complexity: O(s + d) for s ids and d schools of the directory.
    func names(of wanted: some Sequence<String>, unknown: String) -> [String] {
        var rows: [SchoolID: Int] = [:]
        rows.reserveCapacity(count)
        for row in 0..<count { rows[SchoolID(ids.string(row))] = row }
        return wanted.map { id in rows[SchoolID(id)].flatMap { name(ofRow: $0) } ?? unknown }
    }
}

extension SchoolDirectory {
    /// Loads schools from a JSON array of objects, as PostgREST returns it, or from an object whose only
    /// member `data` is such an array.
    ///
    /// A row without an id or a name is skipped and reported.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: the number of threads and of problems listed.
    /// - Returns: the directory, and a report on the rows that were skipped, replaced or loaded with
    ///   warnings.
    /// - Throws: ``LoadError/malformedDocument(_:)`` if the bytes are not JSON or not an array of rows.
    /// - Complexity: O(b) for b bytes.
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: SchoolDirectory, report: IngestReport) {
        try DocumentBytes.with(json) { bytes throws(LoadError) in try load(bytes, .json, options) }
    }

    /// Loads schools from NDJSON: one object per line; blank lines are skipped.
    ///
    /// Otherwise the same as ``load(json:options:)``.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: SchoolDirectory, report: IngestReport) {
        try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try load(bytes, .ndjson, options) }
    }

    /// Loads schools from a file, which is mapped into memory while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its format; by default NDJSON for the extensions `.ndjson` and `.jsonl`, otherwise a JSON
    ///     array.
    ///   - options: the number of threads and of problems listed.
    /// - Throws: ``LoadError`` if the file cannot be read or is malformed.
    public static func load(
        contentsOf path: String, format: DocumentFormat? = nil, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: SchoolDirectory, report: IngestReport) {
        let file = try MappedFile.mapping(path)
        return try file.withBytes { bytes throws(LoadError) in
            try load(bytes, format ?? DocumentFormat(ofPath: path), options)
        }
    }

    private static func load(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(LoadError) -> (table: SchoolDirectory, report: IngestReport) {
        let (columns, report) = try RecordColumns.load(bytes, format, options, schema: schema)
        return (SchoolDirectory(columns: columns), report)
    }
}
