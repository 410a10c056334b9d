import Foundation
import XCTest

@testable import CompassBaseline

/// The page with all its parts, on rows whose results were computed by hand.
final class BaselineTimelineTests: XCTestCase {
    private let utc = TimeZone.gmt
    private let now = Timeline.instant("2026-03-01T00:00:00Z")

    private func page(
        _ events: [BaselineEvent], _ interactions: [BaselineInteraction] = [],
        range: BaselineTimelineRange = .allTime, minimumWidth: Double = 2
    ) -> BaselineTimelinePage {
        BaselineTimeline(events: .init(events), interactions: .init(interactions), zone: utc)
            .page(range: range, now: now, minimumWidth: minimumWidth)
    }

    /// From 2026-01-21 to 2026-05-01 there are 11 + 28 + 31 + 30 = 100 days: each is one percent.
    private let first = Timeline.interaction("0", "2026-01-21T00:00:00Z", school: nil)

    func testRangesReachBackByCalendarMonthsAndTwoMonthsAhead() throws {
        let newYork = BaselineTimeline(zone: try Timeline.zone("America/New_York"))
        let utc = BaselineTimeline(zone: utc)
        let expected: [(BaselineTimeline, String, BaselineTimelineRange, String, String)] = [
            // Months that are too short: to February's and April's ends.
            (utc, "2026-05-31T10:00:00Z", .months(3), "2026-02-28T10:00:00Z", "2026-07-31T10:00:00Z"),
            (utc, "2026-02-28T10:00:00Z", .months(6), "2025-08-28T10:00:00Z", "2026-04-28T10:00:00Z"),
            (utc, "2024-02-29T10:00:00Z", .months(12), "2023-02-28T10:00:00Z", "2024-04-29T10:00:00Z"),
            (
                utc, "2025-12-31T23:59:59.999999Z", .months(6), "2025-06-30T23:59:59.999999Z",
                "2026-02-28T23:59:59.999999Z"
            ),
            // Without items.
            (utc, "2026-03-01T00:00:00Z", .allTime, "2025-09-01T00:00:00Z", "2026-05-01T00:00:00Z"),
            // The same time on the wall: -05:00 in winter, -04:00 in summer.
            (newYork, "2026-03-01T17:00:00Z", .months(6), "2025-09-01T16:00:00Z", "2026-05-01T16:00:00Z"),
            // 02:30 on 8 March does not exist; 01:30 on 1 November comes twice.
            (newYork, "2026-01-08T07:30:00Z", .months(3), "2025-10-08T06:30:00Z", "2026-03-08T07:30:00Z"),
            (newYork, "2026-09-01T05:30:00Z", .months(3), "2026-06-01T05:30:00Z", "2026-11-01T05:30:00Z"),
        ]
        for (timeline, now, range, from, to) in expected {
            let page = timeline.page(range: range, now: Timeline.instant(now))
            XCTAssertEqual(
                page.range, .init(kind: range.kind, from: Timeline.instant(from), to: Timeline.instant(to)),
                now)
        }
    }

    func testAllTimeBeginsWithTheEarliestItemWhateverTheFilter() {
        let timeline = BaselineTimeline(
            events: .init([
                Timeline.event("a", "2020-01-01"), Timeline.event("b", "2019-06-01", "2019-05-01"),
                Timeline.event("c", "2026-04-01"),
            ]), zone: utc)
        let filter = BaselineTimelineFilter(types: [.offer])
        XCTAssertEqual(
            timeline.page(range: .allTime, filter: filter, now: now).range.from,
            Timeline.instant("2020-01-01T00:00:00Z"))
        // All items may be in the future.
        let ahead = BaselineTimeline(events: .init([Timeline.event("c", "2026-04-01")]), zone: utc)
        XCTAssertEqual(ahead.page(range: .allTime, now: now).range.from, now)
    }

    func testExtentsAreClippedAndAtLeastTheMinimumWide() {
        let page = page(
            [
                Timeline.event("week", "2026-01-31", "2026-02-06"),
                Timeline.event("day", "2026-01-31", "2026-01-31"),
                Timeline.event("hour", "2026-01-31T00:00:00Z", "2026-01-31T01:00:00Z"),
                Timeline.event("none", "2026-01-31"),
                Timeline.event("same", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
                Timeline.event("beyond", "2026-04-01", "2027-04-01"),
                Timeline.event("last", "2026-04-30", "2026-04-30"),
                Timeline.event("at", "2026-05-01"), Timeline.event("past", "2026-05-02"),
            ], [first])
        XCTAssertEqual(
            page.places,
            [
                "interaction-0. 0+2 0", "event-day= 10+2 2", "event-hour= 10+2 3", "event-none. 9+2 0",
                "event-week= 10+7 4", "event-same. 9.5+2 1", "event-beyond= 70+30 0", "event-last= 98+2 1",
                "event-at. 98+2 2",
            ])
        XCTAssertEqual(page.lanes.map(\.rowCount), [1, 5])
    }

    func testBarsThatBeginBeforeTheRangeShowOnlyWhatIsInIt() {
        // From 2025-12-01 to 2026-05-01 there are 151 days.
        let page = page(
            [
                Timeline.event("over", "2025-01-01", "2027-01-01"),
                Timeline.event("into", "2025-11-01", "2025-12-10"),
                Timeline.event("touches", "2025-11-01T00:00:00Z", "2025-12-01T00:00:00Z"),
                Timeline.event("before", "2025-11-01T00:00:00Z", "2025-11-30T23:59:59.999999Z"),
                Timeline.event("eve", "2025-11-01", "2025-11-30"), Timeline.event("dot", "2025-12-01"),
            ], range: .months(3))
        // The closed interval of 30 November ends with the start of 1 December, which is in the range.
        XCTAssertEqual(
            page.places,
            [
                "event-over= 0+100 0", "event-eve= 0+2 1", "event-into= 0+6.622517 2",
                "event-touches= 0+2 3", "event-dot. 0+2 4",
            ])
        XCTAssertEqual(
            page.listItems.map(\.id),
            [
                "event-dot", "event-eve", "event-into", "event-touches", "event-over",
            ])
    }

    func testTheMinimumWidthIsAParameterFromNoneToAll() {
        let events = [
            Timeline.event("a", "2026-01-31", "2026-01-31"), Timeline.event("b", "2026-02-10"),
            Timeline.event("c", "2026-05-01"),
        ]
        XCTAssertEqual(
            page(events, [first], minimumWidth: 0).places,
            ["interaction-0. 0+0 0", "event-a= 10+1 0", "event-b. 20+0 0", "event-c. 100+0 0"])
        XCTAssertEqual(
            page(events, [first], minimumWidth: -3).places, page(events, [first], minimumWidth: 0).places)
        XCTAssertEqual(
            page(events, [first], minimumWidth: 30).places,
            ["interaction-0. 0+30 0", "event-a= 10+30 1", "event-b. 5+30 0", "event-c. 70+30 0"])
        XCTAssertEqual(
            page(events, [first], minimumWidth: 300).places,
            ["interaction-0. 0+100 0", "event-a= 0+100 0", "event-b. 0+100 1", "event-c. 0+100 2"])
    }

    func testExtentsThatOnlyTouchShareARow() {
        let page = page(
            [
                Timeline.event("a", "2026-01-31", "2026-02-01"),
                Timeline.event("b", "2026-02-02", "2026-02-03"),
                Timeline.event("c", "2026-02-05"), Timeline.event("d", "2026-02-06T23:59:59.999999Z"),
            ], [first])
        XCTAssertEqual(
            page.places,
            [
                "interaction-0. 0+2 0", "event-a= 10+2 0", "event-b= 12+2 0", "event-c. 14+2 0",
                "event-d. 16+2 0",
            ])
    }

    func testStackingTakesTheLowestFreeRow() {
        // Days of February as (1,5) (2,4) (3,8) (6,7) three times, each to the start of the last day.
        let spans = [(1, 5), (2, 4), (3, 8), (6, 7), (6, 7), (6, 7)]
        let events = spans.enumerated().map { index, span in
            Timeline.event("\(index)", "2026-02-0\(span.0)", "2026-02-0\(span.1 - 1)")
        }
        let page = page(events, [first], minimumWidth: 1)
        XCTAssertEqual(page.lanes[1].items.map(\.row), [0, 1, 2, 0, 1, 3])
        XCTAssertEqual(page.lanes[1].rowCount, 4)
    }

    func testAnEndBeforeTheStartIsSkippedAndReported() {
        let page = page([
            Timeline.event("a", "2026-02-02", "2026-02-01"), Timeline.event("b", "2026-02-02", "2026-02-02"),
            Timeline.event("c", "2026-02-02T10:00:00Z", "2026-02-02T09:59:59.999999Z"),
            Timeline.event("d", "2026-02-02T10:00:00Z", "2026-02-01"),
            Timeline.event("e", "2026-02-02T10:00:00Z", "2026-02-02"),
            Timeline.event("f", "2026-02-02", "2026-02-01T23:59:59Z"),
            Timeline.event("g", "2026-02-02", "2026-02-02T00:00:00Z"),
        ])
        XCTAssertEqual(
            page.skipped,
            [1, 3, 4, 6].map { .init(table: "events", row: $0, field: "end_date", reason: .endBeforeStart) })
        XCTAssertEqual(page.lanes[0].items.map(\.item.id), ["event-b", "event-g", "event-e"])
        XCTAssertEqual(page.lanes[0].items.map(\.isBar), [true, false, true])
    }

    func testDaysAreThoseOfTheZone() throws {
        let apia = try Timeline.zone("Pacific/Apia")
        let page = BaselineTimeline(
            events: .init([
                // There was no 30 December 2011: it begins and ends with the 31st.
                Timeline.event("skipped", "2011-12-30", "2011-12-30"),
                Timeline.event("back", "2011-12-31", "2011-12-30"),
                Timeline.event("over", "2011-12-29", "2011-12-30"),
                Timeline.event("long", "2011-12-30", "2011-12-31"),
            ]), zone: apia
        ).page(now: Timeline.instant("2012-01-01T10:00:00Z"), minimumWidth: 0)
        XCTAssertEqual(page.lanes[0].items.map(\.item.id), ["event-over", "event-long", "event-skipped"])
        XCTAssertEqual(page.lanes[0].items.map(\.isBar), [true, true, false])
        XCTAssertEqual(page.skipped.map(\.row), [2])

        // New York's 8 March 2026 has 23 hours, and now is at 08:00 of the new time.
        let newYork = BaselineTimeline(
            events: .init([Timeline.event("a", "2026-03-08", "2026-03-08")]),
            zone: try Timeline.zone("America/New_York")
        ).page(range: .allTime, now: Timeline.instant("2026-03-08T12:00:00Z"), minimumWidth: 0)
        XCTAssertEqual(newYork.range.from, Timeline.instant("2026-03-08T05:00:00Z"))
        XCTAssertEqual(newYork.range.to, Timeline.instant("2026-05-08T12:00:00Z"))
        // 23 of 23 + 60 * 24 + 8 hours.
        XCTAssertEqual(newYork.lanes[0].items[0].width, 2300.0 / 1471, accuracy: 1e-9)
        XCTAssertEqual(newYork.todayPosition, 0)
    }
}
