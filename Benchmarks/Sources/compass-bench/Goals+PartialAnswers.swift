import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for partial answers about a million posts of 400 schools.
    static func partialAnswers(_ report: BenchmarkReport) -> [Goal] {
        ratios(report) + sizes(report) + once(report)
    }

    private static let rows = DatasetSize.million.rows

    private static func ratios(_ report: BenchmarkReport) -> [Goal] {
        [
            (PartialPages.analytics, PartialPages.page, 15.0), (PartialPages.feed, PartialPages.page, 15),
            (PartialPages.merge, PartialPages.partial, 1),
        ].compactMap { name, variant, limit in
            report.workload(name, rows: rows)?.speedUp(of: variant).map {
                Goal("\(name) at 1m ÷ \(variant)", $0, .atMost, limit, unit: "×")
            }
        }
    }

    /// A partial answer counts each coach as well if the most active coaches are requested.
    private static func sizes(_ report: BenchmarkReport) -> [Goal] {
        [
            (PartialPages.analytics, PartialPages.sizeWithoutCoaches, 12.0),
            (PartialPages.feed, PartialPages.size, 40),
        ].compactMap { name, size, limit in
            report.workload(name, rows: rows)?.details[size].map {
                Goal("\(size) of \(name) at 1m", $0 / 1e3, .atMost, limit, unit: "KB")
            }
        }
    }

    private static func once(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        if let row = report.workload(PartialShards.rowGuard, rows: rows) {
            goals.append(
                Goal(
                    "\(PartialShards.rowGuard) at 1m", row.kernel.nanoseconds.median / 1e6, .atMost, 10,
                    unit: "ms"))
        }
        return goals
    }
}
