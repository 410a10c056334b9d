import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for the activity feed, whose tables have the size's number of rows each.
    static func activity(_ report: BenchmarkReport) -> [Goal] {
        let (small, large) = (3 * DatasetSize.tenThousand.rows, 3 * DatasetSize.million.rows)
        var goals: [Goal] = []
        for (name, limit) in [
            ("activity.merge", 60.0), ("activity.merge.unordered", 80), ("activity.search", 3),
            ("activity.search.build", 3_000),
        ] {
            if let median = report.workload(name, rows: large)?.kernel.nanoseconds.median {
                goals.append(Goal("\(name) at 3 × 1m", median / 1e6, .atMost, limit, unit: "ms"))
            }
        }
        for (name, limit) in [
            ("activity.page", 50.0), ("activity.insert", 100), ("activity.insert.searched", 100),
        ] {
            if let median = report.workload(name, rows: large)?.kernel.nanoseconds.median {
                goals.append(Goal("\(name) at 3 × 1m", median / 1e3, .atMost, limit, unit: "µs"))
            }
        }
        if let median = report.workload("activity.page", rows: small)?.kernel.nanoseconds.median {
            goals.append(Goal("activity.page at 3 × 10k", median / 1e3, .atMost, 5, unit: "µs"))
        }
        if let slowest = report.workload("activity.pages", rows: large)?.details[QuestionRunner.slowestCase] {
            goals.append(
                Goal("slowest type and range at 3 × 1m", slowest / 1e3, .atMost, 50, unit: "µs"))
        }
        let searches = report.workload("activity.searches", rows: large)
        if let slowest = searches?.details["slowest: \(ActivityPages.shownTexts)"] {
            goals.append(
                Goal("slowest activity search at 3 × 1m", slowest / 1e6, .atMost, 8, unit: "ms"))
        }
        // The unfiltered first page alone has no such goal: with all texts built beforehand, it is a slice of
        // them. Opening the page counts them.
        for name in ["activity.open", "activity.merge", "activity.search", "activity.insert"] {
            goals += againstBaselines(report.workload(name, rows: small), "3 × 10k")
        }
        return goals
    }

    /// At least 100 times the speed of the page as specified, and 5 times that of the careful one.
    static func againstBaselines(_ row: WorkloadResult?, _ size: String) -> [Goal] {
        guard let row else { return [] }
        return [
            row.ratio.map {
                Goal("\(row.name) at \(size), as specified ÷ kernel", $0, .atLeast, 100, unit: "×")
            },
            row.carefulRatio.map {
                Goal("\(row.name) at \(size), careful ÷ kernel", $0, .atLeast, 5, unit: "×")
            },
        ].compactMap { $0 }
    }
}
