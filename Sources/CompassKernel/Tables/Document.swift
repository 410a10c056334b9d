/// A row of `documents`: a video, transcript or letter that the family has uploaded.
public struct Document: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The kind of document, such as `highlight_video`.
    public var type: String
    /// The time at which it was uploaded.
    public var time: Timestamp
    /// Its title.
    public var title: String?
    /// The school that it was made for.
    public var schoolID: String?

    /// Creates a document with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID` as none.
    public init(id: String, type: String, time: Timestamp, title: String? = nil, schoolID: String? = nil) {
        self.id = id
        self.type = type
        self.time = time
        self.title = title
        self.schoolID = schoolID
    }

    /// The schema of `documents`: rows without a type or a readable time are skipped.
    public static let schema = RecordSchema<Document>(
        table: "documents",
        columns: [
            .requiredCode("type"), .requiredInstant("created_at"), .text("title"), .foreignID("school_id"),
        ],
        cells: { [.text($0.type), .instant($0.time), .text($0.title), .text($0.schoolID)] },
        record: { table, row in
            Document(
                id: table.ids.string(row), type: table.types.required(row),
                time: table.times.requiredInstant(row),
                title: table.titles.string(row), schoolID: table.schools.string(row))
        })
}

/// The rows of `documents`.
public typealias DocumentTable = RecordTable<Document>

extension DocumentTable {
    /// The times; all are non-null instants.
    var times: DayOrInstantColumn { columns.times[0] }
    var types: CodeColumn { columns.codes[0] }
    var schools: CodeColumn { columns.codes[1] }
    var titles: TextColumn { columns.texts[0] }
}
