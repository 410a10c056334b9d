/// The memory of a loaded table, in the kernel and in other engines.
struct MemoryChart {
    let report: BenchmarkReport

    /// The chart; nil if nothing was measured.
    var chart: BarChart? {
        let rows = (report.memory.map(\.rows) + report.peers.filter { $0.memoryBytes != nil }.map(\.rows))
            .max()
        guard let rows else { return nil }
        let bars = kernelBars(rows) + engineBars(rows)
        return BarChart(
            title: "\(FigureText.grouped(rows)) posts", groups: [.init(bars: bars)], scale: .linear,
            axisTitle: "MB, less is better")
    }

    private func kernelBars(_ rows: Int) -> [BarChart.Bar] {
        let results = report.memory.filter { $0.rows == rows }
        guard let first = results.first else { return [] }
        return [
            bar(
                "texts alone, without any index", first.textBytes,
                SeriesStyle(color: 9, marker: .plus, dash: ""))
        ]
            + results.flatMap { result in
                let name = "kernel, \(FigureText.count(result.threads, "thread"))"
                var peak = SeriesStyle.kernel
                peak.isHollow = true
                return [
                    bar("\(name): when loaded", result.liveBytes, .kernel),
                    bar("\(name): peak while loading", result.peakLiveBytes, peak),
                ]
            }
    }

    /// Returns an engine's largest figure: it has one for each form in which it stores the table.
    private func engineBars(_ rows: Int) -> [BarChart.Bar] {
        report.engineNames.compactMap { engine in
            let bytes = report.peers.filter { $0.engine == engine && $0.rows == rows }.compactMap(
                \.memoryBytes)
            return bytes.max().map { bar(engine, $0, report.style(ofEngine: engine, threads: 1)) }
        }
    }

    private func bar(_ name: String, _ bytes: Int, _ style: SeriesStyle) -> BarChart.Bar {
        BarChart.Bar(
            name: name, value: Double(bytes) / 1e6, figure: FigureText.megabytes(bytes) + " MB", style: style)
    }
}
