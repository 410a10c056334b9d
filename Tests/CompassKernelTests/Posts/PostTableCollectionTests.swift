import XCTest

@testable import CompassKernel

final class PostTableCollectionTests: XCTestCase {
    private func post(_ id: String, micros: Int64, url: String? = nil) -> Post {
        Post(id: id, platform: .twitter, postDate: Timestamp(micros: micros), postURL: url)
    }

    func testAnEmptyTable() throws {
        XCTAssertEqual(PostTable.empty.count, 0)
        XCTAssertTrue(PostTable.empty.isEmpty)
        XCTAssertNil(PostTable.empty.first)
        XCTAssertTrue(try PostTable([]).isEmpty)
        XCTAssertEqual(PostTable.empty.checkInvariants(), [])
    }

    func testPostsAreNewestFirstThenByID() throws {
        let posts = [post("b", micros: 1), post("a", micros: 1), post("c", micros: 2)]
        XCTAssertEqual(try PostTable(posts).map(\.id), ["c", "a", "b"])
    }

    func testTheLastPostOfAnIDOrAURLIsKept() throws {
        let table = try PostTable([
            post("a", micros: 1), post("a", micros: 2), post("b", micros: 3, url: "u"),
            post("c", micros: 4, url: "u"),
        ])
        XCTAssertEqual(table.map { [$0.id, "\($0.postDate.micros)"] }, [["c", "4"], ["a", "2"]])
    }

    func testAPostWithoutAnIDIsRefused() {
        XCTAssertThrowsError(try PostTable([post("", micros: 1)])) {
            XCTAssertEqual($0 as? PostChangeError, .emptyID)
        }
    }

    /// Every subset of five posts is removed.
    func testRemovedPostsAreSkipped() throws {
        let posts = (0..<5).map { post("\($0)", micros: -Int64($0)) }
        for removed in 0..<32 {
            var table = try PostTable(posts)
            table.compactsAutomatically = false
            for index in 0..<5 where removed >> index & 1 != 0 { try table.remove(id: "\(index)") }
            let expected = (0..<5).filter { removed >> $0 & 1 == 0 }.map { "\($0)" }
            XCTAssertEqual(table.map(\.id), expected, "\(removed)")
            XCTAssertEqual(table.indices, 0..<expected.count)
            XCTAssertEqual(table.reversed().map(\.id), expected.reversed())
            if let last = expected.last {
                XCTAssertEqual(table[expected.count - 1].id, last)
                XCTAssertEqual(table.firstIndex { $0.id == last }, expected.count - 1)
            }
        }
    }

    func testPutReplacesAndItsInverseRestores() throws {
        var table = try PostTable([post("a", micros: 1), post("b", micros: 2)])
        let before = Array(table)
        let undo = try table.put(post("a", micros: 3))
        XCTAssertEqual(table.map(\.id), ["a", "b"])
        XCTAssertEqual(table[0].postDate.micros, 3)
        try table.apply(undo)
        XCTAssertEqual(Array(table), before)
    }
}
