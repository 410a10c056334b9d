/// The supported types of columns, grouped by the layout of their buffers.
enum ArrowLayout: Equatable {
    case null
    case boolean
    /// Integers; like all values, they are little-endian.
    case integer(byteCount: Int, isSigned: Bool)
    /// Texts or other bytes, with offsets of 4 or 8 bytes.
    case runs(offsetByteCount: Int, isText: Bool)
    /// Views of 16 bytes, which contain short values; long ones are in other buffers.
    case views(isText: Bool)
    /// Sixteen bytes.
    case uuid
    /// The time since 1970 in the given units.
    case timestamp(unitsPerSecond: Int64)

    /// Creates the layout of a format string of the C data interface; nil if the format is not supported.
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
            // The name of a time zone follows the colon. It has no effect, as the numbers are in UTC.
            switch format.utf8.prefix(4).map({ UnicodeScalar($0) }) {
            case ["t", "s", "s", ":"]: self = .timestamp(unitsPerSecond: 1)
            case ["t", "s", "m", ":"]: self = .timestamp(unitsPerSecond: 1_000)
            case ["t", "s", "u", ":"]: self = .timestamp(unitsPerSecond: 1_000_000)
            case ["t", "s", "n", ":"]: self = .timestamp(unitsPerSecond: 1_000_000_000)
            default: return nil
            }
        }
    }

    /// The number of buffers, without the additional ones of a column of views.
    var bufferCount: Int {
        switch self {
        case .null: 0
        case .boolean, .integer, .uuid, .timestamp: 2
        case .runs, .views: 3
        }
    }

    /// Whether values are stored as text.
    var isText: Bool {
        switch self {
        case .runs(_, let isText), .views(let isText): isText
        default: false
        }
    }
}

/// The kinds of fields that are read from foreign columns.
enum ArrowFieldRole {
    case id
    case text
    case boolean
    case instant

    func takes(_ layout: ArrowLayout) -> Bool {
        switch (self, layout) {
        case (_, .null), (.boolean, .boolean), (.instant, .timestamp): true
        // Polars passes UUIDs as bytes of any length.
        case (.id, .uuid), (.id, .integer), (.id, .runs), (.id, .views): true
        case (.text, _), (.instant, _): layout.isText
        default: false
        }
    }

    /// A readable description of the types that the role accepts.
    var typeNames: String {
        switch self {
        case .id: "text, UUIDs of 16 bytes, or whole numbers"
        case .text: "text"
        case .boolean: "booleans"
        case .instant: "timestamps or text"
        }
    }
}
