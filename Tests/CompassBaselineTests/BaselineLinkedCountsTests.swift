import Foundation
import XCTest

@testable import CompassBaseline

final class BaselineLinkedCountsTests: XCTestCase {
    private let newYork = TimeZone(identifier: "America/New_York")

    private func instant(_ text: String) throws -> Int64 {
        try BaselineTimestamp.micros(of: BaselineText(text))
    }

    /// | id | local time | platform | school | mood | flagged | recruiting | content |
    /// | a | 3 Feb 09:00 | twitter | s1 | positive | yes | yes | camp |
    /// | b | 2 Feb 23:59 | instagram | s1 | – | no | yes | camp |
    /// | c | 2 Feb 00:00 | twitter | s2 | negative | yes | no | – |
    /// | d | 1 Feb 12:00 | twitter | – | positive | no | no | Camp |
    private func counts(
        _ filter: BaselineFilter, activity: BaselineActivity = .days(3)
    ) throws -> BaselineLinkedCounts {
        let posts = BaselinePosts([
            BaselinePost(
                id: "a", platform: .twitter, postDate: try instant("2026-02-03T14:00:00Z"), schoolID: "s1",
                postContent: "camp", isRecruitingRelated: true, flaggedForReview: true, sentiment: .positive),
            BaselinePost(
                id: "b", platform: .instagram, postDate: try instant("2026-02-03T04:59:00Z"), schoolID: "s1",
                postContent: "camp", isRecruitingRelated: true),
            BaselinePost(
                id: "c", platform: .twitter, postDate: try instant("2026-02-02T05:00:00Z"), schoolID: "s2",
                flaggedForReview: true, sentiment: .negative),
            BaselinePost(
                id: "d", platform: .twitter, postDate: try instant("2026-02-01T17:00:00Z"),
                postContent: "Camp", sentiment: .positive),
        ])
        return BaselineLinkedCounts(
            posts: posts, filter: filter, now: try instant("2026-02-03T15:00:00Z"),
            zone: try XCTUnwrap(newYork), activity: activity)
    }

    func testWithoutAFilterEveryChartCountsAllPosts() throws {
        let counts = try counts(.init())
        XCTAssertEqual(counts.matchCount, 4)
        XCTAssertEqual(counts.platforms, .init(twitter: 3, instagram: 1))
        XCTAssertEqual(counts.sentiments, [.positive: 2, .negative: 1])
        XCTAssertEqual(counts.withoutSentiment, 1)
        XCTAssertEqual(counts.schools, ["s1": 2, "s2": 1])
        XCTAssertEqual(counts.withoutSchool, 1)
        XCTAssertEqual([counts.flagged, counts.notFlagged], [2, 2])
        XCTAssertEqual([counts.recruiting, counts.notRecruiting], [2, 2])
        XCTAssertEqual(counts.days.map(\.count), [1, 2, 1])
        XCTAssertEqual(counts.days.map(\.height), [50, 100, 50])
    }

    func testAChartIgnoresItsOwnConditionOnly() throws {
        // Twitter alone: a, c, d; the platforms' own chart still counts b.
        let twitter = try counts(.init(platforms: [.twitter]))
        XCTAssertEqual(twitter.matchCount, 3)
        XCTAssertEqual(twitter.platforms, .init(twitter: 3, instagram: 1))
        XCTAssertEqual(twitter.sentiments, [.positive: 2, .negative: 1])
        XCTAssertEqual(twitter.withoutSentiment, 0)
        XCTAssertEqual(twitter.schools, ["s1": 1, "s2": 1])
        XCTAssertEqual(twitter.withoutSchool, 1)
        XCTAssertEqual([twitter.recruiting, twitter.notRecruiting], [1, 2])
        XCTAssertEqual(twitter.days.map(\.count), [1, 1, 1])
    }

    func testTwoConditionsRestrictEachOther() throws {
        // Flagged (a, c) and s1 (a, b): a alone.
        let counts = try counts(.init(schoolIDs: ["s1"], flagged: true))
        XCTAssertEqual(counts.matchCount, 1)
        // Of s1: a is flagged, b is not. Of the flagged: a of s1, c of s2.
        XCTAssertEqual([counts.flagged, counts.notFlagged], [1, 1])
        XCTAssertEqual(counts.schools, ["s1": 1, "s2": 1])
        XCTAssertEqual(counts.withoutSchool, 0)
        XCTAssertEqual(counts.platforms, .init(twitter: 1, instagram: 0))
        XCTAssertEqual(counts.sentiments, [.positive: 1])
        XCTAssertEqual([counts.recruiting, counts.notRecruiting], [1, 0])
        XCTAssertEqual(counts.days.map(\.count), [0, 0, 1])
    }

    func testTheChartOfDaysIgnoresBothDatesAndNothingElse() throws {
        let day = BaselineDay("2026-02-02")
        let counts = try counts(.init(platforms: [.twitter], from: day, to: day))
        XCTAssertEqual(counts.matchCount, 1)
        XCTAssertEqual(counts.platforms, .init(twitter: 1, instagram: 1))
        XCTAssertEqual(counts.days.map(\.date), ["2026-02-01", "2026-02-02", "2026-02-03"])
        XCTAssertEqual(counts.days.map(\.count), [1, 1, 1])
    }

    func testASearchRestrictsEveryChart() throws {
        let counts = try counts(.init(sentiments: [.positive], searches: [BaselineSearch("camp")]))
        XCTAssertEqual(counts.matchCount, 2)
        XCTAssertEqual(counts.sentiments, [.positive: 2])
        XCTAssertEqual(counts.withoutSentiment, 1)
        XCTAssertEqual(counts.schools, ["s1": 1])
        XCTAssertEqual(counts.withoutSchool, 1)
        XCTAssertEqual(counts.days.map(\.count), [1, 0, 1])
    }

    func testEveryDayBeginsWithTheFirstPostThatTheChartCanShow() throws {
        let day = BaselineDay("2026-02-03")
        let recruiting = try counts(.init(recruiting: true, from: day), activity: .every)
        XCTAssertEqual(recruiting.days.map(\.date), ["2026-02-02", "2026-02-03"])
        XCTAssertEqual(try counts(.init(platforms: []), activity: .every).days.map(\.count), [0])
        XCTAssertEqual(try counts(.init(), activity: .sameAsRange).days.count, 30)
    }
}
