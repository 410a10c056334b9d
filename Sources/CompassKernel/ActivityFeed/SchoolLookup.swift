/// A lookup of school names by id, for shown events.
final class SchoolLookup: Sendable {
    private let directory: SchoolDirectory
    private let index: HashIndex
    /// The name to show for each row.
    private let names: [String]
    // Sendable: accessed by KeptValue only.
    private nonisolated(unsafe) var keptHash = KeptValue<UInt64>()

    /// - Complexity: O(d) for d schools.
    init(_ directory: SchoolDirectory) {
        self.directory = directory
        index = HashIndex(of: directory.ids)
        names = (0..<directory.count).map { directory.name(ofRow: $0) ?? SchoolDirectory.unknownName }
    }

    /// Returns the name of a school; "Unknown School" if the id is nil or not listed, or the name is empty.
    ///
    /// - Complexity: O(1) on average.
    func name(of id: String?) -> String {
        guard var id else { return SchoolDirectory.unknownName }
        return id.withUTF8 { name(of: $0) }
    }

    /// Returns the name of the school with the UTF-8 bytes of an id.
    func name(of id: UnsafeBufferPointer<UInt8>?) -> String {
        guard let id else { return SchoolDirectory.unknownName }
        let row = index.first(IdentifierColumn.hash(of: id)) { directory.ids.compare($0, with: id) == 0 }
        return row.map { names[$0] } ?? SchoolDirectory.unknownName
    }

    /// A hash of all ids and names, the same on all machines, whatever their order.
    var contentHash: UInt64 {
        KeptValue.get(self, \.keptHash) {
            (0..<directory.count).reduce(0) { sum, row in
                var writer = PartialWriter()
                writer.string(directory.ids.string(row))
                writer.optional(directory.name(ofRow: row)) { $0.string($1) }
                return sum &+ writer.bytes.withUnsafeBytes { XXH3.hash($0) }
            }
        }
    }
}
