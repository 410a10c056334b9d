/// The tables of the report, which every output format shows.
extension BenchmarkReport {
    /// The width available to a table.
    enum TableWidth {
        /// 160 characters.
        case terminal
        /// Unlimited.
        case page
    }

    func workloadTable(_ width: TableWidth) -> TextTable {
        let isWide = width == .page
        let isUnchecked = workloads.contains { !$0.answerChecked }
        var table = TextTable(
            ["workload", "rows", "kernel", "min", "p90"] + (isWide ? ["p99", "spread"] : [])
                + ["samples", "careful", "as specified", "÷ careful", "÷ specified", "MB/s", "blocks"]
                + (isWide ? ["bytes"] : []) + (isUnchecked ? ["answer"] : []))
        for row in workloads {
            let times = row.kernel.nanoseconds
            var cells = [
                row.name, FigureText.grouped(row.rows), FigureText.time(nanoseconds: times.median),
                FigureText.time(nanoseconds: times.minimum),
                FigureText.time(nanoseconds: times.ninetiethPercentile),
            ]
            if isWide {
                cells += [
                    FigureText.time(nanoseconds: times.ninetyNinthPercentile),
                    FigureText.percent(times.spread),
                ]
            }
            cells += [
                FigureText.grouped(times.sampleCount), Self.median(row.careful), Self.median(row.baseline),
                FigureText.ratio(row.carefulRatio), FigureText.ratio(row.ratio),
                row.throughputMBps.map(FigureText.significant) ?? "–", Self.number(row.kernel.allocations),
            ]
            if isWide { cells.append(Self.number(row.kernel.allocatedBytes)) }
            if isUnchecked { cells.append(row.answerChecked ? "equal" : "not checked") }
            table.append(cells)
        }
        return table
    }

    /// Remarks on the baselines' samples.
    var baselineTable: TextTable {
        var table = TextTable(
            ["workload", "grade", "rows", "median", "min", "p90", "p99", "spread", "samples"], wordColumns: 2)
        for row in workloads {
            for (grade, measurement) in [("careful", row.careful), ("as specified", row.baseline)] {
                guard let times = measurement?.nanoseconds else { continue }
                table.append(
                    [row.name, grade, FigureText.grouped(row.rows)]
                        + [
                            times.median, times.minimum, times.ninetiethPercentile,
                            times.ninetyNinthPercentile,
                        ].map(FigureText.time)
                        + [FigureText.percent(times.spread), FigureText.grouped(times.sampleCount)])
            }
        }
        return table
    }

    /// Blocks and bytes per call, for the rows where they were counted.
    var allocationTable: TextTable {
        var table = TextTable([
            "workload", "rows", "kernel: blocks", "bytes", "careful: blocks", "bytes", "as specified: blocks",
            "bytes",
        ])
        for row in workloads where row.kernel.allocations != nil {
            table.append(
                [row.name, FigureText.grouped(row.rows)]
                    + [row.kernel, row.careful, row.baseline].flatMap {
                        [Self.number($0?.allocations), Self.number($0?.allocatedBytes)]
                    })
        }
        return table
    }

    var memoryTable: TextTable {
        var table = TextTable([
            "table", "threads", "live MB", "text MB", "beyond text, B/row", "own count MB", "peak MB",
            "peak ÷ live", "blocks", "peak resident MB",
        ])
        for result in memory {
            table.append([
                "\(FigureText.grouped(result.rows)) posts", String(result.threads),
                FigureText.megabytes(result.liveBytes), FigureText.megabytes(result.textBytes),
                FigureText.significant(result.bytesPerRowBeyondText),
                FigureText.megabytes(result.reportedBytes), FigureText.megabytes(result.peakLiveBytes),
                FigureText.significant(result.peakRatio), FigureText.grouped(result.allocations),
                result.peakResidentBytes.map(FigureText.megabytes) ?? "–",
            ])
        }
        return table
    }

    /// Engines that were run; ``peersNotRun`` lists the others.
    func peerTable(_ width: TableWidth) -> TextTable {
        let isWide = width == .page
        var table = TextTable(
            ["question", "engine"] + (isWide ? ["version"] : []) + ["rows", "threads", "engine's median"]
                + (isWide ? ["p99", "spread"] : []) + [
                    "kernel's", "÷ kernel", "MB/s", "MB loaded", "answer",
                ],
            wordColumns: isWide ? 3 : 2)
        for peer in peers {
            guard let times = peer.measurement?.nanoseconds else { continue }
            let tail = [
                FigureText.time(nanoseconds: times.ninetyNinthPercentile), FigureText.percent(times.spread),
            ]
            table.append(
                [isWide ? peer.question : FigureText.shortened(peer.question, to: 56), peer.engine]
                    + (isWide ? [peer.version ?? "–"] : []) + [
                        FigureText.grouped(peer.rows), FigureText.grouped(peer.threads),
                        FigureText.time(nanoseconds: times.median),
                    ] + (isWide ? tail : []) + [
                        Self.median(peer.kernel), FigureText.ratio(peer.ratio),
                        peer.gigabytesPerSecond.map { FigureText.significant($0 * 1e3) } ?? "–",
                        peer.memoryBytes.map(FigureText.megabytes) ?? "–",
                        peer.answerChecked ? "equal" : "not checked",
                    ])
        }
        return table
    }

    /// A line for each engine that was not run, or not for a query, and the reason.
    var peersNotRun: [String] {
        peers.compactMap { peer in
            peer.reasonNotRun.map {
                "\(peer.engineName), \(peer.question), \(FigureText.grouped(peer.rows)) rows: \($0)"
            }
        }
    }

    /// Remarks on the figures of engines that were run.
    var peerNotes: [String] {
        peers.compactMap { peer in
            peer.measurement == nil
                ? nil : peer.note.map { "\(peer.engineName), \(peer.question): \($0)" }
        }
    }

    var goalTable: TextTable { Goal.table(of: goals) }

    /// What the rows do not show, mainly what was not measured and why.
    var workloadNotes: [String] {
        workloads.compactMap { row in
            row.note.map { "\(row.name), \(FigureText.grouped(row.rows)) rows: \($0)" }
        }
    }

    /// Whether the kernel's results were compared.
    var answerStatement: String {
        let unchecked = workloads.filter { !$0.answerChecked }.count
        return unchecked == 0
            ? "Before anything was timed, the kernel's answers were compared with a baseline's and were "
                + "equal, in each of \(FigureText.count(workloads.count, "row"))."
            : "In \(unchecked) of \(FigureText.count(workloads.count, "row")) the kernel's answer was NOT "
                + "compared with a baseline's."
    }

    /// Whether the figures are reliable; nil if no row was measured twice.
    var noiseStatement: String? {
        let measuredTwice = workloads.filter { $0.drift != nil }
        if measuredTwice.isEmpty { return nil }
        let rows = FigureText.count(measuredTwice.count, "row")
        let noisy = measuredTwice.count(where: \.isNoisy)
        if noisy == 0 {
            return
                "The machine was calm: in none of \(rows) did a time change by more than a tenth "
                + "while it was measured, or samples scatter by more than that."
        }
        return "The machine is noisy: in \(noisy) of \(rows) a time changed by more "
            + "than a tenth while it was measured, or samples scatter by more than that."
    }

    private static func median(_ measurement: Measurement?) -> String {
        measurement.map { FigureText.time(nanoseconds: $0.nanoseconds.median) } ?? "–"
    }

    private static func number(_ value: Int?) -> String { value.map(FigureText.grouped) ?? "–" }
}

extension Goal {
    /// Returns a table of goals and what was measured.
    public static func table(of goals: [Goal]) -> TextTable {
        var table = TextTable(["goal", "state", "measured", "limit"], wordColumns: 2)
        for goal in goals {
            let sign = goal.direction == .atMost ? "≤" : "≥"
            table.append([
                goal.name, goal.isMet ? "met" : "NOT MET",
                FigureText.significant(goal.measured) + " " + goal.unit,
                "\(sign) \(FigureText.significant(goal.limit)) \(goal.unit)",
            ])
        }
        return table
    }
}
