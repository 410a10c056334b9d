import CompassKernel
import CompassProgram

extension InspectionResult {
    /// Returns the reports for a terminal: a table of counts, then the problems of each table that has any, and
    /// what is inside of table files.
    ///
    /// - Parameters:
    ///   - isVerbose: whether to list each problem, instead of groups of similar ones, and each section.
    ///   - limit: the number of problems or groups to list for each table.
    func text(_ style: TerminalStyle, isVerbose: Bool, limit: Int) -> String {
        var page = TextPage(style: style)
        // A file may have no table at all.
        if !inspections.isEmpty { inspections.addCounts(to: &page) }
        for inspection in inspections {
            InspectionText(inspection: inspection, isVerbose: isVerbose, limit: limit).add(to: &page)
        }
        for file in files { file.add(isVerbose: isVerbose, to: &page) }
        return page.text
    }
}

extension [Inspection] {
    fileprivate func addCounts(to page: inout TextPage) {
        let standard = [
            ("rows", 11), ("loaded", 11), ("skipped", 9), ("replaced", 10), ("warnings", 10), ("MB/s", 7),
        ]
        let nameWidth = 21
        let cells = map(\.counts)
        let columns = standard.enumerated().map { index, column in
            let longest = cells.compactMap { $0.isEmpty ? nil : $0[index].count }.max() ?? 0
            return (title: column.0, width: Swift.max(column.1, longest + 1))
        }
        guard nameWidth + columns.reduce(0, { $0 + $1.width }) < page.width else {
            return addLists(cells, columns.map(\.title), to: &page)
        }
        let style = page.style
        let header = columns.map { DisplayText.rightAligned($0.title, to: $0.width) }.joined()
        page.line(style.dim(page.padded("table", to: nameWidth) + header))
        for (inspection, cells) in zip(self, cells) {
            let name = page.padded(inspection.table.rawValue, to: nameWidth)
            let numbers = zip(cells, columns).map { DisplayText.rightAligned($0, to: $1.width) }.joined()
            page.line(
                name + (cells.isEmpty ? style.colored("  could not be read", .red) : numbers))
        }
    }

    /// Writes the counts below each table, when there is no space for columns.
    private func addLists(_ cells: [[String]], _ titles: [String], to page: inout TextPage) {
        for (inspection, cells) in zip(self, cells) {
            page.line(page.style.bold(inspection.table.rawValue))
            if cells.isEmpty { page.line("  " + page.style.colored("could not be read", .red)) }
            let counts = zip(cells, titles).map { count, title in
                let isSingular = count == "1" && ["rows", "warnings"].contains(title)
                return count + " " + (isSingular ? String(title.dropLast()) : title)
            }
            for line in page.joined(counts, by: ", ", indent: 2) { page.line(line) }
        }
    }
}

extension Inspection {
    /// The row of the table of counts; empty when the table could not be read.
    fileprivate var counts: [String] {
        report.map {
            [$0.rows, $0.loaded, $0.skipped, $0.replaced, $0.warnings].map(DisplayText.grouped)
                + [megabytesPerSecond.map { DisplayText.grouped(Int($0.rounded())) } ?? "-"]
        } ?? []
    }
}

/// The problems of the rows of one table, in words.
private struct InspectionText {
    let inspection: Inspection
    let isVerbose: Bool
    let limit: Int

    func add(to page: inout TextPage) {
        let style = page.style
        if let failure = inspection.failure {
            addSource(to: &page)
            return add(style.colored("failed   ", .red), failure.message, to: &page)
        }
        guard let report = inspection.report, report.skipped + report.replaced + report.warnings > 0 else {
            return
        }
        addSource(to: &page)
        isVerbose ? addEach(of: report, to: &page) : addGroups(of: report, to: &page)
        addReplacements(of: report, to: &page)
        if !isVerbose, hasGroups(report) { page.note("'--verbose' lists each of them") }
    }

    /// Returns whether a line represents more than one row.
    private func hasGroups(_ report: IngestReport) -> Bool {
        let groups = ProblemGroup.all(of: report.problems).prefix(limit)
        return groups.contains { $0.count > 1 }
            || limit > 0 && Set(report.replacements.map(\.rule)).count < report.replacements.count
    }

    private func addSource(to page: inout TextPage) {
        page.line()
        for line in DisplayText.lines(
            page.harmless(inspection.source), width: page.width - 1, lineLimit: 8, page.style)
        { page.line(page.style.bold(line)) }
    }

    private func addEach(of report: IngestReport, to page: inout TextPage) {
        for problem in report.problems.prefix(limit) {
            add(label(problem.severity, page.style), problem.description, to: &page)
        }
        let unlisted = report.skipped + report.warnings - min(limit, report.problems.count)
        if unlisted > 0 {
            page.note("and \(DisplayText.grouped(unlisted)) more; '--max-problems' lists more of them")
        }
    }

    private func addGroups(of report: IngestReport, to page: inout TextPage) {
        let groups = ProblemGroup.all(of: report.problems)
        let times = page.style.isUnicode ? "×" : "x"
        for group in groups.prefix(limit) {
            add(label(group.first.severity, page.style), group.description(times: times), to: &page)
        }
        let hidden = groups.dropFirst(limit)
        if !hidden.isEmpty {
            let kinds = DisplayText.counted(hidden.count, "more kind", "more kinds")
            page.note("and \(kinds) of problems; '--max-problems' lists more of them")
        }
        let unread = report.skipped + report.warnings - report.problems.count
        if unread > 0 {
            page.note("and \(DisplayText.grouped(unread)) more problems, which these groups do not count")
        }
    }

    private func label(_ severity: IngestProblem.Severity, _ style: TerminalStyle) -> String {
        severity == .error ? style.colored("skipped  ", .red) : style.colored("warning  ", .yellow)
    }

    // MARK: Replaced rows

    private func addReplacements(of report: IngestReport, to page: inout TextPage) {
        let label = page.style.colored("replaced ", .cyan)
        let rows = report.replacements
        var shownCount = 0
        if isVerbose {
            for row in rows.prefix(limit) { add(label, row.description, to: &page) }
            shownCount = min(limit, rows.count)
        } else if limit > 0 {
            for rule in [IngestReplacement.Rule.id, .postURL].filter({ rule in
                rows.contains { $0.rule == rule }
            }).prefix(limit) {
                let same = rows.filter { $0.rule == rule }
                guard let first = same.first else { continue }
                let times = page.style.isUnicode ? "×" : "x"
                let text =
                    same.count == 1
                    ? first.description
                    : "\(DisplayText.grouped(same.count)) \(times) by a later row with the same "
                        + "\(rule.rawValue), first in row \(first.row), byte \(first.byteOffset): "
                        + "id \(first.id), by row \(first.byRow)"
                add(label, text, to: &page)
                shownCount += same.count
            }
        }
        let unlisted = report.replaced - shownCount
        if unlisted > 0 {
            let count = (shownCount > 0 ? "and " : "") + DisplayText.grouped(unlisted)
            let verb = unlisted == 1 ? "row was" : "rows were"
            page.note(
                "\(count) \(shownCount > 0 ? "more " : "")\(verb) replaced by later rows of the same key")
        }
    }

    /// Writes a label of nine columns, and a text beside it on as many lines as required.
    private func add(_ label: String, _ text: String, to page: inout TextPage) {
        let lines = DisplayText.lines(
            page.harmless(text), width: page.width - 13, lineLimit: 20, page.style)
        for (index, line) in lines.enumerated() {
            page.line("  " + (index == 0 ? label : "         ") + " " + line)
        }
    }
}
