/// The types of columns that are read, by what has to be done with their buffers.
enum ArrowLayout: Equatable {
    case null
    case boolean
    /// Whole numbers, little-endian as everything.
    case integer(byteCount: Int, isSigned: Bool)
    /// Texts, or bytes that are none, with offsets of 4 or 8 bytes.
    case runs(offsetByteCount: Int, isText: Bool)
    /// Views of 16 bytes, short texts or bytes in themselves, long ones elsewhere.
    case views(isText: Bool)
    /// Sixteen bytes.
    case uuid
    /// Time since 1970 in units of which a second has so many.
    case timestamp(unitsPerSecond: Int64)

    /// The layout of a format of the C data interface; nil when it is not read.
    init?(format: String) {
        switch format {
        case "n": self = .null
        case "b": self = .boolean
        case "c": self = .integer(byteCount: 1, isSigned: true)
        case "C": self = .integer(byteCount: 1, isSigned: false)
        case "s": self = .integer(byteCount: 2, isSigned: true)
        case "S": self = .integer(byteCount: 2, isSigned: false)
        case "i": self = .integer(byteCount: 4, isSigned: true)
        case "I": self = .integer(byteCount: 4, isSigned: false)
        case "l": self = .integer(byteCount: 8, isSigned: true)
        case "L": self = .integer(byteCount: 8, isSigned: false)
        case "u": self = .runs(offsetByteCount: 4, isText: true)
        case "U": self = .runs(offsetByteCount: 8, isText: true)
        case "z": self = .runs(offsetByteCount: 4, isText: false)
        case "Z": self = .runs(offsetByteCount: 8, isText: false)
        case "vu": self = .views(isText: true)
        case "vz": self = .views(isText: false)
        case "w:16": self = .uuid
        default:
            // What follows the colon is the name of a zone, which changes nothing: the numbers are those of UTC.
            switch format.utf8.prefix(4).map({ UnicodeScalar($0) }) {
            case ["t", "s", "s", ":"]: self = .timestamp(unitsPerSecond: 1)
            case ["t", "s", "m", ":"]: self = .timestamp(unitsPerSecond: 1_000)
            case ["t", "s", "u", ":"]: self = .timestamp(unitsPerSecond: 1_000_000)
            case ["t", "s", "n", ":"]: self = .timestamp(unitsPerSecond: 1_000_000_000)
            default: return nil
            }
        }
    }

    /// The number of buffers, without those that a column of views adds.
    var bufferCount: Int {
        switch self {
        case .null: 0
        case .boolean, .integer, .uuid, .timestamp: 2
        case .runs, .views: 3
        }
    }

    /// Whether values are texts already.
    var isText: Bool {
        switch self {
        case .runs(_, let isText), .views(let isText): isText
        default: false
        }
    }
}

/// What a field of a table takes from columns of others.
enum ArrowFieldRole {
    case id
    case text
    case boolean
    case instant

    func takes(_ layout: ArrowLayout) -> Bool {
        switch (self, layout) {
        case (_, .null), (.boolean, .boolean), (.instant, .timestamp): true
        // Polars hands UUIDs over as bytes of any length.
        case (.id, .uuid), (.id, .integer), (.id, .runs), (.id, .views): true
        case (.text, _), (.instant, _): layout.isText
        default: false
        }
    }

    /// The types that the role takes, for people.
    var typeNames: String {
        switch self {
        case .id: "text, UUIDs of 16 bytes, or whole numbers"
        case .text: "text"
        case .boolean: "booleans"
        case .instant: "timestamps or text"
        }
    }
}
