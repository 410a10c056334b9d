import Foundation
import XCTest

@testable import CompassBaseline

final class BaselineFeedTests: XCTestCase {
    private let newYork = TimeZone(identifier: "America/New_York")
    private let schools = BaselineSchools([BaselineSchool(id: "s1", name: "Beta")])

    private func instant(_ text: String) throws -> Int64 {
        try BaselineTimestamp.micros(of: BaselineText(text))
    }

    private func post(
        _ id: BaselineText, _ date: String, school: BaselineText? = nil,
        platform: BaselinePlatform = .twitter, recruiting: Bool = false, flagged: Bool = false,
        sentiment: BaselineSentiment? = nil, content: BaselineText? = nil
    ) throws -> BaselinePost {
        BaselinePost(
            id: id, platform: platform, postDate: try instant(date), schoolID: school, postContent: content,
            isRecruitingRelated: recruiting, flaggedForReview: flagged, sentiment: sentiment)
    }

    private func page(
        _ posts: [BaselinePost], _ filter: BaselineFilter = .init(), now: String = "2026-02-03T15:00:00Z",
        pageSize: Int = 50, after cursor: BaselineFeedCursor? = nil
    ) throws -> BaselineFeedPage {
        BaselineFeed(posts: BaselinePosts(posts), schools: schools).page(
            filter: filter, now: try instant(now), zone: try XCTUnwrap(newYork), pageSize: pageSize,
            after: cursor)
    }

    private func fourPosts() throws -> [BaselinePost] {
        [
            try post("d", "2026-02-01T05:00:00Z", school: "s9", sentiment: .negative, content: "Zoë at camp"),
            try post("c", "2026-02-02T00:00:00Z", recruiting: true, content: "CAMP"),
            try post(
                "b", "2026-02-02T00:00:00Z", school: "s1", platform: .instagram, flagged: true,
                sentiment: .positive),
            try post("a", "2026-02-03T14:59:00Z", school: "s1", recruiting: true, flagged: true),
        ]
    }

    func testPageOfFourPosts() throws {
        let page = try page(fourPosts())
        XCTAssertEqual(
            page.statistics, .init(totalPosts: 4, twitterPosts: 3, instagramPosts: 1, flaggedPosts: 2))
        XCTAssertEqual(page.statistics.flaggedBadge, "2")
        XCTAssertEqual(page.matchCount, 4)
        XCTAssertNil(page.nextCursor)
        XCTAssertEqual(page.state, .posts)
        // b and c have the same instant; b has the smaller id.
        XCTAssertEqual(page.posts.map(\.id), ["a", "b", "c", "d"])
        // No school, no name; s9 is in no directory.
        XCTAssertEqual(page.posts.map(\.schoolName), ["Beta", "Beta", nil, "Unknown School"])
        XCTAssertEqual(page.posts.map(\.relativeDate), ["1m ago", "1d ago", "1d ago", "2d ago"])
    }

    func testAPostShowsAllItsColumns() throws {
        let post = BaselinePost(
            id: "a", platform: .instagram, postDate: 1, coachID: "c", schoolID: "s1", postURL: "u",
            postContent: "t", authorHandle: "@h", authorName: "N", isRecruitingRelated: true,
            flaggedForReview: true, sentiment: .neutral, notes: "n", createdAt: 2, updatedAt: 3)
        let shown = try XCTUnwrap(try page([post]).posts.first)
        XCTAssertEqual(
            [shown.coachID, shown.schoolID, shown.schoolName, shown.postURL], ["c", "s1", "Beta", "u"])
        XCTAssertEqual(
            [shown.postContent, shown.authorHandle, shown.authorName, shown.notes], ["t", "@h", "N", "n"])
        XCTAssertEqual(shown.platform, .instagram)
        XCTAssertEqual(shown.sentiment, .neutral)
        XCTAssertEqual(shown.postDate, 1)
        XCTAssertEqual(shown.relativeDate, "Dec 31")
        XCTAssertTrue(shown.isRecruitingRelated && shown.flaggedForReview)
    }

    func testStatisticsAreOfAllPostsWhateverTheFilter() throws {
        let page = try page(fourPosts(), .init(platforms: [.instagram]))
        XCTAssertEqual(page.statistics.totalPosts, 4)
        XCTAssertEqual(page.statistics.flaggedPosts, 2)
        XCTAssertEqual(page.matchCount, 1)
        XCTAssertEqual(page.posts.map(\.id), ["b"])
    }

    func testTheBadgeEndsAtNinetyNine() {
        func badge(_ flagged: Int) -> String {
            BaselineFeedPage.Statistics(
                totalPosts: 200, twitterPosts: 200, instagramPosts: 0, flaggedPosts: flagged
            ).flaggedBadge
        }
        XCTAssertEqual([0, 1, 99, 100, 101].map(badge), ["0", "1", "99", "99+", "99+"])
    }

    func testFrontEndsCanTellEmptyPagesApart() throws {
        XCTAssertEqual(try page([]).state, .noPosts)
        XCTAssertEqual(try page([], .init(platforms: [])).state, .noPosts)
        XCTAssertEqual(try page(fourPosts(), .init(schoolIDs: ["none"])).state, .noMatches)
        let end = BaselineFeedCursor(postDate: .min, id: "")
        XCTAssertEqual(try page(fourPosts(), after: end).state, .endOfList)
        XCTAssertEqual(try page(fourPosts(), after: end).matchCount, 4)
        XCTAssertEqual(try page(fourPosts(), .init(schoolIDs: ["none"]), after: end).state, .noMatches)
        XCTAssertEqual(try page([], after: end).state, .noPosts)
    }

    func testPagesFollowEachOtherThroughEqualInstants() throws {
        let posts = try fourPosts()
        var seen: [[BaselineText]] = []
        var cursor: BaselineFeedCursor?
        repeat {
            let page = try page(posts, pageSize: 2, after: cursor)
            seen.append(page.posts.map(\.id))
            cursor = page.nextCursor
        } while cursor != nil && seen.count < 10
        // Exactly two pages: the second one knows that it is the last.
        XCTAssertEqual(seen, [["a", "b"], ["c", "d"]])
        XCTAssertEqual(
            try page(posts, pageSize: 2).nextCursor,
            BaselineFeedCursor(postDate: try instant("2026-02-02T00:00:00Z"), id: "b"))
        XCTAssertEqual(try page(posts, pageSize: 0).posts.map(\.id), ["a"])
    }

    func testTheCursorsPostMayBeGoneAndNewOnesMayHaveCome() throws {
        let cursor = BaselineFeedCursor(postDate: try instant("2026-02-02T00:00:00Z"), id: "b")
        var posts = try fourPosts().filter { $0.id != "b" }
        posts.append(try post("new", "2026-02-03T14:59:30Z"))
        posts.append(try post("ab", "2026-02-02T00:00:00Z"))
        XCTAssertEqual(try page(posts, after: cursor).posts.map(\.id), ["c", "d"])
    }

    func testFiltersCombine() throws {
        func ids(_ filter: BaselineFilter) throws -> [BaselineText] {
            try page(fourPosts(), filter).posts.map(\.id)
        }
        XCTAssertEqual(try ids(.init(schoolIDs: ["s1", "s9"])), ["a", "b", "d"])
        XCTAssertEqual(try ids(.init(flagged: true)), ["a", "b"])
        XCTAssertEqual(try ids(.init(recruiting: true, flagged: true)), ["a"])
        XCTAssertEqual(try ids(.init(sentiments: [.positive, .negative])), ["b", "d"])
        XCTAssertEqual(try ids(.init(searches: [BaselineSearch(" camp ")])), ["c", "d"])
        XCTAssertEqual(try ids(.init(schoolIDs: ["s9"], searches: [BaselineSearch("camp")])), ["d"])
        XCTAssertEqual(try ids(.init(searches: [BaselineSearch("zoe")])), [])
        XCTAssertEqual(try ids(.init(searches: [BaselineSearch("ZOE", ignoresAccents: true)])), ["d"])
    }

    func testDaysAreWholeThroughDaylightSaving() throws {
        // 8 March 2026 in New York: from 05:00Z to 04:00Z, 23 hours.
        // 1 November: from 04:00Z to 05:00Z, 25 hours.
        let posts = [
            try post("a", "2026-03-08T04:59:59.999999Z"), try post("b", "2026-03-08T05:00:00Z"),
            try post("c", "2026-03-09T03:59:59.999999Z"), try post("d", "2026-03-09T04:00:00Z"),
            try post("e", "2026-11-01T03:59:59.999999Z"), try post("f", "2026-11-01T04:00:00Z"),
            try post("g", "2026-11-02T04:59:59.999999Z"), try post("h", "2026-11-02T05:00:00Z"),
        ]
        let spring = BaselineDay("2026-03-08")
        XCTAssertEqual(try page(posts, .init(from: spring, to: spring)).posts.map(\.id), ["c", "b"])
        let autumn = BaselineDay("2026-11-01")
        XCTAssertEqual(try page(posts, .init(from: autumn, to: autumn)).posts.map(\.id), ["g", "f"])
        XCTAssertEqual(try page(posts, .init(from: autumn, to: spring)).matchCount, 0)
    }

    func testAgesChangeAtFullMinutesHoursAndDays() throws {
        let now = try instant("2026-02-10T12:00:00Z")
        let zone = try XCTUnwrap(newYork)
        let second: Int64 = 1_000_000
        let hour = 3600 * second
        let expected: [(Int64, String)] = [
            (0, "just now"), (-1, "just now"), (-400 * 24 * hour, "just now"), (59 * second, "just now"),
            (60 * second - 1, "just now"), (60 * second, "1m ago"), (120 * second - 1, "1m ago"),
            (59 * 60 * second, "59m ago"), (hour - 1, "59m ago"), (hour, "1h ago"), (23 * hour, "23h ago"),
            (24 * hour - 1, "23h ago"), (24 * hour, "1d ago"), (6 * 24 * hour + 23 * hour, "6d ago"),
            (7 * 24 * hour - 1, "6d ago"), (7 * 24 * hour, "Feb 3"),
            // 12:00Z is 07:00 in New York, so 7 hours more are the first instant of 3 February.
            (7 * 24 * hour + 7 * hour, "Feb 3"), (7 * 24 * hour + 7 * hour + 1, "Feb 2"),
        ]
        for (age, text) in expected {
            XCTAssertEqual(BaselineRelativeDate.text(of: now - age, now: now, zone: zone), text, "\(age)")
        }
    }
}
