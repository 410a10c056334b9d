extension DocumentFormat {
    /// The form of a document whose bytes do not come from a file with a name: an array, perhaps as the only member
    /// `data` of an object, or lines of objects.
    ///
    /// ```swift
    /// DocumentFormat.detected(in: Array(#"[{"id":"1"}]"#.utf8))           // .json
    /// DocumentFormat.detected(in: Array(#"{"data":[{"id":"1"}]}"#.utf8))  // .json
    /// DocumentFormat.detected(in: Array(#"{"id":"1"}"#.utf8))             // .ndjson
    /// ```
    ///
    /// Only the first object is looked at, after a byte order mark and white space:
    ///
    /// - an object whose only member is `data`, an array, is a document in JSON, also when the array is malformed:
    ///   reading it reports where;
    /// - an object that stands on several lines cannot be a line, so that it is JSON: an error object that a server
    ///   prints for people, for instance;
    /// - an object on one line without a member `id` that stands alone is no row either, but an error object on one
    ///   line: reading it as JSON quotes its message;
    /// - any other object is the first of several lines, or the only one.
    ///
    /// What does not begin with an object is JSON, or nothing that can be read.
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

    /// Whether the object's only member is `data`, an array, as far as it can be read.
    static func isArrayInObject(at start: Position, end: Position) -> Bool {
        var scanner = JSONScanner(end: end, lineFeedIsSpace: true)
        guard let array = scanner.arrayInObject(at: start) else { return false }
        guard let value = scanner.scanValue(array, depth: 1) else { return true }
        let next = scanner.skipSpace(value.next)
        return next == end || next.pointee != 0x2c
    }

    /// Whether the object is a line of NDJSON.
    static func isLine(at start: Position, end: Position) -> Bool {
        var rows = RowScanner(fieldNames: ["id"], end: end, isLine: true)
        guard let next = rows.scanRow(start) else {
            // A line feed between two tokens: the object stands on several lines.
            guard let fault = rows.scanner.faultPosition, fault < end else { return true }
            if case .unexpectedByte(0x0a, _) = rows.scanner.fault { return false }
            return true
        }
        let isAlone = JSONScanner(end: end, lineFeedIsSpace: true).skipSpace(next) == end
        return !isAlone || rows.fields[0].kind != .missing
    }
}

extension JSONScanner {
    /// Where the array begins that is the first member of an object, named `data`; nil for other objects and for
    /// other values.
    mutating func arrayInObject(at start: Position) -> Position? {
        guard start < end, start.pointee == 0x7b else { return nil }
        let quote = skipSpace(start + 1)
        guard quote < end, quote.pointee == 0x22, let key = scanString(quote + 1), key.equals("data"),
            let value = scanColon(key.end + 1), value < end, value.pointee == 0x5b
        else { return nil }
        return value
    }
}

extension ScannedString {
    /// Whether this is the given text, once its escapes are resolved.
    fileprivate func equals(_ text: StaticString) -> Bool {
        guard hasEscapes else {
            return end - start == text.utf8CodeUnitCount
                && ByteComparison.areEqual(text.utf8Start, start, count: end - start)
        }
        var bytes = GrowableColumn<UInt8>()
        _ = JSONUnescaping.append(from: start, to: end, to: &bytes)
        return bytes.count == text.utf8CodeUnitCount
            && ByteComparison.areEqual(text.utf8Start, UnsafePointer(bytes.base), count: bytes.count)
    }
}
