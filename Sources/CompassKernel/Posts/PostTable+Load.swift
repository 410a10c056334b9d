extension PostTable: LoadableTable {
    /// Returns a loader without rows, for use by ``TableLoader/init(options:)``.
    public static func makeLoader(options: LoadOptions) -> TableLoader<PostTable> {
        TableLoader(PostColumnsBuilder(maxTextBytes: options.maxTextBytes), options: options)
    }
}

extension PostTable {
    /// Builds columns and indexes from rows in document order.
    ///
    /// - Parameter replaced: the rows to leave out, ascending.
    init(_ rows: consuming PostColumnsBuilder, without replaced: [ReplacedRow]) {
        let permutation = PostOrder.permutation(rows, without: replaced)
        // The hashes are no longer required; release their memory for the following steps.
        rows.idHashes = GrowableColumn()
        rows.urlHashes = GrowableColumn()
        let order = RowOrder(permutation)
        let timestamps = TimestampColumn(descending: order.applied(to: rows.timestamps.finish()))
        let ids = order.applied(to: rows.ids.finish())
        let (schoolCodes, schools) = rows.schools.finish()
        let counts = PostCounts(
            timestamps: timestamps, flags: order.applied(to: rows.flags.finish()),
            schoolCodes: order.applied(to: schoolCodes), schoolCount: schools.count)
        let (coachCodes, coaches) = rows.coaches.finish()
        let codesOfCoaches = order.applied(to: coachCodes)

        // Texts are reordered one column at a time, so that only one of them exists twice at a time. Until
        // then their validity stays in document order.
        let validity = BitTransposition.planes(
            of: rows.validity.finish(), wanted: Array(0..<PostValidity.count))
        let contents = order.applied(to: rows.contents.finish(validity: validity[PostValidity.postContent]))
        let postURLs = order.applied(to: rows.postURLs.finish(validity: validity[PostValidity.postURL]))
        let handles = order.applied(to: rows.handles.finish(validity: validity[PostValidity.authorHandle]))
        let names = order.applied(to: rows.names.finish(validity: validity[PostValidity.authorName]))
        let notes = order.applied(to: rows.notes.finish(validity: validity[PostValidity.notes]))
        let createdAt = order.applied(
            to: DayOrInstantColumn(
                rows.createdAt.finish(), valid: RowSet(validity[PostValidity.createdAt])))
        let updatedAt = order.applied(
            to: DayOrInstantColumn(
                rows.updatedAt.finish(), valid: RowSet(validity[PostValidity.updatedAt])))
        let records = PostRecords(
            ids: ids, coachCodes: codesOfCoaches, postURLs: postURLs, contents: contents, handles: handles,
            names: names, notes: notes, createdAt: createdAt, updatedAt: updatedAt)
        self.init(
            PostTableParts(
                counts: counts, slots: PostSlots(identity: timestamps.count),
                records: PostRecordList([records]), schools: schools, coaches: coaches))
    }
}
