/// Why bytes are not a document of rows.
public enum BaselineDocumentFault: String, Hashable, Sendable {
    case unexpectedByte
    case unexpectedEnd
    case invalidUTF8
    case controlCharacter
    case badEscape
    case badNumber
    case nestingTooDeep
    /// Valid JSON, but not an array.
    case notAnArray
    /// A line that is valid JSON, but not an object.
    case notAnObject
}

/// An error of a whole document, at the first byte that cannot continue a valid one.
public struct BaselineDocumentError: Error, Hashable, Sendable {
    /// The line, from 1; lines end with a line feed.
    public let line: Int
    /// The column, from 1, in bytes since the start of the line.
    public let column: Int
    /// The offset, from 0; the document's length when it ends too soon.
    public let byteOffset: Int
    /// The reason.
    public let reason: BaselineDocumentFault
    /// The `message` of an object in place of an array, as servers report an error.
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
