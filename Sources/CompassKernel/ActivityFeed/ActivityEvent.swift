/// One event of the activity feed, as its card shows it.
public struct ActivityEvent: Identifiable, Decodable, JSONEquatable {
    // `Optional<…>`, not `…?`: the optimizer would copy each event that is made (see CONTRIBUTING.md).

    /// The prefix `interaction-`, `status-` or `doc-`, followed by the row's id.
    public var id: String
    /// The kind of the event.
    public var type: ActivityType
    /// When it happened, with the offset of the page's time zone.
    public var timestamp: ZonedTimestamp
    /// What happened, such as "Email with Stanford".
    public var title: String
    /// The content, the notes or the document's title: at most 50 characters, followed by "..." if cut. "No
    /// additional details", "No additional notes" or "Untitled" where the row has none.
    public var description: String
    /// The emoji of the kind.
    public var icon: String
    /// What the event is about.
    public var entityType: ActivityEntity
    /// The id of the school or document; nil without a school.
    public var entityID: Optional<String>
    /// The school's name, or "Unknown School" without one; for a document its whole title, or "Untitled"
    /// without one.
    public var entityName: String
    /// The time before the page's "now", as formatted by ``RelativeTime``: `2h ago`, `Feb 3` after a week.
    public var relativeTime: String
    /// The path of the page that a tap opens, such as `/interactions?id=42`, with a percent-encoded id; nil
    /// where there is none.
    public var clickURL: Optional<String>

    private enum CodingKeys: String, CodingKey {
        case id, type, timestamp, title, description, icon, entityType, entityName, relativeTime
        case entityID = "entityId"
        case clickURL = "clickUrl"
    }

    /// Whether a tap opens a page.
    public var isClickable: Bool { clickURL != nil }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", value?.id)
        writer.member("type", value?.type)
        writer.member("timestamp", value?.timestamp)
        writer.member("title", value?.title)
        writer.member("description", value?.description)
        writer.member("icon", value?.icon)
        writer.member("entityType", value?.entityType)
        writer.member("entityId", value?.entityID)
        writer.member("entityName", value?.entityName)
        writer.member("isClickable", value?.isClickable)
        writer.member("clickUrl", value?.clickURL)
        writer.member("relativeTime", value?.relativeTime)
    }
}

extension ActivityEvent {
    /// Creates an event with the given parts; nil for missing ones.
    public init(
        id: String, type: ActivityType, timestamp: ZonedTimestamp, title: String, description: String,
        icon: String, entityType: ActivityEntity, entityID: String?, entityName: String, clickURL: String?,
        relativeTime: String
    ) {
        self.id = id
        self.type = type
        self.timestamp = timestamp
        self.title = title
        self.description = description
        self.icon = icon
        self.entityType = entityType
        self.entityID = entityID
        self.entityName = entityName
        self.relativeTime = relativeTime
        self.clickURL = clickURL
    }
}

/// The subject of an event of the activity feed.
public enum ActivityEntity: String, Hashable, Codable, Sendable {
    /// A school.
    case school
    /// A document.
    case document
}
