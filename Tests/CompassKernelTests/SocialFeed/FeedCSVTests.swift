import XCTest

@testable import CompassKernel

final class FeedCSVTests: XCTestCase {
    private let header =
        "id,coachId,schoolId,schoolName,platform,postUrl,postContent,postDate,authorHandle,authorName,"
        + "isRecruitingRelated,flaggedForReview,sentiment,notes\r\n"

    private func posts() throws -> SocialPosts {
        let rows = #"""
            [{"id":"p","platform":"twitter","post_date":"2026-02-28T10:00:00Z","coach_id":"c","school_id":"s",
              "post_url":"https://example.com/p","post_content":"=SUM(1), \"camp\"\nday","author_handle":"@coach",
              "author_name":"Zo\u00eb, Jr.","is_recruiting_related":true,"sentiment":"negative","notes":"-1"},
             {"id":"-q","platform":"instagram","post_date":"2026-02-27T10:00:00Z","flagged_for_review":true}]
            """#
        let schools = #"[{"id":"s","name":"Rice, Houston"}]"#
        return try PostTable.load(json: rows.utf8).table.bound(
            to: SchoolDirectory.load(json: schools.utf8).table)
    }

    func testAllMatchesWithGuardedFormulas() throws {
        let zone = try systemZone("America/New_York")
        let expected =
            header
            + "p,c,s,\"Rice, Houston\",twitter,https://example.com/p,\"'=SUM(1), \"\"camp\"\"\nday\","
            + "2026-02-28T05:00:00-05:00,'@coach,\"Zoë, Jr.\",true,false,negative,'-1\r\n"
            + "'-q,,,,instagram,,,2026-02-27T05:00:00-05:00,,,false,true,,\r\n"
        XCTAssertEqual(
            String(decoding: try posts().feedCSV(in: zone, section: .posts), as: UTF8.self), expected)
    }

    func testOnlyTheHeaderWhereNothingMatches() throws {
        let social = try posts()
        for filter: PostFilter in [
            .school("x"), .recruiting && .flagged, .sentiment([]),
            .platform(.twitter) && .platform(.instagram),
        ] {
            XCTAssertEqual(
                String(decoding: social.feedCSV(where: filter, in: .utc, section: .posts), as: UTF8.self),
                header, "\(filter)")
        }
    }

    func testTheMarkStandsInFront() throws {
        let social = try posts()
        XCTAssertEqual(
            social.feedCSV(in: .utc, byteOrderMark: true, section: .posts),
            [0xef, 0xbb, 0xbf] + social.feedCSV(in: .utc, section: .posts))
    }

    func testMoreThanAPageIsListed() throws {
        let posts = try social((0..<120).map { SamplePost("p\($0)", "2026-02-01T00:00:00Z", flagged: true) })
        let rows = CSVReader.blocks(posts.feedCSV(where: .flagged, in: .utc, section: .posts))[0]
        XCTAssertEqual(rows.dropFirst().map { $0[0] }, (0..<120).map { "p\($0)" }.sorted())
        XCTAssertEqual(Set(rows.map(\.count)), [14])
    }

    func testPiecesEndBetweenRowsAndAreTheWholeTogether() throws {
        let texts = (0..<3_000).map { "text \($0), \"quoted\"\r\n" + String(repeating: "x", count: $0 % 200) }
        let posts = try socialPosts(withContents: texts)
        var pieces: [[UInt8]] = []
        posts.writeFeedCSV(in: .utc, byteOrderMark: true, section: .posts) { pieces.append(Array($0)) }
        XCTAssertGreaterThan(pieces.count, 2)
        for piece in pieces { XCTAssertEqual(piece.suffix(2), Array("\r\n".utf8).suffix(2)) }
        XCTAssertEqual(Array(pieces.joined()), posts.feedCSV(in: .utc, byteOrderMark: true, section: .posts))
        let rows = CSVReader.blocks(posts.feedCSV(in: .utc, section: .posts))[0].dropFirst()
        XCTAssertEqual(Set(rows.map { $0[6] }), Set(texts))
    }

    func testNothingFollowsAnError() throws {
        struct Full: Error {}
        let posts = try socialPosts(withContents: (0..<3_000).map { _ in String(repeating: "x", count: 200) })
        var calls = 0
        XCTAssertThrowsError(
            try posts.writeFeedCSV(in: .utc, section: .posts) { _ throws(Full) in
                calls += 1
                throw Full()
            })
        XCTAssertEqual(calls, 1)
    }

    func testAPageOfAllPostsIsThePageThatHoldsThemAll() throws {
        let zone = try systemZone("America/New_York")
        let now = try Timestamp(parsing: "2026-03-01T12:00:00Z")
        var social = try posts()
        try social.update { posts in _ = try posts.setNotes("=changed, \"here\"", ofPost: "-q") }
        for filter: PostFilter in [.all, .flagged, .platform(.twitter), .recruiting && .flagged] {
            let linked = social.linkedCounts(where: filter, asOf: now, in: zone)
            for counts in [nil, linked] {
                var bytes: [UInt8] = []
                social.writeFeedCSV(
                    where: filter, asOf: now, in: zone, linked: counts, byteOrderMark: true
                ) { bytes += Array($0) }
                let page = social.feedPage(where: filter, asOf: now, in: zone)
                XCTAssertEqual(
                    String(decoding: bytes, as: UTF8.self),
                    String(decoding: page.csv(byteOrderMark: true, linked: counts), as: UTF8.self))
            }
        }
    }

    private func socialPosts(withContents contents: [String]) throws -> SocialPosts {
        let date = try Timestamp(parsing: "2026-02-01T00:00:00Z")
        let rows = contents.enumerated().map { index, content in
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("id", "p\(index)")
                writer.member("platform", "twitter")
                writer.member("post_date", ZonedTimestamp(date, offsetSeconds: 0))
                writer.member("post_content", content)
            }
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        return try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table.bound(to: .empty)
    }
}
