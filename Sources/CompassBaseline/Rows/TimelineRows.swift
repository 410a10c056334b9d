/// One row of `events`.
public struct BaselineEvent: Hashable, Sendable {
    /// The event's id.
    public var id: BaselineText
    /// What kind of event it is.
    public var type: BaselineText?
    /// Its name.
    public var name: BaselineText
    /// When it begins.
    public var start: BaselineDate
    /// When it ends.
    public var end: BaselineDate?
    /// The school it belongs to.
    public var schoolID: BaselineText?

    /// An event; what is not given is null in the database.
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
    /// What kind of interaction it is.
    public var type: BaselineText
    /// When it occurred or, where that is unknown, when it was recorded: microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The school it belongs to.
    public var schoolID: BaselineText?
    /// The coach it was with.
    public var coachID: BaselineText?
    /// Who began it.
    public var direction: BaselineText?
    /// What it was about.
    public var subject: BaselineText?
    /// Its text.
    public var content: BaselineText?
    /// Its mood.
    public var sentiment: BaselineSentiment?

    /// An interaction; what is not given is null in the database.
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
    /// What is offered.
    public var type: BaselineText
    /// When it was made or, where that is unknown, when it was recorded.
    public var time: BaselineDate
    /// The school that made it.
    public var schoolID: BaselineText?
    /// What became of it.
    public var status: BaselineText?

    /// An offer; what is not given is null in the database.
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
    /// The status from then on.
    public var newStatus: BaselineText
    /// The status before.
    public var previousStatus: BaselineText?
    /// When it changed, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The school whose status it is.
    public var schoolID: BaselineText?
    /// A reader's notes.
    public var notes: BaselineText?

    /// A change of status; what is not given is null in the database.
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
