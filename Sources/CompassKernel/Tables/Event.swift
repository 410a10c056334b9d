/// A row of `events`: a camp, a showcase, a visit, a game.
public struct Event: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// What kind of event it is, such as `official_visit`; nil when the row does not say.
    public var type: String?
    /// Its name.
    public var name: String
    /// The day or the instant at which it begins.
    public var start: DayOrInstant
    /// The last day, which belongs to it whole, or the instant at which it ends; it may be before the start.
    public var end: DayOrInstant?
    /// The school that it belongs to.
    public var schoolId: String?

    /// An event with the given values; a table leaves out rows with an empty id, and reads an empty `schoolId`
    /// as none.
    public init(
        id: String, type: String? = nil, name: String, start: DayOrInstant, end: DayOrInstant? = nil,
        schoolId: String? = nil
    ) {
        self.id = id
        self.type = type
        self.name = name
        self.start = start
        self.end = end
        self.schoolId = schoolId
    }

    /// How rows of `events` are read: without a name or a readable start, or with an end that is unreadable,
    /// they are skipped. An empty text is no readable end; null is none.
    public static let schema = RecordSchema<Event>(
        table: "events",
        columns: [
            .neededText("name"), .neededDayOrInstant("start_date"), .readableDayOrInstant("end_date"),
            .code("type"), .foreignId("school_id"),
        ],
        cells: { [.text($0.name), .time($0.start), .time($0.end), .text($0.type), .text($0.schoolId)] },
        record: { table, row in
            Event(
                id: table.ids.string(row), type: table.types.string(row), name: table.names.needed(row),
                start: table.starts.needed(row), end: table.ends[row], schoolId: table.schools.string(row))
        })
}

/// The rows of `events`.
public typealias EventTable = RecordTable<Event>

extension EventTable {
    var names: TextColumn { columns.texts[0] }
    var starts: DayOrInstantColumn { columns.times[0] }
    var ends: DayOrInstantColumn { columns.times[1] }
    var types: CodeColumn { columns.codes[0] }
    var schools: CodeColumn { columns.codes[1] }
}
