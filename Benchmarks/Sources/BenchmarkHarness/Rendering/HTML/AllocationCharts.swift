/// The number of blocks that a call allocates, in the kernel and in the baselines.
struct AllocationCharts {
    let report: BenchmarkReport

    /// Two charts side by side take less height than one.
    private static let groupsPerChart = 4

    var charts: [BarChart] {
        let groups = groups
        let values = groups.flatMap(\.bars).map(\.value)
        return stride(from: 0, to: groups.count, by: Self.groupsPerChart).map { start in
            BarChart(
                title: "Blocks that a call allocates",
                groups: Array(groups[start..<min(start + Self.groupsPerChart, groups.count)]),
                scale: .logarithmic, axisTitle: "blocks, fewer is better; each line is ten times as many",
                neighbors: values)
        }
    }

    private var groups: [BarChart.Group] {
        var seen: Set<String> = []
        let names = report.workloads.filter { !$0.isScaling }.map(\.name).filter { seen.insert($0).inserted }
        return names.compactMap { name in
            let rows = report.workloads.filter { $0.name == name && $0.kernel.allocations != nil }
            // The most informative size: the one with the most counted grades, and of these the largest.
            guard let row = rows.max(by: { (bars($0).count, $0.rows) < (bars($1).count, $1.rows) }) else {
                return nil
            }
            return BarChart.Group(heading: "\(name), \(FigureText.grouped(row.rows)) rows", bars: bars(row))
        }
    }

    private func bars(_ row: WorkloadResult) -> [BarChart.Bar] {
        let grades: [(String, SeriesStyle, Measurement?)] = [
            ("kernel", .kernel, row.kernel), ("careful", .careful, row.careful),
            ("as specified", .specified, row.baseline),
        ]
        return grades.compactMap { name, style, measurement in
            measurement?.allocations.map { blocks in
                BarChart.Bar(
                    name: name, value: Double(blocks), figure: FigureText.count(blocks, "block"), style: style
                )
            }
        }
    }
}
