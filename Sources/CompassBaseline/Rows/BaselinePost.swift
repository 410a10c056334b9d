/// The platform that a post was published on.
public enum BaselinePlatform: String, CaseIterable, Codable, Hashable, Sendable {
    case twitter
    case instagram
}

/// The mood of a post, in the order in which pages list the moods.
public enum BaselineSentiment: String, CaseIterable, Codable, Hashable, Sendable {
    case veryPositive = "very_positive"
    case positive
    case neutral
    case negative

    /// The mood's name on a page.
    public var label: String {
        switch self {
        case .veryPositive: "Very Positive"
        case .positive: "Positive"
        case .neutral: "Neutral"
        case .negative: "Negative"
        }
    }

    var isPositive: Bool {
        self == .veryPositive || self == .positive
    }
}

/// One row of `social_media_posts`, with its instants parsed.
public struct BaselinePost: Hashable, Sendable {
    /// The post's id.
    public var id: BaselineText
    /// The platform it was published on.
    public var platform: BaselinePlatform
    /// The date in microseconds since 1970-01-01T00:00:00Z.
    public var postDate: Int64
    /// The coach who wrote it.
    public var coachID: BaselineText?
    /// The school that it belongs to.
    public var schoolID: BaselineText?
    /// Its address; never empty.
    public var postURL: BaselineText?
    /// Its text.
    public var postContent: BaselineText?
    /// The author's handle.
    public var authorHandle: BaselineText?
    /// The author's name.
    public var authorName: BaselineText?
    /// Whether it is about recruiting; false when null.
    public var isRecruitingRelated: Bool
    /// Whether a reader flagged it; false when null.
    public var flaggedForReview: Bool
    /// Its mood.
    public var sentiment: BaselineSentiment?
    /// A reader's notes.
    public var notes: BaselineText?
    /// The time of creation in microseconds since 1970-01-01T00:00:00Z.
    public var createdAt: Int64?
    /// The time of the last update in microseconds since 1970-01-01T00:00:00Z.
    public var updatedAt: Int64?

    /// Creates a post; arguments that are not given are null in the database.
    public init(
        id: BaselineText, platform: BaselinePlatform, postDate: Int64, coachID: BaselineText? = nil,
        schoolID: BaselineText? = nil, postURL: BaselineText? = nil, postContent: BaselineText? = nil,
        authorHandle: BaselineText? = nil, authorName: BaselineText? = nil, isRecruitingRelated: Bool = false,
        flaggedForReview: Bool = false, sentiment: BaselineSentiment? = nil, notes: BaselineText? = nil,
        createdAt: Int64? = nil, updatedAt: Int64? = nil
    ) {
        self.id = id
        self.platform = platform
        self.postDate = postDate
        self.coachID = coachID
        self.schoolID = schoolID
        self.postURL = postURL
        self.postContent = postContent
        self.authorHandle = authorHandle
        self.authorName = authorName
        self.isRecruitingRelated = isRecruitingRelated
        self.flaggedForReview = flaggedForReview
        self.sentiment = sentiment
        self.notes = notes
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// Posts, newest first; posts of the same instant by id.
public struct BaselinePosts: Hashable, Sendable {
    /// The posts in order.
    public let rows: [BaselinePost]

    /// Sorts posts; their ids must be unique.
    public init(_ posts: [BaselinePost]) {
        rows = posts.sorted { left, right in
            left.postDate == right.postDate ? left.id < right.id : left.postDate > right.postDate
        }
    }

    /// Returns the number of posts that are not older than an instant; these are the first ones.
    ///
    /// - Complexity: O(log *n*).
    func countSince(_ cutoff: Int64) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].postDate >= cutoff {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
