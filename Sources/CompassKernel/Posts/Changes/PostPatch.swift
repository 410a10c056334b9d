/// The changes that a row of a document makes to one post: new values for the columns that the row has.
struct PostPatch {
    /// The new values; those of missing columns are unspecified.
    let values: Post
    /// Bit f is set if the row has field f of ``PostField``, even if it is null.
    let presence: UInt16
    /// The row's number in its document, from 1, and the offset of its first byte.
    let rowNumber: Int
    let rowByteOffset: Int
    /// The number of its unreadable values.
    let warnings: Int

    func has(_ field: Int) -> Bool { presence >> UInt16(field) & 1 != 0 }

    /// The first required field whose absence prevents the creation of a new post.
    var missingField: Int? { [PostField.platform, PostField.postDate].first { !has($0) } }

    /// Returns the post with the row's values in place of its own.
    func applied(to old: Post) -> Post {
        var post = old
        post.id = values.id
        if has(PostField.platform) { post.platform = values.platform }
        if has(PostField.postDate) { post.postDate = values.postDate }
        if has(PostField.coachID) { post.coachID = values.coachID }
        if has(PostField.schoolID) { post.schoolID = values.schoolID }
        if has(PostField.postURL) { post.postURL = values.postURL }
        if has(PostField.postContent) { post.postContent = values.postContent }
        if has(PostField.authorHandle) { post.authorHandle = values.authorHandle }
        if has(PostField.authorName) { post.authorName = values.authorName }
        if has(PostField.isRecruitingRelated) { post.isRecruitingRelated = values.isRecruitingRelated }
        if has(PostField.flaggedForReview) { post.flaggedForReview = values.flaggedForReview }
        if has(PostField.sentiment) { post.sentiment = values.sentiment }
        if has(PostField.notes) { post.notes = values.notes }
        if has(PostField.createdAt) { post.createdAt = values.createdAt }
        if has(PostField.updatedAt) { post.updatedAt = values.updatedAt }
        return post
    }
}

extension PostPatch {
    /// Reads a row; nil if it is skipped, with the reason in `log`.
    ///
    /// - Parameter makeID: creates the ids of coaches and schools from their UTF-8 bytes.
    init?(
        _ fields: RowFields, log: inout ProblemLog,
        makeID: (UnsafeBufferPointer<UInt8>) -> String = { String(decoding: $0, as: UTF8.self) }
    ) {
        var presence: UInt16 = 0
        for field in PostField.names.indices where fields[field].kind != .missing {
            presence |= 1 << UInt16(field)
        }
        guard RequiredField.isID(fields[PostField.id], PostField.id, log: &log),
            let platform = fields[PostField.platform].kind == .missing
                ? 0 : PostColumnsBuilder.readPlatform(fields, log: &log),
            let postDate = fields[PostField.postDate].kind == .missing
                ? 0 : PostColumnsBuilder.readPostDate(fields, log: &log)
        else { return nil }
        let warningsBefore = log.warnings
        // The order is that of the fields, in which problems are reported.
        values = Post(
            id: TextField.read(fields, PostField.id, .id, log: &log) ?? "",
            platform: platform == 0 ? .twitter : .instagram, postDate: Timestamp(micros: postDate),
            coachID: TextField.read(fields, PostField.coachID, .id, log: &log, makeID),
            schoolID: TextField.read(fields, PostField.schoolID, .id, log: &log, makeID),
            postURL: TextField.read(fields, PostField.postURL, .nonEmptyText, log: &log),
            postContent: TextField.read(fields, PostField.postContent, log: &log),
            authorHandle: TextField.read(fields, PostField.authorHandle, log: &log),
            authorName: TextField.read(fields, PostField.authorName, log: &log),
            isRecruitingRelated: BooleanField.read(fields, PostField.isRecruitingRelated, log: &log) == 1,
            flaggedForReview: BooleanField.read(fields, PostField.flaggedForReview, log: &log) == 1,
            sentiment: SentimentField.read(fields, PostField.sentiment, log: &log)
                .map { Sentiment.allCases[$0] },
            notes: TextField.read(fields, PostField.notes, log: &log),
            createdAt: InstantField.read(fields, PostField.createdAt, log: &log).map(Timestamp.init(micros:)),
            updatedAt: InstantField.read(fields, PostField.updatedAt, log: &log).map(Timestamp.init(micros:)))
        self.presence = presence
        rowNumber = log.rowNumber
        rowByteOffset = log.rowByteOffset
        warnings = log.warnings - warningsBefore
    }
}

/// Texts that many rows have, each of which is created once.
struct SharedTexts: ~Copyable {
    private var interner = Interner()
    private var texts: [String] = []

    /// Returns the text of some UTF-8 bytes.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard let start = bytes.baseAddress else { return "" }
        let code = Int(interner.intern(start, count: bytes.count))
        if code == texts.count { texts.append(String(decoding: bytes, as: UTF8.self)) }
        return texts[code]
    }
}

/// Builds patches from the rows of a document: like the rows of a table, but columns may be missing.
struct PostPatchBuilder: RowBuilder, ~Copyable {
    private(set) var patches: [PostPatch] = []
    private var ids = SharedTexts()

    var fieldNames: [StaticString] { PostField.names }
    var rowCount: Int { patches.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        if let patch = PostPatch(fields, log: &log, makeID: { ids.text($0) }) { patches.append(patch) }
    }
}
