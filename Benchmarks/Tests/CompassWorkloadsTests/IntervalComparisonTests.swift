import BenchmarkHarness
import Foundation
import XCTest

@testable import CompassWorkloads

final class IntervalComparisonTests: XCTestCase {
    func testEveryDistributionIsComparedAndTheSameForTheSameSeed() throws {
        var steps: [String] = []
        let rows = try IntervalComparison(
            intervals: 3_000, windows: 200, seed: 5, rounds: 2, report: { steps.append($0) }
        ).run()
        XCTAssertEqual(rows.map(\.distribution), IntervalDistribution.allCases.flatMap { [$0, $0] })
        XCTAssertEqual(rows.map(\.isSorted), [false, true, false, true, false, true, false, true])
        XCTAssertTrue(
            rows.allSatisfy {
                $0.hitsPerWindow >= 1 && $0.ids.kernel > 0 && $0.counts.peers[0].nanoseconds > 0
            })
        XCTAssertEqual(rows.map { $0.building == nil }, rows.map(\.isSorted))
        XCTAssertFalse(steps.isEmpty)
        for distribution in IntervalDistribution.allCases {
            let (starts, ends) = distribution.intervals(count: 100, seed: 9)
            let again = distribution.intervals(count: 100, seed: 9)
            XCTAssertEqual(starts, again.starts)
            XCTAssertEqual(ends, again.ends)
            XCTAssertTrue(zip(starts, ends).allSatisfy { $0 <= $1 })
            XCTAssertNotEqual(distribution.intervals(count: 100, seed: 10).starts, starts)
        }
    }

    func testTheReportHasTimesAndGoals() throws {
        let rows = try IntervalComparison(
            intervals: 500, windows: 20, seed: 5, rounds: 1, report: { _ in }
        ).run()
        let report = IntervalComparisonReport(
            environment: .current(arguments: ["intervals"]), intervals: 500, windows: 20, rows: rows)
        for text in ["500 intervals, 20 windows", "clusters", "unsorted", "tree", "build"] {
            XCTAssertTrue(report.plainText.contains(text), report.plainText)
        }
    }

    func testGoalsCompareWithTheFastestPeer() throws {
        func times(_ ratios: Double...) -> IntervalComparisonReport.Times {
            IntervalComparisonReport.Times(
                kernel: 1,
                peers: zip(["tree", "superintervals"], ratios).map {
                    IntervalComparisonReport.PeerTime(name: $0, nanoseconds: $1, ratio: $1)
                })
        }
        let rows = [
            IntervalComparisonReport.Row(
                distribution: .clusters, isSorted: false, hitsPerWindow: 3, ids: times(9, 1.1),
                counts: times(2.5, 8), building: times(0.7, 0.9))
        ]
        let report = IntervalComparisonReport(
            environment: .current(arguments: []), intervals: 1, windows: 1, rows: rows)
        XCTAssertEqual(report.goals.map(\.measured), [1.1, 2.5, 0.7, 0.9])
        XCTAssertEqual(report.goals.map(\.isMet), [false, true, true, false])
    }

    func testALibraryThatIsNone() throws {
        for path in ["/nowhere/lib.so", "/dev/null"] {
            XCTAssertThrowsError(try SuperintervalsLibrary(path: path)) {
                XCTAssertTrue("\($0)".contains("superintervals cannot be loaded"), "\($0)")
            }
        }
        let program = try XCTUnwrap(Bundle.main.executablePath)
        XCTAssertThrowsError(try SuperintervalsLibrary(path: program))
    }
}
