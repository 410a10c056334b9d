import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for posts and items of the timeline that come and go, at a million.
    static func live(_ report: BenchmarkReport) -> [Goal] {
        streams(report) + manyPayloads(report) + pagesAfterPayloads(report) + timelineChanges(report)
    }

    private static let rows = DatasetSize.million.rows

    private static func streams(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        for (name, median, most) in [
            (LiveChanges.payload, 60.0, 500.0 as Double?), (LiveChanges.payloadWithSnapshot, 100, 1_000),
            (LiveChanges.deletion, 20, nil), (LiveChanges.deletionWithSnapshot, 100, nil),
            (LiveChanges.sync, 5_000, nil),
        ] {
            guard let times = report.workload(name, rows: rows)?.kernel.nanoseconds else { continue }
            goals.append(Goal("\(name) at 1m", times.median / 1e3, .atMost, median, unit: "µs"))
            if let most {
                goals.append(
                    Goal(
                        "\(name) at 1m, 99 in 100", times.ninetyNinthPercentile / 1e3, .atMost, most,
                        unit: "µs"))
            }
        }
        return goals
    }

    private static func manyPayloads(_ report: BenchmarkReport) -> [Goal] {
        report.workload(LivePayloads.name, rows: rows).map {
            [Goal("10,000 payloads at 1m", $0.kernel.nanoseconds.median / 1e9, .atMost, 0.8, unit: "s")]
        } ?? []
    }

    private static func pagesAfterPayloads(_ report: BenchmarkReport) -> [Goal] {
        (LivePage.pages.map(\.name) + [LiveSearch.name]).compactMap { name in
            report.workload(name, rows: rows)?.speedUp(of: LivePage.compacted).map {
                Goal("\(name) at 1m ÷ the compacted posts'", $0, .atMost, 1.5, unit: "×")
            }
        }
    }

    private static func timelineChanges(_ report: BenchmarkReport) -> [Goal] {
        LiveTimeline.Kind.allCases.compactMap { kind in
            report.workload(LiveTimeline.name, rows: rows)?.median(ofCase: kind.rawValue).map {
                Goal(
                    "\(LiveTimeline.name) at 1m, \(kind.rawValue) and count", $0 / 1e3, .atMost, 150,
                    unit: "µs")
            }
        }
    }
}
