/// The columns of `social_media_posts` under construction, in the order of the document.
struct PostColumnsBuilder: FixedRowBuilder, ~Copyable {
    static let tableName = "social_media_posts"
    static let fieldNames = PostField.names

    var ids = IdentifierColumnBuilder()
    var timestamps = GrowableColumn<Int64>()
    var flags = GrowableColumn<UInt8>()
    var validity = GrowableColumn<UInt8>()
    var schools = CodeColumnBuilder()
    var coaches = CodeColumnBuilder()
    var postURLs = TextColumnBuilder()
    var contents = TextColumnBuilder()
    var handles = TextColumnBuilder()
    var names = TextColumnBuilder()
    var notes = TextColumnBuilder()
    var createdAt = GrowableColumn<Int64>()
    var updatedAt = GrowableColumn<Int64>()
    /// Hashes for finding rows with equal ids and URLs; 0 where there is no URL.
    var idHashes = GrowableColumn<UInt64>()
    var urlHashes = GrowableColumn<UInt64>()
    private(set) var failure: LoadError?

    private let maxTextBytes: Int

    init(options: LoadOptions) { maxTextBytes = options.maxTextBytes }

    var rowCount: Int { timestamps.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        guard RequiredField.isID(fields[PostField.id], PostField.id, log: &log),
            let flags = readPlatform(fields, log: &log), let micros = readPostDate(fields, log: &log)
        else { return }
        append(fields, flags: flags, micros: micros, log: &log)
    }

    /// Appends a row whose required fields have been read.
    @inline(__always)
    mutating func append(_ fields: RowFields, flags: UInt8, micros: Int64, log: inout ProblemLog) {
        var hasLoneSurrogate = false
        idHashes.append(ids.append(fields[PostField.id], loneSurrogate: &hasLoneSurrogate))
        if hasLoneSurrogate {
            log.warn(field: PostField.id, ProblemReason.loneSurrogate)
        }
        timestamps.append(micros)
        appendOptionalFields(fields, flags: flags, log: &log)
    }

    /// Returns the platform's bits; nil if the row is skipped.
    func readPlatform(_ fields: RowFields, log: inout ProblemLog) -> UInt8? {
        let platform = fields[PostField.platform]
        if platform.kind == .string {
            if platform.equals("twitter") { return 0 }
            if platform.equals("instagram") { return 1 << PostFlag.instagram }
        }
        skipForPlatform(platform, log: &log)
        return nil
    }

    /// Returns the time of the post in microseconds; nil if the row is skipped.
    func readPostDate(_ fields: RowFields, log: inout ProblemLog) -> Int64? {
        let postDate = fields[PostField.postDate]
        var micros: Int64 = 0
        if postDate.kind != .string {
            if postDate.kind == .instant { return postDate.micros }
            log.skip(
                field: PostField.postDate,
                postDate.isAbsent
                    ? ProblemReason.absent(postDate) : ProblemReason.wrongType(postDate, expected: "a time"))
            return nil
        }
        if let error = InstantField.parse(postDate, into: &micros) {
            log.skip(field: PostField.postDate, ProblemReason.unreadable(postDate, error))
            return nil
        }
        return micros
    }

    @inline(never)
    private func skipForPlatform(_ platform: FieldSlot, log: inout ProblemLog) {
        let name = PostField.platform
        if platform.isAbsent {
            log.skip(field: name, ProblemReason.absent(platform))
        } else if platform.kind == .string {
            log.skip(field: name, ProblemReason.unknown(platform, known: "twitter, instagram"))
        } else {
            log.skip(field: name, ProblemReason.wrongType(platform, expected: "a text"))
        }
    }

    @inline(__always)
    private mutating func appendOptionalFields(
        _ fields: RowFields, flags flagsOfPlatform: UInt8, log: inout ProblemLog
    ) {
        var valid: UInt8 = 0
        var set = flagsOfPlatform
        ForeignIDField.append(fields, PostField.coachID, to: &coaches, log: &log)
        ForeignIDField.append(fields, PostField.schoolID, to: &schools, log: &log)
        let urlStart = postURLs.byteCount
        if TextField.append(fields, PostField.postURL, to: &postURLs, emptyIsNull: true, log: &log) {
            valid |= 1 << PostValidity.postURL
            // SAFETY: a non-null URL is not empty, so its bytes have an address.
            urlHashes.append(
                postURLs.bytes.withBuffer(of: urlStart..<postURLs.byteCount) {
                    ByteHash.hash($0.baseAddress!, count: $0.count, seed: ByteHash.seed) | 1
                })
        } else {
            urlHashes.append(0)
        }
        if TextField.append(fields, PostField.postContent, to: &contents, log: &log) {
            valid |= 1 << PostValidity.postContent
        }
        if TextField.append(fields, PostField.authorHandle, to: &handles, log: &log) {
            valid |= 1 << PostValidity.authorHandle
        }
        if TextField.append(fields, PostField.authorName, to: &names, log: &log) {
            valid |= 1 << PostValidity.authorName
        }
        set |= BooleanField.read(fields, PostField.isRecruitingRelated, log: &log) << PostFlag.recruiting
        set |= BooleanField.read(fields, PostField.flaggedForReview, log: &log) << PostFlag.flagged
        set |= readSentiment(fields[PostField.sentiment], log: &log)
        if TextField.append(fields, PostField.notes, to: &notes, log: &log) {
            valid |= 1 << PostValidity.notes
        }
        valid |=
            InstantField.append(fields, PostField.createdAt, to: &createdAt, log: &log)
            << PostValidity.createdAt
        valid |=
            InstantField.append(fields, PostField.updatedAt, to: &updatedAt, log: &log)
            << PostValidity.updatedAt
        flags.append(set)
        validity.append(valid)
        if contents.byteCount > maxTextBytes || postURLs.byteCount > maxTextBytes { noteTooLarge() }
        if notes.byteCount > maxTextBytes || names.byteCount > maxTextBytes { noteTooLarge() }
        if handles.byteCount > maxTextBytes || ids.textByteCount > maxTextBytes { noteTooLarge() }
    }

    /// Returns the sentiment's plane; 0 for null and, with a warning, for unknown values.
    private func readSentiment(_ slot: FieldSlot, log: inout ProblemLog) -> UInt8 {
        if slot.isAbsent { return 0 }
        if slot.kind == .string {
            if slot.equals("neutral") { return 1 << (PostFlag.firstSentiment + 2) }
            if slot.equals("positive") { return 1 << (PostFlag.firstSentiment + 1) }
            if slot.equals("negative") { return 1 << (PostFlag.firstSentiment + 3) }
            if slot.equals("very_positive") { return 1 << PostFlag.firstSentiment }
        }
        warnOfSentiment(slot, log: &log)
        return 0
    }

    @inline(never)
    private func warnOfSentiment(_ slot: FieldSlot, log: inout ProblemLog) {
        let name = PostField.sentiment
        if slot.kind == .string {
            log.warn(
                field: name,
                ProblemReason.unknown(slot, known: "very_positive, positive, neutral, negative"))
        } else {
            log.warn(field: name, ProblemReason.wrongType(slot, expected: "a text"))
        }
    }

    @inline(never)
    private mutating func noteTooLarge() {
        let columns: [(String, Int)] = [
            ("id", ids.textByteCount), ("post_url", postURLs.byteCount), ("post_content", contents.byteCount),
            ("author_handle", handles.byteCount), ("author_name", names.byteCount),
            ("notes", notes.byteCount),
        ]
        guard let column = columns.first(where: { $0.1 > maxTextBytes }) else { return }
        failure = .columnTooLarge(column: column.0, maximumByteCount: maxTextBytes)
    }

    func keepsLimits(with later: borrowing PostColumnsBuilder) -> Bool {
        later.failure == nil && ids.textByteCount(with: later.ids) <= maxTextBytes
            && postURLs.byteCount + later.postURLs.byteCount <= maxTextBytes
            && contents.byteCount + later.contents.byteCount <= maxTextBytes
            && handles.byteCount + later.handles.byteCount <= maxTextBytes
            && names.byteCount + later.names.byteCount <= maxTextBytes
            && notes.byteCount + later.notes.byteCount <= maxTextBytes
    }

    func hasRoom(for later: borrowing PostColumnsBuilder) -> Bool {
        ids.hasRoom(for: later.ids)
            && timestamps.hasRoom(for: later.timestamps)
            && flags.hasRoom(for: later.flags)
            && validity.hasRoom(for: later.validity)
            && schools.hasRoom(for: later.schools)
            && coaches.hasRoom(for: later.coaches)
            && postURLs.hasRoom(for: later.postURLs)
            && contents.hasRoom(for: later.contents)
            && handles.hasRoom(for: later.handles)
            && names.hasRoom(for: later.names)
            && notes.hasRoom(for: later.notes)
            && createdAt.hasRoom(for: later.createdAt)
            && updatedAt.hasRoom(for: later.updatedAt)
            && idHashes.hasRoom(for: later.idHashes)
            && urlHashes.hasRoom(for: later.urlHashes)
    }

    mutating func makeRoom(for later: inout PostColumnsBuilder) {
        ids.makeRoom(for: &later.ids)
        timestamps.makeRoom(for: later.timestamps)
        flags.makeRoom(for: later.flags)
        validity.makeRoom(for: later.validity)
        schools.makeRoom(for: later.schools)
        coaches.makeRoom(for: later.coaches)
        postURLs.makeRoom(for: later.postURLs)
        contents.makeRoom(for: later.contents)
        handles.makeRoom(for: later.handles)
        names.makeRoom(for: later.names)
        notes.makeRoom(for: later.notes)
        createdAt.makeRoom(for: later.createdAt)
        updatedAt.makeRoom(for: later.updatedAt)
        idHashes.makeRoom(for: later.idHashes)
        urlHashes.makeRoom(for: later.urlHashes)
    }

    mutating func reserveRoom(for later: inout PostColumnsBuilder) {
        ids.reserveRoom(for: &later.ids)
        timestamps.reserveRoom(for: &later.timestamps)
        flags.reserveRoom(for: &later.flags)
        validity.reserveRoom(for: &later.validity)
        schools.reserveRoom(for: &later.schools)
        coaches.reserveRoom(for: &later.coaches)
        postURLs.reserveRoom(for: &later.postURLs)
        contents.reserveRoom(for: &later.contents)
        handles.reserveRoom(for: &later.handles)
        names.reserveRoom(for: &later.names)
        notes.reserveRoom(for: &later.notes)
        createdAt.reserveRoom(for: &later.createdAt)
        updatedAt.reserveRoom(for: &later.updatedAt)
        idHashes.reserveRoom(for: &later.idHashes)
        urlHashes.reserveRoom(for: &later.urlHashes)
    }

    mutating func moveToReservedRoom() {
        ids.moveToReservedRoom()
        timestamps.moveToReservedRoom()
        flags.moveToReservedRoom()
        validity.moveToReservedRoom()
        schools.moveToReservedRoom()
        coaches.moveToReservedRoom()
        postURLs.moveToReservedRoom()
        contents.moveToReservedRoom()
        handles.moveToReservedRoom()
        names.moveToReservedRoom()
        notes.moveToReservedRoom()
        createdAt.moveToReservedRoom()
        updatedAt.moveToReservedRoom()
        idHashes.moveToReservedRoom()
        urlHashes.moveToReservedRoom()
    }

    mutating func reserve(factor: Double) {
        let rows = ReserveEstimate.capacity(rowCount, factor: factor)
        ids.reserve(factor: factor)
        timestamps.reserve(total: rows)
        flags.reserve(total: rows)
        validity.reserve(total: rows)
        schools.reserve(factor: factor)
        coaches.reserve(factor: factor)
        postURLs.reserve(factor: factor)
        contents.reserve(factor: factor)
        handles.reserve(factor: factor)
        names.reserve(factor: factor)
        notes.reserve(factor: factor)
        createdAt.reserve(total: rows)
        updatedAt.reserve(total: rows)
        idHashes.reserve(total: rows)
        urlHashes.reserve(total: rows)
    }
}
