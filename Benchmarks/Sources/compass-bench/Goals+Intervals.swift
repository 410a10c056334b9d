import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for the interval index, for synthetic intervals of which a tenth are non-empty, and
    /// for its worst cases.
    static func intervals(_ report: BenchmarkReport) -> [Goal] {
        windows(report) + counts(report) + levels(report) + building(report)
    }

    private static let rows = DatasetSize.million.rows
    /// The maximum factor on a time from 100 intervals that last 30 % of the span.
    private static let longShare = 1.5

    private static func goal(
        _ report: BenchmarkReport, _ workload: String, _ name: String, rows: Int = Goals.rows,
        atMost nanoseconds: Double
    ) -> Goal? {
        report.workload(workload, rows: rows)?.details["case: " + name].map { median in
            let size = rows == Goals.rows ? "1m" : "10k"
            let (unit, share) =
                nanoseconds < 1e3 ? ("ns", 1.0) : nanoseconds < 1e7 ? ("µs", 1e3) : ("ms", 1e6)
            return Goal(
                "\(workload) at \(size), \(name)", median / share, .atMost, nanoseconds / share, unit: unit)
        }
    }

    private static func windows(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal?] = []
        for (days, limit) in zip(IntervalQuestions.widths, [1_300.0, 2_800, 9_500]) {
            for (hasLongOnes, share) in [(false, 1), (true, longShare)] {
                for (isCopied, limit) in [(true, limit), (false, 1_000)] {
                    let name = IntervalQuestions.caseName(
                        days: days, isCopied: isCopied, hasLongOnes: hasLongOnes)
                    goals.append(goal(report, "timeline.viewport", name, atMost: limit * share))
                }
            }
        }
        let small = DatasetSize.tenThousand.rows
        for (name, limit) in [
            (IntervalQuestions.shortOnes, 700.0), (IntervalQuestions.withLongOnes, 700 * longShare),
        ] {
            goals.append(goal(report, "timeline.instant", name, atMost: limit))
        }
        goals.append(
            goal(report, "timeline.instant", IntervalQuestions.shortOnes, rows: small, atMost: 150))
        // The limit for ranges of all widths is 150 ns, and the one for copied ids covers 1 and 30 days: some
        // hundred items overlap 180 days, and copying their ids takes longer than finding them.
        for days in IntervalQuestions.widths {
            for isCopied in [true, false] where !isCopied || days <= 30 {
                let name = IntervalQuestions.caseName(days: days, isCopied: isCopied)
                goals.append(goal(report, "timeline.viewport", name, rows: small, atMost: 150))
            }
        }
        return goals.compactMap { $0 }
    }

    private static func counts(_ report: BenchmarkReport) -> [Goal] {
        let small = DatasetSize.tenThousand.rows
        let goals = [
            goal(report, "timeline.count", IntervalQuestions.shortOnes, atMost: 110),
            goal(report, "timeline.count", IntervalQuestions.withLongOnes, atMost: 110 * longShare),
            goal(report, "timeline.count", IntervalQuestions.shortOnes, rows: small, atMost: 30),
        ]
        let shapes = IntervalQuestions.shapes.map { goal(report, "timeline.nested", $0, atMost: 1_000) }
        return (goals + shapes).compactMap { $0 }
    }

    private static func levels(_ report: BenchmarkReport) -> [Goal] {
        [
            goal(report, "timeline.levels", IntervalQuestions.allIntervals, atMost: 20_000),
            goal(report, "timeline.levels", IntervalQuestions.eachLane, atMost: 1_500_000),
        ].compactMap { $0 }
    }

    private static func building(_ report: BenchmarkReport) -> [Goal] {
        var goals = [IntervalQuestions.oneIndex, IntervalQuestions.itemsFromTables].compactMap {
            goal(report, "timeline.build", $0, atMost: 150e6)
        }
        if let stack = report.workload("timeline.stack", rows: rows) {
            let milliseconds = stack.kernel.nanoseconds.median / 1e6
            goals.append(Goal("timeline.stack at 1m", milliseconds, .atMost, 45, unit: "ms"))
        }
        return goals
    }
}
