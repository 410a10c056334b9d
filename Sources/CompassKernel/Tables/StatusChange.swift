/// A row of `school_status_history`: a step in recruiting with one school.
public struct StatusChange: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The new status, such as `committed`.
    public var newStatus: String
    /// The previous status; nil for the first one.
    public var previousStatus: String?
    /// The time of the change.
    public var time: Timestamp
    /// The school whose status it is.
    public var schoolID: String?
    /// The family's notes.
    public var notes: String?

    /// Creates a status change with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID` as none.
    public init(
        id: String, newStatus: String, previousStatus: String? = nil, time: Timestamp,
        schoolID: String? = nil, notes: String? = nil
    ) {
        self.id = id
        self.newStatus = newStatus
        self.previousStatus = previousStatus
        self.time = time
        self.schoolID = schoolID
        self.notes = notes
    }

    /// The schema of `school_status_history`: rows without a new status or a readable time are skipped.
    public static let schema = RecordSchema<StatusChange>(
        table: "school_status_history",
        columns: [
            .requiredCode("new_status"), .requiredInstant("changed_at"), .foreignID("school_id"),
            .code("previous_status"), .text("notes"),
        ],
        cells: {
            [
                .text($0.newStatus), .instant($0.time), .text($0.schoolID), .text($0.previousStatus),
                .text($0.notes),
            ]
        },
        record: { table, row in
            StatusChange(
                id: table.ids.string(row), newStatus: table.newStatuses.required(row),
                previousStatus: table.previousStatuses.string(row), time: table.times.requiredInstant(row),
                schoolID: table.schools.string(row), notes: table.notes.string(row))
        })
}

/// The rows of `school_status_history`.
public typealias StatusChangeTable = RecordTable<StatusChange>

extension StatusChangeTable {
    /// The times; all are non-null instants.
    var times: DayOrInstantColumn { columns.times[0] }
    var newStatuses: CodeColumn { columns.codes[0] }
    var schools: CodeColumn { columns.codes[1] }
    var previousStatuses: CodeColumn { columns.codes[2] }
    var notes: TextColumn { columns.texts[0] }
}
