import CompassKernel
import CompassPages
import CompassProgram

/// Reports on the terminal.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ReportsPageView: BrowsePage {
    private let model: ReportsModel
    private let environment: PageEnvironment

    init(_ store: CompassStore) {
        model = ReportsModel(store)
        environment = store.environment
        super.init(model)
    }

    override var tab: String { texts.reports.tab }
    override var title: String { texts.reports.title }
    override var subtitle: String { texts.reports.subtitle }
    override var banner: PageNotice? { model.generateFailure ?? model.banner }
    override var message: PageNotice? { model.exportFailure ?? model.dateNotice }
    override var tables: [TableName] { [.schools, .coaches, .interactions, .metrics] }

    override func retry() { if model.generateFailure == nil { model.retry() } else { model.generate() } }

    override var controls: [PageControl] {
        [
            PageControl(
                key: "← →", label: texts.reports.quickPresets,
                value: model.preset.map(texts.reports.label(of:)) ?? "none"),
            PageControl(key: "a", label: texts.reports.from, value: model.from?.labelWithYear ?? "none"),
            PageControl(key: "b", label: texts.reports.to, value: model.to?.labelWithYear ?? "none"),
            PageControl(
                key: "c", label: "Compare", value: model.isComparing ? "on" : "off",
                isActive: model.isComparing),
        ]
    }

    override var hints: [KeyHint] {
        let enter = KeyHint("Enter", model.generateLabel)
        let export = KeyHint("w", model.exportLabel)
        return (model.report == nil ? [enter] : [enter, export])
            + [KeyHint("←→", texts.reports.quickPresets), KeyHint("↑↓", "Move")]
    }

    override var help: [KeyHint] {
        [
            KeyHint("← →", texts.reports.quickPresets), KeyHint("a  b", "The first and the last day"),
            KeyHint("c", "Compare with the period before"), KeyHint("Enter", texts.reports.generateReport),
            KeyHint("w", texts.reports.exportCSV + " into the working directory"),
        ]
    }

    override func handle(_ key: TerminalKey, selected: String?) -> Bool {
        switch key {
        case .left: choose(by: -1)
        case .right: choose(by: 1)
        case .character("c"): model.isComparing.toggle()
        case .enter, .character("g"):
            model.generate()
            scroller.reset()
        case .character("a"): openDate(texts.reports.from, \.from)
        case .character("b"): openDate(texts.reports.to, \.to)
        case .character("w"): export()
        default: return false
        }
        return true
    }

    private func choose(by step: Int) {
        let presets = ReportPreset.allCases
        model.choose(model.preset.map { Self.neighbor(of: $0, in: presets, by: step) } ?? .last30Days)
    }

    private func openDate(_ label: String, _ date: ReferenceWritableKeyPath<ReportsModel, CivilDate?>) {
        let model = model
        prompt = Prompt(
            label: label, field: TextField(model[keyPath: date]?.description ?? ""),
            hints: [KeyHint("Enter", texts.common.save), KeyHint("Esc", texts.common.cancel)],
            commit: { [weak self] text in
                guard let day = try? CivilDate(parsing: text) else {
                    self?.remark = "A date such as 2026-03-01 is accepted."
                    return false
                }
                model[keyPath: date] = day
                return true
            }, cancel: {})
    }

    private func export() {
        let model = model
        Task { [weak self] in
            guard let csv = await model.exportCSV() else { return }
            do throws(Failure) {
                try Self.write(csv, to: ReportsModel.fileName)
                self?.remark = "\(ReportsModel.fileName) is in the working directory."
            } catch {
                model.exportFailed()
            }
            self?.changed()
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let file = try OutputFile(path)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(Failure) in try file.write(bytes) }
        }
        try result.get()
        try file.finish()
        try file.publish()
    }

    // MARK: Drawing

    override func blocks(_ layout: PageLayout) -> PageBlocks {
        guard let report = model.report else {
            let largeRange = model.largeRangeText
            return PageBlocks([
                PageBlock(
                    layout.lines { text in
                        text.line()
                        if let largeRange { text.warnings([(nil, largeRange)]) }
                        text.line("  " + text.style.bold(model.generateLabel) + text.style.dim(" (Enter)"))
                    })
            ])
        }
        let cards = model.cards
        return PageBlocks([
            PageBlock(
                layout.lines { text in
                    text.section(
                        texts.reports.summary,
                        remark: "\(report.period.from.labelWithYear) to \(report.period.to.labelWithYear)")
                    text.figures(cards.map { ($0.label, $0.value, nil) })
                    text.warnings(report.warnings.map { ($0.table, $0.reason) })
                    addComparison(of: report, to: &text)
                    addSections(of: report, to: &text)
                })
        ])
    }

    private func addComparison(of report: ReportPage, to text: inout TextPage) {
        guard let previous = report.previous else { return }
        let sections = report.sections
        text.section(
            "Compared with the period before",
            remark: report.period.previous.from.labelWithYear + " to "
                + report.period.previous.to.labelWithYear)
        text.comparisons([
            .init(texts.reports.interactions, sections.interactions.total, previous.interactions.total),
            .init(texts.reports.metrics, sections.metrics.total, previous.metrics.total),
            .init(
                texts.reports.responseRate, tenths: sections.coaches.responseRate,
                previous.coaches.responseRate),
        ])
    }

    private func addSections(of report: ReportPage, to text: inout TextPage) {
        let sections = report.sections
        text.section(texts.reports.schoolsByStatus)
        text.breakdown(
            sections.schools.byStatus, of: sections.schools.total, .blue, ifEmpty: "No school has a status")
        if let message = model.emptyText {
            text.section(texts.reports.interactions)
            return text.empty(message)
        }
        for (title, rows, total, color) in [
            ("Interactions by Type", sections.interactions.byType, sections.interactions.total, .green),
            (
                "Interactions by Sentiment", sections.interactions.bySentiment, sections.interactions.total,
                .green
            ),
            ("Metrics by Type", sections.metrics.byType, sections.metrics.total, .yellow),
        ] as [(String, [CategoryCount], Int, TerminalStyle.Color)] {
            text.section(title)
            text.breakdown(rows, of: total, color, ifEmpty: "None in this period")
        }
        guard !sections.metrics.summaries.isEmpty else { return }
        text.section("Values of Metrics")
        MetricTableText(summaries: sections.metrics.summaries).add(to: &text)
    }
}
