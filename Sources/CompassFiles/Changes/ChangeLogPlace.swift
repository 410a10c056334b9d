import CompassKernel
import CompassProgram

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Where the changes of posts are kept: in a data directory, or beside a table file.
///
/// The log of `data` is `data/changes.ndjson`, that of `season.compass` is `season.compass.changes.ndjson` in the
/// same folder. A link is followed first, so that a file has one log whatever it is called by.
///
/// The log of a table file begins with a line that names the generation of the file to which the changes apply,
/// `{"generation":3}`. A file that is saved with the changes inside has the next generation: should its log
/// survive, its changes are not applied again.
package struct ChangeLogPlace: Hashable, Sendable {
    private static let directoryName = "changes.ndjson"

    package let folder: String
    /// The log's name in its folder.
    package let name: String
    /// Whether the log is that of a table file, and names its generation.
    package let namesGeneration: Bool

    package var path: String { DataDirectory.join(folder, name) }

    /// The place of a directory's log.
    package init(directory: String) {
        folder = directory
        name = Self.directoryName
        namesGeneration = false
    }

    /// The place of the log of a table file, which need not exist.
    package init(tableFile path: String) {
        let resolved = resolvedPath(path) ?? path
        // Bytes, because a combining scalar makes another character of the slash before it.
        let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
        let end = slash.map { resolved.utf8.index(after: $0) } ?? resolved.startIndex
        folder = end == resolved.startIndex ? "." : String(resolved[..<end])
        name = resolved[end...] + "." + Self.directoryName
        namesGeneration = true
    }

    /// The place of the log of what a path leads to.
    ///
    /// - Throws: ``Failure`` if it cannot be determined what the path leads to.
    package init(of path: String) throws(Failure) {
        self =
            try DataSource.isTableFile(path)
            ? ChangeLogPlace(tableFile: path) : ChangeLogPlace(directory: path)
    }

    /// Sees to it that the names in the folder are on the disk. Some file systems cannot do so, and need not.
    func synchronizeFolder() {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        if fsync(descriptor) == 0 { FileOperation.note(.synchronizeFolder(path: folder)) }
        close(descriptor)
    }
}
