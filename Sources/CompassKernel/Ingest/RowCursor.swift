/// The rows of a JSON array, one after the other: the bytes of each, and its id.
///
/// Nothing is copied but the id, so that rows can be written exactly as they were received.
package struct RowCursor: ~Copyable {
    typealias Position = UnsafePointer<UInt8>

    /// A row; its bytes are valid as long as the document's.
    package struct Row {
        /// The id's text in UTF-8; nil for an element that is not an object, or has no id.
        package let id: [UInt8]?
        /// The row as it stands in the document.
        package let bytes: UnsafeRawBufferPointer
    }

    /// Where a row begins. Unlike the cursor, it has no pointer.
    struct Place {
        fileprivate let byteOffset: Int
        fileprivate let isInObject: Bool
    }

    private let document: UnsafeBufferPointer<UInt8>
    private var rows: RowScanner
    /// Where the next row begins; nil after the last one.
    private var position: Position?
    /// Whether the array is the only member `data` of an object.
    private let isInObject: Bool

    /// Begins at the first row of a document as ``TableLoader/append(json:)`` accepts it.
    package init(_ document: UnsafeBufferPointer<UInt8>) throws(LoadError) {
        self.document = document
        // SAFETY: an empty document has no bytes, so nothing is read at this address.
        let base = document.baseAddress ?? UnsafePointer(bitPattern: 1)!
        let end = base + document.count
        rows = RowScanner(fieldNames: ["id"], end: end, byteCount: document.count, isLine: false)
        var start = base
        if document.starts(with: [0xef, 0xbb, 0xbf]) { start += 3 }
        start = rows.scanner.skipSpace(start)
        var ahead = JSONScanner(end: end, lineFeedIsSpace: true)
        let array = ahead.arrayInObject(at: start)
        isInObject = array != nil
        if isInObject { rows.depth += 1 }
        start = array ?? start
        position = start
        guard start < end, start.pointee == 0x5b else {
            throw unexpected(start, expected: "an array of rows")
        }
        position = rows.scanner.skipSpace(start + 1)
        if let first = position, first < end, first.pointee == 0x5d { try finish(after: first + 1) }
    }

    /// Continues where another cursor of the same document was.
    init(_ document: UnsafeBufferPointer<UInt8>, at place: Place) {
        self.document = document
        // SAFETY: an empty document has no place, so nothing is read at this address.
        let base = document.baseAddress ?? UnsafePointer(bitPattern: 1)!
        rows = RowScanner(
            fieldNames: ["id"], end: base + document.count, byteCount: document.count, isLine: false)
        isInObject = place.isInObject
        if isInObject { rows.depth += 1 }
        position = base + min(place.byteOffset, document.count)
    }

    /// The place of the next row; nil after the last one.
    var place: Place? {
        guard let position, let base = document.baseAddress else { return nil }
        return Place(byteOffset: position - base, isInObject: isInObject)
    }

    /// Returns the next row; nil after the last one.
    package mutating func next() throws(LoadError) -> Row? {
        guard let start = position else { return nil }
        let end = rows.scanner.end
        var id: [UInt8]?
        let rowEnd: Position
        if start < end, start.pointee == 0x7b {
            guard let next = rows.scanRow(start) else { throw fault(at: start) }
            rowEnd = next
            id = Self.bytes(of: rows.fields[0])
        } else {
            let depth = rows.depth - 1
            guard let value = rows.withScanner({ $0.scanValue(start, depth: depth) }) else {
                throw fault(at: start)
            }
            rowEnd = value.next
        }
        let after = rows.scanner.skipSpace(rowEnd)
        if after < end, after.pointee == 0x2c {
            position = rows.scanner.skipSpace(after + 1)
        } else if after < end, after.pointee == 0x5d {
            try finish(after: after + 1)
        } else {
            throw unexpected(after, expected: "',' or ']'")
        }
        return Row(id: id, bytes: UnsafeRawBufferPointer(start: start, count: rowEnd - start))
    }

    /// Returns a negative number if the id `a` precedes `b` in byte order, 0 if they are equal, otherwise a positive
    /// one.
    package static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
        a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in ByteComparison.compare(a, b) } }
    }

    private static func bytes(of id: FieldSlot) -> [UInt8]? {
        guard id.kind == .number || id.kind == .string && id.count > 0 else { return nil }
        return id.withUnescapedUTF8 { start, count, _ in
            Array(UnsafeBufferPointer(start: start, count: count))
        }
    }

    private mutating func finish(after bracket: Position) throws(LoadError) {
        position = nil
        var rest = rows.scanner.skipSpace(bracket)
        if isInObject {
            guard rest < rows.scanner.end, rest.pointee == 0x7d else {
                throw unexpected(rest, expected: "'}'")
            }
            rest = rows.scanner.skipSpace(rest + 1)
        }
        if rest < rows.scanner.end { throw unexpected(rest, expected: "the end of the document") }
    }

    private func fault(at start: Position) -> LoadError {
        let fault = rows.scanner.fault ?? (.unexpectedEnd, start)
        return error(fault.reason, at: fault.position)
    }

    private func unexpected(_ position: Position, expected: String) -> LoadError {
        position < rows.scanner.end
            ? error(.unexpectedByte(position.pointee, expected: expected), at: position)
            : error(.unexpectedEnd, at: rows.scanner.end)
    }

    private func error(_ reason: JSONError.Reason, at position: Position) -> LoadError {
        let base = rows.scanner.end - document.count
        return .malformedDocument(JSONError(reason, at: position - base, in: document))
    }
}

extension RowCursor {
    /// Calls `body` with the bytes of a file, which are mapped into memory meanwhile.
    ///
    /// - Throws: ``LoadError`` if the file cannot be read, and what `body` throws.
    package static func withBytes<Result>(
        ofFile path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        let file = try MappedFile.mapping(path)
        let outcome = try file.withBytes { bytes throws(LoadError) in Swift.Result { try body(bytes) } }
        return try outcome.get()
    }
}
