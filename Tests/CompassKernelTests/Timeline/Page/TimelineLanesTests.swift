import XCTest

@testable import CompassKernel

final class TimelineLanesTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    private func page(
        _ timeline: RecruitingTimeline, _ range: TimelineRange = .sixMonths,
        where filter: TimelineFilter = .all, lanes: TimelineLanes = .all
    ) -> TimelinePage {
        timeline.page(range, where: filter, asOf: now, in: .utc, lanes: lanes)
    }

    func testLanesAreInNameOrder() throws {
        let ids = ["u2", "z", "a2", "a", "b", "u", nil]
        let timeline = RecruitingTimeline(
            interactions: InteractionTable(
                ids.enumerated().map { Interaction("\($0)", "2026-01-01T00:00:00Z", school: $1) }),
            schools: try schoolDirectory([
                "z": "Zenith", "a": "alpha", "a2": "Alpha", "b": "no school", "q": "Not Shown",
            ]))
        XCTAssertEqual(
            page(timeline).lanes.map { "\($0.schoolID ?? "-") \($0.schoolName)" },
            ["a2 Alpha", "a alpha", "- No School", "b no school", "u Unknown", "u2 Unknown", "z Zenith"])
    }

    func testItemsOfALaneAreOrderedByStartThenID() {
        let time = "2026-01-01T00:00:00Z"
        let timeline = RecruitingTimeline(
            events: EventTable([Event("b", "2026-01-01"), Event("a", time), Event("c", "2025-12-31")]),
            interactions: InteractionTable([
                Interaction("a", time), Interaction("10", time), Interaction("9", time),
            ]),
            offers: OfferTable([Offer("a", "2026-01-01")]),
            statusChanges: StatusChangeTable([StatusChange("a", time)]))
        let page = page(timeline)
        XCTAssertEqual(
            page.laneIDs,
            [
                [
                    "event-c", "event-a", "event-b", "interaction-10", "interaction-9", "interaction-a",
                    "offer-a",
                    "status-a",
                ]
            ])
        XCTAssertEqual(
            page.list,
            [
                "event-a", "event-b", "interaction-10", "interaction-9", "interaction-a", "offer-a",
                "status-a",
                "event-c",
            ])
    }

    func testTheListIsNewestFirstOverAllLanes() {
        let timeline = RecruitingTimeline(
            events: EventTable([Event("long", "2025-01-01", to: "2026-12-31", school: "a")]),
            interactions: InteractionTable([
                Interaction("2", "2026-01-02T00:00:00Z", school: "a"),
                Interaction("1", "2026-01-02T00:00:00Z", school: "b"),
                Interaction("3", "2026-01-03T00:00:00Z", school: "c"),
            ]))
        let expected = ["interaction-3", "interaction-1", "interaction-2", "event-long"]
        XCTAssertEqual(page(timeline).list, expected)
        XCTAssertEqual(page(timeline, lanes: .page(2, size: 1)).list, expected)
    }

    func testFiltersApplyBeforeLanesAreBuilt() {
        let timeline = RecruitingTimeline(
            events: EventTable([Event("e", "2026-01-01", school: "a")]),
            interactions: InteractionTable([Interaction("i", "2026-01-02T00:00:00Z", school: "b")]),
            offers: OfferTable([Offer("o", "2026-01-03", school: "b")]),
            statusChanges: StatusChangeTable([StatusChange("s", "2020-01-04T00:00:00Z", school: "a")]))
        func ids(_ filter: TimelineFilter) -> [String] { page(timeline, where: filter).list }
        XCTAssertEqual(ids(.all), ["offer-o", "interaction-i", "event-e"])
        XCTAssertEqual(ids(TimelineFilter(schoolID: "b")), ["offer-o", "interaction-i"])
        XCTAssertEqual(ids(TimelineFilter(types: [.events, .interactions])), ["interaction-i", "event-e"])
        XCTAssertEqual(ids(TimelineFilter(schoolID: "b", types: [.events, .offers])), ["offer-o"])
        XCTAssertEqual(page(timeline, where: TimelineFilter(schoolID: "b")).lanes.map(\.schoolID), ["b"])
        // The axis does not change when a filter hides the earliest item.
        let narrowed = page(timeline, .allTime, where: TimelineFilter(types: .offers))
        XCTAssertEqual(narrowed.range.from.timestamp, instant("2020-01-04T00:00:00Z"))
    }

    func testEmptyPagesSayWhy() {
        let nothing = page(RecruitingTimeline())
        XCTAssertEqual(nothing.state, .noData)
        XCTAssertEqual(nothing.laneCount, 0)
        XCTAssertEqual([nothing.lanesPage, nothing.lanesPages], [1, 1])
        XCTAssertEqual(nothing.range.from.timestamp, instant("2025-09-01T12:00:00Z"))
        XCTAssertEqual(
            page(RecruitingTimeline(), .allTime).range.from.timestamp, instant("2025-09-01T12:00:00Z"))

        let reversed = RecruitingTimeline(events: EventTable([Event("a", "2026-01-02", to: "2026-01-01")]))
        XCTAssertEqual(page(reversed).state, .noData)
        XCTAssertEqual(page(reversed).skipped.count, 1)

        let old = RecruitingTimeline(
            events: EventTable([Event("a", "2020-01-02", school: "s")]),
            offers: OfferTable([Offer("b", "2026-01-01", school: "t")]))
        XCTAssertEqual(page(old).state, .items)
        XCTAssertEqual(page(old, where: TimelineFilter(schoolID: "s")).state, .outOfRange)
        XCTAssertEqual(page(old, .allTime, where: TimelineFilter(schoolID: "s")).state, .items)
        XCTAssertEqual(page(old, where: TimelineFilter(schoolID: "s", types: .offers)).state, .noMatches)
        XCTAssertEqual(page(old, where: TimelineFilter(schoolID: "x")).state, .noMatches)
        XCTAssertEqual(page(old, where: TimelineFilter(types: [])).state, .noMatches)
    }

    func testLanesArePagedForWhoAsks() {
        let timeline = RecruitingTimeline(
            interactions: InteractionTable(
                (0..<45).map { Interaction("\($0)", "2026-01-01T00:00:00Z", school: "s\(100 + $0)") }))
        func lanes(_ lanes: TimelineLanes) -> ([String?], Int, Int) {
            let page = page(timeline, lanes: lanes)
            XCTAssertEqual(page.laneCount, 45)
            XCTAssertEqual(page.listItems.count, 45)
            return (page.lanes.map(\.schoolID), page.lanesPage, page.lanesPages)
        }
        func expectLanes(
            _ wanted: TimelineLanes, _ schools: Range<Int>, _ number: Int, of count: Int, line: UInt = #line
        ) {
            let (ids, page, pages) = lanes(wanted)
            XCTAssertEqual(ids, schools.map { "s\($0)" }, line: line)
            XCTAssertEqual([page, pages], [number, count], line: line)
        }
        expectLanes(.all, 100..<145, 1, of: 1)
        expectLanes(.page(1), 100..<120, 1, of: 3)
        expectLanes(.page(3), 140..<145, 3, of: 3)
        expectLanes(.page(4), 140..<145, 3, of: 3)
        expectLanes(.page(.max), 140..<145, 3, of: 3)
        expectLanes(.page(0), 100..<120, 1, of: 3)
        expectLanes(.page(.min), 100..<120, 1, of: 3)
        expectLanes(.page(2, size: 15), 115..<130, 2, of: 3)
        expectLanes(.page(3, size: 15), 130..<145, 3, of: 3)
        expectLanes(.page(1, size: .max), 100..<145, 1, of: 1)
        expectLanes(.page(2, size: 0), 101..<102, 2, of: 45)
    }

    func testShallowAndDeepLanesAreStackedAsIfAllRowsWereLookedAt() {
        for round in 0..<SeededRandom.rounds(60) {
            var random = SeededRandom(round: round)
            let days = 5 + random.below(230)
            let events = (0..<random.below(250)).map { id in
                let start = CivilDate(daysSinceEpoch: Int32(20_330 + random.below(days)))
                let end =
                    random.chance(1, of: 2) ? DayOrInstant.day(start.adding(days: random.below(40))) : nil
                return Event(id: "\(id)", name: "", start: .day(start), end: end)
            }
            let width = [0, 2, 2, 13, 100][random.below(5)]
            let page = RecruitingTimeline(events: EventTable(events)).page(
                asOf: now, in: .utc, minimumWidth: Double(width))
            for lane in page.lanes {
                var rowEnds: [Double] = []
                let byLeft = lane.items.indices.sorted {
                    (lane.items[$0].left, $0) < (lane.items[$1].left, $1)
                }
                for placed in byLeft.map({ lane.items[$0] }) {
                    let right = placed.left + placed.width
                    let row = rowEnds.firstIndex { $0 <= placed.left + 1e-9 } ?? rowEnds.count
                    if row == rowEnds.count { rowEnds.append(right) } else { rowEnds[row] = right }
                    XCTAssertEqual(placed.row, row, "\(random.label), \(placed.item.id)")
                    XCTAssertTrue(placed.left >= 0 && right <= 100 + 1e-9, random.label)
                }
                XCTAssertEqual(lane.rowCount, rowEnds.count, random.label)
            }
        }
    }
}
