/// Which events the activity feed shows; everything unless said otherwise.
public struct ActivityFilter: Hashable, Sendable {
    /// The only kind of events that is shown; nil for all.
    public var type: ActivityType?
    /// How far back the feed looks.
    public var range: ActivityRange
    /// What the title or the description must contain, surrounding white space and case aside; an empty text
    /// is in all.
    public var search: String
    /// Whether the whole text behind a description is searched, not what is shown of it.
    public var searchesWholeText: Bool

    /// A filter with the given conditions, all of which an event must meet.
    public init(
        type: ActivityType? = nil, range: ActivityRange = .all, search: String = "",
        searchesWholeText: Bool = false
    ) {
        self.type = type
        self.range = range
        self.search = search
        self.searchesWholeText = searchesWholeText
    }

    /// Everything.
    public static let all = ActivityFilter()
}
