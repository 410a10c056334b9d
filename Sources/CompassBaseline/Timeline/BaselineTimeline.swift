import Foundation

/// The Recruiting Timeline as a careful app developer writes it: the texts and times of all items are made
/// and sorted once, at load and for one zone; a page takes one pass over the items, and a dictionary of
/// lanes.
///
/// It is the test oracle, for any data.
public struct BaselineTimeline: Sendable {
    private let clock: ZoneClock
    /// The items by start, then id.
    private let items: [TimedItem]
    private let skipped: [BaselineTimelinePage.Skip]

    /// Prepares the items.
    ///
    /// - Parameters:
    ///   - events: the rows of `events`.
    ///   - interactions: the rows of `interactions`.
    ///   - offers: the rows of `offers`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - schools: the directory that names the lanes.
    ///   - reports: the ingest reports of these tables.
    ///   - zone: the zone of the page's days.
    public init(
        events: BaselineTable<BaselineEvent> = .init(),
        interactions: BaselineTable<BaselineInteraction> = .init(),
        offers: BaselineTable<BaselineOffer> = .init(),
        statusChanges: BaselineTable<BaselineStatusChange> = .init(),
        schools: BaselineSchools = .init([]), reports: [BaselineIngestReport] = [], zone: TimeZone
    ) {
        let clock = ZoneClock(zone: zone)
        func laneName(_ id: BaselineText?) -> BaselineText {
            id.map { schools.knownName(of: $0) ?? "Unknown" } ?? "No School"
        }
        var skipped = Self.skippedRows(of: reports)
        var items: [TimedItem] = []
        for (row, event) in zip(events.documentRows, events.rows) {
            let item = BaselineTimelineItem(event, schoolName: laneName(event.schoolID))
            if let timed = TimedItem(item, clock) {
                items.append(timed)
            } else {
                skipped.append(.init(table: "events", row: row, field: "end_date", reason: .endBeforeStart))
            }
        }
        let points =
            interactions.rows.map { BaselineTimelineItem($0, schoolName: laneName($0.schoolID)) }
            + offers.rows.map { BaselineTimelineItem($0, schoolName: laneName($0.schoolID)) }
            + statusChanges.rows.map { BaselineTimelineItem($0, schoolName: laneName($0.schoolID)) }
        items += points.compactMap { TimedItem($0, clock) }
        self.clock = clock
        self.items = items.sorted { left, right in
            left.start == right.start ? left.item.id < right.item.id : left.start < right.start
        }
        // The order of the tables is the alphabetical order of their names.
        self.skipped = skipped.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
    }

    private static func skippedRows(of reports: [BaselineIngestReport]) -> [BaselineTimelinePage.Skip] {
        reports.flatMap { report in
            report.problems.filter { $0.severity == .error }.map { problem in
                .init(table: report.table, row: problem.row, field: problem.field, reason: problem.reason)
            }
        }
    }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - range: how far back to look.
    ///   - filter: which items are shown.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - minimumWidth: the minimum width of a drawn item, in percent.
    ///   - lanes: the requested page of lanes; nil for all lanes.
    /// - Complexity: O(*n*) in the items, and for each lane O(*m* · *r*) in its items and rows.
    public func page(
        range: BaselineTimelineRange = .months(6), filter: BaselineTimelineFilter = .init(), now: Int64,
        minimumWidth: Double = 2, lanes: BaselineLanesPage? = nil
    ) -> BaselineTimelinePage {
        let pageRange = BaselineTimelinePage.Range(
            kind: range.kind, from: from(range, now: now), to: clock.shifting(now, byMonths: 2))
        let scale = TimelineScale(range: pageRange, minimumWidth: minimumWidth)
        let accepted = items.filter { filter.accepts($0.item) }
        let shown = accepted.filter { $0.meets(pageRange) }
        let allLanes = self.lanes(of: shown, scale)
        let size = max(1, lanes?.size ?? allLanes.count)
        let pageCount = allLanes.isEmpty ? 1 : (allLanes.count - 1) / size + 1
        let pageNumber = min(max(1, lanes?.number ?? 1), pageCount)
        return BaselineTimelinePage(
            range: pageRange, todayPosition: scale.position(clock.startOfDay(clock.day(at: now))),
            months: months(scale), lanes: Array(allLanes.dropFirst((pageNumber - 1) * size).prefix(size)),
            laneCount: allLanes.count, lanesPage: pageNumber, lanesPages: pageCount,
            listItems: newestFirst(shown), skipped: skipped,
            state: state(hasAccepted: !accepted.isEmpty, hasShown: !shown.isEmpty))
    }

    /// Returns the ids of the items whose closed time interval intersects the given one, by start, then id.
    ///
    /// - Parameters:
    ///   - from: microseconds since 1970-01-01T00:00:00Z.
    ///   - to: the same, not before `from`.
    ///   - filter: which items count.
    public func itemIDs(
        meeting from: Int64, _ to: Int64, filter: BaselineTimelineFilter = .init()
    ) -> [BaselineText] {
        let window = BaselineTimelinePage.Range(kind: "", from: from, to: to)
        return items.filter { $0.meets(window) && filter.accepts($0.item) }.map(\.item.id)
    }

    /// Returns the closed time intervals of items by start, then id, in microseconds since
    /// 1970-01-01T00:00:00Z.
    public func spans(
        filter: BaselineTimelineFilter = .init()
    ) -> [(type: BaselineTimelineType, start: Int64, end: Int64)] {
        items.filter { filter.accepts($0.item) }.map { ($0.item.type, $0.start, $0.end) }
    }

    /// Returns the last of the ends before an instant, in microseconds since 1970-01-01T00:00:00Z.
    public func lastEnd(before instant: Int64, filter: BaselineTimelineFilter = .init()) -> Int64? {
        items.filter { filter.accepts($0.item) && $0.end < instant }.map(\.end).max()
    }

    /// Returns the first of the starts after an instant, in microseconds since 1970-01-01T00:00:00Z.
    public func firstStart(after instant: Int64, filter: BaselineTimelineFilter = .init()) -> Int64? {
        items.filter { filter.accepts($0.item) && $0.start > instant }.map(\.start).min()
    }

    private func from(_ range: BaselineTimelineRange, now: Int64) -> Int64 {
        switch range {
        case .months(let months): clock.shifting(now, byMonths: -months)
        case .allTime: items.first.map { min(now, $0.start) } ?? clock.shifting(now, byMonths: -6)
        }
    }

    private func state(hasAccepted: Bool, hasShown: Bool) -> BaselineTimelinePage.State {
        if hasShown { return .items }
        if hasAccepted { return .outOfRange }
        return items.isEmpty ? .noData : .noMatches
    }

    private func newestFirst(_ shown: [TimedItem]) -> [BaselineTimelineItem] {
        shown.sorted { left, right in
            left.start == right.start ? left.item.id < right.item.id : left.start > right.start
        }.map(\.item)
    }

    private func lanes(of shown: [TimedItem], _ scale: TimelineScale) -> [BaselineTimelinePage.Lane] {
        Dictionary(grouping: shown, by: \.item.schoolID).map { schoolID, items in
            let placed = TimelineStacking.placed(items, scale)
            return BaselineTimelinePage.Lane(
                schoolID: schoolID, schoolName: items[0].item.schoolName,
                rowCount: 1 + (placed.map(\.row).max() ?? 0), items: placed)
        }.sorted { left, right in
            if left.schoolName != right.schoolName {
                return NameOrder.precedes(left.schoolName, right.schoolName)
            }
            guard let rightID = right.schoolID else { return false }
            return left.schoolID.map { $0 < rightID } ?? true
        }
    }

    private func months(_ scale: TimelineScale) -> [BaselineTimelinePage.Month] {
        let (year, month, _) = clock.day(at: scale.range.from).components
        guard var first = BaselineDay(year: year, month: month, day: 1) else { return [] }
        var months: [BaselineTimelinePage.Month] = []
        while true {
            let next = first.adding(months: 1)
            let (start, end) = (clock.startOfDay(first), clock.startOfDay(next))
            if start >= scale.range.to { return months }
            if end > scale.range.from {
                let extent = scale.extent(from: start, to: end)
                months.append(
                    .init(
                        key: String(first.text.dropLast(3)), label: first.monthLabel,
                        year: first.components.year, left: extent.left, width: extent.width))
            }
            first = next
        }
    }
}
