/// Why bytes are no document of rows.
public enum BaselineDocumentFault: String, Hashable, Sendable {
    case unexpectedByte
    case unexpectedEnd
    case invalidUTF8
    case controlCharacter
    case badEscape
    case badNumber
    case nestingTooDeep
    /// Valid JSON, but no array.
    case notAnArray
    /// A line that is valid JSON, but no object.
    case notAnObject
}

/// A document that fails as a whole, at its first byte that cannot continue a valid one.
public struct BaselineDocumentError: Error, Hashable, Sendable {
    /// From 1; lines end with a line feed.
    public let line: Int
    /// From 1, in bytes since the line's start.
    public let column: Int
    /// From 0; the document's length when it ends too soon.
    public let byteOffset: Int
    /// What is wrong there.
    public let reason: BaselineDocumentFault
    /// The `message` of an object that stands where an array belongs, as servers answer with an error.
    public let message: String?

    init(_ fault: JSONTreeReader.Fault, in bytes: [UInt8]) {
        let before = bytes[..<fault.byteOffset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + fault.byteOffset - lineStart
        byteOffset = fault.byteOffset
        reason = fault.reason
        message = fault.message
    }
}
