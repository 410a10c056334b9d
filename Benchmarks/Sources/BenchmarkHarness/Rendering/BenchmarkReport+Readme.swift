extension BenchmarkReport {
    /// The figures that a README shows, in Markdown: what was measured, in a few tables, and how.
    ///
    /// - Parameter source: the results file from which the figures come, as the README's reader finds it.
    public func readmeFigures(source: String) -> String {
        var parts = [provenance(source)]
        func add(_ heading: String, _ table: TextTable) {
            if !table.lines.isEmpty { parts.append("\(heading)\n\n\(table.markdown)") }
        }
        add("Questions, medians of a call:", questionTable)
        add("Reading documents into tables that can be asked, GB/s:", throughputTable)
        add("Memory of a loaded table:", readmeMemoryTable)
        add(
            "Other engines, medians, and in brackets how many times as long as the kernel with one thread "
                + "beside them:", engineTable)
        if !peersNotRun.isEmpty { parts.append(TextTable.markdownList(peersNotRun)) }
        if !noisyWorkloads.isEmpty, let noiseStatement { parts.append(noiseStatement) }
        return parts.joined(separator: "\n\n")
    }

    private func provenance(_ source: String) -> String {
        func code(_ text: String) -> String { "`\(text.filter { $0 != "`" && $0 != "\n" })`" }
        return "Measured on \(environment.cpu), \(FigureText.count(environment.cores, "core")), "
            + "\(environment.os), with \(environment.compiler), at commit \(code(environment.commit)), "
            + "\(environment.date.prefix(10)), by \(code(environment.command)); all figures are in "
            + "\(code(source))."
    }

    private var questionTable: TextTable {
        let rows = byQuestion(workloads.filter { $0.bytes == nil && !$0.isScaling })
        let hasInputs = rows.contains { $0.details[WorkloadResult.inputCount] != nil }
        var table = TextTable(
            ["question", "posts", "kernel"] + (hasInputs ? ["99 in 100 inputs"] : [])
                + ["careful", "as specified", "careful ÷ kernel", "as specified ÷ kernel"])
        for row in rows {
            table.append(
                [row.name, FigureText.grouped(row.rows), Self.median(row.kernel)]
                    + (hasInputs ? [Self.ninetyNinth(row)] : [])
                    + [
                        Self.median(row.careful), Self.median(row.baseline),
                        FigureText.ratio(row.carefulRatio), FigureText.ratio(row.ratio),
                    ])
        }
        return table
    }

    private var throughputTable: TextTable {
        let rows = byQuestion(workloads.filter { $0.bytes != nil })
        var seen: Set<String> = []
        let variants = rows.flatMap(\.variants).map(\.name).filter { seen.insert($0).inserted }
        var table = TextTable(
            ["document", "posts", "one thread"] + variants
                + ["as specified (JSONDecoder)", "as specified ÷ kernel"])
        for row in rows {
            func speed(_ nanoseconds: Double?) -> String {
                nanoseconds.flatMap(row.gigabytesPerSecond).map(FigureText.significant) ?? "–"
            }
            table.append(
                [row.name, FigureText.grouped(row.rows), speed(row.kernel.nanoseconds.median)]
                    + variants.map { name in speed(row.variants.first { $0.name == name }?.nanoseconds) }
                    + [speed(row.baseline?.nanoseconds.median), FigureText.ratio(row.ratio)])
        }
        return table
    }

    private var readmeMemoryTable: TextTable {
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

    /// A row for each engine and thread count, a column for each question.
    private var engineTable: TextTable {
        let measured = peers.filter { $0.measurement != nil }
        var seen: Set<String> = []
        let questions = measured.map { "\($0.question)|\($0.rows)" }.filter { seen.insert($0).inserted }
            .compactMap { key in measured.first { "\($0.question)|\($0.rows)" == key } }
        let engines = measured.map(\.engineName).filter { seen.insert($0).inserted }
        var table = TextTable(
            ["question", "posts"]
                + engines.map { name in
                    measured.first { $0.engineName == name }.map(Self.versionedName) ?? name
                })
        for question in questions {
            table.append(
                [question.question, FigureText.grouped(question.rows)]
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

    private static func versionedName(_ peer: PeerResult) -> String {
        [peer.engine, peer.version].compactMap(\.self).joined(separator: " ")
            + (peer.threads > 1 ? ", \(peer.threads) threads" : "")
    }

    /// The rows of a question together, the smallest table first.
    private func byQuestion(_ rows: [WorkloadResult]) -> [WorkloadResult] {
        var seen: Set<String> = []
        return rows.map(\.name).filter { seen.insert($0).inserted }.flatMap { name in
            rows.filter { $0.name == name }.sorted { $0.rows < $1.rows }
        }
    }

    /// Within what nearly all inputs stay, where each of them is a sample.
    private static func ninetyNinth(_ row: WorkloadResult) -> String {
        row.details[WorkloadResult.inputCount] == nil
            ? "–" : FigureText.time(nanoseconds: row.kernel.nanoseconds.ninetyNinthPercentile)
    }

    private static func median(_ measurement: Measurement?) -> String {
        measurement.map { FigureText.time(nanoseconds: $0.nanoseconds.median) } ?? "–"
    }
}
