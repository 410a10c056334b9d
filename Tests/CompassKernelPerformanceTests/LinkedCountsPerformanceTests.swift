import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// The counts of every chart under the filters of all others.
final class LinkedCountsPerformanceTests: PerformanceTestCase {
    func testCountsOfAllPosts() throws { try measureCounts { _, _ in } }

    func testCountsUnderSeveralFilters() throws {
        try measureCounts { filter, posts in
            filter.restrict(to: [.twitter])
            filter.restrict(to: [.positive, .negative])
            filter.restrict(to: posts.baselineSchools.rows.prefix(8).map(\.id))
        }
    }

    func testCountsUnderASearch() throws {
        try measureCounts { filter, _ in filter.restrict(search: "camp") }
    }

    private func measureCounts(
        line: UInt = #line, _ restrict: (inout FilterPair, PerformancePosts) -> Void
    ) throws {
        let queries = try feedQueries(restrict)
        let posts = try PerformancePosts.shared()
        let counts = queries.map { $0.kernelCounts(posts.social) }
        let expected = BaselineLinkedCounts(
            posts: posts.baselinePosts, filter: queries[0].filter.baseline, now: queries[0].now,
            zone: queries[0].zone.baseline)
        XCTAssertEqual(counts[0].matchCount, expected.matchCount, line: line)
        XCTAssertEqual(counts[0].platforms.twitter, expected.platforms.twitter, line: line)
        XCTAssertEqual(counts[0].flagged.yes, expected.flagged, line: line)
        XCTAssertEqual(counts[0].recruiting.no, expected.notRecruiting, line: line)
        XCTAssertEqual(counts[0].withoutSchool, expected.withoutSchool, line: line)
        XCTAssertEqual(counts[0].activityByDay.map(\.count), expected.days.map(\.count), line: line)
        for school in counts[0].schools {
            XCTAssertEqual(
                school.postCount, expected.schools[BaselineText(school.id)] ?? 0, school.id, line: line)
        }
        measure(callsPerBlock: 32, of: queries, answers: counts, line: line) {
            $0.kernelCounts(posts.social)
        }
    }
}
