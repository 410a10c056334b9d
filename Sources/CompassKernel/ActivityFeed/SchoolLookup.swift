/// The names of schools by their ids, looked up when they are shown.
final class SchoolLookup: Sendable {
    private let directory: SchoolDirectory
    private let index: HashIndex

    /// - Complexity: O(d) for d schools.
    init(_ directory: SchoolDirectory) {
        self.directory = directory
        index = HashIndex(of: directory.ids)
    }

    /// The name of a school; "Unknown School" where there is no id, or one that is not listed, or that has an
    /// empty name.
    ///
    /// - Complexity: O(1) on average.
    func name(of id: String?) -> String {
        guard var id else { return SchoolNames.unknown }
        let row = id.withUTF8 { wanted in
            index.first(IdentifierColumn.hash(of: wanted)) { directory.ids.compare($0, with: wanted) == 0 }
        }
        return row.flatMap { directory.name(ofRow: $0) } ?? SchoolNames.unknown
    }
}
