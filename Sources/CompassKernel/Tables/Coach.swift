/// A row of `coaches`: a coach who recruits for a school.
public struct Coach: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The school that the coach works for.
    public var schoolID: String?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// The coach's role, such as `head`.
    public var role: String?
    /// How readily the coach responds, on the database's scale; nil if not rated.
    public var responsivenessScore: Double?

    /// Creates a coach with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID`, or a score that is not finite, as none.
    public init(
        id: String, schoolID: String? = nil, firstName: String? = nil, lastName: String? = nil,
        role: String? = nil, responsivenessScore: Double? = nil
    ) {
        self.id = id
        self.schoolID = schoolID
        self.firstName = firstName
        self.lastName = lastName
        self.role = role
        self.responsivenessScore = responsivenessScore
    }

    /// The schema of `coaches`: only rows without an id are skipped.
    public static let schema = RecordSchema<Coach>(
        table: "coaches",
        columns: [
            .foreignID("school_id"), .text("first_name"), .text("last_name"), .code("role"),
            .number("responsiveness_score"),
        ],
        cells: {
            [
                .text($0.schoolID), .text($0.firstName), .text($0.lastName), .text($0.role),
                .number($0.responsivenessScore),
            ]
        },
        record: { table, row in
            Coach(
                id: table.ids.string(row), schoolID: table.schools.string(row),
                firstName: table.firstNames.string(row), lastName: table.lastNames.string(row),
                role: table.roles.string(row), responsivenessScore: table.responsivenessScores[row])
        })
}

extension Coach {
    /// The words of the given name and of the family name, as far as they are known, with a space between them;
    /// nil if there is none.
    public var fullName: String? {
        let words = [firstName, lastName].compactMap { $0 }
            .flatMap { $0.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) }
        return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ")
    }
}

/// The rows of `coaches`.
public typealias CoachTable = RecordTable<Coach>

extension CoachTable {
    var schools: CodeColumn { columns.codes[0] }
    var roles: CodeColumn { columns.codes[1] }
    var firstNames: TextColumn { columns.texts[0] }
    var lastNames: TextColumn { columns.texts[1] }
    var responsivenessScores: NumberColumn { columns.numbers[0] }

    /// The name of a coach that is not listed or has no name.
    static var unknownName: String { "Unknown Coach" }

    /// Returns the names of the coaches with the given ids; nil for those that are not listed or have none.
    ///
    /// - Complexity: O(c + d) for c ids and d coaches of the table.
    func fullNames(of wanted: some Sequence<String>) -> [String?] {
        let rows = ids.rowsByID
        return wanted.map { id in rows[ForeignID(id)].flatMap { self[$0].fullName } }
    }
}
