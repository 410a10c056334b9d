/// A row of `events`: a camp, showcase, visit or game.
public struct Event: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The kind of event, such as `official_visit`; nil if unknown.
    public var type: String?
    /// Its name.
    public var name: String
    /// The day or the instant at which it begins.
    public var start: DayOrInstant
    /// The last day, which is included, or the instant at which it ends; it may be before the start.
    public var end: DayOrInstant?
    /// The school that it belongs to.
    public var schoolID: String?

    /// Creates an event with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID` as none.
    public init(
        id: String, type: String? = nil, name: String, start: DayOrInstant, end: DayOrInstant? = nil,
        schoolID: String? = nil
    ) {
        self.id = id
        self.type = type
        self.name = name
        self.start = start
        self.end = end
        self.schoolID = schoolID
    }

    /// The schema of `events`: rows without a name or a readable start, or with an unreadable end, are
    /// skipped. An empty end is unreadable; null means that there is none.
    public static let schema = RecordSchema<Event>(
        table: "events",
        columns: [
            .requiredText("name"), .requiredDayOrInstant("start_date"), .readableDayOrInstant("end_date"),
            .code("type"), .foreignID("school_id"),
        ],
        cells: { [.text($0.name), .time($0.start), .time($0.end), .text($0.type), .text($0.schoolID)] },
        record: { table, row in
            Event(
                id: table.ids.string(row), type: table.types.string(row), name: table.names.required(row),
                start: table.starts.required(row), end: table.ends[row], schoolID: table.schools.string(row))
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
