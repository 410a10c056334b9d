/// Records under construction, from new posts or from other segments.
struct PostRecordsBuilder: ~Copyable {
    private var ids = IdentifierColumnBuilder()
    private var coachCodes = GrowableColumn<UInt32>()
    private var postURLs = TextColumnBuilder()
    private var contents = TextColumnBuilder()
    private var handles = TextColumnBuilder()
    private var names = TextColumnBuilder()
    private var notes = TextColumnBuilder()
    private var createdAt = GrowableColumn<Int64>()
    private var updatedAt = GrowableColumn<Int64>()
    private var validity = GrowableColumn<UInt8>()

    /// The number of records so far.
    var count: Int { validity.count }

    /// The bytes of the largest text column, including ids as text.
    var largestTextByteCount: Int {
        [postURLs.byteCount, contents.byteCount, handles.byteCount, names.byteCount, notes.byteCount]
            .reduce(ids.byteCountAsText, max)
    }

    /// Appends a copy of one record.
    ///
    /// - Parameters:
    ///   - coachCode: the coach's code in the dictionary of the new records.
    ///   - notes: notes that replace those of the record.
    mutating func append(_ source: PostRecords, _ record: Int, coachCode: UInt32, notes edit: NotesEdit?) {
        source.ids.withUTF8(record) { ids.append($0) }
        coachCodes.append(coachCode)
        var valid: UInt8 = 0
        valid |= Self.append(source.postURLs, record, to: &postURLs) << PostValidity.postURL
        valid |= Self.append(source.contents, record, to: &contents) << PostValidity.postContent
        valid |= Self.append(source.handles, record, to: &handles) << PostValidity.authorHandle
        valid |= Self.append(source.names, record, to: &names) << PostValidity.authorName
        if let edit {
            valid |= Self.append(edit.notes, to: &notes) << PostValidity.notes
        } else {
            valid |= Self.append(source.notes, record, to: &notes) << PostValidity.notes
        }
        append(source.createdAt.instant(record), source.updatedAt.instant(record), valid)
    }

    /// Appends a post.
    mutating func append(_ post: Post, coachCode: UInt32) {
        var id = post.id
        id.withUTF8 { ids.append($0) }
        coachCodes.append(coachCode)
        var valid: UInt8 = 0
        valid |= Self.append(post.postURL, to: &postURLs) << PostValidity.postURL
        valid |= Self.append(post.postContent, to: &contents) << PostValidity.postContent
        valid |= Self.append(post.authorHandle, to: &handles) << PostValidity.authorHandle
        valid |= Self.append(post.authorName, to: &names) << PostValidity.authorName
        valid |= Self.append(post.notes, to: &notes) << PostValidity.notes
        append(post.createdAt, post.updatedAt, valid)
    }

    private mutating func append(_ created: Timestamp?, _ updated: Timestamp?, _ valid: UInt8) {
        createdAt.append(created?.micros ?? 0)
        updatedAt.append(updated?.micros ?? 0)
        validity.append(
            valid | (created == nil ? 0 : 1) << PostValidity.createdAt
                | (updated == nil ? 0 : 1) << PostValidity.updatedAt)
    }

    /// Appends a nullable text; returns 1 if it is not null.
    private static func append(
        _ text: UnsafeBufferPointer<UInt8>?, to column: inout TextColumnBuilder
    ) -> UInt8 {
        if let text, let start = text.baseAddress {
            column.append(start, count: text.count)
        } else {
            column.appendNull()
        }
        return text == nil ? 0 : 1
    }

    private static func append(_ source: TextColumn, _ record: Int, to column: inout TextColumnBuilder)
        -> UInt8
    {
        source.withUTF8(record) { append($0, to: &column) }
    }

    private static func append(_ text: String?, to column: inout TextColumnBuilder) -> UInt8 {
        guard var text else { return append(nil as UnsafeBufferPointer<UInt8>?, to: &column) }
        return text.withUTF8 { append($0, to: &column) }
    }

    consuming func finish() -> PostRecords {
        let validity = BitTransposition.planes(
            of: self.validity.finish(), wanted: Array(0..<PostValidity.count))
        return PostRecords(
            ids: ids.finish(), coachCodes: coachCodes.finish(),
            postURLs: postURLs.finish(validity: validity[PostValidity.postURL]),
            contents: contents.finish(validity: validity[PostValidity.postContent]),
            handles: handles.finish(validity: validity[PostValidity.authorHandle]),
            names: names.finish(validity: validity[PostValidity.authorName]),
            notes: notes.finish(validity: validity[PostValidity.notes]),
            createdAt: DayOrInstantColumn(
                createdAt.finish(), valid: RowSet(validity[PostValidity.createdAt])),
            updatedAt: DayOrInstantColumn(
                updatedAt.finish(), valid: RowSet(validity[PostValidity.updatedAt])))
    }
}

/// Notes that were changed after their record was created.
struct NotesEdit: Hashable, Sendable {
    /// The notes; nil if they were removed.
    let text: ByteText?

    init(_ notes: String?) { text = notes.map(ByteText.init) }

    var notes: String? { text?.string }
}
