extension ReportComparison {
    /// The comparison for a terminal.
    public var plainText: String {
        render(
            title: { "\($0)\n" + String(repeating: "═", count: $0.count) }, table: \.plainText, bullet: "  ")
    }

    /// The comparison in Markdown.
    public var markdown: String { render(title: { "## \($0)\n" }, table: \.markdown, bullet: "* ") }

    private func render(title: (String) -> String, table: (TextTable) -> String, bullet: String) -> String {
        var parts = [title("Environment"), environmentLines.map { bullet + $0 }.joined(separator: "\n")]
        if !rows.isEmpty { parts += ["", title("Workloads (kernel medians)"), table(workloadTable)] }
        if !memory.isEmpty { parts += ["", title("Memory of a loaded table"), table(memoryTable)] }
        for (place, titles) in [("old", onlyInOld), ("new", onlyInNew)] where !titles.isEmpty {
            parts += [
                "", title("Only in the \(place) report"), titles.map { bullet + $0 }.joined(separator: "\n"),
            ]
        }
        parts += ["", title("Verdict"), conclusion.map { bullet + $0 }.joined(separator: "\n")]
        return parts.joined(separator: "\n") + "\n"
    }

    private var environmentLines: [String] {
        var lines = environmentDifferences.map { "DIFFERENT \($0.name): \($0.old) → \($0.new)" }
        if lines.isEmpty { lines = ["same processor, system and compiler: \(newEnvironment.cpu)"] }
        for (name, environment) in [("old", oldEnvironment), ("new", newEnvironment)] {
            lines.append("\(name)  commit \(environment.commit), \(environment.date), \(environment.command)")
        }
        return lines
    }

    private var workloadTable: TextTable {
        var table = TextTable([
            "workload", "rows", "old", "new", "new ÷ old", "uncertain by", "verdict", "÷ careful, old",
            "÷ careful, new", "by careful", "allocations", "bytes",
        ])
        for row in rows {
            table.append([
                row.name, FigureText.grouped(row.rows),
                FigureText.time(nanoseconds: row.old.nanoseconds.median),
                FigureText.time(nanoseconds: row.new.nanoseconds.median), FigureText.change(row.timeRatio),
                FigureText.percent(row.uncertainty), row.verdictText, FigureText.ratio(row.oldCarefulRatio),
                FigureText.ratio(row.newCarefulRatio), row.carefulRelativeRatio.map(FigureText.change) ?? "–",
                FigureText.counts(row.old.allocations, row.new.allocations, row.allocationVerdict),
                FigureText.counts(row.old.allocatedBytes, row.new.allocatedBytes, row.byteVerdict),
            ])
        }
        return table
    }

    private var memoryTable: TextTable {
        var table = TextTable(["table", "threads", "figure", "old MB", "new MB", "new ÷ old", "verdict"])
        for result in memory {
            for figure in result.figures {
                table.append([
                    "\(FigureText.grouped(result.rows)) posts", String(result.threads), figure.name,
                    FigureText.significant(Double(figure.old) / 1e6),
                    FigureText.significant(Double(figure.new) / 1e6),
                    figure.old > 0 ? FigureText.change(Double(figure.new) / Double(figure.old)) : "–",
                    figure.verdict.text,
                ])
            }
        }
        return table
    }

    private var conclusion: [String] {
        var lines = [
            "times up to \(FigureText.percent(thresholds.noise)) apart, or as far as a row is uncertain, are the same; "
                + "beyond \(FigureText.percent(thresholds.limit)) they are better or worse; counts are exact",
            "runs are not paired: what the machine did meanwhile is in both; compare --builds measures builds in turn",
        ]
        if rows.contains(where: { $0.basis == .careful }) {
            lines.append(
                "the processors differ: verdicts are about the kernel in relation to the careful baseline of its run"
            )
        }
        let noisy = rows.count { $0.isNoisy }
        if noisy > 0 {
            lines.append(
                "\(noisy) of \(rows.count) rows are noisy: they tell no change of "
                    + FigureText.percent(thresholds.noise))
        }
        lines.append(isAnythingWorse ? "something is WORSE" : "nothing is worse")
        return lines
    }
}

extension RowComparison {
    fileprivate var verdictText: String { (verdict?.text ?? "not comparable") + (isNoisy ? ", noisy" : "") }
}
