/// A row of `interactions`: a call, message or meeting.
public struct Interaction: TableRecord {
    /// The row's id, never empty.
    public var id: String
    /// The kind of interaction, such as `phone_call`.
    public var type: String
    /// The time at which it occurred or, if unknown, at which its row was created.
    public var time: Timestamp
    /// The school that it belongs to.
    public var schoolID: String?
    /// The coach who took part in it.
    public var coachID: String?
    /// The direction: `inbound` or `outbound`.
    public var direction: String?
    /// The subject.
    public var subject: String?
    /// The content.
    public var content: String?
    /// The sentiment; nil if it was not rated.
    public var sentiment: Sentiment?

    /// Creates an interaction with the given values; a table omits rows with an empty id and reads an empty
    /// `schoolID` or `coachID` as none.
    public init(
        id: String, type: String, time: Timestamp, schoolID: String? = nil, coachID: String? = nil,
        direction: String? = nil, subject: String? = nil, content: String? = nil, sentiment: Sentiment? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.schoolID = schoolID
        self.coachID = coachID
        self.direction = direction
        self.subject = subject
        self.content = content
        self.sentiment = sentiment
    }

    /// The schema of `interactions`: rows without a type or a readable time are skipped.
    ///
    /// `created_at` is read if `occurred_at` is missing, null or an empty string. The report then names
    /// `created_at` if neither field holds a time.
    public static let schema = RecordSchema<Interaction>(
        table: "interactions",
        columns: [
            .requiredCode("type"), .requiredInstant("occurred_at", else: "created_at"),
            .foreignID("school_id"),
            .foreignID("coach_id"), .code("direction"), .text("subject"), .text("content"),
            .sentiment("sentiment"),
        ],
        cells: {
            [
                .text($0.type), .instant($0.time), .text($0.schoolID), .text($0.coachID), .text($0.direction),
                .text($0.subject), .text($0.content), .text($0.sentiment?.rawValue),
            ]
        },
        record: { table, row in
            Interaction(
                id: table.ids.string(row), type: table.types.required(row),
                time: table.times.requiredInstant(row),
                schoolID: table.schools.string(row), coachID: table.coaches.string(row),
                direction: table.directions.string(row), subject: table.subjects.string(row),
                content: table.contents.string(row),
                sentiment: table.sentiments.string(row).flatMap(Sentiment.init))
        })
}

/// The rows of `interactions`.
public typealias InteractionTable = RecordTable<Interaction>

extension InteractionTable {
    /// The times; all are non-null instants.
    var times: DayOrInstantColumn { columns.times[0] }
    var types: CodeColumn { columns.codes[0] }
    var schools: CodeColumn { columns.codes[1] }
    var coaches: CodeColumn { columns.codes[2] }
    var directions: CodeColumn { columns.codes[3] }
    var sentiments: CodeColumn { columns.codes[4] }
    var subjects: TextColumn { columns.texts[0] }
    var contents: TextColumn { columns.texts[1] }
}
