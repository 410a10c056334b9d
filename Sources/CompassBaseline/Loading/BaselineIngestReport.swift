/// What is wrong with a field or a row.
public enum BaselineReason: String, Hashable, Sendable {
    case missing
    case null
    case emptyText
    case wrongType
    case unknownPlatform
    case unknownSentiment
    case badTimestamp
    /// No number, or one that no double holds.
    case badNumber
    case notAnObject
    case loneSurrogate
    /// Of the timeline, not of loading.
    case endBeforeStart
}

/// A row that was skipped, or a field that was read as null or was repaired.
public struct BaselineProblem: Hashable, Sendable {
    /// What became of the row.
    public enum Severity: String, Hashable, Sendable {
        /// It was skipped.
        case error
        /// It was loaded all the same.
        case warning
    }

    /// From 1.
    public let row: Int
    /// Of the row's first byte, from 0.
    public let byteOffset: Int
    /// The column, nil when the whole row is wrong.
    public let field: String?
    /// What is wrong with it.
    public let reason: BaselineReason
    /// What became of the row.
    public let severity: Severity
}

/// A row that is not there because a later one took its place.
public struct BaselineReplacement: Hashable, Sendable {
    /// What the two rows share.
    public enum Rule: String, Hashable, Sendable {
        /// The id.
        case id
        /// The address alone.
        case postURL = "post_url"
    }

    /// From 1.
    public let row: Int
    /// Of the row's first byte, from 0.
    public let byteOffset: Int
    /// The row's id.
    public let id: BaselineText
    /// What it shares with the row that took its place.
    public let rule: Rule
    /// The first later row that shares either.
    public let byRow: Int

    /// A value of these fields.
    public init(row: Int, byteOffset: Int, id: BaselineText, rule: Rule, byRow: Int) {
        self.row = row
        self.byteOffset = byteOffset
        self.id = id
        self.rule = rule
        self.byRow = byRow
    }
}

/// What became of the rows of a document.
public struct BaselineIngestReport: Hashable, Sendable {
    /// The table's name.
    public let table: String
    /// All rows, also those that were skipped or replaced.
    public let rows: Int
    /// Rows that are there now.
    public let loaded: Int
    /// Rows that have an error.
    public let skipped: Int
    /// Rows that a later row of the same id or address replaced.
    public let replaced: Int
    /// Problems that did not keep their row from loading.
    public let warnings: Int
    /// All replaced rows, in their order.
    public let replacements: [BaselineReplacement]
    /// All problems, in the order of the rows.
    public let problems: [BaselineProblem]
}
