import XCTest

@testable import CompassKernel

final class FeedPageTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    private func page(
        _ social: SocialPosts, _ filter: PostFilter = .all, size: Int = 50, after cursor: FeedCursor? = nil
    ) -> FeedPage {
        social.feedPage(where: filter, asOf: now, in: .utc, pageSize: size, after: cursor)
    }

    private func fivePosts() throws -> SocialPosts {
        try social(
            [
                SamplePost("e", "2026-02-01T00:00:00Z", "rice", .negative, flagged: true),
                SamplePost("b", "2026-03-01T11:58:59.999999Z", "rice", .positive, recruiting: true),
                SamplePost("d", "2026-02-27T12:00:00Z", nil, on: .instagram),
                SamplePost("a", "2026-02-27T12:00:00Z", "tulane", .neutral, on: .instagram, flagged: true),
                SamplePost("c", "2026-03-02T00:00:00Z", "rice"),
            ], ["rice": "Rice"])
    }

    func testAPageByHand() throws {
        let page = page(try fivePosts())
        XCTAssertEqual(page.posts.map(\.id), ["c", "b", "a", "d", "e"])
        XCTAssertEqual(
            page.posts.map(\.relativeDate), ["just now", "1m ago", "2d ago", "2d ago", "Feb 1"])
        XCTAssertEqual(page.posts.map(\.schoolName), ["Rice", "Rice", "Unknown School", nil, "Rice"])
        XCTAssertEqual(page.posts.map(\.schoolID), ["rice", "rice", "tulane", nil, "rice"])
        XCTAssertEqual(page.posts.map(\.sentiment), [nil, .positive, .neutral, nil, .negative])
        XCTAssertEqual(page.posts.map(\.isRecruitingRelated), [false, true, false, false, false])
        XCTAssertEqual(page.posts.map(\.flaggedForReview), [false, false, true, false, true])
        XCTAssertEqual(
            page.statistics,
            FeedStatistics(totalPosts: 5, twitterPosts: 3, instagramPosts: 2, flaggedPosts: 2))
        XCTAssertEqual(page.matchCount, 5)
        XCTAssertNil(page.nextCursor)
        XCTAssertEqual(page.state, .posts)
    }

    func testStatisticsCountAllPostsUnderEveryFilter() throws {
        let social = try fivePosts()
        let page = page(social, .platform(.twitter) && .school("rice"))
        XCTAssertEqual(page.posts.map(\.id), ["c", "b", "e"])
        XCTAssertEqual(page.matchCount, 3)
        XCTAssertEqual(page.statistics, social.feedStatistics)
        XCTAssertEqual(page.statistics.totalPosts, 5)
    }

    func testPagesContinueBehindTheCursor() throws {
        let social = try fivePosts()
        let first = page(social, size: 2)
        XCTAssertEqual(first.posts.map(\.id), ["c", "b"])
        let second = page(social, size: 2, after: first.nextCursor)
        XCTAssertEqual(second.posts.map(\.id), ["a", "d"])
        let last = page(social, size: 2, after: second.nextCursor)
        XCTAssertEqual(last.posts.map(\.id), ["e"])
        XCTAssertNil(last.nextCursor)
        XCTAssertEqual(last.matchCount, 5)
        XCTAssertEqual(first.nextCursor, FeedCursor(after: first.posts[1]))
    }

    /// A full page at the end of the feed has no cursor, so that no empty page is requested.
    func testAFullLastPageHasNoCursor() throws {
        let social = try fivePosts()
        XCTAssertNil(page(social, size: 5).nextCursor)
        XCTAssertNotNil(page(social, size: 4).nextCursor)
        let flagged = page(social, .flagged, size: 1)
        XCTAssertEqual(flagged.posts.map(\.id), ["a"])
        let next = social.nextFeedPage(
            after: try XCTUnwrap(flagged.nextCursor), where: .flagged, asOf: now, in: .utc, pageSize: 1)
        XCTAssertEqual(next.posts.map(\.id), ["e"])
        XCTAssertNil(next.nextCursor)
    }

    func testPageSizesBelowOneAreOne() throws {
        let social = try fivePosts()
        for size in [1, 0, -1, .min] { XCTAssertEqual(page(social, size: size).posts.map(\.id), ["c"]) }
        XCTAssertEqual(page(social, size: .max).posts.count, 5)
    }

    func testEmptyStatesAreToldApart() throws {
        let empty = page(try social([]))
        XCTAssertEqual(empty.state, .noPosts)
        XCTAssertEqual(empty.state.title, "No posts yet")
        XCTAssertEqual(
            empty.state.subtitle, "Sync posts to start monitoring coach and program social media")
        XCTAssertEqual(empty.state.action, "Sync Posts")
        XCTAssertEqual(page(try social([]), .flagged).state, .noPosts)

        let social = try fivePosts()
        let unmatched = page(social, .school("nobody's"))
        XCTAssertEqual(unmatched.state, .noMatches)
        XCTAssertEqual(unmatched.state.title, "No posts match your filters")
        XCTAssertEqual(unmatched.state.subtitle, "Try adjusting your search or filter criteria")
        XCTAssertEqual(unmatched.state.action, "Clear Filters")
        XCTAssertEqual(unmatched.statistics.totalPosts, 5)

        let end = page(social, after: FeedCursor(timestamp: Timestamp(micros: 0), id: "x"))
        XCTAssertEqual(end.state, .endOfList)
        XCTAssertEqual(end.matchCount, 5)
        XCTAssertNil(end.state.title)
        XCTAssertNil(FeedState.posts.title)
    }

    func testTheBadgeIsCutAbove99() throws {
        for (count, badge) in [(0, "0"), (1, "1"), (99, "99"), (100, "99+"), (101, "99+"), (12_345, "99+")] {
            let statistics = FeedStatistics(
                totalPosts: count, twitterPosts: 0, instagramPosts: count, flaggedPosts: count)
            XCTAssertEqual(statistics.flaggedBadge, badge)
        }
        let posts = (0..<100).map { SamplePost("p\($0)", "2026-02-01T00:00:00Z", flagged: true) }
        XCTAssertEqual(try social(posts).feedStatistics.flaggedBadge, "99+")
        XCTAssertEqual(try social(Array(posts.prefix(99))).feedStatistics.flaggedBadge, "99")
    }

    func testDaysOfTheFilterAndOffsetsAreTheZones() throws {
        let zone = try systemZone("America/New_York")
        let social = try social([
            SamplePost("late", "2026-02-28T04:59:59Z"), SamplePost("early", "2026-02-28T05:00:00Z"),
        ])
        let page = social.feedPage(
            where: .dates(from: day("2026-02-28"), to: day("2026-02-28")), asOf: now, in: zone)
        XCTAssertEqual(page.posts.map(\.id), ["early"])
        XCTAssertEqual(page.posts.map(\.postDate.description), ["2026-02-28T00:00:00-05:00"])
        XCTAssertEqual(social.matchCount(where: .dates(to: day("2026-02-27")), in: zone), 1)
    }

    func testAllTextsOfAPost() throws {
        let row = """
            [{"id":"p","platform":"instagram","post_date":"2026-02-28T10:00:00.5Z","coach_id":"c","school_id":"s",\
            "post_url":"https://example.com/p","post_content":"e\\u0301 \\ud83d\\ude4c","author_handle":"@c",\
            "author_name":"","is_recruiting_related":true,"flagged_for_review":true,"sentiment":"very_positive",\
            "notes":"Call"},{"id":"q","platform":"twitter","post_date":"2026-02-27T10:00:00Z"}]
            """
        let posts = try PostTable.load(json: row.utf8).table.bound(to: .empty).feedPage(asOf: now, in: .utc)
            .posts
        XCTAssertEqual(
            posts[0],
            FeedPost(
                id: "p", coachID: "c", schoolID: "s", schoolName: "Unknown School", platform: .instagram,
                postURL: "https://example.com/p", postContent: "e\u{301} 🙌",
                postDate: ZonedTimestamp(instant("2026-02-28T10:00:00.5Z"), offsetSeconds: 0),
                relativeDate: "1d ago", authorHandle: "@c", authorName: "", isRecruitingRelated: true,
                flaggedForReview: true, sentiment: .veryPositive, notes: "Call"))
        XCTAssertEqual(
            posts[1],
            FeedPost(
                id: "q", platform: .twitter,
                postDate: ZonedTimestamp(instant("2026-02-27T10:00:00Z"), offsetSeconds: 0),
                relativeDate: "2d ago"))
        var composed = posts[0]
        composed.postContent = "é 🙌"
        XCTAssertNotEqual(composed, posts[0], "texts are compared byte by byte")
    }

    func testLinksThatCouldRunCodeAreNone() {
        func link(_ url: String?) -> String? {
            FeedPost(
                id: "p", platform: .twitter, postURL: url, postDate: ZonedTimestamp(now, in: .utc),
                relativeDate: ""
            ).link
        }
        for url in [
            "https://twitter.com/c/1", "http://a", "a", "", "/path:x", "javascripts:1", "?javascript:",
            "#data:",
            "datas", "java script:1", "mailto:a@b",
        ] {
            XCTAssertEqual(link(url), url)
        }
        for url in [
            "javascript:alert(1)", "JavaScript:1", " javascript:1", "\u{1}javascript:1", "java\tscript:1",
            "java\r\nscript\n:1", "data:text/html,x", "DATA:,", "vbscript:x", "file:///etc/passwd",
            "\tfile:x",
        ] {
            XCTAssertNil(link(url), url)
        }
        XCTAssertNil(link(nil))
    }
}
