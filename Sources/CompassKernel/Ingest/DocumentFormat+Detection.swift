extension DocumentFormat {
    /// Returns the format of a document whose bytes do not come from a named file: an array, possibly as the
    /// only member `data` of an object, or lines of objects.
    ///
    /// ```swift
    /// DocumentFormat.detected(in: Array(#"[{"id":"1"}]"#.utf8))           // .json
    /// DocumentFormat.detected(in: Array(#"{"data":[{"id":"1"}]}"#.utf8))  // .json
    /// DocumentFormat.detected(in: Array(#"{"id":"1"}"#.utf8))             // .ndjson
    /// ```
    ///
    /// Only the first object is examined, after a byte order mark and white space:
    ///
    /// - an object whose only member is the array `data` is JSON, even if the array is malformed: reading it
    ///   then reports where;
    /// - an object that spans several lines cannot be a line of NDJSON, so it is JSON: for instance an error
    ///   object that a server formats for people;
    /// - a single object on one line without a member `id` is not a row but an error object: reading it as
    ///   JSON quotes its message;
    /// - any other object is the first of several lines or the only line.
    ///
    /// A document that does not begin with an object is either JSON or unreadable.
    ///
    /// - Parameter bytes: the whole document.
    /// - Complexity: O(r) for a first row of r bytes; O(b) for an object around an array of b bytes.
    public static func detected(in bytes: some Collection<UInt8>) -> DocumentFormat {
        bytes.withContiguousStorageIfAvailable { detected(inBytes: $0) }
            ?? Array(bytes).withUnsafeBufferPointer { detected(inBytes: $0) }
    }

    private static func detected(inBytes document: UnsafeBufferPointer<UInt8>) -> DocumentFormat {
        guard let base = document.baseAddress else { return .json }
        let end = base + document.count
        let hasMark = document.starts(with: [0xef, 0xbb, 0xbf])
        let start = JSONScanner(end: end, lineFeedIsSpace: true).skipSpace(hasMark ? base + 3 : base)
        guard start < end, start.pointee == 0x7b else { return .json }
        if FirstObject.isArrayInObject(at: start, end: end) { return .json }
        return FirstObject.isLine(at: start, end: end) ? .ndjson : .json
    }
}

/// The object that a document begins with.
private enum FirstObject {
    typealias Position = UnsafePointer<UInt8>

    /// Returns whether the object's only member is the array `data`, as far as it can be read.
    static func isArrayInObject(at start: Position, end: Position) -> Bool {
        var scanner = JSONScanner(end: end, lineFeedIsSpace: true)
        guard let array = scanner.arrayInObject(at: start) else { return false }
        guard let value = scanner.scanValue(array, depth: 1) else { return true }
        let next = scanner.skipSpace(value.next)
        return next == end || next.pointee != 0x2c
    }

    /// Returns whether the object is a line of NDJSON.
    static func isLine(at start: Position, end: Position) -> Bool {
        var rows = RowScanner(fieldNames: ["id"], end: end, byteCount: end - start, isLine: true)
        guard let next = rows.scanRow(start) else {
            // A line feed between two tokens: the object spans several lines.
            if case (.unexpectedByte(0x0a, _), _)? = rows.scanner.fault { return false }
            return true
        }
        let isAlone = JSONScanner(end: end, lineFeedIsSpace: true).skipSpace(next) == end
        return !isAlone || rows.fields[0].kind != .missing
    }
}

extension JSONScanner {
    /// Returns where an object's array begins if the array is its first member and named `data`; nil for any
    /// other value.
    mutating func arrayInObject(at start: Position) -> Position? {
        guard start < end, start.pointee == 0x7b else { return nil }
        let quote = skipSpace(start + 1)
        guard quote < end, quote.pointee == 0x22, let key = scanString(quote + 1), key.slot.equals("data"),
            let value = scanColon(key.end + 1), value < end, value.pointee == 0x5b
        else { return nil }
        return value
    }
}
