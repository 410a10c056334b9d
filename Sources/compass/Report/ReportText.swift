import CompassKernel
import CompassProgram
import CompassSynthesis

/// The Reports page for a terminal.
struct ReportText {
    let report: ReportPage
    /// The preset of the period; nil for a period of two dates.
    let preset: ReportPreset?
    let now: Timestamp
    let zone: ZoneOffsets
    /// Why the period contains no rows; nil when it does.
    var hint: String?

    private var sections: ReportSections { report.sections }

    /// Returns the whole page.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        addTitle(to: &text)
        text.warnings(report.warnings.map { ($0.table, $0.reason) })
        text.hint(hint)
        addCards(to: &text)
        addComparison(to: &text)
        addSchools(to: &text)
        addInteractions(to: &text)
        addMetrics(to: &text)
        return text.text
    }

    private func addTitle(to text: inout TextPage) {
        text.title("Reports & Analytics", preset?.label ?? "custom period")
        let period = report.period
        let days = DisplayText.counted(period.dayCount, "day", "days")
        text.facts([
            "\(period.from.labelWithYear) to \(period.to.labelWithYear), \(days)",
            "as of \(zone.clockText(at: now))", zone.identifier,
        ])
    }

    private func addCards(to text: inout TextPage) {
        let coaches = sections.coaches
        func total(_ count: Int, of table: SynthesisTable) -> String {
            report.isUnread(table) ? text.style.absent : DisplayText.grouped(count)
        }
        text.cards([
            .init("Schools", total(sections.schools.total, of: .schools), color: .blue),
            .init("Coaches", total(coaches.total, of: .coaches), color: .magenta),
            .init("Interactions", total(sections.interactions.total, of: .interactions), color: .green),
            .init("Metrics", total(sections.metrics.total, of: .performanceMetrics), color: .yellow),
        ])
        if report.isUnread(.coaches) { return }
        if hasResponseRate {
            text.field(
                "Response rate",
                text.style.colored(DisplayText.oneDecimal(coaches.responseRate) + "%", .cyan),
                remark: "inbound interactions for each coach")
        }
        text.field(
            "Mean responsiveness",
            coaches.meanResponsiveness.map(DisplayText.number) ?? text.style.dim("no coach has a score"))
        text.field("Schools with a coach", DisplayText.grouped(coaches.schoolCount))
    }

    private var hasResponseRate: Bool { !report.isUnread(.coaches) && !report.isUnread(.interactions) }

    private func addComparison(to text: inout TextPage) {
        guard let previous = report.previous else { return }
        let days = report.period.dayCount
        text.section(
            days == 1
                ? "Compared with the day before"
                : "Compared with the \(DisplayText.grouped(days)) days before",
            remark: report.period.previous.from.labelWithYear + " to "
                + report.period.previous.to.labelWithYear)
        if areUnread { return text.empty(Self.neitherIsRead) }
        var rows: [TextPage.Comparison] = []
        if !report.isUnread(.interactions) {
            rows.append(.init("Interactions", sections.interactions.total, previous.interactions.total))
        }
        if !report.isUnread(.performanceMetrics) {
            rows.append(.init("Metrics", sections.metrics.total, previous.metrics.total))
        }
        if hasResponseRate {
            rows.append(
                .init("Response rate", tenths: sections.coaches.responseRate, previous.coaches.responseRate))
        }
        text.comparisons(rows)
    }

    private func addSchools(to text: inout TextPage) {
        text.section("Schools by status")
        text.breakdown(
            sections.schools.byStatus, of: sections.schools.total, .blue,
            ifEmpty: reason("No school has a status", .schools))
        text.section("Schools by division")
        text.breakdown(
            sections.schools.byDivision, of: sections.schools.total, .blue,
            ifEmpty: reason("No school has a division", .schools))
    }

    private func addInteractions(to text: inout TextPage) {
        let interactions = sections.interactions
        if let message = report.state.message {
            text.section("Interactions and metrics")
            if areUnread { return text.empty(Self.neitherIsRead) }
            text.empty(message)
            for table in Self.datedTables where report.isUnread(table) { text.empty(Self.unread(table)) }
            return
        }
        let reason = reason("No interactions in this period", .interactions)
        text.section("Interactions by type")
        text.breakdown(interactions.byType, of: interactions.total, .green, ifEmpty: reason)
        text.section("Interactions by sentiment")
        text.breakdown(interactions.bySentiment, of: interactions.total, .green, ifEmpty: reason)
    }

    /// The tables whose rows are counted only within the period.
    private static let datedTables: [SynthesisTable] = [.interactions, .performanceMetrics]
    private static let neitherIsRead = "Neither of the two tables could be read"

    /// Whether the page is empty because neither table could be read; another period would not help.
    private var areUnread: Bool { Self.datedTables.allSatisfy(report.isUnread) }

    private static func unread(_ table: SynthesisTable) -> String {
        "The table \(table.rawValue) could not be read"
    }

    /// Returns why a section is empty: because its table has no such rows, or because it could not be read.
    private func reason(_ noRows: String, _ table: SynthesisTable) -> String {
        report.isUnread(table) ? Self.unread(table) : noRows
    }

    private func addMetrics(to text: inout TextPage) {
        let metrics = sections.metrics
        if report.state == .noData { return }
        text.section("Metrics by type")
        text.breakdown(
            metrics.byType, of: metrics.total, .yellow,
            ifEmpty: reason("No metrics in this period", .performanceMetrics))
        guard metrics.total > 0 else { return }
        text.section("Values of metrics")
        if metrics.summaries.isEmpty { return text.empty("No metric of this period has a value") }
        MetricTableText(summaries: metrics.summaries).add(to: &text)
    }
}

extension ReportPage {
    /// Returns whether a table is missing or could not be read, so that figures of its rows are meaningless.
    func isUnread(_ table: SynthesisTable) -> Bool { warnings.contains { $0.table == table.rawValue } }
}
