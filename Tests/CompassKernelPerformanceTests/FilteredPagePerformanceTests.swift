import CompassBaseline
import CompassTestSupport
import XCTest

/// The page of all time under filters: one condition of each kind, and usual combinations.
final class FilteredPagePerformanceTests: PerformanceTestCase {
    func testOnePlatform() throws { try measurePage { filter, _ in filter.restrict(to: [.twitter]) } }

    func testOneSentiment() throws { try measurePage { filter, _ in filter.restrict(to: [.negative]) } }

    func testOneSchool() throws { try measurePage { $0.restrict(to: Self.schools(1, of: $1)) } }

    func testEightSchoolsOnOnePlatform() throws {
        try measurePage { filter, posts in
            filter.restrict(to: Self.schools(8, of: posts))
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

    /// `count` schools, spread over the directory.
    private static func schools(_ count: Int, of posts: PerformancePosts) -> [BaselineText] {
        let schools = posts.baselineSchools.rows
        let count = min(count, schools.count)
        return (0..<count).map { schools[$0 * schools.count / count].id }
    }
}
