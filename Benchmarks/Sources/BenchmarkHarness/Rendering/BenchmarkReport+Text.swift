extension BenchmarkReport {
    /// The report for a terminal, in lines of up to 160 characters.
    public var plainText: String {
        render(
            title: { "\($0)\n" + String(repeating: "═", count: $0.count) }, table: \.plainText,
            list: { lines in
                lines.map { $0.wrapped(to: 160, first: "  ", others: "    ") }.joined(separator: "\n")
            }, width: .terminal)
    }

    /// The report in Markdown.
    public var markdown: String {
        render(
            title: { "## \($0)\n" }, table: \.markdown,
            list: TextTable.markdownList, width: .page)
    }

    private func render(
        title: (String) -> String, table: (TextTable) -> String, list: ([String]) -> String, width: TableWidth
    ) -> String {
        var parts = [title("Environment"), list(environmentLines)]
        func add(_ name: String, _ content: TextTable) {
            if !content.lines.isEmpty { parts += ["", title(name), table(content)] }
        }
        func add(_ lines: [String]) {
            if !lines.isEmpty { parts += ["", list(lines)] }
        }
        add("Workloads (medians)", workloadTable(width))
        add(workloadNotes)
        add(noiseStatement.map { [$0] } ?? [])
        if width == .page { add("Baselines", baselineTable) }
        add("Memory of a loaded table", memoryTable)
        if !peers.isEmpty {
            parts += ["", title("Other engines, one kernel thread beside them")]
            let figures = peerTable(width)
            if !figures.lines.isEmpty { parts.append(table(figures)) }
            add(peersNotRun + peerNotes)
        }
        add(remarks)
        add("Goals", goalTable)
        return parts.joined(separator: "\n") + "\n"
    }

    private var environmentLines: [String] {
        environmentFields.map { name, value in
            name + String(repeating: " ", count: max(10 - name.count, 1)) + value
        }
    }

    /// The environment and the sources of the report, by name.
    var environmentFields: [(name: String, value: String)] {
        var machine = "\(environment.cpu), \(FigureText.count(environment.cores, "core")), \(environment.os)"
        if let cpu = environment.cpuAffinity { machine += ", bound to processor \(cpu)" }
        return [
            ("machine", machine), ("compiler", environment.compiler),
            ("commit", "\(environment.commit), \(environment.date)"), ("command", environment.command),
        ]
    }
}

extension String {
    /// Wraps the text at spaces into lines of at most the given width, unless a word is longer.
    func wrapped(to width: Int, first: String, others: String) -> String {
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                (line, isEmpty) = (others, true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
