import XCTest

@testable import CompassKernel

/// Pages with hand-computed numbers.
final class SocialAnalyticsPageTests: XCTestCase {
    private let now = instant("2026-02-10T12:00:00Z")

    private let samples = [
        SamplePost("p01", "2026-02-10T11:00:00Z", "A", .veryPositive, recruiting: true),
        SamplePost("p02", "2026-02-10T09:00:00Z", "A", .positive, on: .instagram),
        SamplePost("p03", "2026-02-09T23:59:59.999999Z", "B", .neutral),
        SamplePost("p04", "2026-02-09T00:00:00Z", "B", .negative),
        SamplePost("p05", "2026-02-05T06:00:00Z", "C", on: .instagram),
        SamplePost("p06", "2026-02-04T12:00:00Z", nil, flagged: true),
        // At the seven-day cutoff: within the range, but not on one of the chart's seven days.
        SamplePost("p07", "2026-02-03T12:00:00Z", "U", .positive),
        // In the future: within every range, but on no day of the chart.
        SamplePost("p08", "2026-02-11T00:00:00Z", "C"),
        // One microsecond before the cutoff: in the previous period, like that period's first instant.
        SamplePost("p09", "2026-02-03T11:59:59.999999Z", "D", .negative, on: .instagram, recruiting: true),
        SamplePost("p10", "2026-01-27T12:00:00Z", "D", .positive, recruiting: true),
        SamplePost("p11", "2026-01-27T11:59:59.999999Z", "E", .positive),
    ]

    private func sampleSocial() throws -> SocialPosts {
        try social(samples, ["A": "beta", "B": "Alpha", "C": "alpha", "D": "gamma", "E": "gamma"])
    }

    func testSevenDays() throws {
        let page = try sampleSocial().analyticsPage(.last(days: 7), asOf: now, in: .utc, comparison: true)
        XCTAssertEqual(page.range.kind, "7")
        XCTAssertEqual(page.range.days, 7)
        XCTAssertEqual(page.range.from?.description, "2026-02-03T12:00:00+00:00")
        // p01 to p08. Recruiting: p01, 1/8 = 12.5 % -> 13 %. With a sentiment: p01 to p04 and p07, five,
        // of which p01, p02 and p07 are positive: 3/5 = 60 %. Schools: A, B, C, U.
        XCTAssertEqual(
            page.summary,
            AnalyticsSummary(
                totalPosts: 8, recruitingPosts: 1, recruitingPercentage: 13, positivePosts: 3,
                positivePercentage: 60, analyzedPosts: 5, activeSchools: 4))
        XCTAssertEqual(page.sentiment.map(\.type), [.veryPositive, .positive, .neutral, .negative])
        XCTAssertEqual(page.sentiment.map(\.label), ["Very Positive", "Positive", "Neutral", "Negative"])
        XCTAssertEqual(page.sentiment.map(\.count), [1, 2, 1, 1])
        XCTAssertEqual(page.sentiment.map(\.percentage), [20, 40, 20, 20])
        XCTAssertFalse(page.noSentimentData)
        XCTAssertEqual(page.platforms, PlatformCounts(twitter: 6, instagram: 2))
        XCTAssertEqual(
            page.activityByDay.map(\.date.description),
            (4...10).map { "2026-02-" + ($0 < 10 ? "0" : "") + "\($0)" })
        XCTAssertEqual(
            page.activityByDay.map(\.label), ["Feb 4", "Feb 5", "Feb 6", "Feb 7", "Feb 8", "Feb 9", "Feb 10"])
        XCTAssertEqual(page.activityByDay.map(\.count), [1, 1, 0, 0, 0, 2, 2])
        XCTAssertEqual(page.activityByDay.map(\.height), [50, 50, 0, 0, 0, 100, 100])
        // Two posts each of A, B and C: by lower-cased name, then "Alpha" before "alpha".
        XCTAssertEqual(
            page.topSchools,
            [
                NamedPostCount(id: "B", name: "Alpha", postCount: 2),
                NamedPostCount(id: "C", name: "alpha", postCount: 2),
                NamedPostCount(id: "A", name: "beta", postCount: 2),
                NamedPostCount(id: "U", name: "Unknown School", postCount: 1),
            ])
        XCTAssertEqual(page.recentRecruitingPosts.map(\.id), ["p01"])
        // p09 and p10: both recruiting, one of two positive, one school.
        XCTAssertEqual(
            page.previous,
            AnalyticsSummary(
                totalPosts: 2, recruitingPosts: 2, recruitingPercentage: 100, positivePosts: 1,
                positivePercentage: 50, analyzedPosts: 2, activeSchools: 1))
    }

    func testAllTime() throws {
        let page = try sampleSocial().analyticsPage(.all, asOf: now, in: .utc, comparison: true)
        XCTAssertEqual(page.range, ResolvedRange(kind: "all", from: nil, days: nil))
        // 3/11 = 27.27 % -> 27 %; positive p01, p02, p07, p10, p11 of eight: 62.5 % -> 63 %.
        XCTAssertEqual(
            page.summary,
            AnalyticsSummary(
                totalPosts: 11, recruitingPosts: 3, recruitingPercentage: 27, positivePosts: 5,
                positivePercentage: 63, analyzedPosts: 8, activeSchools: 6))
        XCTAssertNil(page.previous)
        XCTAssertEqual(page.activityByDay.count, 30)
        XCTAssertEqual(page.activityByDay.first?.date, day("2026-01-12"))
        XCTAssertEqual(page.activityByDay.reduce(0) { $0 + $1.count }, 10)
        XCTAssertEqual(page.recentRecruitingPosts.map(\.id), ["p01", "p09", "p10"])
    }

    func testFilters() throws {
        let social = try sampleSocial()
        func total(_ filter: PostFilter, _ range: AnalyticsRange = .all) -> Int {
            let page = social.analyticsPage(range, where: filter, asOf: now, in: .utc, days: .every)
            XCTAssertEqual(page.platforms.twitter + page.platforms.instagram, page.summary.totalPosts)
            return page.summary.totalPosts
        }
        XCTAssertEqual(total(.platform(.instagram)), 3)
        XCTAssertEqual(total(.recruiting), 3)
        XCTAssertEqual(total(.recruiting(false)), 8)
        XCTAssertEqual(total(.flagged), 1)
        XCTAssertEqual(total(.sentiment([.positive, .negative])), 6)
        XCTAssertEqual(total(.school("C")), 2)
        XCTAssertEqual(total(.schools(["A", "D", "nobody"])), 4)
        XCTAssertEqual(total(.school("nobody")), 0)
        // p06 has no school, so it passes no filter by school.
        XCTAssertEqual(total(.schools(["A", "B", "C", "D", "E", "U"])), 10)
        XCTAssertEqual(total(.platform(.twitter) && .sentiment([.positive]) && .recruiting), 1)
        // 2026-02-03 holds p07 and p09; the range then excludes p09.
        let third = day("2026-02-03")
        XCTAssertEqual(total(.dates(from: third, to: third)), 2)
        XCTAssertEqual(total(.dates(from: third, to: third), .last(days: 7)), 1)
        XCTAssertEqual(total(.dates(to: day("2026-01-27"))), 2)
        XCTAssertEqual(total(.dates(from: day("2026-02-11"))), 1)
        XCTAssertEqual(total(.dates(from: day("2026-02-09"), to: third)), 0)
    }

    func testContradictionsAnswerAnEmptyPage() throws {
        let social = try sampleSocial()
        let today = [day("2026-02-10")]
        let filters: [(filter: PostFilter, days: [CivilDate])] = [
            (.recruiting && .recruiting(false), today),
            (.school("A") && .school("B"), today),
            (.sentiment([]), today),
            (.platform(.twitter) && .platform(.instagram), today),
            // The chart has the days of the filter, of which there are none.
            (.dates(from: day("2026-02-09"), to: day("2026-02-03")), []),
        ]
        for (filter, days) in filters {
            let page = social.analyticsPage(.all, where: filter, asOf: now, in: .utc, days: .every)
            XCTAssertEqual(
                page.summary,
                AnalyticsSummary(
                    totalPosts: 0, recruitingPosts: 0, recruitingPercentage: 0, positivePosts: 0,
                    positivePercentage: 0, analyzedPosts: 0, activeSchools: 0))
            XCTAssertTrue(page.noSentimentData)
            XCTAssertEqual(page.sentiment.map(\.percentage), [0, 0, 0, 0])
            XCTAssertEqual(page.topSchools, [])
            XCTAssertEqual(page.recentRecruitingPosts, [])
            XCTAssertEqual(page.activityByDay.map(\.date), days)
            XCTAssertEqual(page.activityByDay.map(\.height), days.map { _ in 0 })
            XCTAssertEqual(social.heatMap(.all, where: filter, asOf: now, in: .utc).maximum, 0)
        }
    }

    func testEmptyTable() throws {
        let page = try social([]).analyticsPage(.last(days: 7), asOf: now, in: .utc, comparison: true)
        XCTAssertEqual(page.summary, page.previous)
        XCTAssertEqual(page.summary.totalPosts, 0)
        XCTAssertEqual(page.activityByDay.map(\.count), [0, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(page.topSchools, [])
        let every = try social([]).analyticsPage(.all, asOf: now, in: .utc, days: .every)
        XCTAssertEqual(every.activityByDay.map(\.date), [day("2026-02-10")])
    }

    func testPostsWithoutAnyOptionalColumn() throws {
        let posts = (0..<5).map { SamplePost("\($0)", "2026-02-0\($0 + 4)T00:00:00Z") }
        let page = try social(posts).analyticsPage(.last(days: 7), asOf: now, in: .utc)
        XCTAssertEqual(page.summary.totalPosts, 5)
        XCTAssertEqual(page.summary.activeSchools, 0)
        XCTAssertTrue(page.noSentimentData)
        XCTAssertEqual(page.topSchools, [])
        XCTAssertEqual(page.activityByDay.map(\.count), [1, 1, 1, 1, 1, 0, 0])
    }

    func testRangesOfNoOrEndlessDays() throws {
        let social = try sampleSocial()
        for days in [0, -1, Int.min] {
            // Only posts that are not before now: p08.
            let page = social.analyticsPage(.last(days: days), asOf: now, in: .utc, comparison: true)
            XCTAssertEqual(page.summary.totalPosts, 1, "\(days)")
            XCTAssertEqual(page.activityByDay, [])
        }
        for days in [100_000, Int.max / 2, Int.max] {
            let page = social.analyticsPage(
                .last(days: days), asOf: now, in: .utc, days: .last(2), comparison: true)
            XCTAssertEqual(page.summary.totalPosts, 11, "\(days)")
            XCTAssertEqual(page.previous?.totalPosts, 0)
        }
    }
}

final class PercentageTests: XCTestCase {
    func testHalvesAreRoundedUp() {
        for (part, whole, percentage) in [
            (1, 8, 13), (3, 8, 38), (1, 200, 1), (1, 201, 0), (199, 200, 100), (198, 199, 99), (1, 3, 33),
            (2, 3, 67),
            (0, 5, 0), (5, 5, 100), (0, 0, 0),
        ] {
            XCTAssertEqual(Percentage.rounded(part, of: whole), percentage, "\(part)/\(whole)")
        }
    }

    func testEverySmallShareIsTheNearestPercentage() {
        for whole in 1...200 {
            for part in 0...whole {
                // p - 1/2 <= 100 part/whole < p + 1/2
                let percentage = Percentage.rounded(part, of: whole)
                XCTAssertLessThanOrEqual(2 * percentage * whole - whole, 200 * part)
                XCTAssertLessThan(200 * part, 2 * percentage * whole + whole)
            }
        }
    }
}
