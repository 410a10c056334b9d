/// The kinds of items on the timeline, in the order of the page's legend.
public enum TimelineItemType: String, CaseIterable, Hashable, Codable, Sendable {
    /// A row of `events`.
    case event
    /// A row of `interactions`.
    case interaction
    /// A row of `offers`.
    case offer
    /// A row of `school_status_history`.
    case statusChange = "status_change"

    /// The name of a single item of this kind, such as "Status Change".
    public var displayName: String {
        switch self {
        case .event: "Event"
        case .interaction: "Interaction"
        case .offer: "Offer"
        case .statusChange: "Status Change"
        }
    }

    /// The name of the page's check box and of the legend's entry, such as "Status Changes".
    public var pluralName: String { displayName + "s" }

    /// The prefix of the row's id in an item's id.
    var idPrefix: StaticString {
        switch self {
        case .event: "event-"
        case .interaction: "interaction-"
        case .offer: "offer-"
        case .statusChange: "status-"
        }
    }
}

/// A set of kinds of items.
public struct TimelineItemTypes: OptionSet, Hashable, Sendable {
    /// One bit for each kind, in the order of ``TimelineItemType``.
    public let rawValue: UInt8

    /// Creates the set of the kinds whose bits are set; bits without a kind are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

    /// Creates the set of one kind.
    public init(_ type: TimelineItemType) { self.init(rawValue: 1 << type.number) }

    /// Rows of `events`.
    public static let events = TimelineItemTypes(rawValue: 1)
    /// Rows of `interactions`.
    public static let interactions = TimelineItemTypes(rawValue: 2)
    /// Rows of `offers`.
    public static let offers = TimelineItemTypes(rawValue: 4)
    /// Rows of `school_status_history`.
    public static let statusChanges = TimelineItemTypes(rawValue: 8)
    /// Everything.
    public static let all: TimelineItemTypes = [.events, .interactions, .offers, .statusChanges]
}
