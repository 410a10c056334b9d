import XCTest

@testable import CompassKernel

final class TimelineChangesTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    func testARowThatIsPutTakesThePlaceOfTheOneWithItsId() {
        var timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-01-01", school: "s"), Event("b", "2026-01-02", school: "s")])
        )
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).laneIds, [["event-a", "event-b"]])
        timeline.put(Event("a", "2026-01-03", to: "2026-01-04", school: "t", name: "Moved"))
        let page = timeline.page(asOf: now, in: .utc)
        XCTAssertEqual(page.laneIds, [["event-b"], ["event-a"]])
        XCTAssertEqual(page.lanes.map(\.schoolId), ["s", "t"])
        XCTAssertEqual(page.placed("event-a")?.item.label, "Moved")
        XCTAssertEqual(page.placed("event-a")?.shape, .bar)
        XCTAssertEqual(page.list, ["event-a", "event-b"])
    }

    func testIdsOfDifferentTablesAreDifferentItems() {
        var timeline = RecruitingTimeline()
        let time = "2026-01-01T00:00:00Z"
        timeline.put(Event("a", time))
        timeline.put(Interaction("a", time))
        timeline.put(Offer("a", time))
        timeline.put(StatusChange("a", time))
        XCTAssertEqual(
            timeline.page(asOf: now, in: .utc).laneIds, [["event-a", "interaction-a", "offer-a", "status-a"]])
        XCTAssertTrue(timeline.remove(itemId: "interaction-a"))
        XCTAssertFalse(timeline.remove(itemId: "interaction-a"))
        XCTAssertTrue(timeline.remove(itemId: "status-a"))
        for id in ["event-b", "a", "", "event-", "status_change-a"] {
            XCTAssertFalse(timeline.remove(itemId: id), id)
        }
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).list, ["event-a", "offer-a"])
    }

    func testEmptyIdsCountAsNone() {
        var timeline = RecruitingTimeline()
        timeline.put(Event("", "2026-01-01"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).state, .noData)
        timeline.put(Event("a", "2026-01-01", school: ""))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).lanes.map(\.schoolName), ["No School"])
        XCTAssertNil(timeline.page(asOf: now, in: .utc).listItems[0].schoolId)
    }

    func testNewSchoolsHaveTheirNamesAndTheirPlaceInNameOrder() throws {
        var timeline = RecruitingTimeline(
            offers: OfferTable([Offer("1", "2026-01-01", school: "z"), Offer("2", "2026-01-01")]),
            schools: try schoolDirectory(["z": "Zenith", "a": "Alpha"]))
        _ = timeline.items(in: .utc)
        timeline.put(Offer("3", "2026-01-01", school: "a"))
        timeline.put(Offer("4", "2026-01-01", school: "x"))
        XCTAssertEqual(
            timeline.page(asOf: now, in: .utc).lanes.map(\.schoolName),
            ["Alpha", "No School", "Unknown", "Zenith"])
        let filter = TimelineFilter(schoolId: "a")
        XCTAssertEqual(timeline.page(where: filter, asOf: now, in: .utc).list, ["offer-3"])
    }

    func testAnEventThatEndsBeforeItStartsComesAndGoes() {
        var timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-01-02", to: "2026-01-01"), Event("b", "2026-01-02")]))
        _ = timeline.items(in: .utc)
        // The school has no item, and so no lane; the next one has.
        timeline.put(Event("b", "2026-01-02", to: "2026-01-01", school: "s"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [1, 3])
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).state, .noData)
        timeline.put(Event("c", "2026-01-02", school: "t"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).lanes.map(\.schoolId), ["t"])
        timeline.put(Event("a", "2026-01-02", to: "2026-01-02"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [3])
        XCTAssertTrue(timeline.remove(itemId: "event-b"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped, [])
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).list, ["event-a", "event-c"])
    }

    func testRowsThatArePutAreNumberedBehindTheDocument() throws {
        let (events, report) = try EventTable.load(
            json: #"[{"id":"a","name":"A","start_date":"2026-01-02"},{"id":"b"},{"id":"c"}]"#.utf8)
        var timeline = RecruitingTimeline(events: events, reports: [report])
        timeline.put(Event("d", "2026-01-02", to: "2026-01-01"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [2, 3, 4])
    }

    func testCopiesDoNotSeeEachOthersChanges() {
        var timeline = RecruitingTimeline(events: EventTable([Event("a", "2026-01-01")]))
        _ = timeline.items(in: .utc)
        let (before, layout) = (timeline, timeline.layout(asOf: now, in: .utc))
        timeline.put(Event("b", "2026-01-02"))
        var other = before
        other.remove(itemId: "event-a")
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).list, ["event-b", "event-a"])
        XCTAssertEqual(before.page(asOf: now, in: .utc).list, ["event-a"])
        XCTAssertEqual(other.page(asOf: now, in: .utc).list, [])
        XCTAssertEqual(layout.list.map(\.id), ["event-a"])
    }

    func testRandomChangesGiveTheAnswersOfAFreshTimeline() throws {
        let zones = [ZoneOffsets.utc, try systemZone("America/New_York"), try systemZone("Pacific/Apia")]
        for round in 0..<SeededRandom.rounds(60) {
            var random = SeededRandom(round: round)
            var rows = RandomTimelineRows(
                directory: try schoolDirectory(["s0": "Zeta", "s1": "alpha", "s5": "M"]))
            for _ in 0..<random.below(30) { rows.change(&random) }
            var timeline = rows.fresh()
            for step in 0..<40 {
                if random.chance(1, of: 4) { _ = timeline.items(in: zones[random.below(3)]) }
                rows.change(&random, &timeline)
                guard random.chance(1, of: 3) else { continue }
                let zone = zones[random.below(3)]
                let fresh = rows.fresh()
                let context = "\(random.label), step \(step)"
                for range in [TimelineRange.threeMonths, .allTime] {
                    let page = timeline.page(range, asOf: now, in: zone)
                    var expected = fresh.page(range, asOf: now, in: zone)
                    XCTAssertEqual(page.skipped.count, expected.skipped.count, context)
                    // Rows that were put have numbers of their own.
                    expected.skipped = page.skipped
                    XCTAssertEqual(page, expected, context)
                }
                try check(timeline.items(in: zone), fresh.items(in: zone), &random, context)
            }
        }
    }

    private func check(
        _ items: TimelineItems, _ expected: TimelineItems, _ random: inout SeededRandom, _ context: String
    ) throws {
        XCTAssertEqual(Array(items), Array(expected), context)
        let from = Timestamp(micros: Int64(20_190 + random.below(60)) * TimeUnits.microsPerDay)
        let window = try TimeWindow(
            from: from,
            to: Timestamp(micros: from.micros + Int64(1 + random.below(20)) * TimeUnits.microsPerDay))
        let filter = TimelineFilter(
            schoolId: random.chance(1, of: 2) ? nil : "s\(random.below(8))",
            types: TimelineItemTypes(rawValue: UInt8(random.below(16))))
        XCTAssertEqual(
            items.numbers(meeting: window, where: filter), expected.numbers(meeting: window, where: filter),
            context)
        XCTAssertEqual(
            items.count(meeting: window, where: filter), expected.count(meeting: window, where: filter),
            context)
        XCTAssertEqual(
            items.nearest(endingBefore: from, where: filter),
            expected.nearest(endingBefore: from, where: filter),
            context)
        XCTAssertEqual(
            items.nearest(startingAfter: from, where: filter),
            expected.nearest(startingAfter: from, where: filter),
            context)
        XCTAssertEqual(
            try items.levels(over: window, buckets: 9, where: filter).buckets,
            try expected.levels(over: window, buckets: 9, where: filter).buckets, context)
    }
}

/// Rows that change at random, and a timeline beside them.
struct RandomTimelineRows {
    private var events: [String: Event] = [:]
    private var interactions: [String: Interaction] = [:]
    private var offers: [String: Offer] = [:]
    private var statusChanges: [String: StatusChange] = [:]
    private let directory: SchoolDirectory

    init(directory: SchoolDirectory) { self.directory = directory }

    /// A timeline that is made of the rows as they are.
    func fresh() -> RecruitingTimeline {
        RecruitingTimeline(
            events: EventTable(Array(events.values)),
            interactions: InteractionTable(Array(interactions.values)),
            offers: OfferTable(Array(offers.values)),
            statusChanges: StatusChangeTable(Array(statusChanges.values)),
            schools: directory)
    }

    /// Changes a row.
    mutating func change(_ random: inout SeededRandom) {
        var unused = RecruitingTimeline()
        change(&random, &unused)
    }

    /// Changes a row here and in the timeline.
    mutating func change(_ random: inout SeededRandom, _ timeline: inout RecruitingTimeline) {
        // Packed ids, and texts.
        let id =
            random.chance(1, of: 2)
            ? "00000000-0000-4000-8000-00000000000\(random.below(8))" : "id \(random.below(8))"
        let school = random.chance(1, of: 4) ? nil : "s\(random.below(8))"
        let isRemoved = random.chance(1, of: 3)
        switch random.below(4) {
        case 0:
            events[id] = isRemoved ? nil : event(id, school, &random)
            if let event = events[id] { timeline.put(event) } else { timeline.remove(itemId: "event-\(id)") }
        case 1:
            interactions[id] =
                isRemoved ? nil : Interaction(id: id, type: "email", time: time(&random), schoolId: school)
            if let row = interactions[id] {
                timeline.put(row)
            } else {
                timeline.remove(itemId: "interaction-\(id)")
            }
        case 2:
            offers[id] =
                isRemoved ? nil : Offer(id: id, type: "partial", time: date(&random), schoolId: school)
            if let row = offers[id] { timeline.put(row) } else { timeline.remove(itemId: "offer-\(id)") }
        default:
            statusChanges[id] =
                isRemoved
                ? nil : StatusChange(id: id, newStatus: "new", time: time(&random), schoolId: school)
            if let row = statusChanges[id] {
                timeline.put(row)
            } else {
                timeline.remove(itemId: "status-\(id)")
            }
        }
    }

    private func event(_ id: String, _ school: String?, _ random: inout SeededRandom) -> Event {
        Event(
            id: id, name: "Event \(random.below(100))", start: date(&random),
            end: random.chance(1, of: 2) ? date(&random) : nil, schoolId: school)
    }

    private func date(_ random: inout SeededRandom) -> DayOrInstant {
        random.chance(1, of: 2)
            ? .day(CivilDate(daysSinceEpoch: Int32(20_200 + random.below(40)))) : .instant(time(&random))
    }

    private func time(_ random: inout SeededRandom) -> Timestamp {
        Timestamp(micros: Int64(20_200 * 4 + random.below(160)) * (TimeUnits.microsPerDay / 4))
    }
}
