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
    /// The first replaced rows in the order of the document, as many as ``problems`` at most.
    public var replacements: [IngestReplacement]
    /// The first problems in the order of the document; how many are kept is an option of loading.
    public var problems: [IngestProblem]

    /// A report with the given numbers, which are taken as they are.
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
}

extension IngestReport: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: IngestReport?, to writer: inout some MemberWriter & ~Copyable) {
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

/// A row in whose place a later one stays.
///
/// Rows are upserts, one after the other: a row is replaced by the first later row that has its id or, among posts, its
/// URL, which may itself be replaced.
public struct IngestReplacement: Hashable, Codable, Sendable {
    /// What the two rows have in common.
    public enum Rule: String, Codable, Sendable {
        /// The id, perhaps the URL as well.
        case id
        /// The URL of a post, and not the id.
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

    /// A replacement with the given parts.
    ///
    /// - Parameters:
    ///   - row: the number of the replaced row in the document, from 1.
    ///   - byteOffset: the position of its first byte in the document, from 0.
    ///   - id: its id.
    ///   - rule: what it has in common with the row that replaced it.
    ///   - byRow: the number of that row, from 1.
    public init(row: Int, byteOffset: Int, id: String, rule: Rule, byRow: Int) {
        self.row = row
        self.byteOffset = byteOffset
        self.id = id
        self.rule = rule
        self.byRow = byRow
    }
}

extension IngestReplacement: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: IngestReplacement?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("row", value?.row)
        writer.member("byteOffset", value?.byteOffset)
        writer.member("id", value?.id)
        writer.member("rule", value?.rule)
        writer.member("byRow", value?.byRow)
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

extension IngestProblem: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: IngestProblem?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("row", value?.row)
        writer.member("byteOffset", value?.byteOffset)
        writer.member("field", value?.field)
        writer.member("reason", value?.reason)
        writer.member("severity", value?.severity)
    }
}

extension IngestProblem: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        "row \(row) (byte \(byteOffset)): \(field.map { $0 + ": " } ?? "")\(reason)"
    }
}

extension IngestReport {
    private enum CodingKeys: String, CodingKey {
        case table, rows, loaded, skipped, replaced, warnings, replacements, problems
    }

    /// Reads the form in which reports are encoded; those of versions that did not list replaced rows list none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            table: try container.decode(String.self, forKey: .table),
            rows: try container.decode(Int.self, forKey: .rows),
            loaded: try container.decode(Int.self, forKey: .loaded),
            skipped: try container.decode(Int.self, forKey: .skipped),
            replaced: try container.decode(Int.self, forKey: .replaced),
            warnings: try container.decode(Int.self, forKey: .warnings),
            replacements: try container.decodeIfPresent([IngestReplacement].self, forKey: .replacements)
                ?? [],
            problems: try container.decode([IngestProblem].self, forKey: .problems))
    }
}
