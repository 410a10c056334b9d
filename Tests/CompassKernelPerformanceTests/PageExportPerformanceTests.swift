import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// Writing a finished page as JSON.
final class PageExportPerformanceTests: PerformanceTestCase {
    func testJSONOfAPageOf30Days() throws { try measureExport(.days(30), callsPerBlock: 64) }

    func testJSONOfAPageOf90DaysWithComparison() throws {
        try measureExport(.days(90), comparison: true, callsPerBlock: 32)
    }

    private func measureExport(
        _ range: BaselineRange, comparison: Bool = false, callsPerBlock: Int, line: UInt = #line
    ) throws {
        let data = try PerformanceData.shared()
        let posts = try PerformancePosts.shared()
        let queries = data.instants.map {
            PageQuery(range: range, now: $0, zone: data.zone, comparison: comparison)
        }
        let pages = queries.map { $0.kernelPage(posts.social) }
        let documents = pages.map { $0.json() }
        for (query, document) in zip(queries, documents) {
            let page = try JSONDecoder().decode(SocialAnalyticsPage.self, from: Data(document))
            try posts.check(page, answers: query)
        }
        measure(callsPerBlock: callsPerBlock, of: pages, answers: documents, line: line) { $0.json() }
    }
}
