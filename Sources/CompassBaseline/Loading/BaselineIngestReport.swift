/// The reason why a field or a row is invalid.
public enum BaselineReason: String, Hashable, Sendable {
    case missing
    case null
    case emptyText
    case wrongType
    case unknownPlatform
    case unknownSentiment
    case badTimestamp
    /// Not a number, or one that does not fit in a double.
    case badNumber
    case notAnObject
    case loneSurrogate
    /// Reported by the timeline, not by loading.
    case endBeforeStart
}

/// A row that was skipped, or a field that was read as null or repaired.
public struct BaselineProblem: Hashable, Sendable {
    /// The effect on the row.
    public enum Severity: String, Hashable, Sendable {
        /// The row was skipped.
        case error
        /// The row was still loaded.
        case warning
    }

    /// The row's number, from 1.
    public let row: Int
    /// The offset of the row's first byte, from 0.
    public let byteOffset: Int
    /// The column; nil when the whole row is invalid.
    public let field: String?
    /// The reason.
    public let reason: BaselineReason
    /// The effect on the row.
    public let severity: Severity
}

/// A row that a later one replaced.
public struct BaselineReplacement: Hashable, Sendable {
    /// The key that the two rows share.
    public enum Rule: String, Hashable, Sendable {
        /// The id.
        case id
        /// The address alone.
        case postURL = "post_url"
    }

    /// The row's number, from 1.
    public let row: Int
    /// The offset of the row's first byte, from 0.
    public let byteOffset: Int
    /// The row's id.
    public let id: BaselineText
    /// The key that it shares with the row that replaced it.
    public let rule: Rule
    /// The number of the first later row that shares a key.
    public let byRow: Int

    /// Creates a replacement with the given fields.
    public init(row: Int, byteOffset: Int, id: BaselineText, rule: Rule, byRow: Int) {
        self.row = row
        self.byteOffset = byteOffset
        self.id = id
        self.rule = rule
        self.byRow = byRow
    }
}

/// The result of loading the rows of a document.
public struct BaselineIngestReport: Hashable, Sendable {
    /// The table's name.
    public let table: String
    /// The number of all rows, including skipped and replaced ones.
    public let rows: Int
    /// The number of rows in the table.
    public let loaded: Int
    /// The number of rows with an error.
    public let skipped: Int
    /// The number of rows replaced by a later row with the same id or address.
    public let replaced: Int
    /// The number of problems that did not prevent their row from loading.
    public let warnings: Int
    /// All replaced rows, in order.
    public let replacements: [BaselineReplacement]
    /// All problems, in the order of the rows.
    public let problems: [BaselineProblem]
}
