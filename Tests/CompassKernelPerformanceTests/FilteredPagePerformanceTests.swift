import CompassBaseline
import CompassTestSupport
import XCTest

/// The page of all time under filters: one condition of each kind, and usual combinations.
final class FilteredPagePerformanceTests: PerformanceTestCase {
    func testOnePlatform() throws { try measurePage { filter, _ in filter.restrict(to: [.twitter]) } }

    func testOneSentiment() throws { try measurePage { filter, _ in filter.restrict(to: [.negative]) } }

    func testOneSchool() throws { try measurePage { $0.restrict(to: $1.spreadSchools(1)) } }

    func testEightSchoolsOnOnePlatform() throws {
        try measurePage { filter, posts in
            filter.restrict(to: posts.spreadSchools(8))
            filter.restrict(to: [.instagram])
        }
    }

    func testThreeMonthsOfRecruitingPostsThatAreNotFlagged() throws {
        let today = Int(try PerformanceData.shared().instants[0] / 86_400_000_000)
        try measurePage { filter, _ in
            filter.restrict(recruiting: true)
            filter.restrict(flagged: false)
            filter.restrict(from: today - 101, to: today - 11)
        }
    }

    func testEveryDayOfPositivePosts() throws {
        try measurePage(activity: .every, callsPerBlock: 48) { filter, _ in
            filter.restrict(to: [.veryPositive, .positive])
        }
    }

    func testFlaggedPostsOf30DaysAndOfThe30DaysBefore() throws {
        try measurePage(.days(30), comparison: true) { filter, _ in filter.restrict(flagged: true) }
    }

    private func measurePage(
        _ range: BaselineRange = .all, activity: BaselineActivity = .sameAsRange, comparison: Bool = false,
        callsPerBlock: Int = 128, line: UInt = #line, _ restrict: (inout FilterPair, PerformancePosts) -> Void
    ) throws {
        let data = try PerformanceData.shared()
        var filter = FilterPair()
        restrict(&filter, try PerformancePosts.shared())
        let queries = data.instants.map { now in
            PageQuery(
                range: range, filter: filter, now: now, zone: data.zone, activity: activity,
                comparison: comparison)
        }
        try measurePages(queries, callsPerBlock: callsPerBlock, line: line)
    }
}
