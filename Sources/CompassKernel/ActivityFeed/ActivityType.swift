/// The kinds of things that the activity feed shows, in the order of the page's menu.
public enum ActivityType: String, CaseIterable, Hashable, Codable, Sendable {
    /// A row of `interactions`.
    case interaction
    /// A row of `school_status_history`.
    case schoolStatusChange = "school_status_change"
    /// A row of `documents`.
    case documentUpload = "document_upload"

    /// The name in the page's menu, such as "School Status Changes".
    public var label: String {
        switch self {
        case .interaction: "Interactions"
        case .schoolStatusChange: "School Status Changes"
        case .documentUpload: "Documents"
        }
    }

    /// The table that such events come from.
    public var table: String {
        switch self {
        case .interaction: "interactions"
        case .schoolStatusChange: "school_status_history"
        case .documentUpload: "documents"
        }
    }

    /// The prefix of an event's id, before the row's id.
    var idPrefix: StaticString {
        switch self {
        case .interaction: "interaction-"
        case .schoolStatusChange: "status-"
        case .documentUpload: "doc-"
        }
    }
}

/// The time range of the activity feed: exact multiples of 24 hours back from now, including the first
/// instant, without an upper bound.
public enum ActivityRange: String, CaseIterable, Hashable, Codable, Sendable {
    /// All events.
    case all
    /// The last 7 times 24 hours.
    case week
    /// The last 30 times 24 hours.
    case month
    /// The last 90 times 24 hours.
    case quarter

    /// The name in the page's menu, such as "Last 7 Days".
    public var label: String {
        switch self {
        case .all: "All Time"
        case .week: "Last 7 Days"
        case .month: "Last 30 Days"
        case .quarter: "Last 90 Days"
        }
    }

    /// The length of the range in multiples of 24 hours; nil for all events.
    var days: Int64? {
        switch self {
        case .all: nil
        case .week: 7
        case .month: 30
        case .quarter: 90
        }
    }
}
