/// What a stored table belongs to, as a text that is stored with it.
///
/// The name of the file is a hash of what does not change with the document, so that the table of a changed
/// document replaces the one before. Tables with equal names are told apart by the whole text.
struct TableCacheKey: Hashable {
    /// The version of how documents are read: raised when a release reads some document as other rows, or
    /// with another report, than the one before.
    static let readerVersion = 1

    /// The bytes that are stored with the table.
    let bytes: [UInt8]
    /// The name of the file in the cache's folder.
    let fileName: String

    /// - Parameters:
    ///   - table: the name of the table.
    ///   - format: the format in which the document is read, and how it is compressed.
    init(_ document: DocumentState, table: String, format: String, _ options: LoadOptions) {
        let fixed = """
            versions \(Self.readerVersion) \(TableFileLayout.version) \(TableFile.schemaHash)
            table \(table) \(format)
            limits \(options.maxProblems) \(options.maxTextBytes) \(options.maxRows)
            path \(document.path)

            """
        let state = """
            file \(document.device) \(document.inode) \(document.byteCount)
            times \(document.modificationNanos) \(document.changeNanos)

            """
        // The path is followed by its size, as it may contain anything.
        bytes = Array("\(fixed)\(state)\(document.path.utf8.count)\n".utf8)
        let hash = Array(fixed.utf8).withUnsafeBytes { XXH3.hash($0) }
        let digits = String(hash, radix: 16)
        fileName = String(repeating: "0", count: 16 - digits.count) + digits + Self.suffix
    }

    private static let suffix = ".compass"

    /// Returns whether a file of the folder has a name as keys make it.
    static func isFileName(_ name: String) -> Bool {
        name.utf8.count == 16 + suffix.utf8.count && name.hasSuffix(suffix)
            && name.utf8.prefix(16).allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Returns whether a file of the folder has a name under which such a file is written.
    static func isTemporaryName(_ name: String) -> Bool {
        name.hasPrefix(".") && name.contains(suffix + ".") && name.hasSuffix(FileReplacement.suffix)
    }
}
