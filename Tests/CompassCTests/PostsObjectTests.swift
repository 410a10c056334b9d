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

    func testDeletionsAreCompactedOnceTheyAreMany() throws {
        let posts = try makePosts(count: 300)
        for row in 0..<76 { _ = try posts.apply(.remove("\(row)")) }
        XCTAssertFalse(posts.current.posts.hasPendingChanges, "more than a quarter of the posts is gone")
        XCTAssertEqual(posts.current.posts.count, 224)
        _ = try posts.apply(.remove("76"))
        XCTAssertTrue(posts.current.posts.hasPendingChanges, "a single deletion is not worth it")
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
