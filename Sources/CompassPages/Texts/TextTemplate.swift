/// A text with places for values, such as "Page {page} of {pageCount}".
///
/// A placeholder is a name of ASCII letters and digits between braces. Everything else is text, also braces
/// without such a name.
///
/// ```swift
/// texts.common.page.text(["page": "3", "pageCount": "9"])
/// ```
public struct TextTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text with its placeholders.
    public let format: String

    /// Creates a template of a text with placeholders.
    public init(_ format: String) { self.format = format }

    /// Creates a template of a literal.
    public init(stringLiteral format: String) { self.init(format) }

    /// The names of the placeholders in their order, each once.
    public var placeholders: [String] {
        var names: [String] = []
        for part in parts {
            if case .placeholder(let name) = part, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Returns the text with values in the places of their placeholders.
    ///
    /// A placeholder without a value stays as it is. Values are inserted as they are: a placeholder within a
    /// value is text.
    ///
    /// - Complexity: O(n) for the length n of the result and the template.
    public func text(_ values: [String: String]) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let literal): text += literal
            case .placeholder(let name): text += values[name] ?? "{\(name)}"
            }
        }
    }

    private enum Part {
        case text(Substring)
        case placeholder(String)
    }

    /// The text between placeholders, and the placeholders.
    private var parts: [Part] {
        var parts: [Part] = []
        // Braces and names are ASCII, so that an index of a byte beside them is one of the text, too.
        let bytes = format.utf8
        var textStart = bytes.startIndex
        var position = textStart
        while let brace = bytes[position...].firstIndex(of: UInt8(ascii: "{")) {
            let nameStart = bytes.index(after: brace)
            let nameEnd = bytes[nameStart...].firstIndex { !Self.isNameByte($0) } ?? bytes.endIndex
            position = nameEnd
            guard nameStart < nameEnd, nameEnd < bytes.endIndex, bytes[nameEnd] == UInt8(ascii: "}") else {
                continue
            }
            position = bytes.index(after: nameEnd)
            parts.append(.text(format[textStart..<brace]))
            parts.append(.placeholder(String(format[nameStart..<nameEnd])))
            textStart = position
        }
        parts.append(.text(format[textStart...]))
        return parts
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// A template is coded as its text alone.
extension TextTemplate: Codable {
    /// Reads a text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(format)
    }
}
