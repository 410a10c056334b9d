/// A post as the feed shows it.
public struct BaselineFeedPost: Hashable, Sendable {
    /// The post's id.
    public var id: BaselineText
    /// The coach who wrote it.
    public var coachID: BaselineText?
    /// The school that it belongs to.
    public var schoolID: BaselineText?
    /// The school's name: null without a school, "Unknown School" when it is not in the directory.
    public var schoolName: BaselineText?
    /// The platform it was published on.
    public var platform: BaselinePlatform
    /// Its address.
    public var postURL: BaselineText?
    /// Its text.
    public var postContent: BaselineText?
    /// The date in microseconds since 1970-01-01T00:00:00Z.
    public var postDate: Int64
    /// Its age, like "just now", "5m ago", "2h ago", "6d ago" or "Feb 3".
    public var relativeDate: String
    /// The author's handle.
    public var authorHandle: BaselineText?
    /// The author's name.
    public var authorName: BaselineText?
    /// Whether it is about recruiting.
    public var isRecruitingRelated: Bool
    /// Whether a reader flagged it.
    public var flaggedForReview: Bool
    /// Its mood.
    public var sentiment: BaselineSentiment?
    /// A reader's notes.
    public var notes: BaselineText?

    /// Creates a card from a post and its texts on the page.
    public init(_ post: BaselinePost, schoolName: BaselineText?, relativeDate: String) {
        id = post.id
        coachID = post.coachID
        schoolID = post.schoolID
        self.schoolName = schoolName
        platform = post.platform
        postURL = post.postURL
        postContent = post.postContent
        postDate = post.postDate
        self.relativeDate = relativeDate
        authorHandle = post.authorHandle
        authorName = post.authorName
        isRecruitingRelated = post.isRecruitingRelated
        flaggedForReview = post.flaggedForReview
        sentiment = post.sentiment
        notes = post.notes
    }
}
