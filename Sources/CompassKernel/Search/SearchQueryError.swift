/// Why something cannot be searched for.
public enum SearchQueryError: Error, Hashable, Sendable {
    /// The bytes are not well-formed UTF-8; the byte at `byteOffset`, from 0, cannot continue the text. It is
    /// the number of bytes when the text stops inside a character.
    case invalidUTF8(byteOffset: Int)
}

extension SearchQueryError: CustomStringConvertible {
    /// The reason in words, and what to do.
    public var description: String {
        switch self {
        case .invalidUTF8(let byteOffset):
            "the search text is not valid UTF-8 from byte \(byteOffset) on (counted from 0); "
                + "encode it as UTF-8"
        }
    }
}
