/// Records under construction: the rows of a document, new posts, or records of other segments.
struct PostRecordsBuilder: ~Copyable {
    var ids = IdentifierColumnBuilder()
    var postURLs = TextColumnBuilder()
    var contents = TextColumnBuilder()
    var handles = TextColumnBuilder()
    var names = TextColumnBuilder()
    var notes = TextColumnBuilder()
    var createdAt = GrowableColumn<Int64>()
    var updatedAt = GrowableColumn<Int64>()
    var validity = GrowableColumn<UInt8>()

    /// The number of records so far.
    var count: Int { validity.count }

    /// The sizes of the text columns in bytes, ids last.
    var textByteCounts: [Int] {
        [
            postURLs.byteCount, contents.byteCount, handles.byteCount, names.byteCount, notes.byteCount,
            ids.byteCountAsText,
        ]
    }

    /// Returns whether a text column has more than `maximum` bytes.
    @inline(__always)
    func exceeds(_ maximum: Int) -> Bool {
        contents.byteCount > maximum || postURLs.byteCount > maximum || notes.byteCount > maximum
            || names.byteCount > maximum || handles.byteCount > maximum || ids.byteCountAsText > maximum
    }

    /// Moves the records to a new segment if one more, whose largest text has `byteCount` bytes, might make a
    /// text column larger than `maximum`.
    mutating func cut(
        before byteCount: @autoclosure () -> Int, maximum: Int, to segments: inout [PostRecords]
    ) {
        if count > 0, exceeds(maximum - byteCount()) { segments.append(takeRecords()) }
    }

    /// Removes all records and returns them.
    mutating func takeRecords(inheriting inherited: InheritedSearch? = nil) -> PostRecords {
        var taken = PostRecordsBuilder()
        swap(&taken, &self)
        return taken.finish(inheriting: inherited)
    }

    /// Reserves memory for copies of all records of a list, so that none moves later.
    ///
    /// - Parameter byteCount: the size of other notes.
    mutating func reserve(for list: PostRecordList, notes byteCount: Int) {
        let (rows, byteCounts) = (list.slotCount, list.textByteCounts)
        guard !list.segments.isEmpty else { return }
        let arePacked = list.segments.allSatisfy { $0.ids.isPacked }
        ids.reserve(
            rows: rows,
            byteCount: arePacked ? nil : list.segments.reduce(0) { $0 + $1.ids.byteCountAsText })
        postURLs.reserve(rows: rows, byteCount: byteCounts[0])
        contents.reserve(rows: rows, byteCount: byteCounts[1])
        handles.reserve(rows: rows, byteCount: byteCounts[2])
        names.reserve(rows: rows, byteCount: byteCounts[3])
        notes.reserve(rows: rows, byteCount: byteCounts[4] + byteCount)
        createdAt.reserve(total: rows)
        updatedAt.reserve(total: rows)
        validity.reserve(total: rows)
    }

    /// Appends a copy of one record.
    ///
    /// - Parameter notes: notes that replace those of the record.
    mutating func append(_ source: PostRecords, _ record: Int, notes edit: NotesEdit?) {
        ids.append(source.ids, record)
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
    mutating func append(_ post: Post) {
        post.id.withBytes { ids.append($0) }
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
    private static func append(_ text: String?, to column: inout TextColumnBuilder) -> UInt8 {
        guard let text else {
            column.appendNull()
            return 0
        }
        text.withBytes { column.append($0) }
        return 1
    }

    private static func append(_ source: TextColumn, _ record: Int, to column: inout TextColumnBuilder)
        -> UInt8
    {
        column.append(source, record) ? 1 : 0
    }

    /// Returns the records in the given order, by default that in which they were appended.
    ///
    /// Columns are reordered one at a time, so that only one of them exists twice at a time.
    ///
    /// - Parameter inherited: the search indexes of the records that these are copies of.
    consuming func finish(
        in order: RowOrder = RowOrder(nil), inheriting inherited: InheritedSearch? = nil
    ) -> PostRecords {
        let validity = BitTransposition.planes(
            of: self.validity.finish(), wanted: Array(0..<PostValidity.count))
        return PostRecords(
            ids: order.applied(to: ids.finish()),
            postURLs: order.applied(to: postURLs.finish(validity: validity[PostValidity.postURL])),
            contents: order.applied(to: contents.finish(validity: validity[PostValidity.postContent])),
            handles: order.applied(to: handles.finish(validity: validity[PostValidity.authorHandle])),
            names: order.applied(to: names.finish(validity: validity[PostValidity.authorName])),
            notes: order.applied(to: notes.finish(validity: validity[PostValidity.notes])),
            createdAt: order.applied(
                to: DayOrInstantColumn(
                    createdAt.finish(), valid: RowSet(validity[PostValidity.createdAt]))),
            updatedAt: order.applied(
                to: DayOrInstantColumn(
                    updatedAt.finish(), valid: RowSet(validity[PostValidity.updatedAt]))),
            inherited: inherited)
    }
}

/// The rows of a document.
extension PostRecordsBuilder: ColumnBuilder {
    mutating func join(_ later: inout PostRecordsBuilder, _ step: JoiningStep) -> Bool {
        ids.join(&later.ids, step) && postURLs.join(&later.postURLs, step)
            && contents.join(&later.contents, step) && handles.join(&later.handles, step)
            && names.join(&later.names, step) && notes.join(&later.notes, step)
            && createdAt.join(&later.createdAt, step) && updatedAt.join(&later.updatedAt, step)
            && validity.join(&later.validity, step)
    }

    mutating func perform(_ step: ColumnStep) {
        ids.perform(step)
        postURLs.perform(step)
        contents.perform(step)
        handles.perform(step)
        names.perform(step)
        notes.perform(step)
        createdAt.perform(step)
        updatedAt.perform(step)
        validity.perform(step)
    }
}
