/// A page of the activity feed.
public struct BaselineActivityPage: Hashable, Sendable {
    /// The number of events on all pages.
    public var total: Int
    /// The number of this page, from 1.
    public var page: Int
    /// The number of pages, at least 1.
    public var totalPages: Int
    /// The tables that could not be read.
    public var failures: [BaselineSourceFailure]
    /// The events, newest first, then by id.
    public var events: [BaselineActivityEvent]

    /// Creates a page with the given parts.
    public init(
        total: Int, page: Int, totalPages: Int, failures: [BaselineSourceFailure] = [],
        events: [BaselineActivityEvent]
    ) {
        self.total = total
        self.page = page
        self.totalPages = totalPages
        self.failures = failures
        self.events = events
    }

    /// Returns the number of pages, and the page nearest to the requested one.
    static func clamped(_ number: Int, size: Int, total: Int) -> (page: Int, totalPages: Int) {
        let totalPages = total == 0 ? 1 : (total - 1) / size + 1
        return (min(max(1, number), totalPages), totalPages)
    }
}

/// A table that could not be read, and why.
public struct BaselineSourceFailure: Hashable, Sendable {
    /// The table's name.
    public var table: String
    /// What is wrong with it.
    public var reason: String

    /// Creates a failure.
    public init(table: String, reason: String) {
        self.table = table
        self.reason = reason
    }
}

/// An event of the activity feed, as its card shows it.
public struct BaselineActivityEvent: Hashable, Sendable {
    /// The row's id with the prefix of its kind.
    public var id: BaselineText
    /// The kind of the event.
    public var type: BaselineActivityType
    /// The time in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// What happened.
    public var title: BaselineText
    /// The text, at most 50 characters and three dots.
    public var description: BaselineText
    /// An emoji.
    public var icon: BaselineText
    /// `school` or `document`.
    public var entityType: String
    /// The id of the school or document.
    public var entityID: BaselineText?
    /// The school's name or the document's title.
    public var entityName: BaselineText
    /// The link that a tap opens.
    public var clickURL: BaselineText?
    /// The relative time, such as `2h ago`.
    public var relativeTime: String

    /// Creates an event with the given parts.
    public init(
        id: BaselineText, type: BaselineActivityType, time: Int64, title: BaselineText,
        description: BaselineText, icon: BaselineText, entityType: String, entityID: BaselineText?,
        entityName: BaselineText, clickURL: BaselineText?, relativeTime: String
    ) {
        self.id = id
        self.type = type
        self.time = time
        self.title = title
        self.description = description
        self.icon = icon
        self.entityType = entityType
        self.entityID = entityID
        self.entityName = entityName
        self.clickURL = clickURL
        self.relativeTime = relativeTime
    }
}
