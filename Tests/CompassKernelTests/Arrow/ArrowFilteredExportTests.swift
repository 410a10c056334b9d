import XCTest

@testable import CompassKernel

final class ArrowFilteredExportTests: XCTestCase {
    private let zone = ZoneOffsets.utc

    /// Filters with the same conditions in plain code.
    private let filters: [(name: String, filter: PostFilter, keeps: (Post) -> Bool)] = [
        ("all", .all, { _ in true }),
        ("platform", .platforms([.instagram]), { $0.platform == .instagram }),
        ("flagged", .flagged(true), { $0.flaggedForReview }),
        ("recruiting", .recruiting(false), { !$0.isRecruitingRelated }),
        ("school", .schools(["s"]), { $0.schoolID == "s" }),
        ("no such school", .schools(["none"]), { _ in false }),
        (
            "sentiment", .sentiment([.negative, .neutral]),
            { $0.sentiment == .negative || $0.sentiment == .neutral }
        ),
        (
            "search", .search(SearchQuery("é")),
            { post in
                [post.postContent, post.authorHandle, post.authorName].contains { $0?.contains("é") ?? false }
            }
        ),
        (
            "several", .platforms([.twitter]) && .flagged(false) && .schools(["s", "t"]),
            {
                $0.platform == .twitter && !$0.flaggedForReview && ($0.schoolID == "s" || $0.schoolID == "t")
            }
        ),
    ]

    func testAFilteredExportHasThePostsThatPassTheFilter() throws {
        var random = SeededRandom()
        for count in [0, 1, 63, 64, 65, 300] {
            for uuids in [true, false] {
                let posts = try table(of: oddPosts(count, uuids: uuids, random: &random))
                let social = posts.bound(to: .empty)
                let formats = try posts.arrowBatch().columns.map(\.format)
                for (name, filter, keeps) in filters {
                    let batch = try social.arrowBatch(where: filter, in: zone)
                    let kept = posts.posts.filter(keeps)
                    XCTAssertEqual(batch.rowCount, kept.count, "\(name) of \(count)")
                    XCTAssertEqual(batch.columns.map(\.rowCount), Array(repeating: kept.count, count: 15))
                    XCTAssertEqual(batch.columns.map(\.format), formats, "\(name) of \(count)")
                    XCTAssertEqual(try read([batch]).table.posts, kept, "\(name) of \(count)")
                }
            }
        }
    }

    func testAFilteredExportSeesPendingChanges() throws {
        var random = SeededRandom()
        var posts = try table(of: oddPosts(100, uuids: true, random: &random))
        for id in posts.postIDs.prefix(10) { try posts.remove(id: id) }
        for id in posts.postIDs.prefix(10) { try posts.setNotes("new", ofPost: id) }
        try posts.setFlag(true, ofPost: posts.postIDs[0])
        XCTAssertTrue(posts.hasPendingChanges)
        for (name, filter, keeps) in filters {
            let batch = try posts.bound(to: .empty).arrowBatch(where: filter, in: zone)
            XCTAssertEqual(try read([batch]).table.posts, posts.posts.filter(keeps), name)
        }
        XCTAssertTrue(posts.hasPendingChanges, "a copy was compacted")
    }

    func testDatesAreDaysOfTheZone() throws {
        let posts = try PostTable.load(
            json: """
                [{"id":"a","platform":"twitter","post_date":"2026-02-12T02:00:00Z"},
                 {"id":"b","platform":"twitter","post_date":"2026-02-11T12:00:00Z"},
                 {"id":"c","platform":"twitter","post_date":"2026-02-10T12:00:00Z"}]
                """.utf8
        ).table.bound(to: .empty)
        let day = try CivilDate(parsing: "2026-02-11")
        let filter = PostFilter.dates(from: day, to: day)
        XCTAssertEqual(try read([posts.arrowBatch(where: filter, in: zone)]).table.postIDs, ["b"])
        let newYork = try ZoneOffsets(identifier: "America/New_York")
        XCTAssertEqual(try read([posts.arrowBatch(where: filter, in: newYork)]).table.postIDs, ["a", "b"])
    }

    private let uuid = "00112233-4455-6677-8899-aabbccddeeff"

    /// A post whose id is a text, and an older one whose id is a UUID.
    private func postsWithOneUUID() throws -> PostTable {
        try PostTable.load(
            json: """
                [{"id":"a","platform":"twitter","post_date":"2026-02-12T02:00:00Z"},
                 {"id":"\(uuid)","platform":"instagram","post_date":"2026-02-11T12:00:00Z"}]
                """.utf8
        ).table
    }

    func testIDsKeepTheirTypeWhateverTheFilterKeeps() throws {
        let posts = try postsWithOneUUID().bound(to: .empty)
        let batch = try posts.arrowBatch(where: .platforms([.instagram]), in: zone)
        XCTAssertEqual(batch.columns[PostField.id].format, "u")
        XCTAssertEqual(try read([batch]).table.postIDs, [uuid])
        let none = try posts.arrowBatch(where: .flagged(true), in: zone)
        XCTAssertEqual(none.columns.map(\.format), batch.columns.map(\.format))
        XCTAssertEqual(none.rowCount, 0)
    }

    func testTheTypeOfIDsDoesNotDependOnRemovedPosts() throws {
        var posts = try postsWithOneUUID()
        try posts.remove(id: "a")
        let all = try posts.arrowBatch().columns.map(\.format)
        for filter in [PostFilter.all, .platforms([.instagram]), .flagged(true)] {
            let batch = try posts.bound(to: .empty).arrowBatch(where: filter, in: zone)
            XCTAssertEqual(batch.columns.map(\.format), all)
        }
    }

    func testLongTextsAreSeveralBatches() throws {
        var random = SeededRandom()
        var posts = try table(of: oddPosts(40, uuids: false, random: &random))
        posts.parts.compactionPolicy.maximumTextBytes = 1_000
        let social = posts.bound(to: .empty)
        let batches = social.arrowBatches(where: .platforms([.twitter]), in: zone)
        XCTAssertEqual(try read(batches).table.posts, posts.posts.filter { $0.platform == .twitter })
        if batches.count > 1 {
            XCTAssertThrowsError(try social.arrowBatch(where: .platforms([.twitter]), in: zone))
        }
    }
}
