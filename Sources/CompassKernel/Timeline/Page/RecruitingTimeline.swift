/// The Recruiting Timeline: events, interactions, offers and changes of status of all schools, over time.
///
/// ```swift
/// let (events, report) = try EventTable.load(json: eventBytes)
/// let timeline = RecruitingTimeline(events: events, schools: schools, ingestReports: [report])
/// let page = timeline.page(.sixMonths, asOf: now, in: zone)
/// ```
///
/// It is a value, like its tables: a copy for a background task is free and never changes. The positions of
/// items depend on the zone, since a calendar day becomes an instant only there; they are cached for the last
/// queried zone, and shared by copies.
public struct RecruitingTimeline: Sendable {
    var tables: SharedValue<TimelineTables>
    var positionCache = PositionCache()
    /// How many changes are kept beside the index.
    var pendingLimits = PendingLimits()

    /// Creates a timeline from the rows of four tables; a table that is not given is empty.
    ///
    /// - Parameters:
    ///   - events: the rows of `events`.
    ///   - interactions: the rows of `interactions`.
    ///   - offers: the rows of `offers`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - schools: the names of the schools by id; those without one are called "Unknown".
    ///   - ingestReports: the reports of loading these tables; ``TimelinePage/skipped`` lists skipped rows
    ///     as far as they do.
    /// - Complexity: O(s log s) for s schools.
    public init(
        events: EventTable = .empty, interactions: InteractionTable = .empty, offers: OfferTable = .empty,
        statusChanges: StatusChangeTable = .empty, schools: SchoolDirectory = .empty,
        ingestReports: [IngestReport] = []
    ) {
        tables = SharedValue(
            TimelineTables(
                events: events, interactions: interactions, offers: offers, statusChanges: statusChanges,
                schools: schools, reports: ingestReports))
    }

    /// Returns the items in a zone, for queries by windows of time.
    ///
    /// - Parameter zone: the zone in which calendar days become instants.
    /// - Complexity: O(1) for the last queried zone, otherwise O(n log n) for n items.
    public func items(in zone: ZoneOffsets) -> TimelineItems {
        let tables = tables
        let positions = positionCache.positions(in: zone) {
            SharedValue(TimelinePositions(of: tables, in: zone, limits: pendingLimits))
        }
        return TimelineItems(tables, positions)
    }

    /// Returns the positions of everything on the page, without texts, which are created when they are read.
    ///
    /// - Parameters:
    ///   - range: the range of time to show.
    ///   - filter: which items are shown.
    ///   - now: the instant at which the page is shown.
    ///   - zone: the zone of the page's days and months.
    ///   - minimumWidth: the minimum width of what is drawn, that of dots, in percent of the range, 0 to 100.
    ///   - lanes: the lanes to return.
    /// - Complexity: O(m + h log h) for m months and h items that meet the range, after ``items(in:)``.
    public func layout(
        _ range: TimelineRange = .sixMonths, where filter: TimelineFilter = .all, asOf now: Timestamp,
        in zone: ZoneOffsets, minimumWidth: Double = 2, lanes: TimelineLanes = .all
    ) -> TimelineLayout {
        TimelineLayout(
            of: items(in: zone), range, where: filter, asOf: now, minimumWidth: minimumWidth, lanes: lanes)
    }

    /// Returns the page with all its texts: those of ``layout(_:where:asOf:in:minimumWidth:lanes:)``.
    ///
    /// - Complexity: as the layout, and O(b) for shown items with texts of b bytes.
    public func page(
        _ range: TimelineRange = .sixMonths, where filter: TimelineFilter = .all, asOf now: Timestamp,
        in zone: ZoneOffsets, minimumWidth: Double = 2, lanes: TimelineLanes = .all
    ) -> TimelinePage {
        layout(range, where: filter, asOf: now, in: zone, minimumWidth: minimumWidth, lanes: lanes).page
    }
}

/// A cache of the positions of a timeline's items in the last queried zone.
final class PositionCache: @unchecked Sendable {
    // Sendable: the cached values are read and written only with the lock held.
    private let monitor = Monitor()
    private(set) var positions: SharedValue<TimelinePositions>?
    /// The number of changes since the positions were queried.
    private var unqueriedChangeCount = 0

    /// Returns the positions in `zone`, which `build` creates when those of another zone are cached.
    /// Concurrent callers also build: none waits for another zone's items.
    func positions(
        in zone: ZoneOffsets, build: () -> SharedValue<TimelinePositions>
    ) -> SharedValue<TimelinePositions> {
        let cached = monitor.withLock {
            if positions?.value.zone != zone { return nil as SharedValue<TimelinePositions>? }
            unqueriedChangeCount = 0
            return positions
        }
        if let cached { return cached }
        let built = build()
        store(built, unqueriedChangeCount: 0)
        return built
    }

    /// The cached positions, and the number of changes since they were queried.
    var cached: (positions: SharedValue<TimelinePositions>?, unqueriedChangeCount: Int) {
        monitor.withLock { (positions, unqueriedChangeCount) }
    }

    /// Caches positions, or none.
    func store(_ positions: SharedValue<TimelinePositions>?, unqueriedChangeCount: Int) {
        monitor.withLock {
            (self.positions, self.unqueriedChangeCount) = (positions, unqueriedChangeCount)
        }
    }
}
