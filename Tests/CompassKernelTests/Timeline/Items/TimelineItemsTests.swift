import XCTest

@testable import CompassKernel

final class TimelineItemsTests: XCTestCase {
    private func items() -> TimelineItems {
        RecruitingTimeline(
            events: EventTable([
                Event("1", "2026-01-01", to: "2026-01-03", school: "b"),
                Event("2", "2026-01-02", school: "a"),
            ]),
            interactions: InteractionTable([
                Interaction("3", "2026-01-02T00:00:00Z", school: "b"),
                Interaction("4", "2026-01-09T12:00:00Z", school: "b"),
            ]),
            offers: OfferTable([Offer("5", "2026-01-02")])
        ).items(in: .utc)
    }

    private func window(_ from: String, _ to: String) throws -> TimeWindow {
        try TimeWindow(from: instant(from), to: instant(to))
    }

    func testItemsAreNumberedByLaneStartAndID() {
        let items = items()
        XCTAssertEqual(items.map(\.id), ["offer-5", "event-2", "event-1", "interaction-3", "interaction-4"])
        XCTAssertEqual(items.indices.map { items.id($0) }, items.map(\.id))
        XCTAssertEqual(items.indices.map { items.type($0) }, items.map(\.type))
        XCTAssertEqual(items.indices.map { items[$0].schoolID }, [nil, "a", "b", "b", "b"])
        XCTAssertFalse(items.isEmpty)
        XCTAssertTrue(RecruitingTimeline().items(in: .utc).isEmpty)
    }

    func testItemsAreFoundByTheWindowsThatTheyMeet() throws {
        let items = items()
        let second = try window("2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z")
        XCTAssertEqual(items.count(meeting: second), 4)
        XCTAssertEqual(
            items.items(meeting: second).map(\.id), ["event-1", "event-2", "interaction-3", "offer-5"])
        XCTAssertEqual(items.numbers(meeting: second), [2, 0, 1, 3])
        let school = TimelineFilter(schoolID: "b")
        XCTAssertEqual(items.items(meeting: second, where: school).map(\.id), ["event-1", "interaction-3"])
        XCTAssertEqual(items.count(meeting: second, where: school), 2)
        let events = TimelineFilter(types: .events)
        XCTAssertEqual(items.items(meeting: second, where: events).map(\.id), ["event-1", "event-2"])
        XCTAssertEqual(items.count(meeting: second, where: TimelineFilter(schoolID: "b", types: .offers)), 0)
        let nobody = TimelineFilter(schoolID: "x")
        XCTAssertEqual(items.count(meeting: second, where: nobody), 0)
        XCTAssertEqual(items.numbers(meeting: second, where: nobody), [])
    }

    func testAFingerFindsTheItemsAtAnInstant() {
        let items = items()
        XCTAssertEqual(items.items(at: instant("2026-01-04T00:00:00Z")).map(\.id), ["event-1"])
        XCTAssertEqual(items.items(at: instant("2026-01-04T00:00:00.000001Z")), [])
        XCTAssertEqual(
            items.items(at: instant("2026-01-09T12:00:00Z"), where: TimelineFilter(types: .interactions)).map(
                \.id),
            ["interaction-4"])
    }

    func testTheNearestItemsBeforeAndAfterAnInstant() {
        let items = items()
        func id(_ number: Int?) -> String? { number.map { items.id($0) } }
        let gap = instant("2026-01-06T00:00:00Z")
        XCTAssertEqual(id(items.nearest(endingBefore: gap)), "event-1")
        XCTAssertEqual(id(items.nearest(startingAfter: gap)), "interaction-4")
        let school = TimelineFilter(schoolID: "a")
        XCTAssertEqual(id(items.nearest(endingBefore: gap, where: school)), "event-2")
        XCTAssertNil(items.nearest(startingAfter: gap, where: school))
        XCTAssertEqual(id(items.nearest(endingBefore: gap, where: TimelineFilter(types: .offers))), "offer-5")
        XCTAssertNil(items.nearest(endingBefore: gap, where: TimelineFilter(schoolID: "x")))
        // Of the items that start together, the one with the lowest number.
        XCTAssertEqual(id(items.nearest(startingAfter: instant("2026-01-01T12:00:00Z"))), "offer-5")
    }

    func testLevelsOfDetailCountTypes() throws {
        let items = items()
        let days = try window("2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z")
        let levels = try items.levels(over: days, buckets: 4)
        XCTAssertEqual(levels.buckets.map(\.starts.total), [1, 3, 0, 0])
        XCTAssertEqual(levels.buckets.map { bucket in (0..<4).map { bucket.starts[$0] } }[1], [1, 1, 1, 0])
        XCTAssertEqual(levels.buckets.map(\.meets.total), [1, 4, 1, 1])
        XCTAssertEqual(levels.buckets.map { items.id($0.representative ?? 9) }[2], "event-1")
        let school = try items.levels(
            over: days, buckets: 4, where: TimelineFilter(schoolID: "b", types: .events))
        XCTAssertEqual(school.buckets.map(\.meets.total), [1, 1, 1, 1])
        let nobody = try items.levels(over: days, buckets: 4, where: TimelineFilter(schoolID: "x"))
        XCTAssertEqual(nobody.buckets.map(\.meets.total), [0, 0, 0, 0])
        let offersOfNobody = try items.levels(
            over: days, buckets: 4, where: TimelineFilter(schoolID: "x", types: .offers))
        XCTAssertEqual(offersOfNobody.kinds, TimelineItemTypes.offers.intervalKinds)
        XCTAssertThrowsError(try items.levels(over: days, buckets: 0))
        XCTAssertThrowsError(try items.levels(over: days, buckets: 0, where: TimelineFilter(schoolID: "x")))
    }

    func testSetsOfTypesHaveNoOtherBits() {
        XCTAssertEqual(TimelineItemTypes(rawValue: 255), .all)
        XCTAssertEqual(
            TimelineItemType.allCases.map { TimelineItemTypes($0) },
            [.events, .interactions, .offers, .statusChanges])
    }

    func testManyItemsAreInOrder() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let count = 200 + random.below(3_000)
            let events = (0..<count).map { id in
                Event(
                    id: "\(id)", name: "",
                    start: .instant(Timestamp(micros: Int64(random.below(500)) * 1_000_000_000)),
                    end: random.chance(1, of: 3) ? .instant(Timestamp(micros: 400_000_000_000)) : nil,
                    schoolID: "s\(random.below(30))")
            }
            let items = RecruitingTimeline(events: EventTable(events)).items(in: .utc)
            let window = try TimeWindow(fromMicros: 100_000_000_000, toMicros: 300_000_000_000)
            let expected = items.indices.filter {
                items.start($0).micros <= window.toMicros && items.end($0).micros >= window.fromMicros
            }
            let found = items.numbers(meeting: window).map { Int($0) }
            XCTAssertEqual(
                found, expected.sorted { (items.start($0), $0) < (items.start($1), $1) }, random.label)
            XCTAssertEqual(
                items.items(meeting: window).map(\.id),
                expected.map { (items.start($0).micros, "event-\(items[$0].id.dropFirst(6))") }
                    .sorted { $0 < $1 }.map(\.1), random.label)
            var numbers = found.map { UInt32($0) }
            RadixSort.sort(&numbers)
            XCTAssertEqual(numbers, found.sorted().map { UInt32($0) }, random.label)
        }
    }

    func testItemsAndTheirIndexesTakeUpTo32BytesEach() {
        var random = SeededRandom()
        let count = 50_000
        let events = (0..<count).map { id in
            let day = CivilDate(daysSinceEpoch: Int32(16_000 + random.below(3_650)))
            let end = random.chance(1, of: 10) ? DayOrInstant.day(day.adding(days: random.below(14))) : nil
            return Event(
                id: "\(id)", name: "", start: .day(day), end: end, schoolID: "s\(random.below(50))")
        }
        let items = RecruitingTimeline(events: EventTable(events)).items(in: .utc)
        XCTAssertEqual(items.count, count)
        XCTAssertLessThanOrEqual(Double(items.byteCount) / Double(count), 32, random.label)
    }

    func testTheZoneThatWasAskedForLastIsKept() throws {
        let timeline = RecruitingTimeline(events: EventTable([Event("a", "2026-01-01")]))
        let (first, again) = (timeline.items(in: .utc), timeline.items(in: .utc))
        XCTAssertTrue(first.positions === again.positions)
        let zone = try systemZone("America/New_York")
        XCTAssertFalse(timeline.items(in: zone).positions === first.positions)
        XCTAssertEqual(timeline.items(in: zone).start(0), instant("2026-01-01T05:00:00Z"))
        XCTAssertEqual(timeline.items(in: .utc).start(0), instant("2026-01-01T00:00:00Z"))
    }

    func testAChangedCopyLeavesTheItemAsItWas() throws {
        let item = items()[2]
        let before = item.json()
        let changes: [(String, (inout TimelineItem) -> Void)] = [
            ("id", { $0.id = "event-9" }), ("type", { $0.type = .offer }),
            ("typeLabel", { $0.typeLabel = "Game" }), ("emoji", { $0.emoji = "!" }),
            ("label", { $0.label = "other" }),
            ("date", { $0.date = .instant(.init(instant("2026-05-05T00:00:00Z"), in: .utc)) }),
            ("endDate", { $0.endDate = nil }), ("schoolId", { $0.schoolID = "c" }),
            ("schoolName", { $0.schoolName = "C" }), ("details", { $0.details = "notes" }),
        ]
        for (member, change) in changes {
            var copy = item
            change(&copy)
            XCTAssertEqual(item.json(), before, member)
            let (old, new) = (try members(of: item), try members(of: copy))
            XCTAssertEqual(Set(old.keys), Set(new.keys))
            // The link is that of the type and the id.
            XCTAssertEqual(old.keys.filter { old[$0] != new[$0] && $0 != "link" }, [member])
        }
    }

    private func members(of item: TimelineItem) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(item.json()))
        return try XCTUnwrap(object as? [String: Any]).mapValues { "\($0)" }
    }

    func testPrintedAndDecodedItemsHaveTheirParts() throws {
        let item = items()[2]
        XCTAssertTrue("\(item)".contains("event-1"), "\(item)")
        XCTAssertEqual(Mirror(reflecting: item).children.count, 10)
        XCTAssertEqual(try JSONDecoder().decode(TimelineItem.self, from: JSONEncoder().encode(item)), item)
    }
}

extension DayStarts {
    /// Creates the starts of the days in a list.
    init(of days: [Int64], in zone: ZoneOffsets) {
        self.init(from: days.min() ?? .max, through: days.max() ?? .min, rowCount: days.count, in: zone)
    }
}

final class DayStartsTests: XCTestCase {
    func testDaysStartAsTheZoneSays() throws {
        let zone = try systemZone("America/New_York")
        for days: [Int64] in [
            [], [0], [20_000, 20_500], [-1_000_000, 20_000], [Int64(Int32.min), Int64(Int32.max)],
            [Int64(Int32.max), Int64(Int32.max) + 1],
        ] {
            let starts = DayStarts(of: days, in: zone)
            for day in days + [20_100, 0] {
                XCTAssertEqual(
                    starts.start(of: day), zone.startOfDay(CivilDate(saturatingDays: day)).micros, "\(day)")
            }
        }
    }
}
