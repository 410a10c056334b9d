import XCTest

@testable import CompassKernel

/// The two lists of the page, of any length.
final class ListsTests: XCTestCase {
    private let now = instant("2026-02-10T12:00:00Z")

    func testTopSchoolsOfAnyLengthAgreeWithASort() throws {
        for schoolCount in [0, 1, 5, 127, 128, 129, 300] {
            var random = SeededRandom(round: schoolCount)
            var counts: [String: Int] = [:]
            var posts: [SamplePost] = []
            for school in 0..<schoolCount {
                // Few different counts and a single name, so that ids decide the order.
                let count = 1 + random.below(3)
                counts["s\(school)"] = count
                for number in 0..<count {
                    posts.append(SamplePost("\(school)-\(number)", "2026-02-01T00:00:00Z", "s\(school)"))
                }
            }
            let social = try social(posts.shuffled(using: &random))
            let expected = counts.sorted {
                $0.value != $1.value
                    ? $0.value > $1.value : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            for listed in [-1, 0, 1, 2, 5, 127, 128, 129, 1000, Int.max] {
                let page = social.analyticsPage(.all, asOf: now, in: .utc, topSchools: listed)
                let label = "\(listed) of \(schoolCount), \(random.label)"
                XCTAssertEqual(page.topSchools.map(\.id), expected.prefix(max(listed, 0)).map(\.key), label)
                XCTAssertEqual(page.topSchools.map(\.postCount), expected.prefix(max(listed, 0)).map(\.value))
                XCTAssertTrue(page.topSchools.allSatisfy { $0.name == "Unknown School" })
            }
        }
    }

    func testSchoolsWithoutPostsInTheRangeAreNotListed() throws {
        let social = try social([
            SamplePost("1", "2026-02-09T00:00:00Z", "a"), SamplePost("2", "2020-01-01T00:00:00Z", "b"),
        ])
        let page = social.analyticsPage(.last(days: 7), asOf: now, in: .utc, topSchools: 200)
        XCTAssertEqual(page.topSchools.map(\.id), ["a"])
        XCTAssertEqual(page.summary.activeSchools, 1)
    }

    func testRecentPostsWithTiesAreOrderedByID() throws {
        var random = SeededRandom()
        let posts = (0..<150).map { number in
            SamplePost(
                "id-\(number)", "2026-02-0\(1 + number % 3)T00:00:00Z", "s\(number % 2)",
                recruiting: number % 4 != 1,
                flagged: number % 5 == 0)
        }
        let social = try social(posts.shuffled(using: &random))
        func expected(_ isKept: (SamplePost) -> Bool) -> [String] {
            posts.filter { $0.isRecruiting && isKept($0) }.sorted {
                $0.date != $1.date ? $0.date > $1.date : $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
            }.map(\.id)
        }
        for limit in [-3, 0, 1, 5, 64, 112, 113, 1000, Int.max] {
            func ids(_ range: AnalyticsRange, _ filter: PostFilter) -> [String] {
                social.analyticsPage(range, where: filter, asOf: now, in: .utc, recentPosts: limit)
                    .recentRecruitingPosts.map(\.id)
            }
            let kept = max(limit, 0)
            XCTAssertEqual(ids(.all, .all), Array(expected { _ in true }.prefix(kept)))
            XCTAssertEqual(ids(.last(days: 9), .all), Array(expected { $0.date > "2026-02-02" }.prefix(kept)))
            XCTAssertEqual(ids(.all, .flagged), Array(expected(\.isFlagged).prefix(kept)))
            XCTAssertEqual(ids(.all, .school("s1")), Array(expected { $0.school == "s1" }.prefix(kept)))
            XCTAssertEqual(ids(.all, .recruiting(false)), [])
            let second = day("2026-02-02")
            XCTAssertEqual(
                ids(.all, .dates(from: second, to: second)),
                Array(expected { $0.date.hasPrefix("2026-02-02") }.prefix(kept)))
        }
    }

    func testRecentPostsShowTheirTextsAndTheZonesOffset() throws {
        let json = """
            [{"id":"p","platform":"instagram","post_date":"2026-02-10T12:00:00.5Z","is_recruiting_related":true,
            "author_handle":"@c","post_content":"a\\nb","school_id":"s"},
            {"id":"q","platform":"twitter","post_date":"2026-02-10T11:00:00Z","is_recruiting_related":true,
            "author_name":""}]
            """
        let social = try PostTable.load(json: json.utf8).table.bound(to: .empty)
        let zone = try systemZone("America/New_York")
        let recent = social.analyticsPage(.all, asOf: now, in: zone).recentRecruitingPosts
        XCTAssertEqual(
            recent,
            [
                RecruitingPost(
                    id: "p", platform: .instagram, authorHandle: "@c", authorName: nil,
                    postDate: ZonedTimestamp(instant("2026-02-10T12:00:00.5Z"), offsetSeconds: -18_000),
                    postContent: "a\nb", schoolID: "s"),
                RecruitingPost(
                    id: "q", platform: .twitter, authorHandle: nil, authorName: "",
                    postDate: ZonedTimestamp(instant("2026-02-10T11:00:00Z"), offsetSeconds: -18_000),
                    postContent: nil, schoolID: nil),
            ])
    }
}
