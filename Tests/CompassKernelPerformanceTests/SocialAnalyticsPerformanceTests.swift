import CompassBaseline
import CompassTestSupport
import XCTest

/// The Social Analytics page of each range: every card, chart and list, as a finished value.
final class SocialAnalyticsPerformanceTests: PerformanceTestCase {
    func testPageOf7Days() throws { try measurePage(.days(7)) }

    func testPageOf30Days() throws { try measurePage(.days(30)) }

    func testPageOf90Days() throws { try measurePage(.days(90)) }

    func testPageOfAllTime() throws { try measurePage(.all) }

    private func measurePage(_ range: BaselineRange, line: UInt = #line) throws {
        let data = try PerformanceData.shared()
        let queries = data.instants.map { PageQuery(range: range, now: $0, zone: data.zone) }
        try measurePages(queries, callsPerBlock: 256, line: line)
    }
}
