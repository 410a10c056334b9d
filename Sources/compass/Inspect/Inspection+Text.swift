import CompassKernel

extension [Inspection] {
    /// The reports for a terminal: a table of counts, then the problems of each table that has some.
    func text(_ style: TerminalStyle) -> String {
        var page = TextPage(style: style)
        let columns = [
            ("rows", 11), ("loaded", 11), ("skipped", 9), ("replaced", 10), ("warnings", 10), ("MB/s", 7),
        ]
        let header = columns.map { DisplayText.rightAligned($0.0, to: $0.1) }.joined()
        page.line(style.dim(page.padded("table", to: 21) + header))
        for inspection in self {
            let name = page.padded(inspection.table.rawValue, to: 21)
            guard let report = inspection.report else {
                page.line(name + style.colored("  could not be read", .red))
                continue
            }
            let speed = Int(inspection.megabytesPerSecond.rounded())
            let numbers = [
                report.rows, report.loaded, report.skipped, report.replaced, report.warnings, speed,
            ]
            let cells = zip(numbers, columns).map { number, column in
                DisplayText.rightAligned(DisplayText.grouped(number), to: column.1)
            }
            page.line(name + cells.joined())
        }
        for inspection in self { inspection.addProblems(to: &page) }
        return page.text
    }
}

extension Inspection {
    fileprivate func addProblems(to page: inout TextPage) {
        let style = page.style
        if let failure {
            page.line()
            page.line(style.bold(page.harmless(source)))
            add(style.colored("failed   ", .red), page.harmless(failure.message), to: &page)
            return
        }
        guard let report, report.skipped + report.replaced + report.warnings > 0 else { return }
        page.line()
        page.line(style.bold(page.harmless(source)))
        for problem in report.problems {
            let label =
                problem.severity == .error
                ? style.colored("skipped  ", .red) : style.colored("warning  ", .yellow)
            add(label, page.harmless(problem.description), to: &page)
        }
        let unlisted = report.skipped + report.warnings - report.problems.count
        if unlisted > 0 {
            page.line(
                style.dim("  and \(DisplayText.grouped(unlisted)) more; '--max-problems' lists more of them"))
        }
        if report.replaced > 0 {
            let rows =
                report.replaced == 1 ? "1 row was" : "\(DisplayText.grouped(report.replaced)) rows were"
            page.line(style.dim("  \(rows) replaced by later rows of the same key"))
        }
    }

    /// A label of nine columns, and a text beside it on as many lines as it needs.
    private func add(_ label: String, _ text: String, to page: inout TextPage) {
        let lines = DisplayText.lines(
            text, width: TerminalStyle.width - 13, lineLimit: 20, page.style)
        for (index, line) in lines.enumerated() {
            page.line("  " + (index == 0 ? label : "         ") + " " + line)
        }
    }
}
