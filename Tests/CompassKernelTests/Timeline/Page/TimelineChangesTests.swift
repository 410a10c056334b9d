import XCTest

@testable import CompassKernel

final class TimelineChangesTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    func testARowThatIsPutTakesThePlaceOfTheOneWithItsID() {
        var timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-01-01", school: "s"), Event("b", "2026-01-02", school: "s")])
        )
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).laneIDs, [["event-a", "event-b"]])
        timeline.put(Event("a", "2026-01-03", to: "2026-01-04", school: "t", name: "Moved"))
        let page = timeline.page(asOf: now, in: .utc)
        XCTAssertEqual(page.laneIDs, [["event-b"], ["event-a"]])
        XCTAssertEqual(page.lanes.map(\.schoolID), ["s", "t"])
        XCTAssertEqual(page.placed("event-a")?.item.label, "Moved")
        XCTAssertEqual(page.placed("event-a")?.shape, .bar)
        XCTAssertEqual(page.list, ["event-a", "event-b"])
    }

    func testIDsOfDifferentTablesAreDifferentItems() {
        var timeline = RecruitingTimeline()
        let time = "2026-01-01T00:00:00Z"
        timeline.put(Event("a", time))
        timeline.put(Interaction("a", time))
        timeline.put(Offer("a", time))
        timeline.put(StatusChange("a", time))
        XCTAssertEqual(
            timeline.page(asOf: now, in: .utc).laneIDs, [["event-a", "interaction-a", "offer-a", "status-a"]])
        XCTAssertTrue(timeline.remove(id: "interaction-a"))
        XCTAssertFalse(timeline.remove(id: "interaction-a"))
        XCTAssertTrue(timeline.remove(id: "status-a"))
        for id in ["event-b", "a", "", "event-", "status_change-a"] {
            XCTAssertFalse(timeline.remove(id: id), id)
        }
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).list, ["event-a", "offer-a"])
    }

    func testEmptyIDsCountAsNone() {
        var timeline = RecruitingTimeline()
        XCTAssertFalse(timeline.put(Event("", "2026-01-01")))
        XCTAssertTrue(timeline.put(Offer("a", "2026-01-01")))
        XCTAssertTrue(timeline.remove(id: "offer-a"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).state, .noData)
        timeline.put(Event("a", "2026-01-01", school: ""))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).lanes.map(\.schoolName), ["No School"])
        XCTAssertNil(timeline.page(asOf: now, in: .utc).listItems[0].schoolID)
    }

    func testSeveralRowsArePutAtOnce() throws {
        var timeline = RecruitingTimeline(schools: try schoolDirectory(["s": "Zenith"]))
        _ = timeline.items(in: .utc)
        XCTAssertEqual(
            timeline.put([
                Event("a", "2026-01-01", school: "s"), Event("", "2026-01-01"),
                Event("b", "2026-01-02", school: "t"), Event("a", "2026-01-03", school: "u"),
            ]), 3)
        XCTAssertEqual(timeline.put([Event]()), 0)
        XCTAssertEqual(timeline.put([Interaction("a", "2026-01-04T00:00:00Z")]), 1)
        XCTAssertEqual(timeline.put([Offer("a", "2026-01-05"), Offer("b", "2026-01-06")]), 2)
        XCTAssertEqual(timeline.put([StatusChange("", "2026-01-07T00:00:00Z")]), 0)
        let page = timeline.page(asOf: now, in: .utc)
        XCTAssertEqual(page.list, ["offer-b", "offer-a", "interaction-a", "event-a", "event-b"])
        XCTAssertEqual(page.lanes.map(\.schoolName), ["No School", "Unknown", "Unknown"])
    }

    func testKeptItemsChangeInPlaceOnlyWhenTheyWereAskedForInBetween() {
        var timeline = RecruitingTimeline(events: EventTable([Event("a", "2026-01-01")]))
        func isKept() -> Bool { timeline.positionCache.positions != nil }
        XCTAssertFalse(isKept())
        _ = timeline.items(in: .utc)
        timeline.put(Event("b", "2026-01-02"))
        XCTAssertTrue(isKept())
        XCTAssertFalse(timeline.remove(id: "event-x"))
        XCTAssertTrue(isKept(), "nothing has changed")
        timeline.put(Event("c", "2026-01-03"))
        XCTAssertFalse(isKept(), "two changes without a question")
        timeline.remove(id: "event-a")
        XCTAssertEqual(timeline.items(in: .utc).map(\.id), ["event-b", "event-c"])
        timeline.remove(id: "event-b")
        XCTAssertTrue(isKept())
        XCTAssertEqual(timeline.items(in: .utc).map(\.id), ["event-c"])
        timeline.put([Event("d", "2026-01-03"), Event("e", "2026-01-03")])
        XCTAssertFalse(isKept(), "several rows at once")
        XCTAssertEqual(timeline.items(in: .utc).map(\.id), ["event-c", "event-d", "event-e"])
    }

    func testThePlacesOfRemovedRowsAreTakenAgain() {
        var timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-01-01"), Event("b", "2026-01-01")]))
        for round in 0..<50 {
            let id = "\(round)"
            timeline.put(Event(id, "2026-01-02", to: "2026-01-01"))
            timeline.put(Event("kept", "2026-01-02"))
            if round % 2 == 0 { _ = timeline.items(in: .utc) }
            XCTAssertTrue(timeline.remove(id: "event-\(id)"))
            XCTAssertFalse(timeline.remove(id: "event-\(id)"))
        }
        XCTAssertLessThanOrEqual(timeline.tables.value.events.rowCount, 4)
        XCTAssertEqual(timeline.items(in: .utc).map(\.id), ["event-a", "event-b", "event-kept"])
        XCTAssertEqual(timeline.items(in: .utc).skipped, [])
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
        let filter = TimelineFilter(schoolID: "a")
        XCTAssertEqual(timeline.page(where: filter, asOf: now, in: .utc).list, ["offer-3"])
    }

    func testAnEventThatEndsBeforeItStartsComesAndGoes() {
        var timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-01-02", to: "2026-01-01"), Event("b", "2026-01-02")]))
        _ = timeline.items(in: .utc)
        // The school s has no item and therefore no lane; t, put next, has one.
        timeline.put(Event("b", "2026-01-02", to: "2026-01-01", school: "s"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [1, 3])
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).state, .noData)
        timeline.put(Event("c", "2026-01-02", school: "t"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).lanes.map(\.schoolID), ["t"])
        timeline.put(Event("a", "2026-01-02", to: "2026-01-02"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [3])
        XCTAssertTrue(timeline.remove(id: "event-b"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped, [])
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).list, ["event-a", "event-c"])
    }

    func testRowsThatArePutAreNumberedBehindTheDocument() throws {
        let (events, report) = try EventTable.load(
            json: #"[{"id":"a","name":"A","start_date":"2026-01-02"},{"id":"b"},{"id":"c"}]"#.utf8)
        var timeline = RecruitingTimeline(events: events, ingestReports: [report])
        timeline.put(Event("d", "2026-01-02", to: "2026-01-01"))
        XCTAssertEqual(timeline.page(asOf: now, in: .utc).skipped.map(\.row), [2, 3, 4])
    }

    func testCopiesDoNotSeeEachOthersChanges() {
        var timeline = RecruitingTimeline(events: EventTable([Event("a", "2026-01-01")]))
        _ = timeline.items(in: .utc)
        let (before, layout) = (timeline, timeline.layout(asOf: now, in: .utc))
        timeline.put(Event("b", "2026-01-02"))
        var other = before
        other.remove(id: "event-a")
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
            // Half of them keep items whose queries are rare, with few or many pending changes.
            if random.chance(1, of: 2) { timeline.pendingLimits = .random(&random) }
            for step in 0..<40 {
                if random.chance(1, of: 4) { _ = timeline.items(in: zones[random.below(3)]) }
                if random.chance(1, of: 8) { compact(&timeline, &random) }
                rows.change(&random, &timeline)
                guard random.chance(1, of: 3) else { continue }
                let zone = zones[random.below(3)]
                let fresh = rows.fresh()
                let context = "\(random.label), step \(step)"
                for range in [TimelineRange.threeMonths, .allTime] {
                    let page = timeline.page(range, asOf: now, in: zone)
                    var expected = fresh.page(range, asOf: now, in: zone)
                    XCTAssertEqual(page.skipped.count, expected.skipped.count, context)
                    // Rows added by `put` have their own numbers.
                    expected.skipped = page.skipped
                    XCTAssertEqual(page, expected, context)
                }
                try expectEqual(timeline.items(in: zone), fresh.items(in: zone), &random, context)
            }
        }
    }

    /// Folds pending changes, all or up to a step.
    private func compact(_ timeline: inout RecruitingTimeline, _ random: inout SeededRandom) {
        var stepCount = random.below(40)
        let isCompact = timeline.compact {
            stepCount -= 1
            return stepCount < 0
        }
        XCTAssertEqual(
            timeline.positionCache.positions.map { $0.value.intervals.pending == nil } ?? true, isCompact)
    }

    func testPendingChangesAreFoldedOnRequest() {
        var timeline = RecruitingTimeline(
            events: EventTable((0..<300).map { Event("\($0)", "2026-01-\($0 % 20 + 10)") }))
        timeline.pendingLimits.itemsPerUnqueriedChange = 1
        timeline.compact()
        XCTAssertTrue(timeline.compact(for: .zero), "there are no items yet")
        _ = timeline.items(in: .utc)
        for day in 10..<29 { timeline.put(Event("\(day)", "2026-02-\(day)", to: "2026-02-\(day)")) }
        let snapshot = timeline
        XCTAssertFalse(timeline.compact(for: .zero))
        timeline.put(Event("x", "2026-02-01", school: "new"))
        let list = timeline.page(.allTime, asOf: now, in: .utc).list
        timeline.compact()
        XCTAssertTrue(timeline.compact(for: .zero))
        XCTAssertEqual(timeline.page(.allTime, asOf: now, in: .utc).list, list)
        XCTAssertNotNil(snapshot.positionCache.positions?.value.intervals.pending)
        XCTAssertEqual(snapshot.items(in: .utc).count, 300)
    }

    func testRowsRemovedForwardBackwardAndAtRandomLeaveTheRest() throws {
        let zone = try systemZone("America/New_York")
        for order in RemovalOrder.allCases {
            var random = SeededRandom(round: 1_000)
            var rows = RandomTimelineRows(directory: try schoolDirectory(["s0": "Zeta", "s1": "alpha"]))
            while rows.count < 300 { rows.add(&random) }
            var timeline = rows.fresh()
            timeline.pendingLimits = .random(&random)
            let ids = order.ids(Array(timeline.items(in: zone)).map(\.id), &random)
            XCTAssertEqual(ids.count, 300)
            for (step, id) in ids.enumerated() {
                rows.remove(id: id)
                XCTAssertTrue(timeline.remove(id: id))
                let isLast = step == ids.count - 1
                guard step % 7 == 0 || isLast || ids.count - step < 6 else { continue }
                let fresh = rows.fresh()
                let context = "\(random.label), \(order), step \(step)"
                try expectEqual(timeline.items(in: zone), fresh.items(in: zone), &random, context)
                let page = timeline.page(.allTime, asOf: now, in: zone)
                XCTAssertEqual(page, fresh.page(.allTime, asOf: now, in: zone), context)
                if isLast { XCTAssertEqual(page.state, .noData, context) }
            }
        }
    }

    private enum RemovalOrder: CaseIterable {
        case forward
        case backward
        case random

        func ids(_ ids: [String], _ random: inout SeededRandom) -> [String] {
            switch self {
            case .forward: ids
            case .backward: ids.reversed()
            case .random: ids.shuffled(using: &random)
            }
        }
    }

    private func expectEqual(
        _ items: TimelineItems, _ expected: TimelineItems, _ random: inout SeededRandom, _ context: String
    ) throws {
        XCTAssertEqual(Array(items), Array(expected), context)
        let from = Timestamp(micros: Int64(20_190 + random.below(60)) * TimeUnits.microsPerDay)
        let window = try TimeWindow(
            from: from,
            to: Timestamp(micros: from.micros + Int64(1 + random.below(20)) * TimeUnits.microsPerDay))
        let filter = TimelineFilter(
            schoolID: random.chance(1, of: 2) ? nil : "s\(random.below(8))",
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
