extension BenchmarkReport {
    /// The report for a terminal.
    public var plainText: String {
        render(
            title: { "\($0)\n" + String(repeating: "═", count: $0.count) }, table: \.plainText, bullet: "  ")
    }

    /// The report in Markdown.
    public var markdown: String { render(title: { "## \($0)\n" }, table: \.markdown, bullet: "* ") }

    private func render(title: (String) -> String, table: (TextTable) -> String, bullet: String) -> String {
        var parts = [title("Environment"), environmentLines.map { bullet + $0 }.joined(separator: "\n")]
        if !workloads.isEmpty {
            parts += ["", title("Workloads (medians)"), table(workloadTable)]
            let notes = workloads.compactMap { row in
                row.note.map { "\(bullet)\(row.name), \(FigureText.grouped(row.rows)) rows: \($0)" }
            }
            if !notes.isEmpty { parts += ["", notes.joined(separator: "\n")] }
        }
        if !noisyWorkloads.isEmpty {
            let share = "\(noisyWorkloads.count) of \(workloads.count) rows"
            parts += [
                "",
                "\(bullet)The machine is noisy: in \(share) the kernel's time changed by more than a tenth while it "
                    + "was measured.",
            ]
        }
        if !memory.isEmpty { parts += ["", title("Memory of a loaded table"), table(memoryTable)] }
        if !peers.isEmpty {
            parts += ["", title("Other engines, one kernel thread beside them"), table(peerTable)]
        }
        if !remarks.isEmpty { parts += ["", remarks.map { bullet + $0 }.joined(separator: "\n")] }
        if !goals.isEmpty { parts += ["", title("Goals"), table(goalTable)] }
        return parts.joined(separator: "\n") + "\n"
    }

    private var environmentLines: [String] {
        [
            "machine   \(environment.cpu), \(environment.cores) cores, \(environment.os)",
            "compiler  \(environment.compiler)",
            "commit    \(environment.commit), \(environment.date)",
            "command   \(environment.command)",
        ]
    }

    private var workloadTable: TextTable {
        var table = TextTable([
            "workload", "rows", "kernel", "min", "p90", "samples", "careful", "as specified", "÷ careful",
            "÷ specified", "MB/s", "allocations",
        ])
        for row in workloads {
            let times = row.kernel.nanoseconds
            table.append([
                row.name, FigureText.grouped(row.rows), FigureText.time(nanoseconds: times.median),
                FigureText.time(nanoseconds: times.minimum),
                FigureText.time(nanoseconds: times.ninetiethPercentile), String(times.sampleCount),
                timeText(row.careful), timeText(row.baseline), FigureText.ratio(row.carefulRatio),
                FigureText.ratio(row.ratio), row.throughputMBps.map(FigureText.significant) ?? "–",
                row.kernel.allocations.map(FigureText.grouped) ?? "–",
            ])
        }
        return table
    }

    private func timeText(_ measurement: Measurement?) -> String {
        measurement.map { FigureText.time(nanoseconds: $0.nanoseconds.median) } ?? "–"
    }

    private var memoryTable: TextTable {
        var table = TextTable([
            "table", "threads", "live MB", "text MB", "beyond text, bytes a row", "its own count MB",
            "peak MB",
            "peak ÷ live", "blocks", "peak resident MB",
        ])
        for result in memory {
            table.append([
                "\(FigureText.grouped(result.rows)) posts", String(result.threads),
                megabytes(result.liveBytes), megabytes(result.textBytes),
                FigureText.significant(result.bytesPerRowBeyondText), megabytes(result.reportedBytes),
                megabytes(result.peakLiveBytes), FigureText.significant(result.peakRatio),
                FigureText.grouped(result.allocations), result.peakResidentBytes.map(megabytes) ?? "–",
            ])
        }
        return table
    }

    private var peerTable: TextTable {
        var table = TextTable(
            [
                "question", "rows", "engine", "threads", "engine's median", "kernel's", "÷ kernel", "MB/s",
                "MB loaded",
            ])
        for peer in peers {
            let throughput = peer.bytes.flatMap { bytes in
                peer.measurement.map { FigureText.significant(Double(bytes) * 1e3 / $0.nanoseconds.median) }
            }
            table.append([
                peer.question, FigureText.grouped(peer.rows), peer.engine, String(peer.threads),
                peer.measurement == nil ? peer.note ?? "–" : timeText(peer.measurement),
                timeText(peer.kernel),
                FigureText.ratio(peer.ratio), throughput ?? "–", peer.memoryBytes.map(megabytes) ?? "–",
            ])
        }
        return table
    }

    private func megabytes(_ bytes: Int) -> String { FigureText.significant(Double(bytes) / 1e6) }

    private var goalTable: TextTable {
        var table = TextTable(["goal", "measured", "limit", ""])
        for goal in goals {
            let sign = goal.direction == .atMost ? "≤" : "≥"
            table.append([
                goal.name, FigureText.significant(goal.measured) + " " + goal.unit,
                "\(sign) \(FigureText.significant(goal.limit)) \(goal.unit)", goal.isMet ? "met" : "NOT MET",
            ])
        }
        return table
    }
}
