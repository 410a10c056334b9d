extension BuildComparison {
    /// The comparison for a terminal.
    public var plainText: String {
        render(
            title: { "\($0)\n" + String(repeating: "═", count: $0.count) }, table: \.plainText, bullet: "  ")
    }

    /// The comparison in Markdown.
    public var markdown: String { render(title: { "## \($0)\n" }, table: \.markdown, bullet: "* ") }

    private func render(title: (String) -> String, table: (TextTable) -> String, bullet: String) -> String {
        var parts = [
            title("Two builds in interleaved pairs"),
            introduction.map { bullet + $0 }.joined(separator: "\n"),
        ]
        if !rows.isEmpty { parts += ["", table(workloadTable)] }
        let changed = rows.flatMap { row in
            row.changedCases.map { one in
                "\(bullet)\(row.name), \(one.name): \(one.verdict.text), \(FigureText.change(one.ratio.median)) "
                    + "\(intervalText(one.ratio))"
            }
        }
        if !changed.isEmpty { parts += ["", title("Cases that changed"), changed.joined(separator: "\n")] }
        if !notCompared.isEmpty {
            parts += ["", title("Not compared"), notCompared.map { bullet + $0 }.joined(separator: "\n")]
        }
        parts += ["", bullet + (isAnythingWorse ? "something is WORSE" : "nothing is worse")]
        return parts.joined(separator: "\n") + "\n"
    }

    private var introduction: [String] {
        let thresholds = sampling.thresholds
        let bootstrap = sampling.bootstrap
        return [
            "old      \(oldProgram)", "new      \(newProgram)",
            "machine  \(environment.cpu), \(environment.cores) cores, \(environment.os)",
            "pairs    \(sampling.rounds) rounds of \(sampling.pairsPerRound), with new processes in each",
            "ratio    new ÷ old, median of the pairs; interval of \(FigureText.percent(bootstrap.confidence)) by "
                + "bootstrap with \(FigureText.grouped(bootstrap.resampleCount)) resamples, seed \(bootstrap.seed)",
            "verdict  the same, unless the whole interval is beyond \(FigureText.percent(thresholds.noise)); "
                + "beyond \(FigureText.percent(thresholds.limit)) better or worse; counts are exact",
        ]
    }

    private var workloadTable: TextTable {
        var table = TextTable([
            "workload", "rows", "old", "new", "new ÷ old", "interval", "pairs", "verdict", "allocations",
            "bytes",
        ])
        for row in rows {
            table.append([
                row.name, FigureText.grouped(row.rows), FigureText.time(nanoseconds: row.oldNanoseconds),
                FigureText.time(nanoseconds: row.newNanoseconds), FigureText.change(row.ratio.median),
                intervalText(row.ratio), String(row.pairs), row.verdict.text + (row.isNoisy ? ", noisy" : ""),
                FigureText.counts(row.oldAllocations, row.newAllocations, row.allocationVerdict),
                FigureText.counts(row.oldAllocatedBytes, row.newAllocatedBytes, row.byteVerdict),
            ])
        }
        return table
    }

    private func intervalText(_ ratio: Bootstrap.Estimate) -> String {
        "\(FigureText.change(ratio.lower)) … \(FigureText.change(ratio.upper))"
    }
}

extension FigureText {
    /// Returns two exact counts and their verdict; "–" if there are none.
    static func counts(_ old: Int?, _ new: Int?, _ verdict: Verdict?) -> String {
        guard let old, let new, let verdict else { return "–" }
        if verdict == .same { return "\(grouped(new)) same" }
        return "\(grouped(old)) → \(grouped(new)) \(verdict.text)"
    }
}
