/// The reason and position at which a document is invalid.
public struct JSONError: Error, Hashable, Sendable {
    /// The kinds of faults that make a whole document unusable.
    public enum Reason: Hashable, Sendable {
        /// The document ends before it is complete.
        case unexpectedEnd
        /// A byte that JSON's grammar does not allow at its position; `expected` describes what is allowed
        /// there.
        case unexpectedByte(UInt8, expected: String)
        /// An unescaped control character in a string.
        case controlCharacter(UInt8)
        /// A backslash that is not followed by a valid escape.
        case invalidEscape
        /// Bytes that are not well-formed UTF-8.
        case invalidUTF8
        /// A number that breaks JSON's grammar, such as `01` or `1.`.
        case invalidNumber
        /// Arrays and objects are nested deeper than the limit.
        case nestingTooDeep(limit: Int)
        /// Valid JSON, but not an array of rows; `message` quotes the message of a server's error object.
        case notAnArrayOfRows(found: String, message: String?)
        /// A line of NDJSON is valid JSON, but not an object.
        case lineIsNotAnObject(found: String)
    }

    /// The reason why the document is invalid.
    public var reason: Reason
    /// The position of the first byte that cannot continue a valid document, from 0.
    public var byteOffset: Int
    /// The line of that byte, from 1; lines end with a line feed.
    public var line: Int
    /// The position of that byte in its line, from 1.
    public var column: Int

    init(_ reason: Reason, at byteOffset: Int, in document: UnsafeBufferPointer<UInt8>) {
        self.reason = reason
        self.byteOffset = byteOffset
        var line = 1
        var lineStart = 0
        for index in 0..<min(byteOffset, document.count) where document[index] == 0x0a {
            line += 1
            lineStart = index + 1
        }
        self.line = line
        column = byteOffset - lineStart + 1
    }
}

extension JSONError: CustomStringConvertible {
    /// A one-line description with position and reason.
    public var description: String { "line \(line), column \(column) (byte \(byteOffset)): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// A description of the reason.
    public var description: String {
        switch self {
        case .unexpectedEnd: "unexpected end of the document"
        case .unexpectedByte(let byte, let expected):
            "unexpected \(JSONError.Reason.name(of: byte)), expected \(expected)"
        case .controlCharacter(let byte):
            "unescaped control character \(JSONError.Reason.name(of: byte)) in a string"
        case .invalidEscape: "invalid escape sequence in a string"
        case .invalidUTF8: "bytes that are not valid UTF-8"
        case .invalidNumber: "invalid number"
        case .nestingTooDeep(let limit): "arrays and objects nested deeper than \(limit) levels"
        case .notAnArrayOfRows(let found, let message):
            "expected an array of rows, found \(found)" + (message.map { ": \"\($0)\"" } ?? "")
        case .lineIsNotAnObject(let found): "expected one object a line, found \(found)"
        }
    }

    private static func name(of byte: UInt8) -> String {
        if byte > 0x20 && byte < 0x7f { return "'\(Character(UnicodeScalar(byte)))'" }
        let digits = String(byte, radix: 16)
        return "byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
}
