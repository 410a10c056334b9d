import BenchmarkHarness
import CompassKernel
import XCTest

@testable import CompassWorkloads

final class PartialMergesTests: XCTestCase {
    private func shards(seed: UInt64) throws -> ShardedPosts {
        try ShardedPosts(shards: 10, postsPerShard: 30, seed: seed) { _ in }
    }

    func testAllOrdersAndGroupingsGiveThePageOfOneTable() throws {
        let posts = try shards(seed: 7)
        let checked = try PartialMerges.checked(posts.partials, seed: 7)
        XCTAssertEqual(checked.merges, 12)
        let merged = try PartialAnswer(bytes: checked.bytes)
        XCTAssertEqual(merged.shardNumbers, Array(0..<10))
        let table = try PostTable.load(ndjson: posts.lines).table.bound(to: posts.schools)
        XCTAssertEqual(table.posts.count, 300)
        XCTAssertEqual(try merged.analyticsPage(schools: posts.schools), posts.page(of: table))
        XCTAssertEqual(posts.page(of: table).summary.totalPosts, 300)
    }

    func testTheSeedDecidesTheAnswers() throws {
        XCTAssertEqual(try shards(seed: 7).partials, try shards(seed: 7).partials)
        XCTAssertNotEqual(try shards(seed: 7).partials, try shards(seed: 8).partials)
    }

    func testAShardThatIsMergedTwiceIsRefused() throws {
        let partials = try shards(seed: 7).partials
        XCTAssertThrowsError(try PartialMerges.checked(partials + [partials[3]], seed: 7))
        XCTAssertThrowsError(try PartialMerges.flat([]))
        XCTAssertThrowsError(try PartialMerges.oneByOne([]))
    }
}
