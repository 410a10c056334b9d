import Foundation

/// The Recruiting Timeline in the form in which the page was specified: properties that are computed on every
/// read, each over arrays of decoded rows.
///
/// The results are correct where the specified code was not: bars are clipped to the range, dots are centered,
/// dates are the zone's, equal times are ordered, and items are stacked. The costs are those of the specified
/// code: the array of items is made from all rows with a formatter for every instant and a search through the
/// schools for every name; filters, groups and sorts are repeated for lanes, list and state.
///
/// It works on clean rows, as PostgREST prints them: instants like `2026-02-10T14:30:00+00:00` between 1583
/// and 9999 with whole seconds, since the platform's formatter rejects fractions; each id once, and in ASCII.
public enum SpecifiedTimeline {
    /// Returns the page, with all lanes.
    ///
    /// - Parameters:
    ///   - rows: the tables.
    ///   - range: how far back to look.
    ///   - filter: which items are shown.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    /// - Complexity: O(*n* · *s*) in the items and schools, with a formatter for each instant; and for each
    ///   lane O(*m* · *r*) in its items and rows.
    public static func page(
        _ rows: SpecifiedTimelineRows, range: BaselineTimelineRange = .months(6),
        filter: BaselineTimelineFilter = .init(), now: Int64, zone: TimeZone
    ) -> BaselineTimelinePage {
        let clock = ZoneClock(zone: zone)
        let (timelineItems, skipped) = timelineItems(rows, clock)
        let dateRange = dateRange(range, of: timelineItems, now: now, clock)
        let scale = TimelineScale(range: dateRange, minimumWidth: 2)
        var filteredItems: [TimedItem] {
            timelineItems.filter { filter.types.contains($0.item.type) }
                .filter { filter.schoolID == nil || $0.item.schoolID == filter.schoolID }
        }
        let lanes = swimlanes(of: filteredItems.filter { $0.meets(dateRange) }, rows.schools, scale)
        let list = filteredItems.filter { $0.meets(dateRange) }.sorted { left, right in
            left.start == right.start ? left.item.id < right.item.id : left.start > right.start
        }
        let state: BaselineTimelinePage.State =
            !list.isEmpty
            ? .items : !filteredItems.isEmpty ? .outOfRange : timelineItems.isEmpty ? .noData : .noMatches
        return BaselineTimelinePage(
            range: dateRange, todayPosition: scale.position(clock.startOfDay(clock.day(at: now))),
            months: visibleMonths(scale, clock), lanes: lanes, laneCount: lanes.count, lanesPage: 1,
            lanesPages: 1, listItems: list.map(\.item), skipped: skipped, state: state)
    }

    private static func dateRange(
        _ range: BaselineTimelineRange, of items: [TimedItem], now: Int64, _ clock: ZoneClock
    ) -> BaselineTimelinePage.Range {
        let end = clock.shifting(now, byMonths: 2)
        switch range {
        case .months(let months):
            return .init(kind: range.kind, from: clock.shifting(now, byMonths: -months), to: end)
        case .allTime:
            let earliest = items.map(\.start).min().map { min($0, now) }
            return .init(kind: range.kind, from: earliest ?? clock.shifting(now, byMonths: -6), to: end)
        }
    }

    private static func swimlanes(
        of items: [TimedItem], _ schools: [SpecifiedSchool], _ scale: TimelineScale
    ) -> [BaselineTimelinePage.Lane] {
        var groups: [String: [TimedItem]] = [:]
        for item in items {
            let key = item.item.schoolID?.string ?? "no-school"
            groups[key, default: []].append(item)
        }
        return groups.map { key, items in
            let schoolID = items[0].item.schoolID
            let sorted = items.sorted { left, right in
                left.start == right.start ? left.item.id < right.item.id : left.start < right.start
            }
            let placed = TimelineStacking.placed(sorted, scale)
            return BaselineTimelinePage.Lane(
                schoolID: schoolID,
                schoolName: schoolID == nil ? "No School" : name(of: key, in: schools),
                rowCount: (placed.map(\.row).max() ?? 0) + 1, items: placed)
        }.sorted { left, right in
            left.schoolName == right.schoolName
                ? (left.schoolID ?? "") < (right.schoolID ?? "")
                : NameOrder.precedes(left.schoolName, right.schoolName)
        }
    }

    private static func visibleMonths(
        _ scale: TimelineScale, _ clock: ZoneClock
    ) -> [BaselineTimelinePage.Month] {
        let label = DateFormatter()
        label.locale = Locale(identifier: "en_US")
        label.timeZone = TimeZone(secondsFromGMT: 0)
        label.dateFormat = "MMM"
        let (year, month, _) = clock.day(at: scale.range.from).components
        var months: [BaselineTimelinePage.Month] = []
        for index in 0... {
            guard
                let first = BaselineDay(
                    year: year + (month - 1 + index) / 12, month: (month - 1 + index) % 12 + 1, day: 1),
                let next = BaselineDay(
                    year: year + (month + index) / 12, month: (month + index) % 12 + 1, day: 1)
            else { break }
            let (start, end) = (clock.startOfDay(first), clock.startOfDay(next))
            if start >= scale.range.to { break }
            let extent = scale.extent(from: start, to: end)
            if extent.width == 0 { continue }
            months.append(
                .init(
                    key: String(first.text.prefix(7)),
                    label: label.string(
                        from: Date(timeIntervalSince1970: Double(first.daysSinceEpoch) * 86_400)),
                    year: first.components.year, left: extent.left, width: extent.width))
        }
        return months
    }

    static func name(of school: String, in schools: [SpecifiedSchool]) -> BaselineText {
        BaselineText(schools.first { $0.id == school }?.shownName ?? "Unknown")
    }
}
