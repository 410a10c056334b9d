import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goal for each event of a page at a hundred thousand posts: no turn of the main actor takes longer.
    static func pageEvents(_ report: BenchmarkReport) -> [Goal] {
        report.workloads
            .filter { $0.name.hasPrefix(PageEvents.prefix) && $0.rows == PageEvents.largestSize.rows }
            .map { row in
                Goal(
                    "\(row.name) at \(PageEvents.largestSize.rawValue), longest turn, 99 in 100",
                    row.kernel.nanoseconds.ninetyNinthPercentile / 1e6, .atMost,
                    PageEvents.limitNanoseconds / 1e6, unit: "ms")
            }
    }
}
