/// One post of the feed, with all contents of its card.
public struct FeedPost: Identifiable, Decodable, JSONEquatable {
    // `Optional<…>`, not `…?`: the optimizer would copy each post that is made (see CONTRIBUTING.md).

    /// The post's id.
    public var id: String
    /// The id of the coach who wrote it.
    public var coachID: Optional<String>
    /// The coach's name in the table of coaches; nil if it is not known.
    public var coachName: Optional<String>
    /// The id of the school that it belongs to.
    public var schoolID: Optional<String>
    /// The school's name in the directory, otherwise "Unknown School"; nil without a school.
    public var schoolName: Optional<String>
    /// The platform on which it was published.
    public var platform: Platform
    /// Its address there, as loaded; ``link`` is the address to open.
    public var postURL: Optional<String>
    /// Its text.
    public var postContent: Optional<String>
    /// The time of publication, with the offset of the page's time zone.
    public var postDate: ZonedTimestamp
    /// The time since publication, such as `2h ago`.
    public var relativeDate: String
    /// The author's handle, such as `@coachsmith`.
    public var authorHandle: Optional<String>
    /// The author's name.
    public var authorName: Optional<String>
    /// Whether it is related to recruiting.
    public var isRecruitingRelated: Bool
    /// Whether it is flagged for review.
    public var flaggedForReview: Bool
    /// Its tone; nil if it has not been analyzed.
    public var sentiment: Optional<Sentiment>
    /// The reader's private notes.
    public var notes: Optional<String>
    /// The matches of the filter's search in the texts; nil if the filter does not search.
    public var highlights: Optional<FeedHighlights>

    private enum CodingKeys: String, CodingKey {
        case id, coachName, schoolName, platform, postContent, postDate, relativeDate, authorHandle
        case authorName, isRecruitingRelated, flaggedForReview, sentiment, notes, highlights
        case coachID = "coachId"
        case schoolID = "schoolId"
        case postURL = "postUrl"
    }

    /// Creates a post with the given parts; nil for missing ones.
    public init(
        id: String, coachID: String? = nil, coachName: String? = nil, schoolID: String? = nil,
        schoolName: String? = nil, platform: Platform, postURL: String? = nil, postContent: String? = nil,
        postDate: ZonedTimestamp, relativeDate: String, authorHandle: String? = nil,
        authorName: String? = nil, isRecruitingRelated: Bool = false, flaggedForReview: Bool = false,
        sentiment: Sentiment? = nil, notes: String? = nil, highlights: FeedHighlights? = nil
    ) {
        self.id = id
        self.coachID = coachID
        self.coachName = coachName
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.platform = platform
        self.postURL = postURL
        self.postContent = postContent
        self.postDate = postDate
        self.relativeDate = relativeDate
        self.authorHandle = authorHandle
        self.authorName = authorName
        self.isRecruitingRelated = isRecruitingRelated
        self.flaggedForReview = flaggedForReview
        self.sentiment = sentiment
        self.notes = notes
        self.highlights = highlights
    }

    /// ``postURL`` if a page may link to it; nil if there is none, or if opening it could run code or read
    /// files (the schemes `javascript`, `data`, `vbscript` and `file`).
    ///
    /// The scheme is parsed as browsers do, which skip leading control characters and spaces, and tabs and
    /// line breaks anywhere.
    public var link: String? {
        guard let postURL else { return nil }
        var scheme: [UInt8] = []
        for byte in postURL.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return FeedPost.unsafeSchemes.contains(scheme) ? nil : postURL
            case 0x09, 0x0a, 0x0d: continue
            case 0...0x20: if !scheme.isEmpty { return postURL }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): scheme.append(byte | 0x20)
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return postURL
            default: scheme.append(byte)
            }
        }
        return postURL
    }

    private static let unsafeSchemes: Set<[UInt8]> = [
        Array("javascript".utf8), Array("data".utf8), Array("vbscript".utf8), Array("file".utf8),
    ]

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writeColumns(of: value, to: &writer)
        writer.member("link", value?.link)
        writer.member("coachName", value?.coachName)
    }

    /// Writes the members that CSV has as well.
    ///
    /// - Parameter withRelativeDate: whether to include the member that depends on "now".
    static func writeColumns(
        of post: FeedPost?, withRelativeDate: Bool = true, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("id", post?.id)
        writer.member("coachId", post?.coachID)
        writer.member("schoolId", post?.schoolID)
        writer.member("schoolName", post?.schoolName)
        writer.member("platform", post?.platform)
        writer.member("postUrl", post?.postURL)
        writer.member("postContent", post?.postContent)
        writer.member("postDate", post?.postDate)
        if withRelativeDate { writer.member("relativeDate", post?.relativeDate) }
        writer.member("authorHandle", post?.authorHandle)
        writer.member("authorName", post?.authorName)
        writer.member("isRecruitingRelated", post?.isRecruitingRelated)
        writer.member("flaggedForReview", post?.flaggedForReview)
        writer.member("sentiment", post?.sentiment)
        writer.member("notes", post?.notes)
        writer.member("highlights", post?.highlights)
    }
}

extension FeedPost {
    /// Returns whether both have the same JSON.
    ///
    /// - Complexity: O(b) for b bytes of text; no JSON is written, as lists of thousands of posts are compared.
    public static func == (left: FeedPost, right: FeedPost) -> Bool {
        left.platform == right.platform && left.sentiment == right.sentiment
            && left.isRecruitingRelated == right.isRecruitingRelated
            && left.flaggedForReview == right.flaggedForReview
            && left.postDate.hasSameText(as: right.postDate)
            && ByteText.areEqual(left.relativeDate, right.relativeDate)
            && ByteText.areEqual(left.id, right.id) && left.textsEqual(those: right)
            && left.highlights == right.highlights
    }

    private func textsEqual(those other: FeedPost) -> Bool {
        ByteText.areEqual(coachID, other.coachID) && ByteText.areEqual(coachName, other.coachName)
            && ByteText.areEqual(schoolID, other.schoolID) && ByteText.areEqual(schoolName, other.schoolName)
            && ByteText.areEqual(postURL, other.postURL) && ByteText.areEqual(postContent, other.postContent)
            && ByteText.areEqual(authorHandle, other.authorHandle)
            && ByteText.areEqual(authorName, other.authorName) && ByteText.areEqual(notes, other.notes)
    }

    /// Hashes the id and the time of publication.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(id))
        hasher.combine(postDate.timestamp)
    }
}
