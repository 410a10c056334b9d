/// The columns of `social_media_posts` under construction, in the order of the document.
struct PostColumnsBuilder: TableBuilder, ~Copyable {
    static let tableName = "social_media_posts"

    var records: PostSegmentsBuilder
    var timestamps = GrowableColumn<Int64>()
    var flags = GrowableColumn<UInt8>()
    var schools = CodeColumnBuilder()
    var coaches = CodeColumnBuilder()
    /// Hashes for finding rows with equal ids and URLs; 0 where there is no URL.
    var idHashes = GrowableColumn<UInt64>()
    var urlHashes = GrowableColumn<UInt64>()
    private(set) var failure: LoadError? {
        didSet { hasFailed = failure != nil }
    }
    private(set) var hasFailed = false

    private let maxTextBytes: Int
    private let hashSeed = ByteHash.seed

    init(maxTextBytes: Int) {
        self.maxTextBytes = maxTextBytes
        records = PostSegmentsBuilder(maximumTextBytes: maxTextBytes)
    }

    func makeEmpty() -> PostColumnsBuilder { PostColumnsBuilder(maxTextBytes: maxTextBytes) }

    var tableName: String { Self.tableName }
    var fieldNames: [StaticString] { PostField.names }
    var rowCount: Int { timestamps.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        guard RequiredField.isID(fields[PostField.id], PostField.id, log: &log),
            let flags = Self.readPlatform(fields, log: &log),
            let micros = Self.readPostDate(fields, log: &log)
        else { return }
        if let field = records.makeRoom(for: fields) { return noteTooLarge(field) }
        var hasLoneSurrogate = false
        idHashes.append(records.current.ids.append(fields[PostField.id], loneSurrogate: &hasLoneSurrogate))
        if hasLoneSurrogate { log.warn(field: PostField.id, ProblemReason.loneSurrogate) }
        timestamps.append(micros)
        appendOptionalFields(fields, flags: flags, log: &log)
    }

    /// Returns the platform's bits; nil if the row is skipped.
    @inline(__always)
    static func readPlatform(_ fields: RowFields, log: inout ProblemLog) -> UInt8? {
        let platform = fields[PostField.platform]
        if platform.kind == .string {
            if platform.equals("twitter") { return 0 }
            if platform.equals("instagram") { return 1 << PostFlag.instagram }
        }
        skipForPlatform(platform, log: &log)
        return nil
    }

    /// Returns the time of the post in microseconds; nil if the row is skipped.
    @inline(__always)
    static func readPostDate(_ fields: RowFields, log: inout ProblemLog) -> Int64? {
        let postDate = fields[PostField.postDate]
        var micros: Int64 = 0
        if postDate.kind != .string {
            if postDate.kind == .instant { return postDate.micros }
            RequiredField.skip(postDate, PostField.postDate, expected: "a time", log: &log)
            return nil
        }
        if let error = InstantField.parse(postDate, into: &micros) {
            log.skip(field: PostField.postDate, ProblemReason.unreadable(postDate, error))
            return nil
        }
        return micros
    }

    @inline(never)
    private static func skipForPlatform(_ platform: FieldSlot, log: inout ProblemLog) {
        let field = PostField.platform
        guard platform.kind == .string else {
            return RequiredField.skip(platform, field, expected: "a text", log: &log)
        }
        log.skip(field: field, ProblemReason.unknown(platform, known: "twitter, instagram"))
    }

    @inline(__always)
    private mutating func appendOptionalFields(
        _ fields: RowFields, flags flagsOfPlatform: UInt8, log: inout ProblemLog
    ) {
        var valid: UInt8 = 0
        var set = flagsOfPlatform
        TextField.append(fields, PostField.coachID, .id, to: &coaches, log: &log)
        TextField.append(fields, PostField.schoolID, .id, to: &schools, log: &log)
        let urlStart = records.current.postURLs.byteCount
        if TextField.append(
            fields, PostField.postURL, .nonEmptyText, to: &records.current.postURLs, log: &log)
        {
            valid |= 1 << PostValidity.postURL
            // SAFETY: a non-null URL is not empty, so its bytes have an address.
            urlHashes.append(
                records.current.postURLs.bytes.withBuffer(of: urlStart..<records.current.postURLs.byteCount) {
                    ByteHash.hash($0.baseAddress!, count: $0.count, seed: hashSeed) | 1
                })
        } else {
            urlHashes.append(0)
        }
        if TextField.append(fields, PostField.postContent, to: &records.current.contents, log: &log) {
            valid |= 1 << PostValidity.postContent
        }
        if TextField.append(fields, PostField.authorHandle, to: &records.current.handles, log: &log) {
            valid |= 1 << PostValidity.authorHandle
        }
        if TextField.append(fields, PostField.authorName, to: &records.current.names, log: &log) {
            valid |= 1 << PostValidity.authorName
        }
        set |= BooleanField.read(fields, PostField.isRecruitingRelated, log: &log) << PostFlag.recruiting
        set |= BooleanField.read(fields, PostField.flaggedForReview, log: &log) << PostFlag.flagged
        if let sentiment = SentimentField.read(fields, PostField.sentiment, log: &log) {
            set |= 1 << UInt8(truncatingIfNeeded: PostFlag.firstSentiment + sentiment)
        }
        if TextField.append(fields, PostField.notes, to: &records.current.notes, log: &log) {
            valid |= 1 << PostValidity.notes
        }
        let created = InstantField.read(fields, PostField.createdAt, log: &log)
        // Most posts are never updated.
        let updated =
            created != nil && fields[PostField.updatedAt].equals(fields[PostField.createdAt])
            ? created : InstantField.read(fields, PostField.updatedAt, log: &log)
        records.current.createdAt.append(created ?? 0)
        records.current.updatedAt.append(updated ?? 0)
        valid |= (created == nil ? 0 : 1) << PostValidity.createdAt
        valid |= (updated == nil ? 0 : 1) << PostValidity.updatedAt
        flags.append(set)
        records.current.validity.append(valid)
    }

    @inline(never)
    private mutating func noteTooLarge(_ field: Int) {
        if failure != nil { return }
        failure = .columnTooLarge(column: "\(PostField.names[field])", maximumByteCount: maxTextBytes)
    }

    func failure(joining later: borrowing PostColumnsBuilder) -> LoadError? { later.failure }

    func replacedRows(threads: Int) -> [ReplacedRow] { PostOrder.replacedRows(self, threads: threads) }

    func id(_ row: Int) -> String { records.withID(row) { String(decoding: $0, as: UTF8.self) } }

    func withKeys(
        _ row: Int, _ body: (_ id: UnsafeBufferPointer<UInt8>, _ url: UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        records.withID(row) { id in
            if urlHashes[row] == 0 { return body(id, nil) }
            records.withURL(row) { body(id, $0) }
        }
    }

    consuming func finish(without replaced: [ReplacedRow], places: RowPlaces) -> PostTable {
        var rows = self
        let permutation = PostOrder.permutation(rows, without: replaced)
        let order = RowOrder(permutation)
        // The hashes are no longer required; release their memory for the following steps.
        rows.idHashes = GrowableColumn()
        rows.urlHashes = GrowableColumn()
        let timestamps = TimestampColumn(descending: order.applied(to: rows.timestamps.finish()))
        let (schoolCodes, schools) = rows.schools.finish()
        let (coachCodes, coaches) = rows.coaches.finish()
        let counts = PostCounts(
            timestamps: timestamps, flags: order.applied(to: rows.flags.finish()),
            schools: CountedCodes(order.applied(to: schoolCodes), codeCount: schools.count),
            coaches: CountedCodes(order.applied(to: coachCodes), codeCount: coaches.count),
            deferring: .affiliations)
        let (records, slots) = rows.records.finish(in: permutation)
        return PostTable(
            PostTableParts(
                counts: counts, slots: slots, records: records, schools: schools, coaches: coaches))
    }
}

extension PostColumnsBuilder: ColumnBuilder {
    mutating func join(_ later: inout PostColumnsBuilder, _ step: JoiningStep) -> Bool {
        records.join(&later.records, step) && timestamps.join(&later.timestamps, step)
            && flags.join(&later.flags, step) && schools.join(&later.schools, step)
            && coaches.join(&later.coaches, step) && idHashes.join(&later.idHashes, step)
            && urlHashes.join(&later.urlHashes, step)
    }

    mutating func perform(_ step: ColumnStep) {
        records.perform(step)
        timestamps.perform(step)
        flags.perform(step)
        schools.perform(step)
        coaches.perform(step)
        idHashes.perform(step)
        urlHashes.perform(step)
    }
}
