import BenchmarkHarness
import CompassWorkloads

extension Goals {
    /// Returns the goals for the layout of the timeline.
    static func timelineLayout(_ report: BenchmarkReport) -> [Goal] {
        let rows = DatasetSize.tenThousand.rows
        // Tables have about this many items.
        let layout = report.workloads.first {
            $0.name == "timeline.layout" && abs($0.rows - rows) < rows / 100
        }
        var goals: [Goal] = []
        if let ratio = layout?.ratio {
            goals.append(
                Goal("timeline.layout at 10k, as specified ÷ kernel", ratio, .atLeast, 100, unit: "×"))
        }
        let many = DatasetSize.million.rows
        let page = report.workloads.first {
            $0.name == "timeline.page" && abs($0.rows - many) < many / 100
        }
        if let median = page?.kernel.nanoseconds.median {
            goals.append(Goal("timeline.page at 1m", median / 1e6, .atMost, 60, unit: "ms"))
        }
        if let ratio = page?.carefulRatio {
            goals.append(Goal("timeline.page at 1m, careful ÷ kernel", ratio, .atLeast, 10, unit: "×"))
        }
        if let ratio = page?.ratio(toReference: TimelineLayouts.copy) {
            goals.append(
                Goal("timeline.page at 1m ÷ \(TimelineLayouts.copy)", ratio, .atMost, 1.25, unit: "×"))
        }
        let views = report.workloads.first { $0.name == "timeline.views" }
        for (name, limit) in [(TimelineLayouts.hundredItems, 20.0), (TimelineLayouts.manyVisible, 1_000)] {
            if let median = views?.details["case: " + name] {
                goals.append(Goal("layout of \(name)", median / 1e3, .atMost, limit, unit: "µs"))
            }
        }
        return goals
    }
}
