/// The conditions for events of the activity feed; by default none.
public struct ActivityFilter: Hashable, Sendable {
    /// The only kind of events that is shown; nil for all.
    public var type: ActivityType?
    /// The time range of the feed, back from the page's "now".
    public var range: ActivityRange
    /// The text that the title or the description must contain. Surrounding white space and case (by
    /// Unicode's lower case) are ignored; an empty text matches every event.
    public var search: String
    /// Whether to search the whole text of a description instead of the part that is shown.
    public var searchesWholeText: Bool

    /// Creates a filter with the given conditions, all of which an event must meet.
    public init(
        type: ActivityType? = nil, range: ActivityRange = .all, search: String = "",
        searchesWholeText: Bool = false
    ) {
        self.type = type
        self.range = range
        self.search = search
        self.searchesWholeText = searchesWholeText
    }

    /// A filter that all events pass.
    public static let all = ActivityFilter()
}
