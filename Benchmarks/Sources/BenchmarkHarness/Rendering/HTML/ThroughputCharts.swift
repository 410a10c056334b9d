/// The throughput of reading documents: a chart for each workload that reads bytes.
struct ThroughputCharts {
    let report: BenchmarkReport

    /// The charts, all with the same axis.
    var charts: [BarChart] {
        var charts = ownCharts
        let values = charts.flatMap(\.groups).flatMap(\.bars).map(\.value)
        for index in charts.indices { charts[index].neighbors = values }
        return charts
    }

    /// Returns the chart of one workload and the size that it shows, as text; nil if it was not measured.
    func chart(_ name: String) -> (chart: BarChart, size: String)? {
        let rows = report.workloads.filter { $0.name == name && $0.bytes != nil }
            .sorted { $0.rows < $1.rows }
        guard let largest = rows.last else { return nil }
        let bars =
            kernelBars(largest) + baselineBars(rows, largest: largest.rows)
            + engineBars(name, rows: largest.rows)
        let size = "\(FigureText.grouped(largest.rows)) rows"
        let chart = BarChart(
            title: "\(name), \(size)", groups: [.init(bars: bars)], scale: .linear,
            axisTitle: "GB/s, more is better")
        return (chart, size)
    }

    private var ownCharts: [BarChart] {
        var seen: Set<String> = []
        return report.workloads.filter { $0.bytes != nil }.map(\.name).filter { seen.insert($0).inserted }
            .compactMap { chart($0)?.chart }
    }

    private func kernelBars(_ row: WorkloadResult) -> [BarChart.Bar] {
        let ways =
            [("one thread", row.kernel.nanoseconds.median)] + row.variants.map { ($0.name, $0.nanoseconds) }
        return ways.enumerated().compactMap { place, way in
            var style = SeriesStyle.kernel
            style.isHollow = place > 0
            return bar("kernel, \(way.0)", row.gigabytesPerSecond(at: way.1), style)
        }
    }

    /// A baseline is shown at the largest size at which it was measured; its name includes that size if it is
    /// smaller.
    private func baselineBars(_ rows: [WorkloadResult], largest: Int) -> [BarChart.Bar] {
        let grades: [(String, SeriesStyle, KeyPath<WorkloadResult, Measurement?>)] = [
            ("careful", .careful, \.careful), ("as specified (JSONDecoder)", .specified, \.baseline),
        ]
        return grades.compactMap { name, style, measurement in
            guard let row = rows.last(where: { $0[keyPath: measurement] != nil }),
                let median = row[keyPath: measurement]?.nanoseconds.median
            else { return nil }
            let place = row.rows == largest ? "" : ", at \(FigureText.grouped(row.rows)) rows"
            return bar(name + place, row.gigabytesPerSecond(at: median), style)
        }
    }

    private func engineBars(_ name: String, rows: Int) -> [BarChart.Bar] {
        report.peers.filter { $0.question == name }.compactMap { peer in
            let place = peer.rows == rows ? "" : ", at \(FigureText.grouped(peer.rows)) rows"
            return bar(
                peer.engineName + place, peer.gigabytesPerSecond,
                report.style(ofEngine: peer.engine, threads: peer.threads))
        }
    }

    private func bar(_ name: String, _ speed: Double?, _ style: SeriesStyle) -> BarChart.Bar? {
        guard let speed, speed.isFinite else { return nil }
        return BarChart.Bar(
            name: name, value: speed, figure: FigureText.significant(speed) + " GB/s", style: style)
    }
}
