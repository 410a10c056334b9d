/// The Activity Feed: interactions, changes of status and documents, merged by time.
///
/// ```swift
/// let (interactions, _) = try InteractionTable.load(json: interactionBytes)
/// let feed = ActivityFeed(interactions: interactions, statusChanges: changes, documents: documents,
///     schools: schools)
/// let page = feed.page(where: ActivityFilter(type: .interaction, range: .week), asOf: now, in: zone)
/// ```
///
/// It is a value, as its tables are: a copy for a background task costs nothing and never changes. Texts are
/// made only for events that are shown. What a search needs is built when somebody first searches, and shared
/// by copies.
///
/// Events stand newest first, equal times in the order of their ids. Inserted rows take their places among
/// them.
public struct ActivityFeed: Sendable {
    /// The three sources, by their numbers.
    var sources: [ActivitySource]
    var order: ActivityOrder
    let schools: SchoolLookup
    /// The sources that could not be read; those are shown that could.
    public let failures: [SourceFailure]

    /// A feed of the rows of three tables.
    ///
    /// A table that is nil has no rows and counts as failed. A table that is not given has no rows either,
    /// and nothing failed.
    ///
    /// - Parameters:
    ///   - interactions: the rows of `interactions`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - documents: the rows of `documents`.
    ///   - schools: who is behind the schools' ids; those that it does not have are called "Unknown School".
    ///   - failures: the tables that could not be read, and why; one that is named here counts as not read. A
    ///     table that is nil and not named here is called "missing".
    ///   - limitPerSource: how many of each table's newest rows are shown; nil for all, of which there may be
    ///     2²⁹. Rows that are inserted later are shown as well.
    /// - Complexity: O(n) for n rows whose times are in order, or in the opposite one, or spread out, and of
    ///   which few are equal; O(n log n) at worst.
    public init(
        interactions: InteractionTable? = .empty, statusChanges: StatusChangeTable? = .empty,
        documents: DocumentTable? = .empty, schools: SchoolDirectory = .empty, failures: [SourceFailure] = [],
        limitPerSource: Int? = nil
    ) {
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
        let counts = sources.map(\.count)
        order = withExtendedLifetime(sorted) {
            // SAFETY: a source shows no more rows than its table has, and the tables live until the end.
            ActivityOrder(
                merging: zip(sorted, counts).map { UnsafeBufferPointer(start: $0.times.base, count: $1) })
        }
    }

    /// The number of events, on all pages and without a filter.
    ///
    /// - Complexity: O(1).
    public var count: Int { order.count }

    /// Whether there are no events.
    public var isEmpty: Bool { count == 0 }

    /// The time of an event, in microseconds since 1970.
    @inline(__always)
    func micros(_ entry: ActivityEntry) -> Int64 { sources[entry.source].micros(entry.rank) }
}
