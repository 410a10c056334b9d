/// The rows of `social_media_posts`, in columns, newest first.
///
/// Rows are ordered by time, newest first, equal times by id, so that "the last N days" are a prefix of
/// every column. A table is a value: copies share their columns, and a background task may read its copy
/// while others go on.
///
/// ```swift
/// let (posts, report) = try PostTable.load(json: bytes)
/// let page = posts.bound(to: schools).analytics(.last(days: 30), asOf: now, in: zone)
/// ```
public struct PostTable: Sendable {
    let ids: IdentifierColumn
    let timestamps: TimestampColumn
    let recruiting: BitColumn
    let flagged: BitColumn
    let instagram: BitColumn
    /// One plane for each case of ``Sentiment``, in their order.
    let sentiments: [BitColumn]
    let schoolCodes: ColumnBuffer<UInt32>
    let schools: CodeDictionary
    let schoolHistogram: CodeHistogram
    let cube: PostCube
    let firstRows: FirstRowColumn
    let schoolPresence: SchoolPresence
    let coachCodes: ColumnBuffer<UInt32>
    let coaches: CodeDictionary
    let postURLs: TextColumn
    let contents: TextColumn
    let handles: TextColumn
    let names: TextColumn
    let notes: TextColumn
    let createdAt: InstantColumn
    let updatedAt: InstantColumn

    /// The number of posts.
    public var count: Int { ids.count }

    /// Whether there are no posts.
    public var isEmpty: Bool { count == 0 }

    /// The memory that columns and indexes occupy, in bytes.
    public var byteCount: Int {
        let planes = [recruiting, flagged, instagram] + sentiments
        let texts = [postURLs, contents, handles, names, notes]
        return ids.byteCount + timestamps.byteCount + planes.reduce(0) { $0 + $1.byteCount }
            + schoolCodes.byteCount + schools.byteCount + schoolHistogram.byteCount + cube.byteCount
            + firstRows.byteCount + schoolPresence.byteCount
            + coachCodes.byteCount + coaches.byteCount + texts.reduce(0) { $0 + $1.byteCount }
            + createdAt.byteCount + updatedAt.byteCount
    }

    /// What the bits of `row` say together.
    func category(of row: Int) -> PostCategory {
        var flags: UInt8 = 0
        if recruiting[row] { flags |= 1 << PostFlag.recruiting }
        if flagged[row] { flags |= 1 << PostFlag.flagged }
        if instagram[row] { flags |= 1 << PostFlag.instagram }
        for (index, plane) in sentiments.enumerated() where plane[row] {
            flags |= 1 << UInt8(PostFlag.firstSentiment + index)
        }
        return PostCategory(flags: flags)
    }
}
