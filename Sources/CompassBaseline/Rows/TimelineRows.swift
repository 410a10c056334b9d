/// One row of `events`.
public struct BaselineEvent: Hashable, Sendable {
    /// The event's id.
    public var id: BaselineText
    /// The kind of event.
    public var type: BaselineText?
    /// Its name.
    public var name: BaselineText
    /// The start.
    public var start: BaselineDate
    /// The end.
    public var end: BaselineDate?
    /// The school that it belongs to.
    public var schoolID: BaselineText?

    /// Creates an event; arguments that are not given are null in the database.
    public init(
        id: BaselineText, type: BaselineText? = nil, name: BaselineText, start: BaselineDate,
        end: BaselineDate? = nil, schoolID: BaselineText? = nil
    ) {
        self.id = id
        self.type = type
        self.name = name
        self.start = start
        self.end = end
        self.schoolID = schoolID
    }
}

/// One row of `interactions`.
public struct BaselineInteraction: Hashable, Sendable {
    /// The interaction's id.
    public var id: BaselineText
    /// The kind of interaction.
    public var type: BaselineText
    /// The time of the interaction or, when that is unknown, of the record: microseconds since
    /// 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The school that it belongs to.
    public var schoolID: BaselineText?
    /// The coach involved.
    public var coachID: BaselineText?
    /// The direction: who began it.
    public var direction: BaselineText?
    /// The subject.
    public var subject: BaselineText?
    /// Its text.
    public var content: BaselineText?
    /// Its mood.
    public var sentiment: BaselineSentiment?

    /// Creates an interaction; arguments that are not given are null in the database.
    public init(
        id: BaselineText, type: BaselineText, time: Int64, schoolID: BaselineText? = nil,
        coachID: BaselineText? = nil, direction: BaselineText? = nil, subject: BaselineText? = nil,
        content: BaselineText? = nil, sentiment: BaselineSentiment? = nil
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
}

/// One row of `offers`.
public struct BaselineOffer: Hashable, Sendable {
    /// The offer's id.
    public var id: BaselineText
    /// The kind of offer.
    public var type: BaselineText
    /// The time of the offer or, when that is unknown, of the record.
    public var time: BaselineDate
    /// The school that made it.
    public var schoolID: BaselineText?
    /// The offer's status.
    public var status: BaselineText?

    /// Creates an offer; arguments that are not given are null in the database.
    public init(
        id: BaselineText, type: BaselineText, time: BaselineDate, schoolID: BaselineText? = nil,
        status: BaselineText? = nil
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.schoolID = schoolID
        self.status = status
    }
}

/// One row of `school_status_history`.
public struct BaselineStatusChange: Hashable, Sendable {
    /// The change's id.
    public var id: BaselineText
    /// The new status.
    public var newStatus: BaselineText
    /// The previous status.
    public var previousStatus: BaselineText?
    /// The time of the change, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The school whose status it is.
    public var schoolID: BaselineText?
    /// A reader's notes.
    public var notes: BaselineText?

    /// Creates a change of status; arguments that are not given are null in the database.
    public init(
        id: BaselineText, newStatus: BaselineText, previousStatus: BaselineText? = nil, time: Int64,
        schoolID: BaselineText? = nil, notes: BaselineText? = nil
    ) {
        self.id = id
        self.newStatus = newStatus
        self.previousStatus = previousStatus
        self.time = time
        self.schoolID = schoolID
        self.notes = notes
    }
}
