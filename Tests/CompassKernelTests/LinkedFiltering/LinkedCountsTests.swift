import XCTest

@testable import CompassKernel

final class LinkedCountsTests: XCTestCase {
    /// Schools in name order, which differs from the order of the ids.
    private let schools = [(id: "b", name: "Alpha"), (id: "a", name: "Beta"), (id: "x", name: "Gamma")]
    private let today = 20_513  // 2026-03-01
    private let now = Timestamp(micros: 20_513 * 86_400_000_000 + 43_200_000_000)

    private func post(_ number: Int, using random: inout SeededRandom, days: Int) -> SearchablePost {
        let vocabulary = ["camp", "offer", "visit", "Camp Day", "ampersand"]
        func words(_ count: Int) -> String? {
            random.chance(1, of: 6)
                ? nil
                : (0..<count).map { _ in vocabulary[random.below(vocabulary.count)] }.joined(separator: " ")
        }
        let sentiment = random.below(5)
        let day = today - random.below(days)
        let micros = Int64(day) * 86_400_000_000 + Int64(random.below(86_400)) * 1_000_000
        return SearchablePost(
            post: SamplePost(
                "\(100_000 + number)", text(micros), [nil, "a", "b", "unlisted"][random.below(4)],
                sentiment == 4 ? nil : Sentiment.allCases[sentiment],
                on: random.chance(1, of: 3) ? .instagram : .twitter, recruiting: random.chance(1, of: 3),
                flagged: random.chance(1, of: 4)),
            content: words(2), name: words(1), handle: random.chance(1, of: 2) ? "@coach" : nil, day: day)
    }

    private func listed(_ posts: [SearchablePost]) -> [(id: String, name: String)] {
        schools + [(id: "unlisted", name: "Unknown School")]
    }

    private func expectPlainCounts(
        _ social: SocialPosts, _ posts: [SearchablePost], _ parts: FilterParts, days: ChartDays,
        dayCount: Int?, _ label: String, file: StaticString = #filePath, line: UInt = #line
    ) {
        let counts = social.linkedCounts(where: parts.filter, asOf: now, in: .utc, days: days)
        let expected = LinkedCounts(
            of: posts, parts, schools: listed(posts), today: today, dayCount: dayCount)
        if counts != expected {
            XCTFail("\(parts): \(counts), expected \(expected), \(label)", file: file, line: line)
        }
    }

    func testEveryCombinationOfFiltersOverASmallTable() throws {
        var random = SeededRandom()
        let posts = (0..<70).map { post($0, using: &random, days: 5) }
        let social = try searchableSocial(posts, schools)
        let choices: [[Bool]] = [[], [true], [false], [true, false]]
        for platforms in [nil, [], [.twitter], [.instagram], [.twitter, .instagram]] as [Set<Platform>?] {
            for sentiments in [nil, [], [.negative], [.veryPositive, .neutral]] as [Set<Sentiment>?] {
                for school in [nil, [], ["a"], ["a", "none"], ["b", "unlisted"]] as [[String]?] {
                    for (recruiting, flagged) in choices.flatMap({ a in choices.map { (a, $0) } }) {
                        let dates = [(nil, nil), (today - 2, nil), (today - 3, today - 1)][random.below(3)]
                        var parts = FilterParts(
                            platforms: platforms, sentiments: sentiments, schools: school,
                            recruiting: recruiting, flagged: flagged, from: dates.0, to: dates.1)
                        for searches in [[], ["amp"], ["amp", "coach"]] {
                            parts.searches = searches
                            expectPlainCounts(
                                social, posts, parts, days: .last(4), dayCount: 4, random.label)
                        }
                    }
                }
            }
        }
    }

    func testRandomFiltersOverMoreRowsThanABlockOfCounts() throws {
        var random = SeededRandom()
        let posts = (0..<30_000).map { post($0, using: &random, days: 400) }
        let social = try searchableSocial(posts, schools)
        for round in 0..<SeededRandom.rounds(12) {
            var parts = FilterParts()
            if random.chance(1, of: 3) { parts.platforms = [random.chance(1, of: 2) ? .twitter : .instagram] }
            if random.chance(1, of: 3) {
                parts.sentiments = Set(Sentiment.allCases.filter { _ in random.chance(1, of: 2) })
            }
            if random.chance(1, of: 3) {
                parts.schools = ["a", "b", "unlisted", "none"].filter { _ in random.chance(1, of: 2) }
            }
            if random.chance(1, of: 3) { parts.recruiting = [random.chance(1, of: 2)] }
            if random.chance(1, of: 3) { parts.flagged = [random.chance(1, of: 2)] }
            if random.chance(1, of: 2) { parts.from = today - random.below(420) }
            if random.chance(1, of: 3) { parts.to = (parts.from ?? today - 300) + random.below(250) }
            if round % 3 == 0 { parts.searches = ["camp"] }
            let every = random.chance(1, of: 3)
            expectPlainCounts(
                social, posts, parts, days: every ? .every : .last(60), dayCount: every ? nil : 60,
                "\(random.label), filter \(round)")
        }
    }

    func testAChartIgnoresItsOwnFilterOnly() throws {
        let posts = [
            SamplePost("1", "2026-02-28T10:00:00Z", "a", .positive, recruiting: true, flagged: true),
            SamplePost("2", "2026-02-28T11:00:00Z", "b", .negative, on: .instagram, flagged: true),
            SamplePost("3", "2026-02-27T10:00:00Z", nil, nil),
        ]
        let social = try social(posts, ["a": "Rice", "b": "Duke"])
        let counts = social.linkedCounts(
            where: .platform(.twitter) && .flagged, asOf: now, in: .utc, days: .last(3))
        XCTAssertEqual(counts.matchCount, 1)
        XCTAssertEqual(counts.platforms, PlatformCounts(twitter: 1, instagram: 1))
        XCTAssertEqual(counts.flagged, ChoiceCounts(yes: 1, no: 1))
        XCTAssertEqual(counts.recruiting, ChoiceCounts(yes: 1, no: 0))
        XCTAssertEqual(counts.sentiments.map(\.count), [0, 1, 0, 0])
        XCTAssertEqual(counts.sentiments.map(\.percentage), [0, 100, 0, 0])
        XCTAssertEqual(counts.withoutSentiment, 0)
        XCTAssertEqual(counts.schools.map(\.name), ["Duke", "Rice"])
        XCTAssertEqual(counts.schools.map(\.postCount), [0, 1])
        XCTAssertEqual(counts.withoutSchool, 0)
        XCTAssertEqual(counts.activityByDay.map(\.count), [0, 1, 0])
    }

    func testDatesRestrictAllChartsButThatOfDays() throws {
        let posts = [
            SamplePost("1", "2026-02-28T10:00:00Z", "a"), SamplePost("2", "2026-02-27T10:00:00Z", "a"),
        ]
        let day = try CivilDate(parsing: "2026-02-27")
        let counts = try social(posts).linkedCounts(
            where: .dates(from: day, to: day), asOf: now, in: .utc, days: .every)
        XCTAssertEqual(counts.matchCount, 1)
        XCTAssertEqual(counts.schools.map(\.postCount), [1])
        XCTAssertEqual(counts.activityByDay.map(\.count), [1, 1, 0])
    }

    func testTheChartOfDaysCoversThirtyDaysByDefault() throws {
        let social = try social([
            SamplePost("1", "2026-01-31T00:00:00Z"), SamplePost("2", "2026-01-30T23:59:59Z"),
        ])
        for counts in [
            social.linkedCounts(asOf: now, in: .utc), social.linkedFeedPage(asOf: now, in: .utc).counts,
        ] {
            XCTAssertEqual(counts.activityByDay.first?.date, try CivilDate(parsing: "2026-01-31"))
            XCTAssertEqual(counts.activityByDay.map(\.count), [1] + [Int](repeating: 0, count: 29))
        }
    }

    /// Posts without a school have the counter after those of all schools. These numbers of schools fill the
    /// three sizes of counters on the stack, and exceed them by one.
    func testPostsWithoutASchoolHaveACounterBesideThoseOfManySchools() throws {
        for schoolCount in [1023, 1024, 2047, 2048, 4095, 4096] {
            let posts = (0..<schoolCount).map { SamplePost("\($0)", "2026-02-28T10:00:00Z", "s\($0)") }
            let social = try social(posts + [SamplePost("alone", "2026-02-28T10:00:00Z")])
            let counts = social.linkedCounts(asOf: now, in: .utc)
            XCTAssertEqual(counts.withoutSchool, 1)
            XCTAssertEqual(counts.schools.map(\.postCount), [Int](repeating: 1, count: schoolCount))
        }
    }

    func testAnEmptyTableHasNothingToCount() throws {
        let counts = try social([]).linkedCounts(
            where: .flagged && .search("camp"), asOf: now, in: .utc, days: .last(1))
        XCTAssertEqual(counts.matchCount, 0)
        XCTAssertEqual(counts.schools.count, 0)
        XCTAssertEqual(counts.activityByDay.map(\.count), [0])
    }
}
