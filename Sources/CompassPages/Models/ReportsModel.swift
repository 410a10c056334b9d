import CompassKernel
import Observation

/// The state of the page Reports.
///
/// ```swift
/// let model = ReportsModel(store)
/// model.appear()
/// model.choose(.last90Days)
/// model.generate()
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class ReportsModel: LoadingModel {
    /// The name of the exported file.
    public static let fileName = "recruiting-report.csv"

    /// A figure of the report's summary.
    public struct Card: Hashable, Sendable {
        /// What it counts.
        public var label: String
        /// The figure.
        public var value: String
        /// The text for a screen reader.
        public var aloud: String
    }

    /// The preset that gave the dates; nil if they were chosen by hand.
    public private(set) var preset: ReportPreset?
    /// The report; nil until it is generated, and after a change of a date.
    public private(set) var report: ReportPage?
    /// Whether a report is being generated.
    public private(set) var isGenerating = false
    /// Whether a report is being exported.
    public private(set) var isExporting = false
    /// Why the latest report could not be generated; nil if it could.
    public private(set) var generateFailure: PageNotice?
    /// Why the latest export failed; nil if it did not.
    public private(set) var exportFailure: PageNotice?
    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    private var firstDay: CivilDate?
    private var lastDay: CivilDate?
    private var isCompared = false
    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored let loading: PageLoading<Reports>
    @ObservationIgnored private var number = 0
    /// Counts exports that were dropped: a file from before a reset belongs to another user.
    @ObservationIgnored private var exportNumber = 0
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Creates the state of a page that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        loading = PageLoading(
            store,
            LoadTexts(
                load: texts.reports.loadFailed, timedOut: texts.reports.timedOut,
                server: texts.reports.serverError),
            store.reports.source)
        loading.forget = { [weak self] in self?.forget() }
        choose(.last30Days)
    }

    deinit { task?.cancel() }

    // Loading

    /// Loads the tables that are missing or stale. The dates are the last 30 days.
    public func appear() {
        if loading.isVisible { return }
        choose(.last30Days)
        loading.appear()
    }

    /// Ends what only this page waits for; dates and report are not kept.
    public func disappear() {
        loading.disappear()
        dropReport()
        dropExport()
    }

    // Dates

    /// The first day; a change by hand leaves no preset active, and the report goes.
    public var from: CivilDate? {
        get { firstDay }
        set {
            guard newValue != firstDay else { return }
            firstDay = newValue
            dateChanged()
        }
    }

    /// The last day; a change by hand leaves no preset active, and the report goes.
    public var to: CivilDate? {
        get { lastDay }
        set {
            guard newValue != lastDay else { return }
            lastDay = newValue
            dateChanged()
        }
    }

    /// Whether the report is compared with the period before, which has as many days; a change removes the report.
    public var isComparing: Bool {
        get { isCompared }
        set {
            guard newValue != isCompared else { return }
            isCompared = newValue
            dropReport()
        }
    }

    /// Sets the dates of a preset; other dates than before remove the report.
    ///
    /// - Parameter preset: the preset, whose last day is today.
    public func choose(_ preset: ReportPreset) {
        let environment = store.environment
        let period = preset.period(asOf: environment.now(), in: environment.zone)
        if firstDay != period.from || lastDay != period.to { dropReport() }
        set(\.firstDay, to: period.from)
        set(\.lastDay, to: period.to)
        set(\.preset, to: preset)
    }

    /// The hint beside the dates; nil if they are in order.
    public var dateNotice: PageNotice? {
        guard let from, let to else { return nil }
        do throws(ReportPeriodError) {
            _ = try ReportPeriod(from: from, to: to)
            return nil
        } catch { return PageNotice(text: texts.reports.reversedDates, kind: .inline) }
    }

    /// What to know before a report is generated, or nil.
    public var largeRangeText: String? {
        guard let period, !Reports.warnings(about: period).isEmpty else { return nil }
        return texts.reports.largeRange
    }

    private var period: ReportPeriod? {
        guard let from, let to else { return nil }
        return try? ReportPeriod(from: from, to: to)
    }

    private func dateChanged() {
        set(\.preset, to: nil)
        dropReport()
    }

    // Report

    /// Whether a report can be generated: there are dates in order, a network, and none is being generated.
    public var canGenerate: Bool { period != nil && !isGenerating && store.isOnline }

    /// The text of the button.
    public var generateLabel: String {
        isGenerating ? texts.reports.generating : texts.reports.generateReport
    }

    /// Generates the report; tables older than five minutes are loaded first.
    ///
    /// - Complexity: that of `Reports.page`, in the background.
    public func generate() {
        guard canGenerate, loading.isVisible, !store.isSignedOut, let period else { return }
        dropReport()
        isGenerating = true
        let (number, environment, isCompared) = (number, store.environment, isCompared)
        let source = store.reports.source
        task = Task { [weak self] in
            let result: Result<ReportPage, SourceError>
            do throws(SourceError) {
                let tables = try await source.load(false)
                result = .success(
                    await Self.page(
                        of: tables, period, asOf: environment.now(), in: environment.zone,
                        comparison: isCompared))
            } catch { result = .failure(error) }
            self?.end(number, result)
        }
    }

    /// The message in place of the report's card; nil if there is something to report, or no report.
    public var emptyText: String? { report?.state == .noData ? texts.reports.noData : nil }

    /// The figures of the summary; none without a report.
    public var cards: [Card] {
        guard let sections = report?.sections else { return [] }
        let texts = texts.reports
        let rate = texts.responseRateValue.text(["rate": Self.oneDecimal(sections.coaches.responseRate)])
        return [
            (texts.schools, "\(sections.schools.total)"), (texts.coaches, "\(sections.coaches.total)"),
            (texts.interactions, "\(sections.interactions.total)"),
            (texts.metrics, "\(sections.metrics.total)"), (texts.responseRate, rate),
        ].map { label, value in
            Card(label: label, value: value, aloud: self.texts.common.cardAloud(label: label, value: value))
        }
    }

    // Export

    /// The text of the button.
    public var exportLabel: String { isExporting ? texts.reports.exporting : texts.reports.exportCSV }

    /// Writes the report as CSV, which the app saves or shares under ``fileName``.
    ///
    /// - Returns: the file's bytes; nil while another export runs, without a report, which ``exportFailure`` then
    ///   tells, and if the page was left or another user came meanwhile.
    /// - Complexity: O(r) for a report of r rows, in the background.
    public func exportCSV() async -> [UInt8]? {
        if isExporting { return nil }
        guard let report else {
            exportFailure = PageNotice(text: texts.reports.nothingToExport, kind: .alert)
            return nil
        }
        set(\.exportFailure, to: nil)
        set(\.isExporting, to: true)
        let exportNumber = exportNumber
        let csv = await Self.csv(of: report)
        guard exportNumber == self.exportNumber else { return nil }
        set(\.isExporting, to: false)
        return csv
    }

    /// Notes that the app could not save or share the file.
    public func exportFailed() {
        exportFailure = PageNotice(text: texts.reports.exportFailed, kind: .alert)
    }

    /// Closes the alert of ``exportFailure``.
    public func closeAlert() { set(\.exportFailure, to: nil) }

    // Texts

    /// Returns the button of a preset as a sentence.
    public func aloud(_ preset: ReportPreset) -> String {
        texts.reports.presetAloud.text(["preset": texts.reports.label(of: preset)])
    }

    /// The field of the first day as a sentence.
    public var fromAloud: String { aloud(texts.reports.fromAloud, from) }

    /// The field of the last day as a sentence.
    public var toAloud: String { aloud(texts.reports.toAloud, to) }

    private func aloud(_ template: TextTemplate, _ date: CivilDate?) -> String {
        template.text(["date": date?.fullLabelWithYear ?? ""])
    }

    // Generating

    @concurrent
    private static func page(
        of tables: Reports, _ period: ReportPeriod, asOf now: Timestamp, in zone: ZoneOffsets,
        comparison: Bool
    ) async -> ReportPage {
        tables.page(period, asOf: now, in: zone, comparison: comparison)
    }

    @concurrent
    private static func csv(of report: ReportPage) async -> [UInt8] { report.csv() }

    private func end(_ number: Int, _ result: Result<ReportPage, SourceError>) {
        guard number == self.number else { return }
        task = nil
        set(\.isGenerating, to: false)
        switch result {
        case .success(let page): set(\.report, to: page)
        case .failure(.signedOut): store.signOut()
        case .failure(.cancelled): break
        case .failure:
            set(
                \.generateFailure,
                to: PageNotice(text: texts.reports.generateFailed, kind: .banner, canRetry: true))
        }
    }

    private func dropReport() {
        number += 1
        task?.cancel()
        task = nil
        set(\.isGenerating, to: false)
        set(\.report, to: nil)
        set(\.generateFailure, to: nil)
        set(\.exportFailure, to: nil)
    }

    private func dropExport() {
        exportNumber += 1
        set(\.isExporting, to: false)
    }

    private func forget() {
        dropReport()
        dropExport()
        set(\.isCompared, to: false)
        choose(.last30Days)
    }

    /// Returns a number with one decimal.
    static func oneDecimal(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard tenths.magnitude < 1e15 else { return "\(value)" }
        let whole = Int(tenths.magnitude)
        return (tenths < 0 ? "-" : "") + "\(whole / 10).\(whole % 10)"
    }
}
