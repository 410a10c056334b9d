import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for what comes first after a million posts were loaded.
    static func cold(_ report: BenchmarkReport) -> [Goal] {
        firstChanges(report) + searchesWithoutIndex(report) + indexBuild(report)
    }

    private static let rows = DatasetSize.million.rows

    private static func firstChanges(_ report: BenchmarkReport) -> [Goal] {
        [(ColdChanges.flag, 5.0), (ColdChanges.payload, 5), (ColdChanges.sync, 10)].compactMap {
            name, limit in
            report.workload(name, rows: rows).map {
                Goal("\(name) at 1m", $0.kernel.nanoseconds.median / 1e6, .atMost, limit, unit: "ms")
            }
        }
    }

    private static func searchesWithoutIndex(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        for (name, limit) in [
            ("cold.search", 12.0), ("cold.search.short", 20), ("cold.search.accents", 40),
        ] {
            guard let row = report.workload(name, rows: rows), let pass = row.details[ColdSearch.pass] else {
                continue
            }
            goals.append(
                Goal(
                    "\(name) at 1m, 99 in 100 queries ÷ one SIMD pass",
                    row.kernel.nanoseconds.ninetyNinthPercentile / pass, .atMost, limit, unit: "×"))
        }
        for (name, variant, title, limit) in [
            (ColdQueries.name, ColdQueries.oneQuery, "eight queries ÷ one", 2.0),
            (ColdPage.name, ColdPage.withoutSearch, "with a search ÷ without", 1.35),
        ] {
            if let ratio = report.workload(name, rows: rows)?.speedUp(of: variant) {
                goals.append(Goal("\(name) at 1m, \(title)", ratio, .atMost, limit, unit: "×"))
            }
        }
        return goals
    }

    private static func indexBuild(_ report: BenchmarkReport) -> [Goal] {
        guard let row = report.workload(SearchIndexBuild.name, rows: rows) else { return [] }
        var goals: [Goal] = []
        if let speedUp = row.speedUp(of: SearchIndexBuild.twoThreads) {
            goals.append(
                Goal(
                    "\(SearchIndexBuild.name) at 1m, two threads ÷ one", speedUp, .atLeast, 1.8, unit: "×"))
        }
        if let peak = row.details[SearchIndexBuild.peakRatio] {
            goals.append(
                Goal("peak of \(SearchIndexBuild.name) at 1m ÷ what stays", peak, .atMost, 1.3, unit: "×"))
        }
        return goals
    }
}
