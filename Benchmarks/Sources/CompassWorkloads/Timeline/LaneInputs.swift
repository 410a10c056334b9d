import BenchmarkHarness
import CompassKernel

/// The intervals of ``IntervalInputs`` as rows of the timeline's tables, each of one of 50 schools.
///
/// Intervals with a duration are events; points come from all four tables.
final class LaneInputs {
    static let laneCount = 50

    let intervals: IntervalInputs
    let timeline: RecruitingTimeline
    let items: TimelineItems
    let zone: ZoneOffsets
    /// The types and the lanes of the intervals, by their ids.
    private let types: [TimelineItemType]
    private let lanes: [Int]
    private let tables: Tables

    private struct Tables {
        var events = EventTable.empty
        var interactions = InteractionTable.empty
        var offers = OfferTable.empty
        var statusChanges = StatusChangeTable.empty
    }

    init(count: Int) throws {
        intervals = try IntervalInputs(count: count)
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        var random = SplitMix64(seed: 3)
        lanes = (0..<count).map { _ in Int.random(in: 0..<Self.laneCount, using: &random) }
        types = (0..<count).map { [intervals] in
            let isBar = intervals.ends[$0] > intervals.starts[$0]
            return isBar ? .event : TimelineItemType.allCases[Int(intervals.kinds[$0])]
        }
        tables = Self.tables(intervals, types, lanes)
        timeline = Self.timeline(tables)
        items = timeline.items(in: zone)
    }

    private static func tables(_ intervals: IntervalInputs, _ types: [TimelineItemType], _ lanes: [Int])
        -> Tables
    {
        var events: [Event] = []
        var interactions: [Interaction] = []
        var offers: [Offer] = []
        var statusChanges: [StatusChange] = []
        for (number, type) in types.enumerated() {
            let (id, school) = ("\(number)", schoolID(ofLane: lanes[number]))
            let (start, end) = (
                Timestamp(micros: intervals.starts[number]), Timestamp(micros: intervals.ends[number])
            )
            switch type {
            case .event:
                events.append(
                    Event(
                        id: id, type: "camp", name: "Camp", start: .instant(start), end: .instant(end),
                        schoolID: school))
            case .interaction:
                interactions.append(Interaction(id: id, type: "email", time: start, schoolID: school))
            case .offer:
                offers.append(Offer(id: id, type: "partial", time: .instant(start), schoolID: school))
            case .statusChange:
                statusChanges.append(
                    StatusChange(id: id, newStatus: "contacted", time: start, schoolID: school))
            }
        }
        return Tables(
            events: EventTable(events), interactions: InteractionTable(interactions),
            offers: OfferTable(offers), statusChanges: StatusChangeTable(statusChanges))
    }

    private static func timeline(_ tables: Tables) -> RecruitingTimeline {
        RecruitingTimeline(
            events: tables.events, interactions: tables.interactions, offers: tables.offers,
            statusChanges: tables.statusChanges)
    }

    static func schoolID(ofLane lane: Int) -> String { "school-\(lane)" }

    /// A filter for each lane.
    static let filters = (0..<laneCount).map { TimelineFilter(schoolID: schoolID(ofLane: $0)) }

    /// Returns a timeline of the tables without items.
    func freshTimeline() -> RecruitingTimeline { Self.timeline(tables) }

    /// Returns the ids of the intervals of a lane that overlap a window, by checking each.
    func ids(ofLane lane: Int, meeting window: TimeWindow) -> [Int] {
        intervals.ids(meeting: window).map { Int($0) }.filter { lanes[$0] == lane }
    }

    /// Returns the id of an interval's item.
    func itemID(_ id: Int) -> String { types[id].itemID("\(id)") }

    /// Compares the items that overlap windows, all and those of a lane, with those of checking each
    /// interval.
    func check(_ items: TimelineItems, _ windows: [TimeWindow], _ name: String) throws {
        for (lane, window) in windows.prefix(3).enumerated() {
            let expected = intervals.ids(meeting: window).map { itemID(Int($0)) }
            let found = items.numbers(meeting: window).map { items.id(Int($0)) }
            let inLane = items.count(meeting: window, where: Self.filters[lane])
            try CheckFailure.unless(
                items.count == intervals.starts.count && found.sorted() == expected.sorted()
                    && inLane == ids(ofLane: lane, meeting: window).count,
                "\(name): \(found.count) items meet \(window), not \(expected.count)")
        }
    }
}

extension TimelineItemType {
    /// Returns the id of a row's item.
    fileprivate func itemID(_ row: String) -> String {
        switch self {
        case .event: "event-" + row
        case .interaction: "interaction-" + row
        case .offer: "offer-" + row
        case .statusChange: "status-" + row
        }
    }
}
