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

/// Builds patches from the rows of a document: like the rows of a table, but columns may be missing.
struct PostPatchBuilder: FixedRowBuilder, ~Copyable {
    static let tableName = PostColumnsBuilder.tableName
    static let fieldNames = PostColumnsBuilder.fieldNames

    private var columns: PostColumnsBuilder
    private var presence = GrowableColumn<UInt16>()
    private var rowNumbers = GrowableColumn<Int>()
    private var rowByteOffsets = GrowableColumn<Int>()
    private var warnings = GrowableColumn<Int>()

    init(options: LoadOptions) { columns = PostColumnsBuilder(options: options) }

    var rowCount: Int { columns.rowCount }
    var failure: LoadError? { columns.failure }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        var present: UInt16 = 0
        for field in PostField.names.indices where fields[field].kind != .missing {
            present |= 1 << UInt16(field)
        }
        func has(_ field: Int) -> Bool { present >> UInt16(field) & 1 != 0 }
        guard RequiredField.isID(fields[PostField.id], PostField.id, log: &log),
            let flags = has(PostField.platform) ? columns.readPlatform(fields, log: &log) : 0,
            let micros = has(PostField.postDate) ? columns.readPostDate(fields, log: &log) : 0
        else { return }
        let warningsBefore = log.warnings
        columns.append(fields, flags: flags, micros: micros, log: &log)
        warnings.append(log.warnings - warningsBefore)
        presence.append(present)
        rowNumbers.append(log.rowNumber)
        rowByteOffsets.append(log.rowByteOffset)
    }

    /// Returns the rows in document order.
    consuming func finish() -> [PostPatch] {
        let count = rowCount
        let (schoolCodes, schools) = columns.schools.finish()
        let (coachCodes, coaches) = columns.coaches.finish()
        var patches: [PostPatch] = []
        patches.reserveCapacity(count)
        for row in 0..<count {
            let valid = columns.validity[row]
            func isValid(_ bit: Int) -> Bool { valid >> UInt8(bit) & 1 != 0 }
            let flags = columns.flags[row]
            let category = PostCategory(flags: flags)
            func name(_ code: UInt32, _ dictionary: CodeDictionary) -> String? {
                code == CodeDictionary.null ? nil : dictionary.string(Int(code))
            }
            let post = Post(
                id: columns.ids.string(row), platform: category.isInstagram ? .instagram : .twitter,
                postDate: Timestamp(micros: columns.timestamps[row]),
                coachID: name(coachCodes[row], coaches), schoolID: name(schoolCodes[row], schools),
                postURL: isValid(PostValidity.postURL) ? columns.postURLs.string(row) : nil,
                postContent: isValid(PostValidity.postContent) ? columns.contents.string(row) : nil,
                authorHandle: isValid(PostValidity.authorHandle) ? columns.handles.string(row) : nil,
                authorName: isValid(PostValidity.authorName) ? columns.names.string(row) : nil,
                isRecruitingRelated: category.isRecruiting, flaggedForReview: category.isFlagged,
                sentiment: category.sentimentIndex.map { Sentiment.allCases[$0] },
                notes: isValid(PostValidity.notes) ? columns.notes.string(row) : nil,
                createdAt: isValid(PostValidity.createdAt)
                    ? Timestamp(micros: columns.createdAt[row]) : nil,
                updatedAt: isValid(PostValidity.updatedAt)
                    ? Timestamp(micros: columns.updatedAt[row]) : nil)
            patches.append(
                PostPatch(
                    values: post, presence: presence[row], rowNumber: rowNumbers[row],
                    rowByteOffset: rowByteOffsets[row], warnings: warnings[row]))
        }
        return patches
    }
}

/// Batches are read by one thread; these members only complete the protocol conformance.
extension PostPatchBuilder {
    func keepsLimits(with later: borrowing PostPatchBuilder) -> Bool {
        columns.keepsLimits(with: later.columns)
    }

    func hasRoom(for later: borrowing PostPatchBuilder) -> Bool {
        columns.hasRoom(for: later.columns) && presence.hasRoom(for: later.presence)
            && rowNumbers.hasRoom(for: later.rowNumbers) && rowByteOffsets.hasRoom(for: later.rowByteOffsets)
            && warnings.hasRoom(for: later.warnings)
    }

    mutating func makeRoom(for later: inout PostPatchBuilder) {
        columns.makeRoom(for: &later.columns)
        presence.makeRoom(for: later.presence)
        rowNumbers.makeRoom(for: later.rowNumbers)
        rowByteOffsets.makeRoom(for: later.rowByteOffsets)
        warnings.makeRoom(for: later.warnings)
    }

    mutating func reserveRoom(for later: inout PostPatchBuilder) {
        columns.reserveRoom(for: &later.columns)
        presence.reserveRoom(for: &later.presence)
        rowNumbers.reserveRoom(for: &later.rowNumbers)
        rowByteOffsets.reserveRoom(for: &later.rowByteOffsets)
        warnings.reserveRoom(for: &later.warnings)
    }

    mutating func moveToReservedRoom() {
        columns.moveToReservedRoom()
        presence.moveToReservedRoom()
        rowNumbers.moveToReservedRoom()
        rowByteOffsets.moveToReservedRoom()
        warnings.moveToReservedRoom()
    }

    mutating func reserve(factor: Double) {
        columns.reserve(factor: factor)
        let rows = ReserveEstimate.capacity(rowCount, factor: factor)
        presence.reserve(total: rows)
        rowNumbers.reserve(total: rows)
        rowByteOffsets.reserve(total: rows)
        warnings.reserve(total: rows)
    }
}

extension TextColumnBuilder {
    /// Returns the text of `row`; empty if it is null.
    func string(_ row: Int) -> String { withUTF8(row) { String(decoding: $0, as: UTF8.self) } }
}
