extension BenchmarkReport {
    /// Returns the few figures that a README shows, in Markdown, with their source.
    ///
    /// - Parameters:
    ///   - source: the path of the results file, as seen from the README.
    ///   - complete: the path of the document with all figures, as seen from the README.
    public func readmeFigures(
        source: String, complete: String = "Benchmarks/RESULTS.md", layout: ResultsLayout = .compass
    ) -> String {
        let table = readmeTable(layout)
        var parts: [String] = []
        if !table.lines.isEmpty { parts.append(table.markdown) }
        parts.append(
            """
            Times are medians of one call. The careful baseline is Swift as an app developer who minds performance \
            would write it; it reads JSON with Foundation's `JSONDecoder`. In brackets: how many times as long as the \
            kernel the others took; below 1 they are faster. An engine's ratio is the median of pairs of samples, the \
            kernel's with one thread. The kernel returns finished pages, engines return counts and ids. \
            \(provenance(source)) [\(complete)](\(complete)) has the complete tables, with charts.
            """)
        return parts.joined(separator: "\n\n")
    }

    /// A row of the README's table.
    private struct ReadmeTask {
        var words: String
        /// The workload's name.
        var name: String
        /// The query of the engines; by default the workload's.
        var peerQuestion: String?
        /// Whether the smallest table is shown instead of the largest.
        var isSmallest = false
        var baseline: KeyPath<WorkloadResult, Measurement?> = \.careful
    }

    private static var readmeTasks: [ReadmeTask] {
        [
            ReadmeTask(words: "Read a JSON file of posts", name: "ingest.json", baseline: \.baseline),
            ReadmeTask(words: "Social Analytics page, last 30 days", name: "social.page.30d"),
            ReadmeTask(words: "Social Analytics page, 1 of 33 filters", name: "social.filtered"),
            ReadmeTask(
                words: "Search posts for part of a word", name: "feed.search.hit", peerQuestion: "feed.search"
            ),
            ReadmeTask(words: "Build the search index, once", name: "feed.search.build"),
            ReadmeTask(words: "Recruiting Timeline page", name: "timeline.page"),
            ReadmeTask(words: "Activity Feed, a page once merged", name: "activity.page", isSmallest: true),
        ]
    }

    private func readmeTable(_ layout: ResultsLayout) -> TextTable {
        var table = TextTable(["task", "rows", "Compass Kernel", "careful baseline", "nearest other engine"])
        for task in Self.readmeTasks {
            let rows = workloads.filter { $0.name == task.name }.sorted { $0.rows < $1.rows }
            guard let row = task.isSmallest ? rows.first : rows.last else { continue }
            let kernel = row.kernel.nanoseconds.median
            let other = row[keyPath: task.baseline]?.nanoseconds.median
            table.append([
                task.words, FigureText.grouped(row.rows), FigureText.time(nanoseconds: kernel),
                other.map { "\(FigureText.time(nanoseconds: $0)) (\(FigureText.ratio($0 / kernel)))" } ?? "–",
                nearestEngine(task.peerQuestion ?? task.name, layout),
            ])
        }
        if let rows = memory.map(\.rows).max(), let own = memory.first(where: { $0.rows == rows }) {
            table.append([
                "Memory of loaded posts", FigureText.grouped(rows),
                FigureText.megabytes(own.liveBytes) + " MB", "–",
                smallestEngine(rows: rows, own: own.liveBytes, layout),
            ])
        }
        return table
    }

    /// Returns the engine that is closest to the kernel, or faster, by the ratio of pairs.
    private func nearestEngine(_ question: String, _ layout: ResultsLayout) -> String {
        let results = peers.filter {
            ($0.question == question || $0.question.hasPrefix(question + ",")) && $0.ratio != nil
        }
        guard let nearest = results.min(by: { ($0.ratio ?? 0) < ($1.ratio ?? 0) }) else { return "–" }
        let threads = nearest.threads > 1 ? ", \(nearest.threads) threads" : ""
        return "\(layout.engineName(nearest.engine))\(threads) (\(FigureText.ratio(nearest.ratio)))"
    }

    /// Returns the engine whose table is smallest; an engine counts with its largest form.
    private func smallestEngine(rows: Int, own: Int, _ layout: ResultsLayout) -> String {
        let sizes = engineNames.compactMap { engine in
            peers.filter { $0.engine == engine && $0.rows == rows }.compactMap(\.memoryBytes).max()
                .map { (engine, $0) }
        }
        guard let (engine, bytes) = sizes.min(by: { $0.1 < $1.1 }) else { return "–" }
        return "\(layout.engineName(engine)), \(FigureText.megabytes(bytes)) MB "
            + "(\(FigureText.ratio(Double(bytes) / Double(max(own, 1)))))"
    }
}
