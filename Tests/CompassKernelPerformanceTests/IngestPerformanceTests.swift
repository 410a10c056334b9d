import CompassKernel
import CompassTestSupport
import XCTest

/// Reading posts from bytes into columns and indexes.
final class IngestPerformanceTests: PerformanceTestCase {
    func testJSONArrayOnOneThread() throws {
        try measureLoading(of: PerformancePosts.shared().json) { try PostTable.load(json: $0) }
    }

    func testJSONArrayOnTwoThreads() throws {
        try measureLoading(of: PerformancePosts.shared().json) {
            try PostTable.load(json: $0, options: LoadOptions(threads: 2))
        }
    }

    func testNDJSONOnOneThread() throws {
        try measureLoading(of: PerformancePosts.shared().ndjson) { try PostTable.load(ndjson: $0) }
    }

    private typealias Loading = (table: PostTable, report: IngestReport)

    private func measureLoading(
        of document: [UInt8], line: UInt = #line, _ load: ([UInt8]) throws -> Loading
    ) throws {
        let first = try load(document)
        try check(first)
        var last: Result<Loading, any Error>?
        measure {
            // Released first, so that a block uses the memory of one table and frees one.
            last = nil
            last = Result { try load(document) }
        }
        let (table, report) = try XCTUnwrap(last).get()
        XCTAssertEqual(report, first.report, line: line)
        XCTAssertEqual(table.count, first.table.count, line: line)
    }

    /// Compares all queries of all posts: every day, every school, and every text of the posts that
    /// the page lists (those about recruiting), once with no filter and once for flagged posts.
    private func check(_ loading: Loading) throws {
        let data = try PerformanceData.shared()
        let posts = try PerformancePosts.shared()
        let report = loading.report
        let counts = [report.rows, report.loaded, report.skipped, report.replaced, report.warnings]
        let wanted = [data.rowCount, posts.baselinePosts.rows.count, 0, 0, 0]
        if counts != wanted {
            throw WrongAnswer(
                question: "rows, loaded, skipped, replaced, warnings",
                differences: ["\(counts), wanted \(wanted)"])
        }
        let social = loading.table.bound(to: posts.directory)
        var flagged = FilterPair()
        flagged.restrict(flagged: true)
        for filter in [FilterPair(), flagged] {
            let query = PageQuery(
                filter: filter, now: data.instants[0], zone: data.zone, topSchools: .max, recentPosts: .max,
                activity: .every)
            try posts.check(query.kernelPage(social), answers: query)
        }
    }
}
