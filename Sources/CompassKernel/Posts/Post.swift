/// One post: all values of one row of `social_media_posts`.
///
/// Texts are equal if their UTF-8 bytes are equal. An empty URL, coach or school counts as nil, as it does
/// when rows are loaded.
public struct Post: Sendable, Identifiable {
    // `Optional<…>`, not `…?`: the optimizer would copy each post that is made (see CONTRIBUTING.md).

    /// The row's id, never empty.
    public var id: String
    /// Where the post was published.
    public var platform: Platform
    /// The time at which it was published.
    public var postDate: Timestamp
    /// The id of the coach who published it.
    public var coachID: Optional<String>
    /// The id of the school that it belongs to.
    public var schoolID: Optional<String>
    /// The URL at which it can be read; unique among posts.
    public var postURL: Optional<String>
    /// Its text.
    public var postContent: Optional<String>
    /// The author's handle, including `@` where the platform uses one.
    public var authorHandle: Optional<String>
    /// The author's name.
    public var authorName: Optional<String>
    /// Whether it is about recruiting.
    public var isRecruitingRelated: Bool
    /// Whether the family has flagged it for review.
    public var flaggedForReview: Bool
    /// The tone of the post; nil if it has not been analyzed.
    public var sentiment: Optional<Sentiment>
    /// The family's private notes.
    public var notes: Optional<String>
    /// The time at which the row was created.
    public var createdAt: Optional<Timestamp>
    /// The time at which the row was last changed.
    public var updatedAt: Optional<Timestamp>

    /// Creates a post with the given values.
    public init(
        id: String, platform: Platform, postDate: Timestamp, coachID: String? = nil, schoolID: String? = nil,
        postURL: String? = nil, postContent: String? = nil, authorHandle: String? = nil,
        authorName: String? = nil, isRecruitingRelated: Bool = false, flaggedForReview: Bool = false,
        sentiment: Sentiment? = nil, notes: String? = nil, createdAt: Timestamp? = nil,
        updatedAt: Timestamp? = nil
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

extension Post: Hashable {
    /// Returns whether both posts have the same values, with texts compared by their UTF-8 bytes.
    public static func == (left: Post, right: Post) -> Bool {
        left.flags == right.flags && left.notesText == right.notesText
            && left.recordTexts == right.recordTexts && left.instants == right.instants
    }

    /// Hashes all values; texts are hashed by their UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(recordTexts)
        hasher.combine(notesText)
        hasher.combine(instants)
        hasher.combine(flags)
    }

    private var instants: [Timestamp?] { [postDate, createdAt, updatedAt] }
    private var notesText: ByteText? { notes.map(ByteText.init) }
    private var recordTexts: [ByteText?] {
        [id, coachID, schoolID, postURL, postContent, authorHandle, authorName].map { $0.map(ByteText.init) }
    }
}

extension Post {
    /// The post as a table stores it: without empty ids and URLs.
    var normalized: Post {
        var post = self
        if post.coachID?.isEmpty == true { post.coachID = nil }
        if post.schoolID?.isEmpty == true { post.schoolID = nil }
        if post.postURL?.isEmpty == true { post.postURL = nil }
        return post
    }

    /// The post's bits in the bit planes of a table.
    var flags: UInt8 {
        var flags: UInt8 = 0
        if isRecruitingRelated { flags |= 1 << PostFlag.recruiting }
        if flaggedForReview { flags |= 1 << PostFlag.flagged }
        if platform == .instagram { flags |= 1 << PostFlag.instagram }
        if let index = sentiment.flatMap(Sentiment.allCases.firstIndex) {
            flags |= 1 << UInt8(PostFlag.firstSentiment + index)
        }
        return flags
    }

    /// Returns whether `other` differs at most in ``flags``, the school, the coach and the notes.
    func hasSameRecord(as other: Post) -> Bool {
        var (left, right) = (self, other)
        (left.schoolID, left.coachID) = (nil, nil)
        (right.schoolID, right.coachID) = (nil, nil)
        return left.recordTexts == right.recordTexts && left.instants == right.instants
    }

    /// The number of bytes of the largest text of its record.
    var largestTextByteCount: Int {
        func byteCount(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        return max(
            max(id.utf8.count, byteCount(postURL), byteCount(postContent)),
            max(byteCount(authorHandle), byteCount(authorName), byteCount(notes)))
    }
}
