/// The rows of `social_media_posts`, in columns, newest first.
///
/// Rows are ordered by time, newest first, equal times by id, so that "the last N days" are a prefix of
/// every column. A table is a value: copies share their columns, and a background task may read its copy
/// while others go on, or change theirs.
///
/// ```swift
/// let (posts, report) = try PostTable.load(json: bytes)
/// let page = posts.bound(to: schools).analytics(.last(days: 30), asOf: now, in: zone)
/// ```
///
/// What is counted stands in columns in the order of the rows; what is only shown or searched stands in
/// records, which a row finds by its slot:
/// ```
/// row          0    1    2    3          deleted rows stay as tombstones for a while
/// counted      timestamps, planes of bits, school codes, and their running counts
/// slots        4    0    –    2          nothing at all in a table that was never changed
/// records      [0 1 2 3] [4]             segments that are never changed
/// ```
public struct PostTable: Sendable {
    var counts: PostCounts
    /// The rows that are not deleted; nil when none is.
    var live: BitColumn?
    var slots: PostSlots
    var records: PostRecordList
    var schools: CodeDictionary
    var coaches: CodeDictionary
    /// Notes that were changed since their records were made, by slot.
    var notesEdits: [UInt32: NotesEdit] = [:]
    /// Finds posts by id and URL; made when something is changed for the first time.
    var keys: PostKeys?
    /// When posts were last changed by realtime payloads.
    var history = ChangeHistory()
    var compactionPolicy = CompactionPolicy()

    /// The number of posts.
    public var count: Int { live?.total ?? rowCount }

    /// Whether there are no posts.
    public var isEmpty: Bool { count == 0 }

    /// The memory that columns and indexes occupy, in bytes, without what was built for search.
    public var byteCount: Int {
        counts.byteCount + (live?.byteCount ?? 0) + slots.byteCount + records.byteCount + schools.byteCount
            + coaches.byteCount + (keys?.byteCount ?? 0)
            + notesEdits.values.reduce(0) { $0 + ($1.notes?.utf8.count ?? 0) + 32 }
    }
}

/// The columns by name.
extension PostTable {
    var timestamps: TimestampColumn { @inline(__always) get { counts.timestamps } }
    var recruiting: BitColumn { @inline(__always) get { counts.recruiting } }
    var flagged: BitColumn { @inline(__always) get { counts.flagged } }
    var instagram: BitColumn { @inline(__always) get { counts.instagram } }
    var sentiments: [BitColumn] { @inline(__always) get { counts.sentiments } }
    var schoolCodes: ColumnBuffer<UInt32> { @inline(__always) get { counts.schoolCodes } }
    var schoolHistogram: CodeHistogram { @inline(__always) get { counts.schoolHistogram } }
    var cube: PostCube { @inline(__always) get { counts.cube } }
    var firstRows: FirstRowColumn { @inline(__always) get { counts.firstRows } }
    var schoolPresence: SchoolPresence { @inline(__always) get { counts.schoolPresence } }
}
