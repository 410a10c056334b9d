/// Conditions on posts; a post has to meet all that are given.
public struct BaselineFilter: Hashable, Sendable {
    /// The platforms allowed.
    public var platforms: Set<BaselinePlatform>?
    /// The schools allowed; a post without a school is of none of them.
    public var schoolIDs: Set<BaselineText>?
    /// The moods allowed; a post without a mood has none of them.
    public var sentiments: Set<BaselineSentiment>?
    /// Whether posts have to be about recruiting, or must not be.
    public var recruiting: Bool?
    /// Whether posts have to be flagged for review, or must not be.
    public var flagged: Bool?
    /// The first day, in the page's zone.
    public var from: BaselineDay?
    /// The last day, in the page's zone, whole.
    public var to: BaselineDay?
    /// What readers search for; a post has to match each.
    public var searches: [BaselineSearch]

    /// A filter by what is given.
    public init(
        platforms: Set<BaselinePlatform>? = nil, schoolIDs: Set<BaselineText>? = nil,
        sentiments: Set<BaselineSentiment>? = nil, recruiting: Bool? = nil, flagged: Bool? = nil,
        from: BaselineDay? = nil, to: BaselineDay? = nil, searches: [BaselineSearch] = []
    ) {
        self.platforms = platforms
        self.schoolIDs = schoolIDs
        self.sentiments = sentiments
        self.recruiting = recruiting
        self.flagged = flagged
        self.from = from
        self.to = to
        self.searches = searches
    }

    /// The filter's test, its days turned into instants and its searches folded once.
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
            return searched.allSatisfy { $0(post.searchedFields) }
        }
    }
}
