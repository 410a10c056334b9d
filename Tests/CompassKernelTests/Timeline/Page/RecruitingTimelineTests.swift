import XCTest

@testable import CompassKernel

final class RecruitingTimelineTests: XCTestCase {
    /// With this time, the default range is 2025-09-01T12:00 to 2026-05-01T12:00: 242 days in UTC.
    private let now = instant("2026-03-01T12:00:00Z")
    private let days = 242.0

    private func page(
        _ timeline: RecruitingTimeline, minimumWidth: Double = 2
    ) -> TimelinePage {
        timeline.page(asOf: now, in: .utc, minimumWidth: minimumWidth)
    }

    func testItemsOfAllTablesHaveTheirTexts() throws {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("1", "2026-02-01", to: "2026-02-03", school: "s", type: "showcase", name: "Big Day")
            ]),
            interactions: InteractionTable([
                Interaction("2", "2026-01-05T10:00:00Z", school: "s", type: "phone_call", subject: "")
            ]),
            offers: OfferTable([Offer("3", "2026-01-06", school: "s", type: "partial")]),
            statusChanges: StatusChangeTable([
                StatusChange("4", "2026-01-07T23:30:00Z", from: "contacted", to: "declined", notes: "why")
            ]),
            schools: try schoolDirectory(["s": "Rice"]))
        let zone = try systemZone("America/New_York")
        let page = timeline.page(asOf: now, in: zone)
        let expected = [
            TimelineItem(
                id: "event-1", type: .event, typeLabel: "Showcase", emoji: "🎯", label: "Big Day",
                date: .day(day("2026-02-01")), endDate: .day(day("2026-02-03")), schoolID: "s",
                schoolName: "Rice"),
            TimelineItem(
                id: "status-4", type: .statusChange, typeLabel: "declined", emoji: "📊",
                label: "Status: Contacted → declined",
                date: .instant(ZonedTimestamp(instant("2026-01-07T23:30:00Z"), offsetSeconds: -18_000)),
                schoolName: "No School", details: "why"),
            TimelineItem(
                id: "offer-3", type: .offer, typeLabel: "Partial", emoji: "🎉", label: "Partial Offer",
                date: .day(day("2026-01-06")), schoolID: "s", schoolName: "Rice"),
            TimelineItem(
                id: "interaction-2", type: .interaction, typeLabel: "Phone Call", emoji: "📞",
                label: "Phone Call",
                date: .instant(ZonedTimestamp(instant("2026-01-05T10:00:00Z"), offsetSeconds: -18_000)),
                schoolID: "s", schoolName: "Rice"),
        ]
        XCTAssertEqual(page.listItems, expected)
        XCTAssertEqual(page.lanes.map(\.schoolName), ["No School", "Rice"])
        XCTAssertEqual(page.laneIDs, [["status-4"], ["interaction-2", "offer-3", "event-1"]])
        XCTAssertEqual(page.placed("event-1")?.item, expected[0])
        XCTAssertEqual(page.state, .items)
    }

    func testAnItemIsItsOwnAndOutlivesItsPage() throws {
        let timeline = RecruitingTimeline(
            events: EventTable(
                (0..<200).map { Event("\($0)", "2026-01-10", name: "Camp \($0), a name of many characters") })
        )
        var items = page(timeline).listItems
        let (ids, labels) = (items.map(\.id), items.map(\.label))
        XCTAssertEqual(Set(ids), Set((0..<200).map { "event-\($0)" }))
        XCTAssertEqual(Set(labels).count, 200)
        let kept = items[70]
        var changed = items[100]
        changed.label = "changed"
        XCTAssertEqual(items.map(\.label), labels)
        items = []
        XCTAssertEqual([kept.id, kept.label], [ids[70], labels[70]])
        XCTAssertEqual([changed.id, changed.label], [ids[100], "changed"])
    }

    func testEventsEndOnceTheirLastDayIsOver() {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("day", "2026-01-10", to: "2026-01-10"), Event("three", "2026-01-10", to: "2026-01-12"),
                Event("none", "2026-01-10"),
                Event("instant", "2026-01-10T08:00:00Z", to: "2026-01-10T08:00:00Z"),
                Event("evening", "2026-01-10T23:59:59.999999Z", to: "2026-01-10"),
                Event("hours", "2026-01-10", to: "2026-01-10T00:00:00.000001Z"),
                Event("midnight", "2026-01-10", to: "2026-01-10T00:00:00Z"),
            ]))
        let items = timeline.items(in: .utc)
        let expected: [String: (String, String, TimelineShape)] = [
            "event-day": ("2026-01-10T00:00:00Z", "2026-01-11T00:00:00Z", .bar),
            "event-three": ("2026-01-10T00:00:00Z", "2026-01-13T00:00:00Z", .bar),
            "event-none": ("2026-01-10T00:00:00Z", "2026-01-10T00:00:00Z", .dot),
            "event-instant": ("2026-01-10T08:00:00Z", "2026-01-10T08:00:00Z", .dot),
            "event-evening": ("2026-01-10T23:59:59.999999Z", "2026-01-11T00:00:00Z", .bar),
            "event-hours": ("2026-01-10T00:00:00Z", "2026-01-10T00:00:00.000001Z", .bar),
            "event-midnight": ("2026-01-10T00:00:00Z", "2026-01-10T00:00:00Z", .dot),
        ]
        XCTAssertEqual(items.count, expected.count)
        let page = page(timeline)
        for number in items.indices {
            let id = items.id(number)
            XCTAssertEqual(items.start(number), instant(expected[id]!.0), id)
            XCTAssertEqual(items.end(number), instant(expected[id]!.1), id)
            XCTAssertEqual(page.placed(id)?.shape, expected[id]!.2, id)
        }
    }

    func testDaysAreThoseOfTheZone() throws {
        let timeline = RecruitingTimeline(
            events: EventTable([Event("a", "2026-03-08", to: "2026-03-08")]),
            offers: OfferTable([Offer("b", "2026-03-08")]))
        // The clocks go forward on that day, so it has 23 hours.
        let items = timeline.items(in: try systemZone("America/New_York"))
        XCTAssertEqual(items.start(0), instant("2026-03-08T05:00:00Z"))
        XCTAssertEqual(items.end(0), instant("2026-03-09T04:00:00Z"))
        XCTAssertEqual(items.start(1), instant("2026-03-08T05:00:00Z"))
        XCTAssertEqual(timeline.items(in: .utc).end(0), instant("2026-03-09T00:00:00Z"))
    }

    func testADayThatTheZoneSkippedIsADot() throws {
        let zone = try systemZone("Pacific/Apia")
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("skipped", "2011-12-30", to: "2011-12-30"),
                Event("before", "2011-12-29", to: "2011-12-30"),
                Event("reversed", "2011-12-31T12:00:00Z", to: "2011-12-30"),
            ]))
        let page = timeline.page(asOf: instant("2012-01-05T00:00:00Z"), in: zone)
        XCTAssertEqual(page.placed("event-skipped")?.shape, .dot)
        XCTAssertEqual(page.placed("event-before")?.shape, .bar)
        XCTAssertEqual(
            page.skipped,
            [TimelineSkip(table: "events", row: 3, field: "end_date", reason: "the end is before the start")])
    }

    func testEventsThatEndBeforeTheyStartAreLeftOut() throws {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("days", "2026-01-10", to: "2026-01-09"),
                Event("instants", "2026-01-10T08:00:00Z", to: "2026-01-10T07:59:59.999999Z"),
                Event("kept", "2026-01-10T23:00:00Z", to: "2026-01-10"),
                Event("mixed", "2026-01-10", to: "2026-01-09T23:59:59Z"),
                Event("late", "2026-01-11T00:00:00Z", to: "2026-01-10"),
            ]))
        let page = page(timeline)
        XCTAssertEqual(page.laneIDs, [["event-kept"]])
        XCTAssertEqual(page.skipped.map(\.row), [1, 2, 4, 5])
        XCTAssertEqual(Set(page.skipped.map(\.field)), ["end_date"])
        // In New York, the last one starts in the evening of its last day.
        let there = timeline.page(asOf: now, in: try systemZone("America/New_York"))
        XCTAssertEqual(there.laneIDs, [["event-kept", "event-late"]])
        XCTAssertEqual(there.skipped.map(\.row), [1, 2, 4])
    }

    func testSkippedRowsAreOrderedByTableAndRow() throws {
        let events = try EventTable.load(
            json: #"""
                [{"id":"a","name":"A","start_date":"2026-01-02","end_date":"2026-01-01"},{"id":"b","name":"B"},
                 {"id":"c","name":"C","start_date":"2026-01-02"},{"name":"D"},
                 {"id":"e","name":"E","start_date":"2026-01-02","end_date":"2026-01-01"}]
                """#.utf8)
        let interactions = try InteractionTable.load(json: #"[{"id":"a"}]"#.utf8)
        let offers = try OfferTable.load(json: "[7]".utf8)
        let history = try StatusChangeTable.load(
            json: #"[{"id":"a","new_status":"x","changed_at":"?"}]"#.utf8)
        let schools = try SchoolDirectory.load(json: #"[{"id":"s"}]"#.utf8)
        let timeline = RecruitingTimeline(
            events: events.table, interactions: interactions.table, offers: offers.table,
            statusChanges: history.table, schools: schools.table,
            ingestReports: [
                history.report, schools.report, offers.report, events.report, interactions.report,
            ])
        let page = page(timeline)
        XCTAssertEqual(
            page.skipped.map { "\($0.table) \($0.row) \($0.field ?? "-")" },
            [
                "events 1 end_date", "events 2 start_date", "events 4 id", "events 5 end_date",
                "interactions 1 type", "offers 1 -", "school_status_history 1 changed_at",
            ])
        XCTAssertEqual(page.laneIDs, [["event-c"]])
    }

    func testAnItemIsShownWhenItMeetsTheRange() {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("to the edge", "2025-08-20T00:00:00Z", to: "2025-09-01T12:00:00Z"),
                Event("before", "2025-08-20T00:00:00Z", to: "2025-09-01T11:59:59.999999Z"),
                Event("from the edge", "2026-05-01T12:00:00Z", to: "2026-07-01"),
                Event("over", "2020-01-01", to: "2030-01-01"),
            ]),
            interactions: InteractionTable([
                Interaction("first", "2025-09-01T12:00:00Z"), Interaction("last", "2026-05-01T12:00:00Z"),
                Interaction("early", "2025-09-01T11:59:59.999999Z"),
                Interaction("late", "2026-05-01T12:00:00.000001Z"),
            ]))
        let page = page(timeline)
        XCTAssertEqual(
            Set(page.list),
            [
                "event-to the edge", "event-from the edge", "event-over", "interaction-first",
                "interaction-last",
            ])
        let expected: [String: (Double, Double)] = [
            "event-to the edge": (0, 2), "event-from the edge": (98, 2), "event-over": (0, 100),
            "interaction-first": (0, 2), "interaction-last": (98, 2),
        ]
        for (id, (left, width)) in expected {
            XCTAssertEqual(page.placed(id)?.left, left, id)
            XCTAssertEqual(page.placed(id)?.width, width, id)
        }
    }

    func testPositionsArePercentOfTheClippedRange() throws {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("bar", "2025-10-01T12:00:00Z", to: "2025-11-05T12:00:00Z"),
                Event("early", "2025-08-01", to: "2025-10-01T12:00:00Z"),
            ]),
            offers: OfferTable([Offer("dot", "2026-01-01")]))
        let page = page(timeline)
        let bar = try XCTUnwrap(page.placed("event-bar"))
        XCTAssertEqual(bar.left, 100 * 30 / days, accuracy: 1e-9)
        XCTAssertEqual(bar.width, 100 * 35 / days, accuracy: 1e-9)
        let early = try XCTUnwrap(page.placed("event-early"))
        XCTAssertEqual(early.left, 0)
        XCTAssertEqual(early.width, 100 * 30 / days, accuracy: 1e-9)
        let dot = try XCTUnwrap(page.placed("offer-dot"))
        XCTAssertEqual(dot.left, 100 * 121.5 / days - 1, accuracy: 1e-9)
        XCTAssertEqual(dot.width, 2)
        XCTAssertEqual(page.todayPosition, 100 * 180.5 / days, accuracy: 1e-9)
        XCTAssertEqual(page.months.map(\.key).first, "2025-09")
        XCTAssertEqual(page.months.map(\.key).last, "2026-05")
    }

    func testOverlappingItemsAreStackedIntoTheFewestRows() {
        // A dot covers 1 percent, or 2.42 days, on either side of its date.
        let timeline = RecruitingTimeline(
            events: EventTable([Event("bar", "2025-12-01", to: "2025-12-20", school: "s")]),
            interactions: InteractionTable([
                Interaction("a", "2025-12-01T00:00:00Z", school: "s"),
                Interaction("b", "2025-12-05T00:00:00Z", school: "s"),
                Interaction("c", "2025-12-24T00:00:00Z", school: "s"),
                Interaction("d", "2025-12-24T00:00:00Z"),
            ]))
        let page = page(timeline)
        // "a" begins before the bar because it is centered on the bar's start.
        let rows = [
            "interaction-a": 0, "event-bar": 1, "interaction-b": 2, "interaction-c": 0, "interaction-d": 0,
        ]
        for (id, row) in rows { XCTAssertEqual(page.placed(id)?.row, row, id) }
        XCTAssertEqual(page.lanes.map(\.rowCount), [1, 3])
        XCTAssertEqual(page.laneIDs[1], ["event-bar", "interaction-a", "interaction-b", "interaction-c"])
        // Without a width, dots do not overlap, and equal left edges are ordered by start, then id.
        let thin = self.page(timeline, minimumWidth: 0)
        XCTAssertEqual(thin.placed("event-bar")?.row, 0)
        XCTAssertEqual(thin.placed("interaction-a")?.row, 1)
        XCTAssertEqual(thin.placed("interaction-b")?.row, 1)
    }

    func testTheMinimumWidthIsAParameter() {
        let timeline = RecruitingTimeline(offers: OfferTable([Offer("a", "2026-01-01")]))
        func width(_ minimum: Double) -> Double? {
            page(timeline, minimumWidth: minimum).placed("offer-a")?.width
        }
        XCTAssertEqual(width(5), 5)
        XCTAssertEqual(width(-1), 0)
        XCTAssertEqual(width(.nan), 0)
        XCTAssertEqual(width(.infinity), 100)
        XCTAssertEqual(page(timeline, minimumWidth: 250).placed("offer-a")?.left, 0)
    }

    func testALayoutIsReadAsItsPage() throws {
        let timeline = RecruitingTimeline(
            events: EventTable([Event("e", "2026-01-01", to: "2026-02-01", school: "a")]),
            interactions: InteractionTable([
                Interaction("i", "2026-01-02T00:00:00Z", school: "b"),
                Interaction("j", "2026-01-03T00:00:00Z"),
            ]))
        let layout = timeline.layout(asOf: now, in: .utc)
        let page = layout.page
        XCTAssertEqual(layout.lanes.map(\.schoolID), page.lanes.map(\.schoolID))
        XCTAssertEqual(layout.lanes.map(\.rowCount), page.lanes.map(\.rowCount))
        XCTAssertEqual(Array(layout.list), page.listItems)
        for (lane, expected) in zip(layout.lanes, page.lanes) {
            XCTAssertEqual(lane.itemCount, expected.itemCount)
            for (placed, item) in zip(lane.items, expected.items) {
                XCTAssertEqual(placed.item, item.item)
                XCTAssertEqual(placed.id, item.item.id)
                XCTAssertEqual(placed.type, item.item.type)
                XCTAssertEqual([placed.left, placed.width], [item.left, item.width])
                XCTAssertEqual(placed.row, item.row)
                XCTAssertEqual(placed.shape, item.shape)
                XCTAssertEqual(layout.items[placed.number].id, placed.id)
            }
        }
    }

    func testTheFarthestInstantsDoNotOverflow() {
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event(
                    id: "all", name: "", start: .instant(Timestamp(micros: .min)),
                    end: .instant(Timestamp(micros: .max))),
                Event(
                    id: "days", name: "", start: .day(CivilDate(daysSinceEpoch: .min)),
                    end: .day(CivilDate(daysSinceEpoch: .max))),
            ]))
        for now in [Int64.min, 0, .max] {
            let page = timeline.page(.sixMonths, asOf: Timestamp(micros: now), in: .utc)
            XCTAssertEqual(page.list.count, 2)
            for placed in page.lanes[0].items {
                XCTAssertTrue((0...100).contains(placed.left + placed.width))
            }
        }
    }
}
