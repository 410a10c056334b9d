import Foundation
import XCTest

@testable import CompassBaseline

/// Labels, lanes, months, lists and states of the page, with results that were computed by hand.
final class BaselineTimelineTextTests: XCTestCase {
    private let utc = TimeZone.gmt
    private let now = Timeline.instant("2026-03-01T00:00:00Z")

    func testEventsAreLabeledByNameAndType() {
        let types: [(BaselineText?, BaselineText?, BaselineText)] = [
            ("showcase", "Showcase", "🎯"), ("camp", "Camp", "⚾"), ("official_visit", "Official Visit", "✈️"),
            ("unofficial_visit", "Unofficial Visit", "🚗"), ("game", "Game", "🏟️"), ("other", "other", "📅"),
            ("Camp", "Camp", "📅"), ("", "", "📅"), (nil, nil, "📅"),
        ]
        for (type, label, emoji) in types {
            let event = BaselineEvent(
                id: "1", type: type, name: "N", start: .instant(0), end: .instant(5), schoolID: "s")
            XCTAssertEqual(
                BaselineTimelineItem(event, schoolName: "S"),
                BaselineTimelineItem(
                    id: "event-1", type: .event, typeLabel: label, emoji: emoji, label: "N",
                    date: .instant(0), endDate: .instant(5), schoolID: "s", schoolName: "S"))
        }
    }

    func testInteractionsAreLabeledBySubjectElseType() {
        let types: [(BaselineText, BaselineText, BaselineText)] = [
            ("email", "Email", "📧"), ("phone_call", "Phone Call", "📞"), ("text", "Text", "💬"),
            ("in_person_visit", "Visit", "👥"), ("virtual_meeting", "Virtual Meeting", "💻"),
            ("camp", "Camp", "⚾"), ("showcase", "Showcase", "🎯"), ("tweet", "Tweet", "𝕏"), ("dm", "DM", "💭"),
            ("game", "game", "📝"), ("official_visit", "official_visit", "📝"), ("other", "other", "📝"),
        ]
        for (type, label, emoji) in types {
            for subject in [nil, "", "Hi", " "] as [BaselineText?] {
                let item = BaselineTimelineItem(
                    BaselineInteraction(id: "1", type: type, time: 3, subject: subject), schoolName: "S")
                XCTAssertEqual(item.typeLabel, label)
                XCTAssertEqual(item.emoji, emoji)
                XCTAssertEqual(item.label, subject == nil || subject == "" ? label : subject)
                XCTAssertEqual(item.id, "interaction-1")
                XCTAssertNil(item.details)
            }
        }
    }

    func testOffersAndStatusChangesAreLabeledByTheirCodes() {
        let offers: [(BaselineText, BaselineText)] = [
            ("full_ride", "Full Ride"), ("partial", "Partial"), ("scholarship", "Scholarship"),
            ("recruited_walk_on", "Recruited Walk-On"), ("preferred_walk_on", "Preferred Walk-On"),
            ("books", "books"),
        ]
        for (type, label) in offers {
            let item = BaselineTimelineItem(
                BaselineOffer(id: "1", type: type, time: .instant(0), status: "x"), schoolName: "S")
            XCTAssertEqual(item.typeLabel, label)
            XCTAssertEqual(item.label.string, label.string + " Offer")
            XCTAssertEqual(item.emoji, "🎉")
            XCTAssertEqual(item.id, "offer-1")
        }
        let changes: [(BaselineText?, BaselineText, BaselineText, BaselineText)] = [
            (nil, "interested", "Interested", "Status: Initial → Interested"),
            ("", "contacted", "Contacted", "Status: Initial → Contacted"),
            ("researching", "camp_invite", "Camp Invite", "Status: researching → Camp Invite"),
            ("recruited", "declined", "declined", "Status: Recruited → declined"),
            (
                "official_visit_invited", "official_visit_scheduled", "Official Visit Scheduled",
                "Status: Official Visit Invited → Official Visit Scheduled"
            ),
            ("offer_received", "committed", "Committed", "Status: Offer Received → Committed"),
            ("interested", "not_pursuing", "Not Pursuing", "Status: Interested → Not Pursuing"),
        ]
        for (previous, new, label, text) in changes {
            let item = BaselineTimelineItem(
                BaselineStatusChange(
                    id: "1", newStatus: new, previousStatus: previous, time: 0, notes: "n"), schoolName: "S")
            XCTAssertEqual(item.typeLabel, label)
            XCTAssertEqual(item.label, text)
            XCTAssertEqual(item.emoji, "📊")
            XCTAssertEqual(item.id, "status-1")
            XCTAssertEqual(item.details, "n")
        }
    }

    private func timeline(schools: [BaselineText?], names: [(BaselineText, BaselineText)]) -> BaselineTimeline
    {
        BaselineTimeline(
            events: .init(
                schools.enumerated().map { index, school in
                    Timeline.event("\(index)", "2026-02-0\(index % 9 + 1)", school: school)
                }), schools: .init(names.map { BaselineSchool(id: $0.0, name: $0.1) }), zone: utc)
    }

    func testLanesAreInNameOrderWithNoSchoolAndUnknownAmongThem() {
        let page = timeline(
            schools: ["z", nil, "a", "b", "y", "e\u{301}", "\u{E9}", "n"],
            names: [
                ("a", "zeta"), ("b", "Zeta"), ("z", "alpha"), ("n", "No School"), ("x", "Nobody's"),
            ]
        ).page(now: now)
        XCTAssertEqual(
            page.lanes.map(\.schoolName),
            ["alpha", "No School", "No School", "Unknown", "Unknown", "Unknown", "Zeta", "zeta"])
        XCTAssertEqual(page.lanes.map(\.schoolID), ["z", nil, "n", "e\u{301}", "y", "\u{E9}", "b", "a"])
        XCTAssertEqual(page.laneCount, 8)
        XCTAssertEqual(page.state, .items)
    }

    func testPagesOfLanesAreClamped() {
        let timeline = timeline(schools: ["a", "b", "c", "d", "e"], names: [])
        let expected: [(BaselineLanesPage?, [BaselineText?], Int, Int)] = [
            (nil, ["a", "b", "c", "d", "e"], 1, 1), (.init(number: 1, size: 2), ["a", "b"], 1, 3),
            (.init(number: 3, size: 2), ["e"], 3, 3), (.init(number: 9, size: 2), ["e"], 3, 3),
            (.init(number: -1, size: 2), ["a", "b"], 1, 3),
            (.init(number: 2, size: 5), ["a", "b", "c", "d", "e"], 1, 1),
            (.init(number: 2, size: 0), ["b"], 2, 5),
        ]
        for (lanes, ids, number, count) in expected {
            let page = timeline.page(now: now, lanes: lanes)
            XCTAssertEqual(page.lanes.map(\.schoolID), ids)
            XCTAssertEqual(page.lanesPage, number)
            XCTAssertEqual(page.lanesPages, count)
            XCTAssertEqual(page.laneCount, 5)
            XCTAssertEqual(page.listItems.count, 5)
        }
        let empty = BaselineTimeline(zone: utc).page(now: now, lanes: .init(number: 3, size: 2))
        XCTAssertEqual(empty.lanesPage, 1)
        XCTAssertEqual(empty.lanesPages, 1)
    }

    func testItemsOfALaneGoByStartThenIDAndTheListFromTheNewest() {
        let page = BaselineTimeline(
            events: .init([
                Timeline.event("b", "2026-02-02"), Timeline.event("a", "2026-02-02"),
                Timeline.event("c", "2026-02-03", "2026-02-09"),
            ]),
            interactions: .init([
                Timeline.interaction("x", "2026-02-02T00:00:00Z"),
                Timeline.interaction("y", "2026-02-01T00:00:00Z"),
            ]),
            statusChanges: .init([
                BaselineStatusChange(
                    id: "a", newStatus: "x", time: Timeline.instant("2026-02-03T00:00:00Z"), schoolID: "s")
            ]), zone: utc
        ).page(now: now)
        XCTAssertEqual(
            page.lanes[0].items.map(\.item.id),
            ["interaction-y", "event-a", "event-b", "interaction-x", "event-c", "status-a"])
        XCTAssertEqual(
            page.listItems.map(\.id),
            ["event-c", "status-a", "event-a", "event-b", "interaction-x", "interaction-y"])
    }

    func testMonthsMeetTheRangeWithMoreThanAnInstant() {
        // From 25 February to 1 May there are 4 + 31 + 30 days.
        let page = BaselineTimeline(
            interactions: .init([Timeline.interaction("a", "2026-02-25T00:00:00Z")]), zone: utc
        ).page(range: .allTime, now: now)
        XCTAssertEqual(page.months.map(\.key), ["2026-02", "2026-03", "2026-04"])
        XCTAssertEqual(page.months.map(\.label), ["Feb", "Mar", "Apr"])
        XCTAssertEqual(page.months.map(\.year), [2026, 2026, 2026])
        let widths = [4, 31, 30].map { 100 * Double($0) / 65 }
        XCTAssertEqual(page.months[0].left, 0)
        for (month, width) in zip(page.months, widths) { XCTAssertEqual(month.width, width, accuracy: 1e-9) }
        XCTAssertEqual(page.months[2].left, widths[0] + widths[1], accuracy: 1e-9)
        XCTAssertEqual(page.todayPosition, widths[0], accuracy: 1e-9)
        // A microsecond later the range reaches into May.
        let later = BaselineTimeline(zone: utc).page(now: now + 1)
        XCTAssertEqual(later.months.map(\.key).last, "2026-05")
        XCTAssertEqual(later.months.count, 9)
        XCTAssertEqual(BaselineTimeline(zone: utc).page(now: now).months.count, 8)
    }

    func testTodayMayBeginBeforeTheRange() {
        // The range begins with the only item at noon and has 61 days; today began half a day before it.
        let noon = Timeline.instant("2026-03-01T12:00:00Z")
        let page = BaselineTimeline(
            interactions: .init([Timeline.interaction("a", "2026-03-01T12:00:00Z")]), zone: utc
        ).page(range: .allTime, now: noon)
        XCTAssertEqual(page.todayPosition, -100 * 0.5 / 61, accuracy: 1e-9)
    }

    func testEachEmptyPageSaysWhy() {
        XCTAssertEqual(BaselineTimeline(zone: utc).page(now: now).state, .noData)
        let skipped = BaselineTimeline(
            events: .init([Timeline.event("a", "2026-02-02", "2026-02-01")]), zone: utc)
        XCTAssertEqual(skipped.page(now: now).state, .noData)
        let timeline = timeline(schools: ["a", nil], names: [])
        let filters: [(BaselineTimelineFilter, BaselineTimelinePage.State, Int)] = [
            (.init(), .items, 2), (.init(schoolID: "a"), .items, 1), (.init(schoolID: "b"), .noMatches, 0),
            (.init(types: [.offer, .interaction, .statusChange]), .noMatches, 0),
            (.init(types: []), .noMatches, 0), (.init(types: [.event]), .items, 2),
            (.init(schoolID: ""), .noMatches, 0),
        ]
        for (filter, state, count) in filters {
            let page = timeline.page(filter: filter, now: now)
            XCTAssertEqual(page.state, state)
            XCTAssertEqual(page.listItems.count, count)
            XCTAssertEqual(page.laneCount, count)
        }
        let old = timeline.page(now: Timeline.instant("2030-01-01T00:00:00Z"))
        XCTAssertEqual(old.state, .outOfRange)
        XCTAssertEqual(old.lanes, [])
    }

    func testSkippedRowsGoByTableThenRow() throws {
        let (events, eventReport) = try BaselineLoader.events(
            Array(
                """
                [{"id":"a","name":"A","start_date":"2026-02-02","end_date":"2026-02-01"},{"id":"b"},
                 {"id":"c","name":"C","start_date":"x","type":1},{"id":"d","name":"D","start_date":"2026-02-02"},
                 {"id":"e","name":"E","start_date":"2026-02-02","end_date":"2025-02-02","type":1}]
                """.utf8))
        let (changes, changeReport) = try BaselineLoader.statusChanges(Array("[1]".utf8))
        let (offers, offerReport) = try BaselineLoader.offers(Array(#"[{"id":1}]"#.utf8))
        let page = BaselineTimeline(
            events: events, offers: offers, statusChanges: changes,
            reports: [changeReport, offerReport, eventReport], zone: utc
        ).page(now: now)
        XCTAssertEqual(
            page.skipped,
            [
                .init(table: "events", row: 1, field: "end_date", reason: .endBeforeStart),
                .init(table: "events", row: 2, field: "name", reason: .missing),
                .init(table: "events", row: 3, field: "start_date", reason: .badTimestamp),
                .init(table: "events", row: 5, field: "end_date", reason: .endBeforeStart),
                .init(table: "offers", row: 1, field: "offer_type", reason: .missing),
                .init(table: "school_status_history", row: 1, field: nil, reason: .notAnObject),
            ])
    }
}
