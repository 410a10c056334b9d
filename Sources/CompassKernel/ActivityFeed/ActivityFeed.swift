/// The Activity Feed: interactions, changes of status and documents, merged by time.
///
/// ```swift
/// let (interactions, _) = try InteractionTable.load(json: interactionBytes)
/// let feed = ActivityFeed(interactions: interactions, statusChanges: changes, documents: documents,
///     schools: schools)
/// let page = feed.page(where: ActivityFilter(type: .interaction, range: .week), asOf: now, in: zone)
/// ```
///
/// The feed is a value, as its tables are: a copy for a background task is free and never changes. Texts are
/// created only for events that are shown, except for those of kinds and schools, which events share. The
/// structures for searches are built by the first search and shared by copies.
///
/// Events are ordered newest first; equal times are ordered by id. Inserted rows take their positions in this
/// order.
public struct ActivityFeed: Sendable {
    /// The three sources, by their numbers.
    var sources: [ActivitySource]
    var order: ActivityOrder
    let schools: SchoolLookup
    /// The sources that could not be read; the others are still shown.
    public let failures: [SourceFailure]
    /// Whether only some of each table's rows are shown.
    let isLimited: Bool

    /// Creates a feed of the rows of three tables.
    ///
    /// A table that is nil has no rows and counts as failed. An omitted table has no rows either, but does
    /// not count as failed.
    ///
    /// - Parameters:
    ///   - interactions: the rows of `interactions`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - documents: the rows of `documents`.
    ///   - schools: the schools' names by id; unlisted schools are called "Unknown School".
    ///   - failures: the tables that could not be read, with reasons; a table listed here counts as not read.
    ///     A table that is nil and not listed here gets the reason "missing".
    ///   - limitPerSource: the maximum number of each table's newest rows to show; nil for all, at most 2²⁹.
    ///     Rows that are inserted later are shown as well.
    /// - Complexity: O(n) for n rows whose times are ascending, descending or evenly spread, with few equal
    ///   times; O(n log n) at worst.
    public init(
        interactions: InteractionTable? = .empty, statusChanges: StatusChangeTable? = .empty,
        documents: DocumentTable? = .empty, schools: SchoolDirectory = .empty, failures: [SourceFailure] = [],
        limitPerSource: Int? = nil
    ) {
        isLimited = limitPerSource != nil
        let failures = failures.withoutRepetitions
        let failed = Set(failures.map(\.table))
        let columns: [LoadedActivity.Columns] = ActivityType.bySource.map { type in
            let isRead = !failed.contains(type.table)
            switch type {
            case .documentUpload: return LoadedActivity.Columns(isRead ? documents ?? .empty : .empty)
            case .interaction: return LoadedActivity.Columns(isRead ? interactions ?? .empty : .empty)
            case .schoolStatusChange: return LoadedActivity.Columns(isRead ? statusChanges ?? .empty : .empty)
            }
        }
        let missing: [ActivityType] = [
            interactions == nil ? .interaction : nil, statusChanges == nil ? .schoolStatusChange : nil,
            documents == nil ? .documentUpload : nil,
        ].compactMap { $0 }
        let unexplained = missing.filter { !failed.contains($0.table) }
        self.failures = failures + unexplained.map { SourceFailure(table: $0.table, reason: "missing") }
        let schools = SchoolLookup(failed.contains(SchoolDirectory.schema.tableName) ? .empty : schools)
        self.schools = schools
        let sorted = columns.map { NewestFirst(times: $0.times, ids: $0.ids) }
        sources = zip(ActivityType.bySource, zip(columns, sorted)).map { type, source in
            ActivitySource(LoadedActivity(type, source.0, source.1, schools, limit: limitPerSource ?? .max))
        }
        order = ActivityOrder(merging: zip(sorted, sources).map { ($0.times, $1.count) })
    }

    /// The number of events, on all pages and without a filter.
    ///
    /// - Complexity: O(1).
    public var count: Int { order.count }

    /// Whether there are no events.
    public var isEmpty: Bool { count == 0 }

    /// Returns the time of an event, in microseconds since 1970.
    @inline(__always)
    func micros(_ entry: ActivityEntry) -> Int64 { sources[entry.source].micros(entry.rank) }
}
