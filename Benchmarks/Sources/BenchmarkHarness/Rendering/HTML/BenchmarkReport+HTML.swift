extension BenchmarkReport {
    /// The report as one page without scripts or network access.
    public var html: String {
        let sections = pageSections.filter { !$0.content.isEmpty }
        let links = sections.map { section in
            Markup.element("li", [:], [.element("a", ["href": "#\(section.id)"], text: section.title)])
        }
        let head = Markup.element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", text: "Benchmarks, \(environment.commit)"),
                .styleSheet(HTMLStyleSheet.rules),
            ])
        let body = Markup.element(
            "body", [:],
            [
                .element(
                    "header", [:],
                    [
                        .element("h1", text: "Benchmarks"),
                        .element(
                            "p",
                            text:
                                "\(environment.cpu), \(FigureText.count(environment.cores, "core")) · commit "
                                + "\(environment.commit) · \(environment.date)"),
                        .element("nav", ["aria-label": "Sections"], [.element("ul", [:], links)]),
                    ]),
                .element("main", [:], sections.map(\.markup)),
            ])
        return Markup.document(.element("html", ["lang": "en"], [head, body]))
    }

    /// A part of the page; it is omitted if it has no content.
    private struct PageSection {
        var id: String
        var title: String
        var content: [Markup]

        var markup: Markup {
            .element(
                "section", ["id": id, "aria-labelledby": "\(id)-title"],
                [.element("h2", ["id": "\(id)-title"], text: title)] + content)
        }
    }

    private var pageSections: [PageSection] {
        [
            PageSection(id: "headline", title: "Headline figures", content: headlineSection),
            PageSection(id: "environment", title: "Environment", content: environmentSection),
            PageSection(id: "latency", title: "Time against rows", content: latencySection),
            PageSection(id: "workloads", title: "Workloads", content: workloadSection),
            PageSection(id: "throughput", title: "Reading documents", content: throughputSection),
            PageSection(id: "allocations", title: "Allocations", content: allocationSection),
            PageSection(id: "memory", title: "Memory", content: memorySection),
            PageSection(id: "engines", title: "Other engines", content: engineSection),
            PageSection(id: "goals", title: "Goals", content: goalSection),
            PageSection(id: "remarks", title: "Remarks", content: remarkSection),
            PageSection(id: "reproduce", title: "Reproduce", content: reproductionSection),
        ]
    }
}

/// The sections' contents.
extension BenchmarkReport {
    private var headlineSection: [Markup] {
        let figures = HeadlineFigures(report: self).figures
        if figures.isEmpty { return [.element("p", text: "Nothing was measured.")] }
        let tiles = figures.map { figure in
            Markup.element(
                "div", ["class": "tile"],
                [
                    .element("dt", text: figure.meaning), .element("dd", text: figure.value),
                ])
        }
        return [.element("dl", ["class": "tiles"], tiles)]
    }

    private var environmentSection: [Markup] {
        let fields = environmentFields.flatMap { name, value in
            [Markup.element("dt", text: name), .element("dd", text: value)]
        }
        return [.element("dl", ["class": "fields"], fields)]
    }

    private var latencySection: [Markup] {
        let charts = LatencyCharts(report: self).charts
        if charts.isEmpty { return [] }
        return [
            .element(
                "p",
                text:
                    "Medians; both axes are logarithmic and the same in all charts. Where the kernel's line "
                    + "is flat, more rows cost nothing. A dotted hair leads from a line's last point to its "
                    + "name; nothing was measured along it. An engine with several threads has hollow marks."),
            figures(charts.map { ($0.title, $0.svg) }),
        ]
    }

    private var workloadSection: [Markup] {
        if workloads.isEmpty { return [] }
        let statement = noiseStatement.map { [Markup.element("p", text: $0)] } ?? []
        let baselines = baselineTable
        return [.element("p", text: answerStatement)] + statement
            + [
                .element(
                    "p",
                    text:
                        "Times are medians of the kernel's samples, and of the baselines' where they are "
                        + "named. The spread is the median absolute deviation, scaled to a standard "
                        + "deviation."),
                workloadTable(.page).markup(label: "Workloads") { $0 == "not checked" ? "bad" : "" },
            ] + notes(workloadNotes)
            + folded(
                "The baselines' samples",
                baselines.lines.isEmpty ? [] : [baselines.markup(label: "Baselines")])
    }

    private var throughputSection: [Markup] {
        let charts = ThroughputCharts(report: self).charts
        return charts.isEmpty ? [] : [figures(charts.map { ($0.title, $0.svg) })]
    }

    private var allocationSection: [Markup] {
        let table = allocationTable
        if table.lines.isEmpty { return [] }
        let charts = AllocationCharts(report: self).charts
        return [
            .element(
                "p",
                text:
                    "Blocks of the heap that one call allocates, its result included, at the size at which "
                    + "most grades were counted."),
            figures(charts.map { (nil, $0.svg) }),
        ] + folded("Blocks and bytes at all sizes", [table.markup(label: "Allocations")])
    }

    private var memorySection: [Markup] {
        let chart = MemoryChart(report: self).chart
        let table = memory.isEmpty ? [] : [memoryTable.markup(label: "Memory of a loaded table")]
        return (chart.map { [figures([($0.title, $0.svg)])] } ?? []) + table
    }

    private var engineSection: [Markup] {
        if peers.isEmpty { return [] }
        let table = peerTable(.page)
        return [
            .element(
                "p",
                text:
                    "Each engine's samples were taken in turn with those of the kernel, which used one "
                    + "thread; the ratio is the median of the pairs' ratios, and more means that the kernel "
                    + "is faster."
            )
        ]
            + (table.lines.isEmpty
                ? [] : [table.markup(label: "Other engines") { $0 == "not checked" ? "bad" : "" }])
            + notes(peersNotRun + peerNotes)
    }

    private var goalSection: [Markup] {
        goals.isEmpty
            ? []
            : [
                goalTable.markup(label: "Goals") { text in
                    text == "met" ? "good" : text == "NOT MET" ? "bad" : ""
                }
            ]
    }

    private var remarkSection: [Markup] { notes(remarks) }

    private var reproductionSection: [Markup] {
        let changes =
            environment.commit.hasSuffix("+")
            ? "The figures were made with changes that are not in this commit, so another run may differ."
            : "Datasets are generated from their seeds; a machine like this one gives figures like these."
        return [
            .element("p", text: changes),
            .element("pre", ["tabindex": "0"], text: reproductionCommands.joined(separator: "\n")),
        ]
    }

    /// The commands that produce such a report in a clone.
    var reproductionCommands: [String] {
        let commit =
            environment.commit.hasSuffix("+") ? String(environment.commit.dropLast()) : environment.commit
        let program = "swift run -c release --package-path Benchmarks "
        return ["git checkout \(commit)", "make setup"]
            + environment.command.components(separatedBy: " && ").map { program + $0 }
    }

    private func notes(_ lines: [String]) -> [Markup] {
        lines.isEmpty
            ? [] : [.element("ul", ["class": "notes"], lines.map { .element("li", text: $0) })]
    }

    private func folded(_ summary: String, _ content: [Markup]) -> [Markup] {
        content.isEmpty
            ? [] : [.element("details", [:], [.element("summary", text: summary)] + content)]
    }

    private func figures(_ drawings: [(caption: String?, svg: Markup)]) -> Markup {
        .element(
            "div", ["class": "charts"],
            drawings.map { caption, svg in
                .element(
                    "figure", [:], (caption.map { [Markup.element("figcaption", text: $0)] } ?? []) + [svg])
            })
    }
}
