/// A row of one of the feed's three tables, reduced to their common members.
struct ActivityRow: Sendable {
    /// The row's id.
    var id: String
    /// When it happened.
    var time: Timestamp
    /// The type of an interaction or a document, the new status of a school.
    var kind: String
    /// The school that the event is about; nil if there is none.
    var schoolID: String?
    /// The text of the event's description: the first non-empty text of the row.
    var text: String?

    /// - Parameters:
    ///   - schoolID: the school's id; an empty one counts as none.
    ///   - texts: the candidates for the description, in order of preference.
    init(id: String, time: Timestamp, kind: String, schoolID: String?, texts: String?...) {
        self.id = id
        self.time = time
        self.kind = kind
        self.schoolID = schoolID.flatMap { $0.isEmpty ? nil : $0 }
        text = texts.lazy.compactMap { $0 }.first { !$0.isEmpty }
    }
}

extension ActivityRow {
    init(_ row: Interaction) {
        self.init(
            id: row.id, time: row.time, kind: row.type, schoolID: row.schoolID, texts: row.content,
            row.subject)
    }

    init(_ row: StatusChange) {
        self.init(id: row.id, time: row.time, kind: row.newStatus, schoolID: row.schoolID, texts: row.notes)
    }

    init(_ row: Document) {
        self.init(id: row.id, time: row.time, kind: row.type, schoolID: nil, texts: row.title)
    }
}
