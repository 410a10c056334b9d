import CompassKernel
import CompassTestSupport
import XCTest

/// Exporting all posts as Arrow columns, and importing such columns.
final class ArrowPerformanceTests: PerformanceTestCase {
    func testExportOfAllPosts() throws {
        let posts = try PerformancePosts.shared()
        try expectColumns(of: posts)
        measure(callsPerBlock: 8, of: [posts.table], answers: [posts.table.count]) { table in
            (try? table.arrowBatch())?.rowCount ?? -1
        }
    }

    /// The same through the C interface, as used by engines of other languages.
    func testExportOfAllPostsThroughC() throws {
        let posts = try PerformancePosts.shared()
        let exported = try CPosts.shared()
        try expectColumns(of: posts)
        measure(callsPerBlock: 8, of: [exported], answers: [posts.table.count]) { $0.exportedRowCount() }
    }

    func testImportOfAllPosts() throws {
        let posts = try PerformancePosts.shared()
        try expectColumns(of: posts)
        let batch = try posts.table.arrowBatch()
        measure(callsPerBlock: 1, of: [()], answers: [posts.table.count]) {
            (try? self.table(of: batch))?.count ?? -1
        }
    }

    private func table(of batch: ArrowBatch) throws -> PostTable {
        var reader = ArrowPostReader()
        try reader.read(batch)
        return reader.finish().table
    }

    /// Expects that the columns, once imported, return the same results as the posts.
    private func expectColumns(of posts: PerformancePosts) throws {
        let data = try PerformanceData.shared()
        let again = try table(of: try posts.table.arrowBatch()).bound(to: posts.directory)
        for now in data.instants.map(Timestamp.init(micros:)) {
            XCTAssertEqual(
                again.analyticsPage(.all, asOf: now, in: .utc),
                posts.social.analyticsPage(.all, asOf: now, in: .utc))
        }
    }
}
