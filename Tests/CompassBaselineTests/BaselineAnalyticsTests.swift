import Foundation
import XCTest

@testable import CompassBaseline

final class BaselineAnalyticsTests: XCTestCase {
    private let newYork = TimeZone(identifier: "America/New_York")
    private let utc = TimeZone(identifier: "UTC")

    private func instant(_ text: String) throws -> Int64 {
        try BaselineTimestamp.micros(of: BaselineText(text))
    }

    private func post(
        _ id: BaselineText, _ date: String, school: BaselineText? = nil,
        platform: BaselinePlatform = .twitter,
        recruiting: Bool = false, flagged: Bool = false, sentiment: BaselineSentiment? = nil
    ) throws -> BaselinePost {
        BaselinePost(
            id: id, platform: platform, postDate: try instant(date), schoolID: school,
            isRecruitingRelated: recruiting, flaggedForReview: flagged, sentiment: sentiment)
    }

    func testPageOfEightPosts() throws {
        // New York, UTC-5. Now is 3 Feb 2026 10:00 there; the cutoff of 7 days is 27 Jan 10:00, 15:00Z.
        let posts = BaselinePosts([
            try post("a", "2026-02-03T14:00:00Z", school: "s1", recruiting: true, sentiment: .veryPositive),
            // Still 2 Feb in New York.
            try post("b", "2026-02-03T04:59:59.999999Z", school: "s1", sentiment: .negative),
            try post("c", "2026-02-03T05:00:00Z", platform: .instagram, recruiting: true),
            // Tomorrow in New York: in the range, not in the chart.
            try post("d", "2026-02-04T05:00:00Z", school: "s2", recruiting: true, sentiment: .neutral),
            // At the cutoff, and one microsecond before it.
            try post("e", "2026-01-27T15:00:00Z", school: "s9", sentiment: .positive),
            try post(
                "f", "2026-01-27T14:59:59.999999Z", school: "s1", recruiting: true, sentiment: .positive),
            // 14 days before now: the first instant of the previous period, and the last in no period.
            try post("g", "2026-01-20T15:00:00Z", sentiment: .negative),
            try post("h", "2026-01-20T14:59:59.999999Z"),
        ])
        let schools = BaselineSchools([
            BaselineSchool(id: "s1", name: "Beta"), BaselineSchool(id: "s2", name: "alpha"),
        ])
        let now = try instant("2026-02-03T15:00:00Z")
        let page = BaselineAnalytics.page(
            posts: posts, schools: schools, range: .days(7), now: now, zone: try XCTUnwrap(newYork),
            topSchools: 3, recentPosts: 2, comparison: true)

        XCTAssertEqual(
            page.range, .init(kind: "7", from: try instant("2026-01-27T15:00:00Z"), days: 7))
        // a, b, c, d, e: 3 of 5 recruiting is 60 %; a, e of a, b, d, e positive is 50 %; s1, s2, s9.
        XCTAssertEqual(
            page.summary,
            .init(
                totalPosts: 5, recruitingPosts: 3, recruitingPercentage: 60, positivePosts: 2,
                positivePercentage: 50, analyzedPosts: 4, activeSchools: 3))
        XCTAssertEqual(page.sentiment.map(\.type), [.veryPositive, .positive, .neutral, .negative])
        XCTAssertEqual(page.sentiment.map(\.label), ["Very Positive", "Positive", "Neutral", "Negative"])
        XCTAssertEqual(page.sentiment.map(\.count), [1, 1, 1, 1])
        XCTAssertEqual(page.sentiment.map(\.percentage), [25, 25, 25, 25])
        XCTAssertEqual(page.platforms, .init(twitter: 4, instagram: 1))
        XCTAssertEqual(
            page.activityByDay.map(\.date),
            [
                "2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02",
                "2026-02-03",
            ])
        XCTAssertEqual(page.activityByDay.first?.label, "Jan 28")
        XCTAssertEqual(page.activityByDay.last?.label, "Feb 3")
        // b alone on 2 Feb; a and c on 3 Feb. e is of 27 Jan.
        XCTAssertEqual(page.activityByDay.map(\.count), [0, 0, 0, 0, 0, 1, 2])
        XCTAssertEqual(page.activityByDay.map(\.height), [0, 0, 0, 0, 0, 50, 100])
        // s1 has two; of one each "alpha" comes before "Unknown School".
        XCTAssertEqual(
            page.topSchools,
            [
                .init(id: "s1", name: "Beta", postCount: 2), .init(id: "s2", name: "alpha", postCount: 1),
                .init(id: "s9", name: "Unknown School", postCount: 1),
            ])
        XCTAssertEqual(page.recentRecruitingPosts.map(\.id), ["d", "a"])
        // f and g: 1 of 2 recruiting, 1 of 2 positive; only f has a school.
        XCTAssertEqual(
            page.previous,
            .init(
                totalPosts: 2, recruitingPosts: 1, recruitingPercentage: 50, positivePosts: 1,
                positivePercentage: 50, analyzedPosts: 2, activeSchools: 1))
    }

    func testNothingGivesZerosAndOneDay() throws {
        let page = BaselineAnalytics.page(
            posts: BaselinePosts([]), schools: BaselineSchools([]), range: .all,
            now: try instant("2026-02-03T15:00:00Z"), zone: try XCTUnwrap(utc), activity: .every,
            comparison: true)
        XCTAssertEqual(page.range, .init(kind: "all", from: nil, days: nil))
        XCTAssertEqual(page.summary.recruitingPercentage, 0)
        XCTAssertTrue(page.noSentimentData)
        XCTAssertEqual(page.sentiment.map(\.percentage), [0, 0, 0, 0])
        XCTAssertEqual(page.activityByDay, [.init(date: "2026-02-03", label: "Feb 3", count: 0, height: 0)])
        XCTAssertEqual(page.topSchools, [])
        XCTAssertNil(page.previous)
    }

    func testPercentagesAreRoundedHalfUp() {
        // 12.5 %, 33.3 %, 66.7 %, 0.5 %, just less than 0.5 %, 99.5 %.
        let expected = [
            (1, 8, 13), (1, 3, 33), (2, 3, 67), (1, 200, 1), (1, 201, 0), (199, 200, 100), (0, 0, 0),
        ]
        for (part, whole, percentage) in expected {
            XCTAssertEqual(BaselineSocialPage.Summary.percentage(part, of: whole), percentage)
        }
    }

    func testEveryDayBeginsAtTheFirstPostOfTheFilterAndEndsToday() throws {
        let posts = BaselinePosts([
            try post("a", "2026-01-31T12:00:00Z"), try post("b", "2026-02-01T12:00:00Z", recruiting: true),
            try post("c", "2026-02-05T12:00:00Z", flagged: true),
        ])
        func counts(_ filter: BaselineFilter) throws -> [Int] {
            BaselineAnalytics.page(
                posts: posts, schools: BaselineSchools([]), range: .all, filter: filter,
                now: try instant("2026-02-03T15:00:00Z"), zone: try XCTUnwrap(utc), activity: .every
            ).activityByDay.map(\.count)
        }
        XCTAssertEqual(try counts(.init()), [1, 1, 0, 0])
        XCTAssertEqual(try counts(.init(recruiting: true)), [1, 0, 0])
        // The only flagged post is of the day after tomorrow.
        XCTAssertEqual(try counts(.init(flagged: true)), [0])
    }

    func testDaysOfDaylightSavingAndSkippedDays() throws {
        // 8 March 2026 in New York begins at 05:00Z and ends at 04:00Z.
        let spring = BaselinePosts([
            try post("a", "2026-03-08T04:59:59Z"), try post("b", "2026-03-08T05:00:00Z"),
            try post("c", "2026-03-09T03:59:59Z"), try post("d", "2026-03-09T04:00:00Z"),
        ])
        let page = BaselineAnalytics.page(
            posts: spring, schools: BaselineSchools([]), range: .all,
            now: try instant("2026-03-09T12:00:00Z"),
            zone: try XCTUnwrap(newYork), activity: .days(3))
        XCTAssertEqual(page.activityByDay.map(\.count), [1, 2, 1])

        // Apia went from 29 to 31 December at 10:00Z on the 30th.
        let apia = BaselinePosts([
            try post("a", "2011-12-30T09:59:59.999999Z"), try post("b", "2011-12-30T10:00:00Z"),
        ])
        let skipped = BaselineAnalytics.page(
            posts: apia, schools: BaselineSchools([]), range: .all, now: try instant("2011-12-31T00:00:00Z"),
            zone: try XCTUnwrap(TimeZone(identifier: "Pacific/Apia")), activity: .every)
        XCTAssertEqual(skipped.activityByDay.map(\.date), ["2011-12-29", "2011-12-30", "2011-12-31"])
        XCTAssertEqual(skipped.activityByDay.map(\.count), [1, 0, 1])
    }

    func testEqualInstantsAreOrderedByTheBytesOfTheirIDs() throws {
        // Both forms of é: equal as strings, of different bytes. 65 CC 81 precedes C3 A9.
        let date = "2026-02-01T00:00:00Z"
        let posts = BaselinePosts([
            try post("\u{E9}", date, school: "\u{E9}", recruiting: true),
            try post("e\u{301}", date, school: "e\u{301}", recruiting: true),
            try post("Z", date, recruiting: true),
        ])
        let page = BaselineAnalytics.page(
            posts: posts, schools: BaselineSchools([]), range: .all, now: try instant(date),
            zone: try XCTUnwrap(utc))
        XCTAssertEqual(page.recentRecruitingPosts.map(\.id), ["Z", "e\u{301}", "\u{E9}"])
        XCTAssertEqual(page.summary.activeSchools, 2)
        XCTAssertEqual(page.topSchools.map(\.id), ["e\u{301}", "\u{E9}"])
    }

    func testNamesAreOrderedByTheirLowerCasedScalars() {
        // "a" < "A" by the second comparison only; ß (U+00DF) after z; Ä lower-cased is U+00E4, after ß.
        let inOrder: [BaselineText] = ["", "A", "a", "A b", "ab", "B", "z", "ß", "Ä", "ä", "\u{1F600}"]
        for (leftIndex, left) in inOrder.enumerated() {
            for (rightIndex, right) in inOrder.enumerated() {
                XCTAssertEqual(NameOrder.precedes(left, right), leftIndex < rightIndex, "\(left) \(right)")
            }
        }
    }

    func testFilterConditionsAllHold() throws {
        let posts = BaselinePosts([
            try post("a", "2026-02-01T04:59:59Z", school: "s1", recruiting: true, sentiment: .negative),
            try post("b", "2026-02-01T05:00:00Z", school: "s1", flagged: true, sentiment: .positive),
            try post("c", "2026-02-02T04:59:59Z", school: "s2", platform: .instagram, recruiting: true),
            try post("d", "2026-02-02T05:00:00Z", recruiting: true, flagged: true, sentiment: .positive),
        ])
        func count(_ filter: BaselineFilter) throws -> Int {
            BaselineAnalytics.page(
                posts: posts, schools: BaselineSchools([]), range: .all, filter: filter,
                now: try instant("2026-03-01T00:00:00Z"), zone: try XCTUnwrap(newYork)
            ).summary.totalPosts
        }
        let first = BaselineDay("2026-02-01")
        XCTAssertEqual(try count(.init()), 4)
        XCTAssertEqual(try count(.init(platforms: [.instagram])), 1)
        XCTAssertEqual(try count(.init(platforms: [])), 0)
        XCTAssertEqual(try count(.init(schoolIDs: ["s1", "s2"])), 3)
        XCTAssertEqual(try count(.init(sentiments: [.positive, .neutral])), 2)
        XCTAssertEqual(try count(.init(recruiting: true)), 3)
        XCTAssertEqual(try count(.init(recruiting: false)), 1)
        XCTAssertEqual(try count(.init(flagged: true)), 2)
        XCTAssertEqual(try count(.init(from: first)), 3)
        XCTAssertEqual(try count(.init(to: first)), 3)
        XCTAssertEqual(try count(.init(from: first, to: first)), 2)
        XCTAssertEqual(try count(.init(schoolIDs: ["s1"], flagged: true)), 1)
        XCTAssertEqual(try count(.init(sentiments: [.positive], recruiting: true, flagged: true)), 1)
    }

    func testHeatMapShowsTheClockOnTheWall() throws {
        let posts = BaselinePosts([
            // Sunday 1 Nov 2026, 01:30 twice.
            try post("a", "2026-11-01T05:30:00Z"), try post("b", "2026-11-01T06:30:00Z"),
            // Saturday 31 Oct, 23:59:59.
            try post("c", "2026-11-01T03:59:59.5Z"),
            // Monday 2 Nov, 00:00.
            try post("d", "2026-11-02T05:00:00Z"),
        ])
        let map = BaselineAnalytics.heatMap(
            posts: posts, range: .all, now: try instant("2026-11-03T00:00:00Z"), zone: try XCTUnwrap(newYork))
        XCTAssertEqual(map.counts.map(\.count), Array(repeating: 24, count: 7))
        XCTAssertEqual(map.counts[0][1], 2)
        XCTAssertEqual(map.counts[6][23], 1)
        XCTAssertEqual(map.counts[1][0], 1)
        XCTAssertEqual(map.counts.joined().reduce(0, +), 4)
    }
}
