import CompassKernel
import CompassPages

/// The bytes of a table's file.
package struct TableDocument: Sendable {
    package var bytes: [UInt8]
    package var format: DocumentFormat

    package init(_ bytes: [UInt8], format: DocumentFormat) {
        self.bytes = bytes
        self.format = format
    }

    /// The rows as a JSON array, which the kernel's loaders join.
    ///
    /// A line of NDJSON that is not JSON becomes `null`, which a loader skips and reports as it does such a line.
    var json: [UInt8] {
        guard format == .ndjson else { return bytes }
        var array: [UInt8] = [UInt8(ascii: "[")]
        array.reserveCapacity(bytes.count + 2)
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        for line in text.split(separator: 0x0a) where !line.allSatisfy(Self.isSpace) {
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            array += Self.isJSON(line) ? Array(line) : Array("null".utf8)
        }
        array.append(UInt8(ascii: "]"))
        return array
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

    private static func isJSON(_ line: ArraySlice<UInt8>) -> Bool {
        let array = [UInt8(ascii: "[")] + line + [UInt8(ascii: "]")]
        return (try? PageRows(json: array))?.rowCount == 1
    }

    /// Returns what `body` returns for the rows, in the order of the file, without those for which it returns nil.
    static func rows<Result>(
        of json: [UInt8], _ body: (_ id: String?, _ row: [UInt8]) -> Result?
    ) throws(LoadError) -> [Result] {
        // A closure that throws a type of its own cannot be passed on.
        let outcome = json.withUnsafeBufferPointer { document in
            Swift.Result { () throws(LoadError) -> [Result] in
                var cursor = try RowCursor(document)
                var results: [Result] = []
                while let row = try cursor.next() {
                    let id = row.id.map { String(decoding: $0, as: UTF8.self) }
                    if let result = body(id, Array(row.bytes)) { results.append(result) }
                }
                return results
            }
        }
        return try outcome.get()
    }

    /// Returns rows as a JSON array.
    static func array(of rows: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + Array(rows.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }
}
