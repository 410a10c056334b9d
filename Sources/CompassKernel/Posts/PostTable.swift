/// The rows of `social_media_posts`, in columns, newest first.
///
/// Rows are ordered by time, newest first, equal times by id, so that "the last N days" are a prefix of every
/// column. A table is a value: copies share their columns, and a background task may read its copy while
/// other tasks read or change theirs.
///
/// ```swift
/// let (posts, report) = try PostTable.load(json: bytes)
/// let page = posts.bound(to: schools).analyticsPage(.last(days: 30), asOf: now, in: zone)
/// ```
///
/// A row without an id, a known platform or a readable `post_date` is skipped and reported. Of several rows
/// with the same id or the same URL, the last is kept.
///
/// Counted values are stored in columns in row order; values that are only displayed or searched are stored
/// in records, which a row references by slot:
/// ```
/// row          0    1    2    3          changes add rows to a delta, and remove rows by it
/// counted      timestamps, planes of bits, school codes, and their running counts
/// slots        4    0    1    2          nothing at all in a table that was never changed
/// records      [0 1 2 3] [4]             segments that are never changed
/// ```
public struct PostTable: Sendable {
    private var shared: SharedParts<PostTableParts>

    init(_ parts: consuming PostTableParts) { shared = SharedParts(parts) }

    /// The memory that columns and indexes occupy, in bytes, without the search indexes, and without counts that no query
    /// has used yet.
    public var byteCount: Int {
        counts.byteCount + (delta?.byteCount ?? 0) + slots.byteCount + records.byteCount + schools.byteCount
            + coaches.byteCount + (keys?.byteCount ?? 0)
            + notesEdits.byteCount + history.byteCount
    }

    /// The parts of the table.
    var parts: PostTableParts {
        // SAFETY: the parts live as long as their owner, which is kept until the access ends.
        @inline(__always) _read {
            defer { withExtendedLifetime(shared) {} }
            yield shared.parts.pointee
        }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&shared) { shared = shared.copied() }
            defer { withExtendedLifetime(shared) {} }
            yield &shared.parts.pointee
        }
    }
}

extension PostTable: LoadableTable {
    /// Returns a loader without rows, for use by ``TableLoader/init(options:)``.
    public static func makeLoader(options: LoadOptions) -> TableLoader<PostTable> {
        let loader: TableLoader<PostTable> = TableLoader(
            PostColumnsBuilder(maxTextBytes: options.maxTextBytes), options: options)
        return TableLoader(loader) { $0.searching(as: options) }
    }
}
