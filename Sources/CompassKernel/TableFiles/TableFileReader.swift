/// The sections of a table file, whose places and directory are verified.
///
/// A file may come from anywhere: no byte of it may lead outside of memory, stop the program or keep it busy.
/// A checksum is no defence, because whoever makes the file makes the sum. So the reader verifies that every
/// section is within the file, and those that make columns verify what they read.
struct TableFileReader: Sendable {
    let path: String
    let region: MappedRegion
    /// The sections in the order of the file.
    let entries: [TableFileEntry]
    private let numbers: [String: Int]
    private let verification: TableFile.Verification

    /// Reads the directory of a file.
    ///
    /// - Parameters:
    ///   - path: the path that errors name.
    ///   - schemaHash: the expected hash of all tables and columns.
    /// - Complexity: O(s) for s sections; O(b) for b bytes if all are verified.
    init(
        _ region: MappedRegion, path: String, schemaHash: UInt64, verify verification: TableFile.Verification
    ) throws(TableFileError) {
        self.path = path
        self.region = region
        self.verification = verification
        let entries = try region.withBytes { bytes throws(TableFileError) in
            let file = TableFileBytes(path: path, bytes: bytes)
            let trailer = try file.trailer(schemaHash: schemaHash)
            let entries = try file.entries(trailer)
            if verification == .all { try file.verify(entries, trailer) }
            return entries
        }
        var numbers: [String: Int] = [:]
        for (number, entry) in entries.enumerated() {
            guard numbers.updateValue(number, forKey: entry.name) == nil else {
                throw TableFileError(
                    .inconsistentSection, path: path, section: entry.name, byteOffset: entry.byteOffset,
                    reason: "the file has two sections of this name")
            }
        }
        self.entries = entries
        self.numbers = numbers
    }

    /// Returns the section with a name; nil if there is none.
    func entry(_ name: String) -> TableFileEntry? { numbers[name].map { entries[$0] } }

    /// Returns whether the file has a section with a name.
    func contains(_ name: String) -> Bool { numbers[name] != nil }

    /// Returns the column of a section.
    ///
    /// - Parameters:
    ///   - count: the number of elements; nil for any.
    ///   - isRead: whether all of it is read anyway, so that its sum is verified at little cost.
    /// - Throws: an error if there is no such section, or it has another number or size of elements.
    func column<Element>(
        _ name: String, of type: Element.Type = Element.self, count: Int? = nil, isRead: Bool
    ) throws(TableFileError) -> ColumnBuffer<Element> {
        guard let entry = entry(name) else {
            throw TableFileError(
                .inconsistentSection, path: path, section: name, reason: "the file has no such section")
        }
        guard entry.version == 1 else {
            throw error(entry, "version \(entry.version) of the section is unknown", .wrongVersion)
        }
        guard entry.elementByteCount == MemoryLayout<Element>.stride else {
            throw error(
                entry,
                "elements have \(entry.elementByteCount) bytes, not \(MemoryLayout<Element>.stride)")
        }
        if let count, entry.count != count { throw error(entry, "has \(entry.count) elements of \(count)") }
        if isRead { try verifyChecksum(entry) }
        return ColumnBuffer(mapped: region, byteOffset: entry.byteOffset, count: entry.count)
    }

    /// Verifies the sum of a section, unless those of all sections are verified.
    func verifyChecksum(_ entry: TableFileEntry) throws(TableFileError) {
        if verification == .all { return }
        try region.withBytes { bytes throws(TableFileError) in
            try TableFileBytes(path: path, bytes: bytes).verifyChecksum(entry)
        }
    }

    /// Returns the error that a section is inconsistent.
    ///
    /// - Parameter element: the number of the element that is wrong.
    func inconsistent(_ name: String, element: Int? = nil, _ reason: String) -> TableFileError {
        let entry = entry(name)
        let byteOffset = entry.map { $0.byteOffset + (element ?? 0) * $0.elementByteCount }
        return TableFileError(
            .inconsistentSection, path: path, section: name, byteOffset: byteOffset, reason: reason)
    }

    private func error(
        _ entry: TableFileEntry, _ reason: String, _ kind: TableFileError.Kind = .inconsistentSection
    ) -> TableFileError {
        TableFileError(kind, path: path, section: entry.name, byteOffset: entry.byteOffset, reason: reason)
    }
}
