/// The first posts of a list that is ordered by time, newest first, then by id.
struct PartialPosts: Hashable, Sendable {
    /// In the order of the list.
    private(set) var posts: [PartialPost] = []
    /// Whether other posts follow.
    private(set) var isFollowed = false

    init() {}

    init(_ posts: [PartialPost], isFollowed: Bool) {
        self.posts = posts
        self.isFollowed = isFollowed
    }

    /// Adds the posts of another list.
    ///
    /// - Parameter limit: the maximum number of posts to keep.
    mutating func merge(_ other: PartialPosts, limit: Int) {
        var merged: [PartialPost] = []
        merged.reserveCapacity(min(limit, posts.count + other.posts.count))
        var (own, others) = (posts[...], other.posts[...])
        while merged.count < limit {
            guard let first = own.first else {
                merged.append(contentsOf: others.prefix(limit - merged.count))
                break
            }
            guard let second = others.first else {
                merged.append(contentsOf: own.prefix(limit - merged.count))
                break
            }
            if second.precedes(first) {
                merged.append(second)
                others.removeFirst()
            } else {
                merged.append(first)
                own.removeFirst()
            }
        }
        isFollowed = isFollowed || other.isFollowed || merged.count < posts.count + other.posts.count
        posts = merged
    }

    func write(to writer: inout PartialWriter) {
        writer.list(posts) { $1.write(to: &$0) }
        writer.flag(isFollowed)
    }

    init(limit: Int, from reader: inout PartialReader) throws(PartialAnswerError) {
        posts = try reader.list { (reader) throws(PartialAnswerError) in try PartialPost(from: &reader) }
        isFollowed = try reader.flag()
        guard posts.count <= limit, posts.isAscending(by: { !$1.precedes($0) }) else {
            throw reader.damaged("posts that are not in order, or too many")
        }
    }
}

/// A post as lists show it, without the names that come with the finish.
struct PartialPost: Hashable, Sendable {
    var date: ZonedTimestamp
    var id: PartialText
    var platform: Platform
    var isRecruitingRelated = false
    var flaggedForReview = false
    var sentiment: Sentiment?
    var schoolID: PartialText?
    var coachID: PartialText?
    var url: PartialText?
    var content: PartialText?
    var handle: PartialText?
    var authorName: PartialText?
    var notes: PartialText?

    /// Returns whether the post comes before another one: by time, newest first, then by id.
    ///
    /// Other values distinguish posts only if two shards have the same post, so that even then the order in
    /// which they are merged makes no difference.
    func precedes(_ other: PartialPost) -> Bool {
        if date.timestamp != other.date.timestamp { return date.timestamp > other.date.timestamp }
        if id != other.id { return id < other.id }
        if self == other { return false }
        var (own, others) = (PartialWriter(), PartialWriter())
        write(to: &own)
        other.write(to: &others)
        return own.bytes.lexicographicallyPrecedes(others.bytes)
    }

    private var texts: [PartialText?] { [schoolID, coachID, url, content, handle, authorName, notes] }

    func write(to writer: inout PartialWriter) {
        writer.instant(date)
        writer.text(id)
        let flags =
            (platform == .instagram ? 1 : 0) | (isRecruitingRelated ? 2 : 0) | (flaggedForReview ? 4 : 0)
        let sentiment = self.sentiment.flatMap { Sentiment.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        writer.byte(UInt8(flags | sentiment << 3))
        // A bit for each text that is there.
        let texts = texts
        writer.byte(texts.indices.reduce(0) { $0 | (texts[$1] == nil ? 0 : 1 << UInt8($1)) })
        for case let text? in texts { writer.text(text) }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        let date = try reader.instant()
        let id = try reader.text()
        let flags = try reader.byte(below: (Sentiment.allCases.count + 1) << 3)
        self.init(date: date, id: id, platform: flags & 1 == 0 ? .twitter : .instagram)
        isRecruitingRelated = flags & 2 != 0
        flaggedForReview = flags & 4 != 0
        sentiment = flags >> 3 == 0 ? nil : Sentiment.allCases[flags >> 3 - 1]
        let present = try reader.byte(below: 1 << 7)
        schoolID = present & 1 == 0 ? nil : try reader.text()
        coachID = present & 2 == 0 ? nil : try reader.text()
        url = present & 4 == 0 ? nil : try reader.text()
        content = present & 8 == 0 ? nil : try reader.text()
        handle = present & 16 == 0 ? nil : try reader.text()
        authorName = present & 32 == 0 ? nil : try reader.text()
        notes = present & 64 == 0 ? nil : try reader.text()
    }
}

extension PartialPost {
    init(date: ZonedTimestamp, id: PartialText, platform: Platform) {
        self.date = date
        self.id = id
        self.platform = platform
    }

    init(_ post: RecruitingPost) {
        self.init(date: post.postDate, id: PartialText(post.id), platform: post.platform)
        isRecruitingRelated = true
        schoolID = post.schoolID.map { PartialText($0) }
        content = post.postContent.map { PartialText($0) }
        handle = post.authorHandle.map { PartialText($0) }
        authorName = post.authorName.map { PartialText($0) }
    }

    init(_ post: FeedPost) {
        self.init(date: post.postDate, id: PartialText(post.id), platform: post.platform)
        isRecruitingRelated = post.isRecruitingRelated
        flaggedForReview = post.flaggedForReview
        sentiment = post.sentiment
        schoolID = post.schoolID.map { PartialText($0) }
        coachID = post.coachID.map { PartialText($0) }
        url = post.postURL.map { PartialText($0) }
        content = post.postContent.map { PartialText($0) }
        handle = post.authorHandle.map { PartialText($0) }
        authorName = post.authorName.map { PartialText($0) }
        notes = post.notes.map { PartialText($0) }
    }

    /// The post in the list of recent recruiting posts.
    var recruitingPost: RecruitingPost {
        RecruitingPost(
            id: id.string, platform: platform, authorHandle: handle?.string, authorName: authorName?.string,
            postDate: date, postContent: content?.string, schoolID: schoolID?.string)
    }

    /// Returns the post in the feed, without the names of its coach and its school.
    func feedPost(asOf now: Timestamp, highlighting searches: Set<SearchQuery>) -> FeedPost {
        var post = FeedPost(
            id: id.string, coachID: coachID?.string, schoolID: schoolID?.string, platform: platform,
            postURL: url?.string, postContent: content?.string, postDate: date,
            relativeDate: RelativeTime(of: date, asOf: now).description, authorHandle: handle?.string,
            authorName: authorName?.string, isRecruitingRelated: isRecruitingRelated,
            flaggedForReview: flaggedForReview, sentiment: sentiment, notes: notes?.string)
        if !searches.isEmpty { post.highlights = FeedHighlights(of: searches, in: post) }
        return post
    }
}
