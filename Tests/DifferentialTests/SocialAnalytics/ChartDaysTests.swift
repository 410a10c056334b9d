import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Which days the activity chart shows, computed by hand, in kernel and baseline.
final class ChartDaysTests: XCTestCase {
    /// A query and its expected chart.
    private struct Chart {
        var range: BaselineRange
        /// The filter's days; each pair is a separate condition.
        var dates: [(from: String?, to: String?)] = []
        var activity = BaselineActivity.sameAsRange
        var first: String?
        var counts: [Int]
    }

    private func day(_ text: String?) -> Int? {
        guard let text else { return nil }
        return (try? CivilDate(parsing: text)).map { Int($0.daysSinceEpoch) }
    }

    private func expect(_ charts: [Chart], posts: [String], now: String, in identifier: String) throws {
        let zone = try ZonePair(identifier)
        let table = try RandomTable(
            posts: try posts.enumerated().map { index, date in
                BaselinePost(
                    id: BaselineText("p\(index)"), platform: .twitter,
                    postDate: try Timestamp(parsing: date).micros)
            }, schools: [], now: try Timestamp(parsing: now).micros, zone: zone, schoolIDs: [])
        for chart in charts {
            var query = PageQuery(range: chart.range, now: table.now, zone: zone, activity: chart.activity)
            for (from, to) in chart.dates { query.filter.restrict(from: day(from), to: day(to)) }
            let found = query.kernelPage(table.social).activityByDay
            XCTAssertEqual(found.first?.date.description, chart.first, "\(chart)")
            XCTAssertEqual(found.map(\.count), chart.counts, "\(chart)")
            let oracle = query.baselinePage(table.posts, table.schools).activityByDay
            XCTAssertEqual(oracle.first?.date, chart.first, "baseline, \(chart)")
            XCTAssertEqual(oracle.map(\.count), chart.counts, "baseline, \(chart)")
        }
    }

    // New York; now is noon of 10 March 2026, two days after clocks were set forward. Seven days
    // earlier is noon of 3 March, 17:00 UTC.
    private let posts = [
        "2026-01-15T12:00:00Z", "2026-03-03T16:59:59Z", "2026-03-03T17:00:00Z",
        // The first half hour and the last one of 8 March, which has 23 hours.
        "2026-03-08T05:30:00Z", "2026-03-09T03:30:00Z", "2026-03-10T15:00:00Z",
        // 19 March.
        "2026-03-20T00:00:00Z",
    ]

    private func expect(_ charts: [Chart]) throws {
        try expect(charts, posts: posts, now: "2026-03-10T16:00:00Z", in: "America/New_York")
    }

    func testUnderARangeTheChartBeginsNoEarlierThanItsCutoff() throws {
        let sinceCutoff = [1, 0, 0, 0, 0, 2, 0, 1]
        try expect([
            Chart(range: .days(7), first: "2026-03-04", counts: [0, 0, 0, 0, 2, 0, 1]),
            Chart(range: .days(7), activity: .days(8), first: "2026-03-03", counts: sinceCutoff),
            Chart(range: .days(7), activity: .days(30), first: "2026-03-03", counts: sinceCutoff),
            Chart(range: .days(7), activity: .every, first: "2026-03-03", counts: sinceCutoff),
            Chart(range: .days(7), activity: .days(3), first: "2026-03-08", counts: [2, 0, 1]),
            Chart(range: .days(7), activity: .days(0), counts: []),
            Chart(range: .days(0), activity: .days(9), first: "2026-03-10", counts: [0]),
        ])
    }

    func testDatesCutTheChartOfARange() throws {
        try expect([
            Chart(
                range: .days(7), dates: [("2026-03-05", "2026-03-08")], first: "2026-03-05",
                counts: [0, 0, 0, 2]),
            Chart(
                range: .days(7), dates: [("2026-03-01", "2026-03-04")], activity: .days(30),
                first: "2026-03-03", counts: [1, 0]),
            Chart(range: .days(7), dates: [("2026-03-09", nil)], first: "2026-03-09", counts: [0, 1]),
            Chart(range: .days(7), dates: [("2026-03-10", "2026-03-10")], first: "2026-03-10", counts: [1]),
            // Days before the range, after today, and in the wrong order.
            Chart(range: .days(7), dates: [(nil, "2026-03-02")], activity: .days(30), counts: []),
            Chart(range: .days(7), dates: [("2026-03-11", nil)], counts: []),
            Chart(range: .days(7), dates: [("2026-03-09", "2026-03-08")], activity: .every, counts: []),
        ])
    }

    func testForAllTimeTheChartHasExactlyTheDaysOfTheFilter() throws {
        try expect([
            Chart(
                range: .all, dates: [("2026-03-07", "2026-03-09")], first: "2026-03-07", counts: [0, 2, 0]),
            Chart(range: .all, dates: [("2026-03-08", "2026-03-08")], first: "2026-03-08", counts: [2]),
            // To today, and beyond it if the filter includes later days.
            Chart(range: .all, dates: [("2026-03-08", nil)], first: "2026-03-08", counts: [2, 0, 1]),
            Chart(
                range: .all, dates: [("2026-03-18", "2026-03-20")], first: "2026-03-18", counts: [0, 1, 0]),
            // From the first post, 15 January, to the end of February: 17 and 28 days.
            Chart(
                range: .all, dates: [(nil, "2026-02-28")], first: "2026-01-15",
                counts: [1] + Array(repeating: 0, count: 44)),
            // Before all posts.
            Chart(range: .all, dates: [(nil, "2025-12-31")], first: "2025-12-31", counts: [0]),
            Chart(
                range: .all, dates: [("2025-12-30", "2025-12-31")], first: "2025-12-30", counts: [0, 0]),
            // From after today, and reversed.
            Chart(range: .all, dates: [("2026-03-11", nil)], counts: []),
            Chart(range: .all, dates: [("2026-03-09", "2026-03-08")], counts: []),
            // Several conditions keep the days that all of them include.
            Chart(
                range: .all, dates: [("2026-03-01", "2026-03-09"), ("2026-03-08", "2026-03-30")],
                first: "2026-03-08", counts: [2, 0]),
            Chart(
                range: .all, dates: [(nil, "2026-03-07"), ("2026-03-08", nil)], counts: []),
        ])
    }

    func testForAllTimeDatesCutAChartOfManyDays() throws {
        try expect([
            Chart(
                range: .all, dates: [("2026-03-08", nil)], activity: .days(5), first: "2026-03-08",
                counts: [2, 0, 1]),
            Chart(
                range: .all, dates: [(nil, "2026-03-07")], activity: .days(5), first: "2026-03-06",
                counts: [0, 0]),
            Chart(range: .all, dates: [(nil, "2026-03-05")], activity: .days(5), counts: []),
            Chart(
                range: .all, dates: [("2026-03-02", "2026-03-04")], activity: .every, first: "2026-03-03",
                counts: [2, 0]),
            // Without a matching post the chart has only today, which the filter excludes.
            Chart(range: .all, dates: [("2026-03-15", nil)], activity: .every, counts: []),
            Chart(range: .all, dates: [(nil, "2025-12-31")], activity: .every, counts: []),
            Chart(
                range: .all, dates: [("2026-03-10", "2026-03-12")], activity: .every, first: "2026-03-10",
                counts: [1]),
        ])
    }

    func testADayThatWasSkippedIsADayOfTheChart() throws {
        // Apia had no 30 December 2011: 29 December ends, and 31 December begins, at 10:00 UTC of the 30th.
        let posts = ["2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00Z"]
        try expect(
            [
                Chart(
                    range: .all, dates: [("2011-12-29", "2011-12-31")], first: "2011-12-29",
                    counts: [1, 0, 2]),
                Chart(
                    range: .all, dates: [("2011-12-30", "2011-12-30")], first: "2011-12-30", counts: [0]),
                // Two days before 14:00 of 1 January is 14:00 of the skipped day, moved to that of the 31st:
                // 00:00 UTC.
                Chart(range: .days(2), activity: .days(30), first: "2011-12-31", counts: [1, 0]),
                Chart(range: .days(2), first: "2011-12-31", counts: [1, 0]),
            ], posts: posts, now: "2012-01-01T00:00:00Z", in: "Pacific/Apia")
    }

    func testTheLinkedChartIgnoresTheDates() throws {
        let zone = try ZonePair("America/New_York")
        let now = try Timestamp(parsing: "2026-03-10T16:00:00Z")
        let table = try RandomTable(
            posts: try posts.enumerated().map { index, date in
                BaselinePost(
                    id: BaselineText("p\(index)"), platform: .twitter,
                    postDate: try Timestamp(parsing: date).micros)
            }, schools: [], now: now.micros, zone: zone, schoolIDs: [])
        var dated = FilterPair()
        dated.restrict(from: day("2026-03-09"), to: day("2026-03-09"))
        for days in [ChartDays.sameAsRange, .last(30), .last(3), .every] {
            let (all, narrow) = (
                table.social.linkedCounts(asOf: now, in: zone.kernel, days: days),
                table.social.linkedCounts(where: dated.kernel, asOf: now, in: zone.kernel, days: days)
            )
            XCTAssertEqual(all.activityByDay, narrow.activityByDay)
            XCTAssertEqual(narrow.activityByDay.last?.date.description, "2026-03-10")
            XCTAssertEqual(narrow.activityByDay.last?.count, 1)
        }
    }
}
