extension BenchmarkReport {
    /// Returns the document of all results, in Markdown, with charts and a table for each group of workloads.
    ///
    /// - source: the path of the results file, as seen from the document.
    ///   - charts: the path of the folder of charts, as seen from the document.
    ///   - charts: the folder of the charts, as the document's reader finds it.
    public func resultsDocument(
        source: String, charts: String, layout: ResultsLayout = .compass
    ) -> String {
        let drawings = ResultsCharts(report: self, layout: layout)
        var parts = [
            "# Results",
            "This file is written by `compass-bench report`; `make bench-results` measures and writes it anew.",
            provenance(source), Self.introduction,
        ]
        func add(_ title: String, _ content: [String]) {
            let content = content.filter { !$0.isEmpty }
            if !content.isEmpty { parts += ["## \(title)"] + content }
        }
        func picture(_ chart: ResultsLayout.Chart?) -> String {
            guard let sheet = chart.flatMap(drawings.sheet) else { return "" }
            return Self.picture(sheet, folder: charts)
        }
        add("Page cost against rows", drawings.sheet(.pages) == nil ? [] : [Self.pagesText, picture(.pages)])
        for group in layout.groups {
            let table = callTable(group, layout)
            if table.lines.isEmpty { continue }
            add(group.title, [group.text, picture(group.chart), list(group), table.markdown])
        }
        let unknown = workloads.filter { layout.entry($0.name) == nil && !$0.isScaling }
        if !unknown.isEmpty { add("Other", [callTable(unknown, layout).markdown]) }
        let speeds = throughputTable(layout)
        if !speeds.lines.isEmpty {
            let group = layout.documents
            add(group.title, [group.text, picture(group.chart), list(group), speeds.markdown])
        }
        if !memory.isEmpty { add("Memory of loaded posts", [Self.memoryText, resultsMemoryTable.markdown]) }
        let engines = engineTable(layout)
        if !engines.lines.isEmpty || !peersNotRun.isEmpty {
            add(
                "Other engines",
                [
                    Self.engineText, picture(.peers), engines.lines.isEmpty ? "" : engines.markdown,
                    TextTable.markdownList(peersNotRun),
                ])
        }
        add("Goals that were missed", [missedGoals])
        add("Noise", [noiseStatement ?? ""])
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns the charts of the document of results: file names and contents.
    public func resultsCharts(layout: ResultsLayout = .compass) -> [(name: String, content: String)] {
        ResultsCharts(report: self, layout: layout).files
    }

    private static let introduction = """
        Times are medians of one call. Before anything is timed, the kernel's result is compared with that of a \
        baseline. There are two baselines: the page *as specified* (Codable structs, a date formatter for each post, \
        a filter for each day), and a *careful* one (dates parsed once, rows sorted once, one pass, dictionaries). \
        A "–" means that the baseline does not do this, or that it was not measured because one call takes minutes \
        or gigabytes. A ratio below 1 means that the baseline is faster than the kernel. Names in `code` are those \
        of the workloads that `make bench BENCH=list` lists. [README.md](README.md) explains how figures are \
        measured.
        """

    private static let pagesText = """
        Both axes are logarithmic. Where the kernel's line is flat, more rows cost nothing. Two pages grow with \
        their table: the Recruiting Timeline lists every item of its range with its texts, and the Activity Feed \
        merges three tables when it is opened.
        """

    private static let memoryText = """
        What a loaded table occupies by the allocator's count, beside the bytes of its texts. UUIDs take 16 bytes \
        instead of 36, so a table can be smaller than its texts. An index for searches comes on top.
        """

    private static let engineText = """
        Each engine's samples were taken in turn with the kernel's. The number in brackets is the median of the \
        pairs' ratios: how many times as long as the kernel, with one thread, the engine took. The kernel returns a \
        finished page with the texts of its posts; engines return counts and ids. When reading, the kernel also \
        reports wrong rows and replaces duplicates, which the engines do not. NumPy with prefix counts is the \
        kernel's own method, written with NumPy.
        """

    /// Returns a chart that follows the reader's choice of a light or dark page.
    private static func picture(_ sheet: ChartSheet, folder: String) -> String {
        func path(isDark: Bool) -> String {
            (folder.isEmpty ? "" : folder + "/") + ResultsCharts.fileName(sheet.name, isDark: isDark)
        }
        return """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="\(path(isDark: true))">
              <img alt="\(sheet.title)" src="\(path(isDark: false))">
            </picture>
            """
    }

    private func list(_ group: ResultsLayout.Group) -> String {
        group.entries.filter { entry in workloads.contains { $0.name == entry.name } }
            .map { "* **\($0.label)** (`\($0.name)`): \($0.meaning)" }.joined(separator: "\n")
    }

    private var missedGoals: String {
        let missed = goals.filter { !$0.isMet }
        if missed.isEmpty { return "" }
        let lines = missed.map { goal in
            let sign = goal.direction == .atMost ? "at most" : "at least"
            return "\(goal.name): \(FigureText.significant(goal.measured)) \(goal.unit), goal \(sign) "
                + "\(FigureText.significant(goal.limit)) \(goal.unit)"
        }
        return "\(FigureText.grouped(goals.count - missed.count)) of "
            + "\(FigureText.count(goals.count, "goal")) were met. These were not, by the names of their workloads:\n\n"
            + TextTable.markdownList(lines)
    }
}
