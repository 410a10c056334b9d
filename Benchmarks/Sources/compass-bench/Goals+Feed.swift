import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for the feed, its searches and its changes, at a million posts.
    static func feed(_ report: BenchmarkReport) -> [Goal] {
        pages(ofFeedIn: report) + searches(report) + searchAgainstPass(report) + searchIndex(report)
            + changes(report)
    }

    private static let rows = DatasetSize.million.rows

    private static func pages(ofFeedIn report: BenchmarkReport) -> [Goal] {
        let filtered = report.workload("feed.filter", rows: rows)
        var goals = [(FeedFilter.fewSchools, 200.0), (FeedFilter.anySet, 600)].compactMap { group, limit in
            filtered?.details["slowest: \(group)"].map {
                Goal("slowest filtered feed at 1m, \(group)", $0 / 1e3, .atMost, limit, unit: "µs")
            }
        }
        for (name, title, limit) in [
            ("feed.next", "slowest next page of the feed at 1m", 40.0),
            ("feed.linked", "slowest linked counts at 1m", 5_000),
        ] {
            if let slowest = report.workload(name, rows: rows)?.details[QuestionRunner.slowestCase] {
                goals.append(Goal(title, slowest / 1e3, .atMost, limit, unit: "µs"))
            }
        }
        return goals
    }

    private static func searches(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        for (name, limit) in [
            ("feed.search.hit", 5.0), ("feed.search.tokens", 3), ("feed.search.short", 4),
            ("feed.search.miss", 1),
        ] {
            guard let row = report.workload(name, rows: rows) else { continue }
            goals.append(
                Goal(
                    "\(name) at 1m, 99 in 100 queries", row.kernel.nanoseconds.ninetyNinthPercentile / 1e6,
                    .atMost, limit, unit: "ms"))
            if name == "feed.search.hit", let ratio = row.ratio {
                goals.append(Goal("\(name) at 1m, as specified ÷ kernel", ratio, .atLeast, 1_000, unit: "×"))
            }
        }
        return goals
    }

    /// Returns the goals for the benefit of an index: one pass over all text requires no memory and no time
    /// to build.
    private static func searchAgainstPass(_ report: BenchmarkReport) -> [Goal] {
        guard let row = report.workload(FeedSearchPass.name, rows: rows),
            let speedUp = row.speedUp(of: FeedSearchPass.variant),
            let pass = row.details[FeedSearchPass.variant]
        else { return [] }
        var goals = [
            Goal(
                "one SIMD pass ÷ search at 1m, median of queries", 1 / speedUp, .atLeast, 10, unit: "×")
        ]
        let longer = ["feed.search.hit", "feed.search.tokens", "feed.search.miss"].compactMap {
            report.workload($0, rows: rows)?.details[QuestionRunner.slowestCase]
        }
        if let slowest = longer.max() {
            goals.append(
                Goal(
                    "slowest search of 3 characters or more at 1m ÷ one SIMD pass", slowest / pass, .atMost,
                    1,
                    unit: "×"))
        }
        return goals
    }

    private static func searchIndex(_ report: BenchmarkReport) -> [Goal] {
        guard let row = report.workload(SearchIndexBuild.name, rows: rows) else { return [] }
        var goals = [
            Goal(
                "\(SearchIndexBuild.name) at 1m", row.kernel.nanoseconds.median / 1e9, .atMost, 3, unit: "s")
        ]
        if let bytes = row.details[SearchIndexBuild.indexBytes],
            let text = row.details[SearchIndexBuild.searchableBytes], text > 0
        {
            goals.append(
                Goal(
                    "memory for searches at 1m ÷ searchable text", bytes / text, .atMost, 1.6, unit: "×"))
        }
        return goals
    }

    private static func changes(_ report: BenchmarkReport) -> [Goal] {
        [("feed.flag", 20.0), ("feed.notes", 20), ("feed.delete", 20), ("feed.sync", 5_000)].compactMap {
            name, limit in
            report.workload(name, rows: rows).map {
                Goal("\(name) at 1m", $0.kernel.nanoseconds.median / 1e3, .atMost, limit, unit: "µs")
            }
        }
    }
}
