import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for reports, whose tables have the size's number of interactions and of metrics, and
    /// for exports.
    static func reports(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        if let row = sized("report.generate", .million, report) {
            goals.append(
                Goal(
                    "report.generate at 2 × 1m", row.kernel.nanoseconds.median / 1e6, .atMost, 10, unit: "ms")
            )
        }
        if let row = sized("report.random", .million, report) {
            goals.append(
                Goal("report.random at 2 × 1m", row.kernel.nanoseconds.median / 1e3, .atMost, 60, unit: "µs"))
        }
        let periods = sized("report.periods", .million, report)
        if let slowest = periods?.details["slowest: \(ReportGeneration.allRows)"] {
            goals.append(Goal("slowest report at 2 × 1m", slowest / 1e6, .atMost, 10, unit: "ms"))
        }
        let fewRows = report.workloads.first { $0.name == "report.periods" }
        if let slowest = fewRows?.details["slowest: \(ReportGeneration.fewRows)"] {
            goals.append(Goal("slowest report of 100 records", slowest / 1e3, .atMost, 50, unit: "µs"))
        }
        goals += againstBaselines(sized("report.generate", .tenThousand, report), "2 × 10k")
        if let throughput = sized("report.csv", .tenThousand, report)?.throughputMBps {
            goals.append(Goal("report.csv at 2 × 10k", throughput / 1e3, .atLeast, 1, unit: "GB/s"))
        }
        if let throughput = report.workload("feed.csv", rows: DatasetSize.million.rows)?.throughputMBps {
            goals.append(Goal("feed.csv at 1m", throughput, .atLeast, 300, unit: "MB/s"))
        }
        return goals
    }

    /// Schools and coaches are counted as well.
    private static func sized(
        _ name: String, _ size: DatasetSize, _ report: BenchmarkReport
    ) -> WorkloadResult? {
        report.workloads.first { row in
            row.name == name && (2 * size.rows..<3 * size.rows).contains(row.rows)
        }
    }
}
