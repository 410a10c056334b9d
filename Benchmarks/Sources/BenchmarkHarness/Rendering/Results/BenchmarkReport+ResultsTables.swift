/// The tables of the document of results.
extension BenchmarkReport {
    /// Returns the source of the figures, in one sentence.
    func provenance(_ source: String) -> String {
        func code(_ text: String) -> String { "`\(text.filter { $0 != "`" && $0 != "\n" })`" }
        return "Measured on \(environment.cpu), \(FigureText.count(environment.cores, "core")), "
            + "\(environment.os), with \(environment.compiler), at commit \(code(environment.commit)), "
            + "\(environment.date.prefix(10)), by \(code(environment.command)); all figures are in "
            + "\(code(source))."
    }

    /// Returns the workloads of a group, in its order.
    func callTable(_ group: ResultsLayout.Group, _ layout: ResultsLayout) -> TextTable {
        callTable(group.entries.flatMap { entry in workloads.filter { $0.name == entry.name } }, layout)
    }

    func callTable(_ workloads: [WorkloadResult], _ layout: ResultsLayout) -> TextTable {
        let rows = byQuestion(workloads)
        let hasInputs = rows.contains { $0.details[WorkloadResult.inputCount] != nil }
        var table = TextTable(
            ["call", "rows", "kernel"] + (hasInputs ? ["99 in 100 inputs"] : [])
                + ["careful", "as specified", "careful ÷ kernel", "as specified ÷ kernel"])
        for row in rows {
            table.append(
                [
                    layout.entry(row.name)?.label ?? row.name, FigureText.grouped(row.rows),
                    Self.median(row.kernel),
                ]
                    + (hasInputs ? [Self.ninetyNinth(row)] : [])
                    + [
                        Self.median(row.careful), Self.median(row.baseline),
                        FigureText.ratio(row.carefulRatio), FigureText.ratio(row.ratio),
                    ])
        }
        return table
    }

    func throughputTable(_ layout: ResultsLayout) -> TextTable {
        let known = layout.documents.entries.map(\.name)
        let rows = byQuestion(workloads.filter { $0.bytes != nil && known.contains($0.name) })
        var seen: Set<String> = []
        let variants = rows.flatMap(\.variants).map(\.name).filter { seen.insert($0).inserted }
        var table = TextTable(
            ["document", "rows", "one thread"] + variants
                + ["as specified (JSONDecoder)", "as specified ÷ kernel"])
        for row in rows {
            func speed(_ nanoseconds: Double?) -> String {
                nanoseconds.flatMap(row.gigabytesPerSecond).map(FigureText.significant) ?? "–"
            }
            table.append(
                [
                    layout.entry(row.name)?.label ?? row.name, FigureText.grouped(row.rows),
                    speed(row.kernel.nanoseconds.median),
                ]
                    + variants.map { name in speed(row.variants.first { $0.name == name }?.nanoseconds) }
                    + [speed(row.baseline?.nanoseconds.median), FigureText.ratio(row.ratio)])
        }
        return table
    }

    var resultsMemoryTable: TextTable {
        var table = TextTable([
            "posts", "threads", "table, MB", "texts alone, MB", "beyond texts, bytes a post",
            "peak while loading, MB",
        ])
        for result in memory {
            table.append([
                FigureText.grouped(result.rows), String(result.threads),
                FigureText.megabytes(result.liveBytes),
                FigureText.megabytes(result.textBytes), FigureText.significant(result.bytesPerRowBeyondText),
                FigureText.megabytes(result.peakLiveBytes),
            ])
        }
        return table
    }

    /// Returns a row for each query, a column for each engine and thread count.
    func engineTable(_ layout: ResultsLayout) -> TextTable {
        let measured = peers.filter { $0.measurement != nil }
        var seen: Set<String> = []
        let questions = measured.map { "\($0.question)|\($0.rows)" }.filter { seen.insert($0).inserted }
            .compactMap { key in measured.first { "\($0.question)|\($0.rows)" == key } }
        let engines = measured.map(\.engineName).filter { seen.insert($0).inserted }
        var table = TextTable(
            ["query", "posts"]
                + engines.map { name in
                    measured.first { $0.engineName == name }.map { Self.versionedName($0, layout) } ?? name
                })
        for question in questions {
            table.append(
                [Self.words(question.question, layout), FigureText.grouped(question.rows)]
                    + engines.map { name in
                        let result = measured.first {
                            $0.engineName == name && $0.question == question.question
                                && $0.rows == question.rows
                        }
                        return result.map { peer in
                            Self.median(peer.measurement)
                                + (peer.ratio.map { " (\(FigureText.ratio($0)))" } ?? "")
                        } ?? "–"
                    })
        }
        let weighed = peers.filter { $0.memoryBytes != nil }
        for rows in Set(weighed.map(\.rows)).sorted() where !engines.isEmpty {
            table.append(
                ["memory of the table", FigureText.grouped(rows)]
                    + engines.map { name in
                        weighed.filter { $0.engineName == name && $0.rows == rows }.compactMap(\.memoryBytes)
                            .max()
                            .map { FigureText.megabytes($0) + " MB" } ?? "–"
                    })
        }
        return table
    }

    private static func versionedName(_ peer: PeerResult, _ layout: ResultsLayout) -> String {
        [layout.engineName(peer.engine), peer.version].compactMap(\.self).joined(separator: " ")
            + (peer.threads > 1 ? ", \(peer.threads) threads" : "")
    }

    /// Describes a query of engines in words: that of a workload, or one of its cases.
    private static func words(_ question: String, _ layout: ResultsLayout) -> String {
        let titles = layout.peerCharts + layout.peerQuestions
        if let titled = titles.first(where: { $0.name == question }) { return titled.title }
        let parts = question.split(separator: ", ", maxSplits: 1)
        guard let name = parts.first.map(String.init), let entry = layout.entry(name),
            let group = (layout.groups + [layout.documents]).first(where: { $0.entries.contains(entry) })
        else { return question }
        let words = "\(group.title), \(entry.label)"
        return parts.count == 1 ? words : "\(words): \(parts[1])"
    }

    /// Returns the rows of a query together, the smallest table first.
    private func byQuestion(_ rows: [WorkloadResult]) -> [WorkloadResult] {
        var seen: Set<String> = []
        return rows.map(\.name).filter { seen.insert($0).inserted }.flatMap { name in
            rows.filter { $0.name == name }.sorted { $0.rows < $1.rows }
        }
    }

    /// Returns the range of nearly all inputs' times, if each input is a sample.
    private static func ninetyNinth(_ row: WorkloadResult) -> String {
        row.details[WorkloadResult.inputCount] == nil
            ? "–" : FigureText.time(nanoseconds: row.kernel.nanoseconds.ninetyNinthPercentile)
    }

    private static func median(_ measurement: Measurement?) -> String {
        measurement.map { FigureText.time(nanoseconds: $0.nanoseconds.median) } ?? "–"
    }
}
