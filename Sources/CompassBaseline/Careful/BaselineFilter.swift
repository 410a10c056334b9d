/// Conditions on posts; a post must meet all given conditions.
public struct BaselineFilter: Hashable, Sendable {
    /// The allowed platforms.
    public var platforms: Set<BaselinePlatform>?
    /// The allowed schools; a post without a school matches none of them.
    public var schoolIDs: Set<BaselineText>?
    /// The allowed coaches; a post without a coach matches none of them.
    public var coachIDs: Set<BaselineText>?
    /// The allowed moods; a post without a mood matches none of them.
    public var sentiments: Set<BaselineSentiment>?
    /// Whether posts must be about recruiting, or must not be.
    public var recruiting: Bool?
    /// Whether posts must be flagged for review, or must not be.
    public var flagged: Bool?
    /// The first day, in the page's zone.
    public var from: BaselineDay?
    /// The last day, inclusive, in the page's zone.
    public var to: BaselineDay?
    /// The searches; a post must match each of them.
    public var searches: [BaselineSearch]

    /// Creates a filter with the given conditions.
    public init(
        platforms: Set<BaselinePlatform>? = nil, schoolIDs: Set<BaselineText>? = nil,
        coachIDs: Set<BaselineText>? = nil, sentiments: Set<BaselineSentiment>? = nil,
        recruiting: Bool? = nil, flagged: Bool? = nil, from: BaselineDay? = nil, to: BaselineDay? = nil,
        searches: [BaselineSearch] = []
    ) {
        self.platforms = platforms
        self.schoolIDs = schoolIDs
        self.coachIDs = coachIDs
        self.sentiments = sentiments
        self.recruiting = recruiting
        self.flagged = flagged
        self.from = from
        self.to = to
        self.searches = searches
    }

    /// Returns the filter's test, with days converted to instants and searches folded once.
    func predicate(in clock: ZoneClock) -> (BaselinePost) -> Bool {
        let firstInstant = from.map(clock.startOfDay)
        let end = to.map { clock.startOfDay($0.adding(days: 1)) }
        let searched = searches.map { $0.predicate() }
        return { post in
            if let platforms, !platforms.contains(post.platform) { return false }
            if let recruiting, recruiting != post.isRecruitingRelated { return false }
            if let flagged, flagged != post.flaggedForReview { return false }
            if let firstInstant, post.postDate < firstInstant { return false }
            if let end, post.postDate >= end { return false }
            if let sentiments {
                guard let sentiment = post.sentiment, sentiments.contains(sentiment) else { return false }
            }
            if let schoolIDs {
                guard let schoolID = post.schoolID, schoolIDs.contains(schoolID) else { return false }
            }
            if let coachIDs {
                guard let coachID = post.coachID, coachIDs.contains(coachID) else { return false }
            }
            return searched.allSatisfy { $0(post.searchedFields) }
        }
    }
}
