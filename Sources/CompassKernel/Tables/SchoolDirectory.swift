/// The rows of `schools`, which provide the names of school ids.
///
/// A row without an id or a name is skipped and reported.
public struct SchoolDirectory: Sendable {
    static let schema = TableSchema(
        table: "schools", [.requiredText("name"), .code("status"), .code("division")])

    let columns: RecordColumns

    /// An empty directory, for clients without one: every school is then unknown.
    public static let empty = Loader().finish().table

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
    /// ``PostTable/bound(to:coaches:)`` looks up the names of all schools at once.
    ///
    /// - Complexity: O(n) for n schools.
    public func name(of id: String) -> String? {
        var id = id
        return id.withUTF8 { ids.firstRow(of: $0) }.flatMap { name(ofRow: $0) }
    }

    /// Returns the name of the school in a row; nil if it is empty. All pages name such a school like one
    /// that is not listed.
    func name(ofRow row: Int) -> String? { names.string(row).flatMap { $0.isEmpty ? nil : $0 } }

    /// The name of a school that is not listed or has an empty name, on the pages about posts.
    static let unknownName = "Unknown School"

    /// Returns the names of the schools with the given ids; nil for those that are not listed or have an
    /// empty name.
    ///
    /// - Complexity: O(s + d) for s ids and d schools of the directory.
    func names(of wanted: some Sequence<String>) -> [String?] {
        let rows = ids.rowsByID
        return wanted.map { id in rows[ForeignID(id)].flatMap { name(ofRow: $0) } }
    }
}

extension SchoolDirectory: LoadableTable {
    /// Returns a loader without rows, for use by ``TableLoader/init(options:)``.
    public static func makeLoader(options: LoadOptions) -> TableLoader<SchoolDirectory> {
        TableLoader(RecordColumns.loader(schema, options: options)) { SchoolDirectory(columns: $0) }
    }
}
