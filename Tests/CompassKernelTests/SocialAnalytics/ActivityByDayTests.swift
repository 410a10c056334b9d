import XCTest

@testable import CompassKernel

final class ActivityByDayTests: XCTestCase {
    /// Returns a post every half hour from one instant to another.
    private func halfHourly(_ from: String, _ to: String) -> [SamplePost] {
        stride(from: instant(from).micros, to: instant(to).micros, by: 1_800_000_000).enumerated().map {
            SamplePost("\($0)", text($1))
        }
    }

    private func counts(
        _ posts: [SamplePost], days: Int, asOf now: String, in identifier: String
    ) throws -> [Int] {
        try social(posts).analyticsPage(
            .all, asOf: instant(now), in: systemZone(identifier), days: .last(days)
        ).activityByDay.map(\.count)
    }

    func testDaysOf23And25Hours() throws {
        let spring = halfHourly("2026-03-07T05:00:00Z", "2026-03-10T04:00:00Z")
        XCTAssertEqual(
            try counts(spring, days: 5, asOf: "2026-03-10T16:00:00Z", in: "America/New_York"),
            [0, 48, 46, 48, 0])
        let autumn = halfHourly("2026-10-31T04:00:00Z", "2026-11-03T05:00:00Z")
        XCTAssertEqual(
            try counts(autumn, days: 5, asOf: "2026-11-03T16:00:00Z", in: "America/New_York"),
            [0, 48, 50, 48, 0])
    }

    func testASkippedDayCountsNothing() throws {
        // Apia skipped from the end of 29 December to 31 December 2011, at 10:00 UTC of the 30th.
        let posts = halfHourly("2011-12-29T10:00:00Z", "2012-01-01T10:00:00Z")
        XCTAssertEqual(
            try counts(posts, days: 5, asOf: "2012-01-01T11:00:00Z", in: "Pacific/Apia"), [48, 0, 48, 48, 0])
    }

    func testADayWithoutMidnightBeginsAtItsFirstInstant() throws {
        let posts = [
            SamplePost("last", "2018-11-04T02:59:59.999999Z"), SamplePost("first", "2018-11-04T03:00:00Z"),
        ]
        XCTAssertEqual(
            try counts(posts, days: 2, asOf: "2018-11-04T12:00:00Z", in: "America/Sao_Paulo"), [1, 1])
    }

    func testMidnightBelongsToTheNewDay() throws {
        let posts = [
            SamplePost("a", "2026-02-09T04:59:59.999999Z"), SamplePost("b", "2026-02-09T05:00:00Z"),
            SamplePost("c", "2026-02-10T04:59:59.999999Z"),
        ]
        XCTAssertEqual(
            try counts(posts, days: 3, asOf: "2026-02-10T12:00:00Z", in: "America/New_York"), [1, 2, 0])
    }

    func testHeightsAreSharesOfTheLargestCount() throws {
        let posts = (0..<4).map { SamplePost("\($0)", "2026-02-0\($0 == 0 ? 1 : 2)T00:00:00Z") }
        let bars = try social(posts).analyticsPage(
            .all, asOf: instant("2026-02-03T00:00:00Z"), in: .utc, days: .last(3)
        ).activityByDay
        XCTAssertEqual(bars.map(\.count), [1, 3, 0])
        XCTAssertEqual(bars.map(\.height), [100.0 / 3, 100, 0])
    }

    func testChartsOfAnyLengthAgreeWithPlainCounting() throws {
        var random = SeededRandom()
        let now = instant("2026-02-10T12:00:00Z")
        let posts = (0..<900).map { number in
            let micros = now.micros + 86_400_000_000 - Int64(random.below(320 * 86_400)) * 1_000_000
            return SamplePost("\(number)", text(micros), "s\(number % 3)", flagged: number % 2 == 0)
        }
        let social = try social(posts)
        for identifier in ["UTC", "America/New_York", "Asia/Kolkata"] {
            let zone = try systemZone(identifier)
            let today = zone.civilDate(at: now)
            let days = posts.map { zone.civilDate(at: instant($0.date)) }
            for (filter, isKept) in [
                (PostFilter.all, { _ in true }), (.school("s1"), { $0.school == "s1" }),
                (.flagged && .schools(["s0", "s2"]), { $0.isFlagged && $0.school != "s1" }),
            ] as [(PostFilter, (SamplePost) -> Bool)] {
                var expected: [CivilDate: Int] = [:]
                for (post, day) in zip(posts, days) where isKept(post) { expected[day, default: 0] += 1 }
                for count in [0, 1, 2, 126, 127, 128, 129, 254, 255, 300] {
                    let bars = social.analyticsPage(
                        .all, where: filter, asOf: now, in: zone, days: .last(count)
                    ).activityByDay
                    let label = "\(count) days, \(identifier), \(random.label)"
                    let dates = (0..<count).map { today.adding(days: $0 + 1 - count) }
                    XCTAssertEqual(bars.map(\.date), dates, label)
                    XCTAssertEqual(bars.map(\.count), dates.map { expected[$0] ?? 0 }, label)
                    XCTAssertEqual(bars.map(\.label), dates.map(\.label), label)
                }
            }
        }
    }

    func testEveryDayBeginsAtTheFirstMatchingPost() throws {
        let social = try social([
            SamplePost("old", "2025-06-01T12:00:00Z", "a"), SamplePost("new", "2026-02-08T12:00:00Z", "b"),
            SamplePost("future", "2026-03-01T12:00:00Z", "c"),
        ])
        func first(_ filter: PostFilter, _ range: AnalyticsRange = .all) -> (String?, Int) {
            let bars = social.analyticsPage(
                range, where: filter, asOf: instant("2026-02-10T12:00:00Z"), in: .utc, days: .every
            ).activityByDay
            XCTAssertEqual(bars.last?.date ?? day("2026-02-10"), day("2026-02-10"))
            return (bars.first?.date.description, bars.reduce(0) { $0 + $1.count })
        }
        XCTAssertTrue(first(.all) == ("2025-06-01", 2))
        XCTAssertTrue(first(.all, .last(days: 30)) == ("2026-02-08", 1))
        XCTAssertTrue(first(.school("b")) == ("2026-02-08", 1))
        // With only future posts, or none, the chart has only today.
        XCTAssertTrue(first(.school("c")) == ("2026-02-10", 0))
        XCTAssertTrue(first(.school("nobody")) == ("2026-02-10", 0))
        // A filter that excludes today leaves no day.
        XCTAssertTrue(first(.dates(from: day("2026-02-20"))) == (nil, 0))
    }

    func testNegativeAndEndlessCharts() throws {
        let social = try social([SamplePost("a", "2026-02-08T12:00:00Z")])
        func count(_ days: ChartDays, _ range: AnalyticsRange = .all) -> Int {
            social.analyticsPage(range, asOf: instant("2026-02-10T12:00:00Z"), in: .utc, days: days)
                .activityByDay.count
        }
        XCTAssertEqual(count(.last(-1)), 0)
        XCTAssertEqual(count(.last(Int.min)), 0)
        XCTAssertEqual(count(.sameAsRange), 30)
        XCTAssertEqual(count(.sameAsRange, .last(days: 90)), 90)
        XCTAssertEqual(count(.every), 3)
    }

    /// Days of 4,096 posts and more are counted, all others read, also those that a range cuts, and those of changed
    /// tables.
    func testDaysAroundTheSmallestThatIsCounted() throws {
        var random = SeededRandom()
        var posts: [Post] = []
        for (day, count) in [4_095, 4_096, 4_097, 9_000].enumerated() {
            for _ in 0..<count {
                let micros = instant("2026-03-01T00:00:00Z").micros + Int64(day) * 86_400_000_000
                posts.append(
                    Post(
                        id: "\(posts.count)", platform: random.chance(1, of: 3) ? .instagram : .twitter,
                        postDate: Timestamp(micros: micros + Int64(random.below(86_400)) * 1_000_000),
                        isRecruitingRelated: random.chance(1, of: 2),
                        flaggedForReview: random.chance(1, of: 4),
                        sentiment: Sentiment.allCases.randomElement(using: &random)))
            }
        }
        var table = try PostTable(posts)
        XCTAssertEqual(table.checkInvariants(ofKeys: false), [])
        try expectCounts(of: table, posts)
        for index in stride(from: 0, to: posts.count, by: 41) {
            posts[index].flaggedForReview.toggle()
            try table.put(posts[index])
        }
        for _ in 0..<300 { _ = try table.remove(id: posts.remove(at: random.below(posts.count)).id) }
        XCTAssertNotNil(table.delta)
        XCTAssertEqual(table.checkInvariants(ofKeys: false), [])
        try expectCounts(of: table, posts)
    }

    private func expectCounts(of table: PostTable, _ posts: [Post], line: UInt = #line) throws {
        let filters: [(PostFilter, (Post) -> Bool)] = [
            (.recruiting, { $0.isRecruitingRelated }), (.platform(.instagram), { $0.platform == .instagram }),
            (.flagged(false) && .platform(.twitter), { !$0.flaggedForReview && $0.platform == .twitter }),
            (.sentiment([.negative, .neutral]), { $0.sentiment == .negative || $0.sentiment == .neutral }),
        ]
        let social = table.bound(to: .empty)
        for now in ["2026-03-04T23:59:59.999999Z", "2026-03-04T11:00:00Z"] {
            for (filter, isCounted) in filters {
                let page = social.analyticsPage(
                    .last(days: 3), where: filter, asOf: instant(now), in: .utc, days: .last(5))
                let since = instant(now).micros - 3 * 86_400_000_000
                let counted = posts.filter { isCounted($0) && $0.postDate.micros >= since }
                let days = Dictionary(grouping: counted) { ZoneOffsets.utc.civilDate(at: $0.postDate) }
                for bar in page.activityByDay {
                    XCTAssertEqual(bar.count, days[bar.date]?.count ?? 0, "\(bar.date) \(now)", line: line)
                }
                XCTAssertEqual(
                    social.matchCount(where: filter, in: .utc), posts.count(where: isCounted), line: line)
            }
        }
    }
}
