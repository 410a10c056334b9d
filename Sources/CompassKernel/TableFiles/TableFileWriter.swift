/// Writes a table file: its sections in one pass, then their directory.
struct TableFileWriter: ~Copyable {
    let path: String
    private let file: FileReplacement
    private var entries: [TableFileEntry] = []
    private var position: Int
    private let observer: ((TableFile.SaveEvent) -> Void)?

    /// Begins a file that replaces the one at `path` when it is complete.
    ///
    /// - Parameters:
    ///   - isPrivate: whether only this user may read it.
    ///   - observer: called with what is done.
    init(
        path: String, isPrivate: Bool = false, observer: ((TableFile.SaveEvent) -> Void)? = nil
    ) throws(TableFileError) {
        guard TableFileLayout.isHostSupported else {
            throw TableFileError(
                .wrongByteOrder, path: path, reason: "this machine has another byte order than table files")
        }
        let file = try FileReplacement(of: path, isPrivate: isPrivate) { observer?(.creates(path: $0)) }
        let (header, end) = (TableFileLayout.header, TableFileLayout.firstOffset)
        try file.write(header + [UInt8](repeating: 0, count: end - header.count))
        self.path = path
        self.file = file
        position = end
        self.observer = observer
    }

    /// Appends a section with the elements of a column.
    ///
    /// - Complexity: O(n) for n elements.
    mutating func append<Element>(
        _ name: String, version: UInt32 = 1, _ column: ColumnBuffer<Element>
    ) throws(TableFileError) {
        try column.withBuffer { elements throws(TableFileError) in
            try append(
                name, version: version, UnsafeRawBufferPointer(elements), count: elements.count,
                elementByteCount: MemoryLayout<Element>.stride)
        }
    }

    /// Appends a section of bytes.
    mutating func append(_ name: String, version: UInt32 = 1, bytes: [UInt8]) throws(TableFileError) {
        try append(name, version: version, ColumnBuffer(bytes))
    }

    private mutating func append(
        _ name: String, version: UInt32, _ bytes: UnsafeRawBufferPointer, count: Int, elementByteCount: Int
    ) throws(TableFileError) {
        entries.append(
            TableFileEntry(
                name: name, version: version, byteOffset: position, elementByteCount: elementByteCount,
                count: count, checksum: XXH3.hash(bytes)))
        try writePadded(bytes)
    }

    /// Writes directory and trailer, and puts the file in its place.
    ///
    /// - Parameter schemaHash: the hash of the tables and columns that the file may have.
    consuming func finish(schemaHash: UInt64) throws(TableFileError) {
        let directory = TableFileLayout.directory(entries)
        let directoryOffset = position
        try writePadded(directory)
        let trailer = TableFileTrailer(
            schemaHash: schemaHash, directoryOffset: UInt64(directoryOffset),
            directoryByteCount: UInt64(directory.count),
            directoryChecksum: directory.withUnsafeBytes { XXH3.hash($0) },
            fileByteCount: UInt64(position + TableFileLayout.trailerByteCount))
        try file.write(trailer.bytes)
        try file.commit()
    }

    private mutating func writePadded(_ bytes: [UInt8]) throws(TableFileError) {
        try ColumnBuffer(bytes).withBuffer { bytes throws(TableFileError) in
            try writePadded(UnsafeRawBufferPointer(bytes))
        }
    }

    private mutating func writePadded(_ bytes: UnsafeRawBufferPointer) throws(TableFileError) {
        guard let next = TableFileLayout.following(position + bytes.count) else {
            throw TableFileError(.tooLarge, path: path, reason: "the file is too large for this machine")
        }
        try file.write(bytes, progress: observer.map { observer in { observer(.wrote(byteCount: $0)) } })
        try file.write([UInt8](repeating: 0, count: next - position - bytes.count))
        position = next
    }
}
