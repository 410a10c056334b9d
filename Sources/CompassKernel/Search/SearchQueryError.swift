/// The reason why a search query is invalid.
public enum SearchQueryError: Error, Hashable, Sendable {
    /// The bytes are not well-formed UTF-8; the byte at `byteOffset`, from 0, cannot continue the text. The
    /// offset is the number of bytes if the text ends inside a character.
    case invalidUTF8(byteOffset: Int)
}

extension SearchQueryError: CustomStringConvertible {
    /// A description of the error, and how to resolve it.
    public var description: String {
        switch self {
        case .invalidUTF8(let byteOffset):
            "the search text is not valid UTF-8 from byte \(byteOffset) on (counted from 0); "
                + "encode it as UTF-8"
        }
    }
}
