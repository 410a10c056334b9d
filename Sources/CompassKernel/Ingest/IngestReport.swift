/// What happened to the rows of one table while it was loaded.
///
/// `rows - skipped - replaced == loaded`, always.
public struct IngestReport: Hashable, Codable, Sendable {
    /// The table's name in the database.
    public var table: String
    /// Rows that the document holds.
    public var rows: Int
    /// Rows that the table holds now.
    public var loaded: Int
    /// Rows that were left out because a needed field was missing or unreadable.
    public var skipped: Int
    /// Rows that a later row with the same id (posts: or URL) has replaced.
    public var replaced: Int
    /// Values that were unreadable and count as null, or were repaired.
    public var warnings: Int
    /// The first problems in the order of the document; how many are kept is an option of loading.
    public var problems: [IngestProblem]

    /// A report with the given numbers, which are taken as they are.
    public init(
        table: String, rows: Int = 0, loaded: Int = 0, skipped: Int = 0, replaced: Int = 0,
        warnings: Int = 0, problems: [IngestProblem] = []
    ) {
        self.table = table
        self.rows = rows
        self.loaded = loaded
        self.skipped = skipped
        self.replaced = replaced
        self.warnings = warnings
        self.problems = problems
    }
}

/// One thing that was wrong with one row.
public struct IngestProblem: Hashable, Codable, Sendable {
    /// How much harm a problem did.
    public enum Severity: String, Codable, Sendable {
        /// The row was skipped.
        case error
        /// The row was loaded without the value.
        case warning
    }

    /// The row's number in the document, from 1.
    public var row: Int
    /// The position of the row's first byte in the document, from 0.
    public var byteOffset: Int
    /// The field's name; nil when the row as a whole is wrong.
    public var field: String?
    /// What is wrong, with the offending text cut short.
    public var reason: String
    /// What that means for the row.
    public var severity: Severity

    /// A problem with the given parts.
    ///
    /// - Parameters:
    ///   - row: the row's number in the document, from 1.
    ///   - byteOffset: the position of the row's first byte in the document, from 0.
    ///   - field: the field's name; nil when the row as a whole is wrong.
    ///   - reason: what is wrong.
    ///   - severity: what that means for the row.
    public init(row: Int, byteOffset: Int, field: String?, reason: String, severity: Severity) {
        self.row = row
        self.byteOffset = byteOffset
        self.field = field
        self.reason = reason
        self.severity = severity
    }
}

extension IngestProblem: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        "row \(row) (byte \(byteOffset)): \(field.map { $0 + ": " } ?? "")\(reason)"
    }
}
