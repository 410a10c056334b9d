import XCTest

@testable import CompassKernel

/// Posts that arrive one by one, without compaction in between.
final class ManySmallMergesTests: XCTestCase {
    func testPostsThatArriveOneByOneAreAllThereWithoutCompaction() throws {
        var table = try PostTable.load(json: Array("[]".utf8)).table
        table.compactsAutomatically = false
        var social = table.bound(to: .empty)
        for number in 0..<300 {
            let row = """
                [{"id":"p-\(number)","platform":"twitter","post_date":"2026-02-01T10:00:00Z",\
                "created_at":"2026-02-01T10:00:00Z","post_url":"https://x/\(number)"}]
                """
            _ = try social.update { posts in try posts.merge(json: Array(row.utf8)) }
            _ = try social.update { posts in try posts.setFlag(true, ofPost: "p-\(number)") }
            XCTAssertEqual(social.posts.count, number + 1)
            XCTAssertEqual(social.posts.checkInvariants(), [])
            if number % 3 == 0 {
                _ = try social.update { posts in try posts.remove(id: "p-\(number)") }
                _ = try social.update { posts in try posts.merge(json: Array(row.utf8)) }
            }
        }
        for number in 0..<300 { XCTAssertNotNil(social.posts.post(id: "p-\(number)"), "p-\(number)") }
    }
}
