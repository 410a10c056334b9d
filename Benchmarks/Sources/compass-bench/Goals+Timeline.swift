import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// The goals for the interval index, whose synthetic intervals are a tenth bars, and for its worst shapes.
    static func intervals(_ report: BenchmarkReport) -> [Goal] {
        windows(report) + counts(report) + levels(report)
    }

    private static let rows = DatasetSize.million.rows
    /// What 100 intervals of 30 % of the span may make of a time.
    private static let longShare = 1.5

    private static func goal(
        _ report: BenchmarkReport, _ workload: String, _ name: String, rows: Int = Goals.rows,
        atMost nanoseconds: Double
    ) -> Goal? {
        report.workload(workload, rows: rows)?.details["case: " + name].map { median in
            let size = rows == Goals.rows ? "1m" : "10k"
            return nanoseconds < 1000
                ? Goal("\(workload) at \(size), \(name)", median, .atMost, nanoseconds, unit: "ns")
                : Goal(
                    "\(workload) at \(size), \(name)", median / 1e3, .atMost, nanoseconds / 1e3, unit: "µs")
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
        for days in IntervalQuestions.widths.prefix(2) {
            let name = IntervalQuestions.caseName(days: days, isCopied: true)
            goals.append(goal(report, "timeline.viewport", name, rows: small, atMost: 150))
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
        var goals = [
            goal(report, "timeline.levels", IntervalQuestions.allIntervals, atMost: 20_000),
            goal(report, "timeline.levels", IntervalQuestions.eachLane, atMost: 1_500_000),
        ].compactMap { $0 }
        if let build = report.workload("timeline.build", rows: rows) {
            goals.append(
                Goal(
                    "timeline.build at 1m", build.kernel.nanoseconds.median / 1e6, .atMost, 150, unit: "ms"))
        }
        return goals
    }
}
