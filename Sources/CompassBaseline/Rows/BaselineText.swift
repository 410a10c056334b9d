/// Text that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, so two different ids of a database may be equal as strings;
/// ids, codes and categories must not be.
public struct BaselineText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The UTF-8 bytes.
    public let utf8: [UInt8]

    /// Creates a text from well-formed UTF-8.
    public init(utf8: [UInt8]) {
        self.utf8 = utf8
    }

    /// Creates the text of a string, byte for byte.
    public init(_ string: some StringProtocol) {
        utf8 = Array(string.utf8)
    }

    /// Creates the text of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The text as a string.
    public var string: String {
        String(decoding: utf8, as: UTF8.self)
    }

    /// The text itself.
    public var description: String {
        string
    }

    /// Feeds all bytes at once, several times faster than one by one.
    public func hash(into hasher: inout Hasher) {
        utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(utf8.count)
    }

    /// Compares the bytes.
    public static func < (left: BaselineText, right: BaselineText) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

extension BaselineText: Codable {
    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
