/// A report of what happened to the rows of one table while it was loaded.
///
/// `rows - skipped - replaced == loaded` always holds.
public struct IngestReport: Hashable, Decodable, KeyedValue {
    /// The table's name in the database.
    public var table: String
    /// The number of rows in the document.
    public var rows: Int
    /// The number of rows in the table after loading.
    public var loaded: Int
    /// The number of rows that were left out because a required field was missing or unreadable.
    public var skipped: Int
    /// The number of rows that were replaced by a later row with the same id (for posts: or URL).
    public var replaced: Int
    /// The number of values that were unreadable and count as null, or were repaired.
    public var warnings: Int
    /// The first replaced rows in document order, limited to the same number as ``problems``.
    public var replacements: [IngestReplacement]
    /// The first problems in document order; ``LoadOptions/maxProblems`` limits their number.
    public var problems: [IngestProblem]

    /// Creates a report with the given numbers, which are not checked.
    public init(
        table: String, rows: Int = 0, loaded: Int = 0, skipped: Int = 0, replaced: Int = 0,
        warnings: Int = 0, replacements: [IngestReplacement] = [], problems: [IngestProblem] = []
    ) {
        self.table = table
        self.rows = rows
        self.loaded = loaded
        self.skipped = skipped
        self.replaced = replaced
        self.warnings = warnings
        self.replacements = replacements
        self.problems = problems
    }

    /// Returns the report with at most so many problems and replacements; all remain counted.
    package func limited(to maxProblems: Int) -> IngestReport {
        var report = self
        if problems.count > maxProblems { report.problems = Array(problems[..<maxProblems]) }
        if replacements.count > maxProblems { report.replacements = Array(replacements[..<maxProblems]) }
        return report
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("table", value?.table)
        writer.member("rows", value?.rows)
        writer.member("loaded", value?.loaded)
        writer.member("skipped", value?.skipped)
        writer.member("replaced", value?.replaced)
        writer.member("warnings", value?.warnings)
        writer.list("replacements", value?.replacements)
        writer.list("problems", value?.problems)
    }
}

/// A row that a later row has replaced.
///
/// Rows are applied in order as upserts: a row is replaced by the first later row that has its id or, among
/// posts, its URL. The later row may itself be replaced.
public struct IngestReplacement: Hashable, Decodable, KeyedValue {
    /// The property that the two rows have in common.
    public enum Rule: String, Codable, Sendable {
        /// The id, and possibly the URL as well.
        case id
        /// The URL of a post, but not the id.
        case postURL = "post_url"
    }

    /// The number of the replaced row in the document, from 1.
    public var row: Int
    /// The position of its first byte in the document, from 0.
    public var byteOffset: Int
    /// Its id.
    public var id: String
    /// What it has in common with the row that replaced it.
    public var rule: Rule
    /// The number of the row that replaced it, from 1.
    public var byRow: Int

    /// Creates a replacement with the given values.
    public init(row: Int, byteOffset: Int, id: String, rule: Rule, byRow: Int) {
        self.row = row
        self.byteOffset = byteOffset
        self.id = id
        self.rule = rule
        self.byRow = byRow
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("row", value?.row)
        writer.member("byteOffset", value?.byteOffset)
        writer.member("id", value?.id)
        writer.member("rule", value?.rule)
        writer.member("byRow", value?.byRow)
    }
}

/// One problem with one row.
public struct IngestProblem: Hashable, Decodable, KeyedValue {
    /// The effect of a problem on its row.
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
    /// A description of what is wrong, with the offending text shortened.
    public var reason: String
    /// The effect on the row.
    public var severity: Severity

    /// Creates a problem with the given values.
    public init(row: Int, byteOffset: Int, field: String?, reason: String, severity: Severity) {
        self.row = row
        self.byteOffset = byteOffset
        self.field = field
        self.reason = reason
        self.severity = severity
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("row", value?.row)
        writer.member("byteOffset", value?.byteOffset)
        writer.member("field", value?.field)
        writer.member("reason", value?.reason)
        writer.member("severity", value?.severity)
    }
}

extension IngestProblem: CustomStringConvertible {
    /// A one-line description.
    public var description: String {
        "row \(row) (byte \(byteOffset)): \(field.map { $0 + ": " } ?? "")\(reason)"
    }
}
