import CompassKernel
import CompassTestSupport
import XCTest

/// Binding posts to a directory: names and their order, looked up once for all queries.
final class SchoolBindingPerformanceTests: PerformanceTestCase {
    func testBindingToSchools() throws {
        let data = try PerformanceData.shared()
        let posts = try PerformancePosts.shared()
        // Every school with a post, so that all names and their order are compared.
        let query = PageQuery(now: data.instants[0], zone: data.zone, topSchools: .max)
        try posts.check(query.kernelPage(posts.table.bound(to: posts.directory)), answers: query)

        // A binding takes a good part of a millisecond. The last one is queried below, so none is removed.
        var social = posts.social
        measure { social = posts.table.bound(to: posts.directory) }
        try posts.check(query.kernelPage(social), answers: query)
    }
}
