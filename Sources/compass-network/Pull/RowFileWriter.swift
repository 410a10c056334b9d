import CompassKernel
import CompassPages
import CompassProgram
import CompassSynthesis

/// Writes rows into a file: a JSON array with a row a line, ids ascending by their bytes.
///
/// ```text
/// [{"id":"a","name":"A"},
/// {"id":"b","name":"B"}]
/// ```
///
/// Rows are written as they come, byte for byte. Databases with another collation return ids in another order: then, at
/// the end, the file is written once more in the right one.
final class RowFileWriter {
    /// Bytes are written in chunks of this size.
    private static let chunkByteCount = 1 << 20

    private let path: String
    private let file: OutputFile
    private var buffer: [UInt8] = []
    private var hash = SHA256()
    private var byteCount = 0
    private var lastID: [UInt8]?
    private var isAscending = true
    private(set) var rowCount = 0

    /// - Parameter path: where the file is to appear.
    init(_ path: String) throws(Failure) {
        self.path = path
        file = try OutputFile(path)
        buffer.reserveCapacity(Self.chunkByteCount + (1 << 16))
    }

    /// Writes a row.
    func append(id: [UInt8], _ bytes: UnsafeRawBufferPointer) throws(Failure) {
        if let lastID, RowCursor.compare(lastID, id) >= 0 { isAscending = false }
        lastID = id
        if rowCount == 0 { buffer.append(UInt8(ascii: "[")) } else { buffer.append(contentsOf: ",\n".utf8) }
        buffer.append(contentsOf: bytes)
        rowCount += 1
        if buffer.count >= Self.chunkByteCount { try flush() }
    }

    /// Writes the rows of a page; returns how many.
    ///
    /// - Throws: ``Failure``; ``SourceError`` if it is not an array of rows with ids.
    func append(page json: [UInt8]) throws -> Int {
        do {
            return try json.withUnsafeBufferPointer { document in
                var rows = try RowCursor(document)
                let countBefore = rowCount
                while let row = try rows.next() {
                    guard let id = row.id else {
                        throw SourceError.server(status: 200, message: "a row has no id")
                    }
                    try append(id: id, row.bytes)
                }
                return rowCount - countBefore
            }
        } catch let error as LoadError {
            throw SourceError.unreadable(error)
        }
    }

    /// Completes the file, which appears in its place only when it is published.
    func finish() throws -> RowFile {
        buffer.append(contentsOf: (rowCount == 0 ? "[]\n" : "]\n").utf8)
        try flush()
        try file.finish()
        if isAscending {
            return RowFile(file, rowCount: rowCount, byteCount: byteCount, sha256: hash.finalize())
        }
        return try sorted()
    }

    /// Writes the rows once more, in the order of their ids; of rows with one id the last is kept.
    private func sorted() throws -> RowFile {
        let path = path
        return try FileRows.withRows(ofFile: file.writtenPath) { rows in
            var places: [(id: [UInt8], bytes: UnsafeRawBufferPointer)] = []
            while let row = try rows.next() { places.append((row.id ?? [], row.bytes)) }
            let order = places.indices.sorted {
                let order = RowCursor.compare(places[$0].id, places[$1].id)
                return order == 0 ? $0 < $1 : order < 0
            }
            let writer = try RowFileWriter(path)
            for (position, index) in order.enumerated() {
                let next = position + 1 < order.count ? places[order[position + 1]].id : nil
                if next == places[index].id { continue }
                try writer.append(id: places[index].id, places[index].bytes)
            }
            return try writer.finish()
        }
    }

    private func flush() throws(Failure) {
        let outcome = buffer.withUnsafeBytes { bytes in
            hash.update(bytes)
            return Result { () throws(Failure) in try file.write(bytes) }
        }
        try outcome.get()
        byteCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A complete file of rows, which is in its place once it is published, and gone if it never is.
struct RowFile {
    private let file: OutputFile
    let rowCount: Int
    let byteCount: Int
    let sha256: String

    init(_ file: OutputFile, rowCount: Int, byteCount: Int, sha256: String) {
        self.file = file
        self.rowCount = rowCount
        self.byteCount = byteCount
        self.sha256 = sha256
    }

    /// Where the rows are before the file is published.
    var path: String { file.writtenPath }

    /// Moves the file to its place.
    func publish() throws(Failure) { try file.publish() }
}
