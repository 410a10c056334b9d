/// The charts of the document of results.
struct ResultsCharts {
    let report: BenchmarkReport
    let layout: ResultsLayout

    /// Space for "as specified 8.25 s at 201,610".
    private static let labelLength = 32

    /// The sheets that have content, in the order of the document.
    var sheets: [ChartSheet] { [pages, search, cold, live, ingest, peers].filter { !$0.panels.isEmpty } }

    /// Returns the sheet with a name; nil if it has no content.
    func sheet(_ name: ResultsLayout.Chart) -> ChartSheet? { sheets.first { $0.name == name.rawValue } }

    /// All files by name: each sheet in a light and a dark theme.
    var files: [(name: String, content: String)] {
        sheets.flatMap { sheet in
            [
                (Self.fileName(sheet.name, isDark: false), sheet.file(.light)),
                (Self.fileName(sheet.name, isDark: true), sheet.file(.dark)),
            ]
        }
    }

    /// Returns the file of a sheet.
    static func fileName(_ name: String, isDark: Bool) -> String {
        "\(name)-\(isDark ? "dark" : "light").svg"
    }

    private var pages: ChartSheet {
        ChartSheet(
            name: ResultsLayout.Chart.pages.rawValue, title: "What a page costs against the number of rows",
            panels: lines(layout.pageCharts))
    }

    private var search: ChartSheet {
        ChartSheet(
            name: ResultsLayout.Chart.search.rawValue,
            title: "What a search costs against the number of posts",
            panels: lines(layout.searchCharts))
    }

    private var cold: ChartSheet {
        ChartSheet(
            name: ResultsLayout.Chart.cold.rawValue,
            title: "What comes first after loading costs against the number of posts",
            panels: lines(layout.coldCharts))
    }

    private var live: ChartSheet {
        ChartSheet(
            name: ResultsLayout.Chart.live.rawValue,
            title: "What live data cost against the number of rows", panels: lines(layout.liveCharts))
    }

    /// Lines of time against rows, with one axis of time for all.
    private func lines(_ titles: [ResultsLayout.Titled]) -> [ChartSheet.Panel] {
        let charts = LatencyCharts(report: report)
        // Engines have their own sheet.
        let styles: [SeriesStyle] = [.kernel, .careful, .specified]
        let lines = titles.map { titled in
            (titled, charts.series(titled.name).filter { styles.contains($0.style) })
        }.filter { !$0.1.isEmpty }
        let times = lines.flatMap(\.1).flatMap(\.points).map(\.nanoseconds)
        return lines.map { titled, series in
            let chart = LineChart(
                title: titled.title, series: series,
                rows: Set(series.flatMap(\.points).map(\.rows)).sorted(),
                timeDomain: AxisTicks.decades(around: times), labelLength: Self.labelLength)
            return ChartSheet.Panel(heading: titled.title, drawing: chart.drawing)
        }
    }

    /// The throughput of reading and writing documents: one chart with the engines, the others together.
    private var ingest: ChartSheet {
        let charts = layout.throughputCharts.map { titles in
            titles.compactMap { titled in
                ThroughputCharts(report: report).chart(titled.name).map { chart, size in
                    ("\(titled.title), \(size)", named(chart.groups.flatMap(\.bars)))
                }
            }
        }.filter { !$0.isEmpty }
        let panels = charts.map { groups in
            let heading = groups.count == 1 ? groups[0].0 : "Other documents"
            let chart = BarChart(
                title: heading,
                groups: groups.map { .init(heading: groups.count == 1 ? "" : $0.0, bars: $0.1) },
                scale: .linear, axisTitle: "GB/s, more is better",
                neighbors: charts.flatMap { $0 }.flatMap(\.1).map(\.value))
            return ChartSheet.Panel(heading: heading, drawing: chart.drawing)
        }
        return ChartSheet(
            name: ResultsLayout.Chart.ingest.rawValue, title: "How fast documents are read and written",
            panels: panels)
    }

    /// Bars with the official names of the engines.
    private func named(_ bars: [BarChart.Bar]) -> [BarChart.Bar] {
        bars.map { bar in
            var bar = bar
            if let engine = report.engineNames.first(where: { bar.name == $0 || bar.name.hasPrefix($0 + ",") }
            ) {
                bar.name = layout.engineName(engine) + bar.name.dropFirst(engine.count)
            }
            return bar
        }
    }

    /// Other engines and the kernel, with one axis of time for all.
    private var peers: ChartSheet {
        let groups = layout.peerCharts.map { ($0, bars($0.name)) }.filter { $0.1.count > 1 }
        let values = groups.flatMap(\.1).map(\.value)
        let panels = groups.map { titled, bars in
            let chart = BarChart(
                title: titled.title, groups: [.init(bars: bars)], scale: .logarithmic,
                axisTitle: "less is better; each line is ten times as long", neighbors: values,
                tickLabel: FigureText.time)
            return ChartSheet.Panel(heading: titled.title, drawing: chart.drawing)
        }
        return ChartSheet(
            name: ResultsLayout.Chart.peers.rawValue, title: "Other engines beside the kernel", panels: panels
        )
    }

    /// Returns the kernel, and each engine with its faster number of threads.
    private func bars(_ question: String) -> [BarChart.Bar] {
        let measured = report.peers.filter { $0.question == question && $0.measurement != nil }
        guard let rows = measured.map(\.rows).max() else { return [] }
        let kernel = LatencyCharts(report: report).kernelPoints(withoutRows: question).last?.nanoseconds
        let own =
            report.workload(question, rows: rows)?.kernel.nanoseconds.median ?? kernel
        let engines = report.engineNames.compactMap { engine -> BarChart.Bar? in
            let results = measured.filter { $0.engine == engine && $0.rows == rows }
            guard let best = results.min(by: { median($0) < median($1) }) else { return nil }
            let threads = best.threads > 1 ? ", \(best.threads) threads" : ""
            return bar(
                layout.engineName(engine) + threads, median(best),
                report.style(ofEngine: engine, threads: best.threads))
        }
        return [own.map { bar("Compass Kernel", $0, .kernel) }].compactMap(\.self) + engines
    }

    private func median(_ peer: PeerResult) -> Double { peer.measurement?.nanoseconds.median ?? .infinity }

    private func bar(_ name: String, _ nanoseconds: Double, _ style: SeriesStyle) -> BarChart.Bar {
        BarChart.Bar(
            name: name, value: nanoseconds, figure: FigureText.time(nanoseconds: nanoseconds), style: style)
    }
}
