/// The conditions that select the posts of a query.
///
/// A filter is a conjunction: combine simple filters with `&&`.
///
/// ```swift
/// let filter: PostFilter = .platform(.twitter) && .sentiment([.negative]) && .recruiting
/// ```
///
/// Combining filters of one kind keeps the intersection: `.platform(.twitter) && .platform(.instagram)`
/// matches no post, `.search("camp") && .search("july")` the posts that match both.
public struct PostFilter: Hashable, Sendable {
    /// The platforms to keep; nil keeps all.
    public private(set) var platforms: Set<Platform>?
    /// The ids of the schools to keep, compared by bytes; nil keeps all posts, including those without a
    /// school.
    public private(set) var schools: Set<ForeignID>?
    /// The ids of the coaches to keep, compared by bytes; nil keeps all posts, including those without a coach.
    public private(set) var coaches: Set<ForeignID>?
    /// The sentiments to keep; nil keeps all posts, including those without a sentiment.
    public private(set) var sentiments: Set<Sentiment>?
    /// True keeps posts that are related to recruiting, false the others, nil both.
    public private(set) var recruiting: Bool?
    /// True keeps posts that are flagged for review, false the others, nil both.
    public private(set) var flagged: Bool?
    /// The first calendar day to keep, in the page's zone; nil for no bound.
    public private(set) var from: CivilDate?
    /// The last calendar day to keep, inclusive, in the page's zone; nil for no bound.
    public private(set) var to: CivilDate?
    /// The search queries; posts that match all of them are kept. Queries that match every post are omitted.
    public private(set) var searches: Set<SearchQuery> = []
    /// Whether both posts that are related to recruiting and those that are not are excluded.
    private(set) var excludesAllRecruiting = false
    /// Whether both flagged and unflagged posts are excluded.
    private(set) var excludesAllFlagged = false

    private init(_ restrict: (inout PostFilter) -> Void = { _ in }) { restrict(&self) }

    /// Keeps every post.
    public static let all = PostFilter()

    /// Keeps posts that are related to recruiting.
    public static let recruiting = recruiting(true)

    /// Keeps posts that are flagged for review.
    public static let flagged = flagged(true)

    /// Keeps posts of one platform.
    public static func platform(_ platform: Platform) -> PostFilter { platforms([platform]) }

    /// Keeps posts of the given platforms.
    public static func platforms(_ platforms: Set<Platform>) -> PostFilter {
        PostFilter { $0.platforms = platforms }
    }

    /// Keeps posts of one school.
    public static func school(_ id: String) -> PostFilter { schools([id]) }

    /// Keeps posts of the given schools; an id that no post has matches nothing.
    public static func schools(_ ids: some Sequence<String>) -> PostFilter {
        PostFilter { $0.schools = Set(ids.map(ForeignID.init)) }
    }

    /// Keeps posts of one coach.
    public static func coach(_ id: String) -> PostFilter { coaches([id]) }

    /// Keeps posts of the given coaches; an id that no post has matches nothing.
    public static func coaches(_ ids: some Sequence<String>) -> PostFilter {
        PostFilter { $0.coaches = Set(ids.map(ForeignID.init)) }
    }

    /// Keeps posts with one sentiment.
    public static func sentiment(_ sentiment: Sentiment) -> PostFilter { self.sentiment([sentiment]) }

    /// Keeps posts with one of the given sentiments.
    public static func sentiment(_ sentiments: Set<Sentiment>) -> PostFilter {
        PostFilter { $0.sentiments = sentiments }
    }

    /// Keeps posts that are (or are not) related to recruiting.
    public static func recruiting(_ isRelated: Bool) -> PostFilter {
        PostFilter { $0.recruiting = isRelated }
    }

    /// Keeps posts that are (or are not) flagged for review.
    public static func flagged(_ isFlagged: Bool) -> PostFilter { PostFilter { $0.flagged = isFlagged } }

    /// Keeps posts of the days from `from` to `to`, both inclusive, in the page's zone.
    public static func dates(from: CivilDate? = nil, to: CivilDate? = nil) -> PostFilter {
        PostFilter { ($0.from, $0.to) = (from, to) }
    }

    /// Keeps posts whose content, author name or handle contains a text.
    ///
    /// - Parameters:
    ///   - text: the text to search for, without surrounding white space; an empty text keeps every post.
    ///   - options: whether to ignore accents, and whether to search for each word separately.
    public static func search(_ text: String, options: SearchQuery.Options = []) -> PostFilter {
        search(SearchQuery(text, options: options))
    }

    /// Keeps posts that match a query.
    public static func search(_ query: SearchQuery) -> PostFilter {
        PostFilter { $0.searches = query.matchesAll ? [] : [query] }
    }

    /// Keeps the posts that both filters keep.
    public static func && (left: PostFilter, right: PostFilter) -> PostFilter {
        var both = left
        both.platforms = intersection(left.platforms, right.platforms)
        both.schools = intersection(left.schools, right.schools)
        both.coaches = intersection(left.coaches, right.coaches)
        both.sentiments = intersection(left.sentiments, right.sentiments)
        both.from = [left.from, right.from].compactMap { $0 }.max()
        both.to = [left.to, right.to].compactMap { $0 }.min()
        both.searches.formUnion(right.searches)
        both.excludesAllRecruiting =
            left.excludesAllRecruiting || right.excludesAllRecruiting
            || excludes(left.recruiting, right.recruiting)
        both.excludesAllFlagged =
            left.excludesAllFlagged || right.excludesAllFlagged || excludes(left.flagged, right.flagged)
        both.recruiting = left.recruiting ?? right.recruiting
        both.flagged = left.flagged ?? right.flagged
        return both
    }

    /// The same filter without its dates.
    var withoutDates: PostFilter {
        var filter = self
        filter.from = nil
        filter.to = nil
        return filter
    }

    private static func intersection<Element>(_ a: Set<Element>?, _ b: Set<Element>?) -> Set<Element>? {
        guard let a else { return b }
        guard let b else { return a }
        return a.intersection(b)
    }

    private static func excludes(_ a: Bool?, _ b: Bool?) -> Bool { a != nil && b != nil && a != b }
}

/// The id of a school or a coach, compared by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, unlike the database.
public struct ForeignID: Hashable, Sendable, CustomStringConvertible {
    private let id: ByteText

    /// Wraps an id.
    public init(_ id: String) { self.id = ByteText(id) }

    /// The id.
    public var description: String { id.string }
}
