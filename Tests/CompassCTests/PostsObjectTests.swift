import CCompass
import CompassKernel
import XCTest

@testable import CompassC

/// Changes of posts that other languages hold.
final class PostsObjectTests: XCTestCase {
    private func makePosts(count: Int) throws -> PostsObject {
        let rows = (0..<count).map { row in
            """
            {"id":"\(row)","platform":"twitter","post_date":"2026-02-01T08:00:00Z","post_content":"camp \(row)"}
            """
        }
        let (table, report) = try PostTable.load(json: Array("[\(rows.joined(separator: ","))]".utf8))
        return PostsObject(table.bound(to: .empty), report)
    }

    func testChangesCompactAPartEach() throws {
        let posts = try makePosts(count: 30_000)
        var dueCount = 0
        for row in 0..<9_000 {
            _ = try posts.apply(.remove("\(row)"))
            XCTAssertTrue(posts.current.posts.hasPendingChanges, "no change merges all others")
            if posts.current.posts.isCompactionDue { dueCount += 1 }
        }
        XCTAssertGreaterThan(dueCount, 0, "more than a quarter of the posts is gone")
        XCTAssertFalse(posts.current.posts.isCompactionDue, "their records are left out in steps")
        XCTAssertEqual(posts.current.posts.count, 21_000)
    }

    func testCompactingForSomeTime() throws {
        let rows = (0..<3_000).map {
            #"{"id":"\#($0)","platform":"twitter","post_date":"2026-02-01T08:00:00Z"}"#
        }
        let posts = loadedPosts("[\(rows.joined(separator: ","))]")
        var finished: Int32 = 7
        expect(compass_posts_compact_for(posts, 0, &finished))
        XCTAssertEqual(finished, 1, "nothing has changed")
        expect(withCompassString("5") { compass_posts_delete(posts, $0, nil) })
        expect(compass_posts_compact_for(posts, 0, &finished))
        XCTAssertEqual(finished, 0, "there was no time")
        for duration in [-1, Int64.min] {
            finished = 7
            XCTAssertEqual(
                compass_posts_compact_for(posts, duration, &finished), Int32(COMPASS_INVALID_ARGUMENT))
            XCTAssertEqual(finished, 0)
        }
        expect(compass_posts_compact_for(posts, .max, &finished))
        XCTAssertEqual(finished, 1)
        expect(compass_posts_compact_for(posts, 1, nil))
        var count: Int64 = 0
        expect(compass_posts_count(posts, &count))
        XCTAssertEqual(count, 2_999)
        expect(compass_posts_destroy(posts))
    }

    func testEveryKindOfChangeIsTakenBackByItsInverse() throws {
        let posts = try makePosts(count: 10)
        let before = try XCTUnwrap(posts.current.posts.post(id: "3"))
        for change in [PostChange.flag("3", true), .notes("3", "call"), .remove("3")] {
            let inverse = try posts.apply(change)
            XCTAssertNotEqual(posts.current.posts.post(id: "3"), before)
            _ = try posts.apply(inverse)
            XCTAssertEqual(posts.current.posts.post(id: "3"), before)
        }
        let all = try posts.apply(.all([.flag("3", true), .remove("4")]))
        XCTAssertEqual(posts.current.posts.count, 9)
        _ = try posts.apply(all)
        XCTAssertEqual(posts.current.posts.count, 10)
    }

    func testAChangeThatIsRefusedChangesNothing() throws {
        let posts = try makePosts(count: 3)
        XCTAssertThrowsError(try posts.apply(.flag("3", true)))
        XCTAssertThrowsError(try posts.apply(.all([.remove("1"), .flag("3", true)])))
        XCTAssertEqual(posts.current.posts.count, 3)
    }
}
