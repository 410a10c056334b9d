/// The Recruiting Timeline: events, interactions, offers and changes of status of all schools, over time.
///
/// ```swift
/// let (events, report) = try EventTable.load(json: eventBytes)
/// let timeline = RecruitingTimeline(events: events, schools: schools, reports: [report])
/// let page = timeline.page(.sixMonths, asOf: now, in: zone)
/// ```
///
/// It is a value, as its tables are: a copy for a background task costs nothing and never changes. Where items are
/// follows from the zone, since a calendar day becomes an instant only there; this is kept for the last zone that
/// was asked for, and shared by copies.
public struct RecruitingTimeline: Sendable {
    var tables: SharedValue<TimelineTables>
    var kept = KeptPositions()

    /// A timeline of the rows of four tables; a table that is not given has none.
    ///
    /// - Parameters:
    ///   - events: the rows of `events`.
    ///   - interactions: the rows of `interactions`.
    ///   - offers: the rows of `offers`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - schools: who is behind the schools' ids; those that it does not have are called "Unknown".
    ///   - reports: what happened while these tables were loaded; the rows that were skipped appear in
    ///     ``TimelinePage/skipped`` as far as the reports list them.
    /// - Complexity: O(s log s) for s schools.
    public init(
        events: EventTable = .empty, interactions: InteractionTable = .empty, offers: OfferTable = .empty,
        statusChanges: StatusChangeTable = .empty, schools: SchoolDirectory = .empty,
        reports: [IngestReport] = []
    ) {
        tables = SharedValue(
            TimelineTables(
                events: events, interactions: interactions, offers: offers, statusChanges: statusChanges,
                schools: schools, reports: reports))
    }

    /// The items in a zone, to be asked by windows of time.
    ///
    /// - Parameter zone: the zone in which calendar days become instants.
    /// - Complexity: O(1) for the zone that was asked for last, else O(n log n) for n items.
    public func items(in zone: ZoneOffsets) -> TimelineItems {
        let tables = tables
        let positions = kept.positions(in: zone) {
            SharedValue(TimelinePositions(of: tables.value, in: zone))
        }
        return TimelineItems(tables, positions, zone: zone)
    }

    /// Where everything is drawn on the page, without texts: they are made when they are read.
    ///
    /// - Parameters:
    ///   - range: how far back to look.
    ///   - filter: which items are shown.
    ///   - now: the instant at which the page is shown.
    ///   - zone: the zone of the page's days and months.
    ///   - minimumWidth: the least width of what is drawn, in percent of the range, 0 to 100; dots have it.
    ///   - lanes: which lanes are answered.
    /// - Complexity: O(m + h log h) for m months and h items that meet the range, after ``items(in:)``.
    public func layout(
        _ range: TimelineRange = .sixMonths, where filter: TimelineFilter = .all, asOf now: Timestamp,
        in zone: ZoneOffsets, minimumWidth: Double = 2, lanes: TimelineLanes = .all
    ) -> TimelineLayout {
        TimelineLayout(
            of: items(in: zone), range, where: filter, asOf: now, minimumWidth: minimumWidth, lanes: lanes)
    }

    /// The page with all its texts: ``layout(_:where:asOf:in:minimumWidth:lanes:)``, read.
    ///
    /// - Complexity: as the layout, and O(b) for shown items with texts of b bytes.
    public func page(
        _ range: TimelineRange = .sixMonths, where filter: TimelineFilter = .all, asOf now: Timestamp,
        in zone: ZoneOffsets, minimumWidth: Double = 2, lanes: TimelineLanes = .all
    ) -> TimelinePage {
        layout(range, where: filter, asOf: now, in: zone, minimumWidth: minimumWidth, lanes: lanes).page
    }
}

/// The positions of a timeline's items in the zone that was asked for last.
final class KeptPositions: @unchecked Sendable {
    // Sendable: what is kept is read and written with the lock held only.
    private let monitor = Monitor()
    private var zone: ZoneOffsets?
    private var positions: SharedValue<TimelinePositions>?
    /// Whether somebody asked for them since rows changed.
    private var wereAskedFor = false

    /// The positions in `zone`, which `build` makes when others are kept. Who asks for them meanwhile, builds too:
    /// nobody waits for another zone's items.
    func positions(
        in zone: ZoneOffsets, build: () -> SharedValue<TimelinePositions>
    ) -> SharedValue<TimelinePositions> {
        monitor.lock()
        if let positions, self.zone == zone {
            wereAskedFor = true
            monitor.unlock()
            return positions
        }
        monitor.unlock()
        let built = build()
        keep(built, in: zone, areAskedFor: true)
        return built
    }

    /// What is kept, which is not kept any more; nil when nobody asked for it since rows changed.
    func take() -> (zone: ZoneOffsets, positions: SharedValue<TimelinePositions>)? {
        monitor.lock()
        defer { monitor.unlock() }
        defer { (zone, positions) = (nil, nil) }
        guard wereAskedFor, let zone, let positions else { return nil }
        return (zone, positions)
    }

    /// Whether anything is kept.
    var hasPositions: Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return positions != nil
    }

    /// What is kept; nil when nobody asked for it since rows changed.
    var askedFor: (zone: ZoneOffsets, positions: SharedValue<TimelinePositions>)? {
        monitor.lock()
        defer { monitor.unlock() }
        guard wereAskedFor, let zone, let positions else { return nil }
        return (zone, positions)
    }

    /// Keeps the positions in a zone.
    func keep(_ positions: SharedValue<TimelinePositions>, in zone: ZoneOffsets, areAskedFor: Bool) {
        monitor.lock()
        (self.zone, self.positions, wereAskedFor) = (zone, positions, areAskedFor)
        monitor.unlock()
    }
}
