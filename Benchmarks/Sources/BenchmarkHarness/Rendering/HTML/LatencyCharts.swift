/// A chart of time against rows for each workload, all with the same axes, so that they can be compared.
struct LatencyCharts {
    let report: BenchmarkReport

    /// A chart for each workload that has a figure, in the order of the report.
    var charts: [LineChart] {
        let lines = questions.map { (name: $0, series: series($0)) }.filter { !$0.series.isEmpty }
        let points = lines.flatMap(\.series).flatMap(\.points)
        let rows = Set(points.map(\.rows)).sorted()
        let domain = AxisTicks.decades(around: points.map(\.nanoseconds))
        return lines.map { LineChart(title: $0.name, series: $0.series, rows: rows, timeDomain: domain) }
    }

    private var questions: [String] {
        let names =
            report.workloads.filter { !$0.isScaling }.map(\.name)
            + report.peers.filter { $0.measurement != nil }.map(\.question)
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Returns the kernel, the baselines and the engines, if they were measured.
    func series(_ question: String) -> [LineChart.Series] {
        let rows = report.workloads.filter { $0.name == question }
        func points(_ measurement: (WorkloadResult) -> Measurement?) -> [LineChart.Point] {
            rows.compactMap { row in point(row.rows, measurement(row)?.nanoseconds.median) }
                .sorted { $0.rows < $1.rows }
        }
        let kernel = rows.isEmpty ? kernelPoints(withoutRows: question) : points(\.kernel)
        let lines =
            [
                LineChart.Series(name: "kernel", style: .kernel, points: kernel),
                LineChart.Series(name: "careful", style: .careful, points: points(\.careful)),
                LineChart.Series(name: "as specified", style: .specified, points: points(\.baseline)),
            ] + engineSeries(question)
        return lines.filter { !$0.points.isEmpty }
    }

    /// Returns the kernel's times for a query that only engines ran: those of the row `workload, case`, or
    /// those measured along with the engines.
    func kernelPoints(withoutRows question: String) -> [LineChart.Point] {
        if let comma = question.range(of: ", ") {
            let (name, form) = (question[..<comma.lowerBound], String(question[comma.upperBound...]))
            let points = report.workloads.filter { $0.name == name }.compactMap { row in
                point(row.rows, row.median(ofCase: form))
            }
            if !points.isEmpty { return points.sorted { $0.rows < $1.rows } }
        }
        let beside = Dictionary(
            grouping: report.peers.filter { $0.question == question && $0.kernel != nil }, by: \.rows)
        return beside.keys.sorted().compactMap { rows in
            let medians = (beside[rows] ?? []).compactMap { $0.kernel?.nanoseconds.median }
            return point(rows, SampleStatistics.median(of: medians))
        }
    }

    private func engineSeries(_ question: String) -> [LineChart.Series] {
        let results = report.peers.filter { $0.question == question && $0.measurement != nil }
        var names: [String] = []
        for result in results where !names.contains(result.engineName) { names.append(result.engineName) }
        return names.compactMap { name in
            let own = results.filter { $0.engineName == name }
            guard let first = own.first else { return nil }
            return LineChart.Series(
                name: first.threads > 1 ? "\(first.engine) ×\(first.threads)" : first.engine,
                style: report.style(ofEngine: first.engine, threads: first.threads),
                points: own.compactMap { point($0.rows, $0.measurement?.nanoseconds.median) }
                    .sorted { $0.rows < $1.rows })
        }
    }

    /// A logarithmic axis cannot show values below zero.
    private func point(_ rows: Int, _ nanoseconds: Double?) -> LineChart.Point? {
        guard let nanoseconds, nanoseconds > 0, nanoseconds.isFinite, rows > 0 else { return nil }
        return LineChart.Point(rows: rows, nanoseconds: nanoseconds)
    }
}

extension BenchmarkReport {
    /// The names of the engines, in the order of the report.
    var engineNames: [String] {
        var seen: Set<String> = []
        return peers.map(\.engine).filter { seen.insert($0).inserted }
    }

    /// Returns the style of an engine, the same in every chart.
    func style(ofEngine engine: String, threads: Int) -> SeriesStyle {
        .engine(engineNames.firstIndex(of: engine) ?? 0, threads: threads)
    }
}
