import CompassKernel

/// The texts of Reports.
public struct ReportTexts: Codable, Hashable, Sendable {
    // MARK: Page

    /// The page's title.
    public var title = "Reports & Analytics"

    /// The line below the title.
    public var subtitle = "Generate comprehensive reports and export recruiting data"

    /// The page's short name, for its tab.
    public var tab = "Reports"

    /// The banner when the tables cannot be loaded.
    public var loadFailed = "Unable to load report data. Check your connection."

    /// The banner when the server did not answer in time.
    public var timedOut = "Connection timed out. Check your connection."

    /// The banner after a fault of the server.
    public var serverError = "Server error. Unable to load data."

    // MARK: Dates

    /// The header of the card of dates, and its button.
    public var generateReport = "Generate Report"

    /// The same button while a report is made.
    public var generating = "Generating..."

    /// The banner above the button when no report could be made.
    public var generateFailed = "Failed to generate report. Please try again."

    /// The label of the six periods.
    public var quickPresets = "Quick Presets"

    /// The button of a period.
    public var last7Days = ReportPreset.last7Days.label

    /// The button of a period.
    public var last30Days = ReportPreset.last30Days.label

    /// The button of a period.
    public var last90Days = ReportPreset.last90Days.label

    /// The button of a period.
    public var last6Months = ReportPreset.last6Months.label

    /// The button of a period.
    public var yearToDate = ReportPreset.yearToDate.label

    /// The button of a period.
    public var lastYear = ReportPreset.lastYear.label

    /// The label of the first day.
    public var from = "From"

    /// The label of the last day.
    public var to = "To"

    /// The hint beside dates of which the last is before the first.
    public var reversedDates = Self.kernelReversedDates

    /// The note below the dates of more than ten years, before a report is made.
    public var largeRange = "Large date range may take longer to generate"

    // MARK: Report

    /// The header of the report.
    public var summary = "Report Summary"

    /// In place of the report's card when the dates have nothing to report.
    public var noData = ReportState.noData.message ?? ""

    /// The first card.
    public var schools = "Schools"

    /// The second card.
    public var coaches = "Coaches"

    /// The third card.
    public var interactions = "Interactions"

    /// The fourth card.
    public var metrics = "Metrics"

    /// The fifth card.
    public var responseRate = "Response Rate"

    /// The value of the fifth card. Placeholders: `rate`.
    public var responseRateValue: TextTemplate = "{rate}%"

    /// The heading of the list of statuses.
    public var schoolsByStatus = "Schools by Status"

    /// A row of the list of statuses. Placeholders: `status`, `count`.
    public var statusCount: TextTemplate = "{status}: {count}"

    /// The header of the card that lists what a report contains.
    public var reportIncludes = "Report Includes"

    // MARK: Export

    /// The header of the card about exporting.
    public var exportOptions = "Export Options"

    /// The button that exports the report.
    public var exportCSV = "Export CSV"

    /// The same button while a report is exported.
    public var exporting = "Exporting..."

    /// The notice when the report could not be exported.
    public var exportFailed = "Failed to export CSV. Please try again."

    /// The notice when there is no report to export.
    public var nothingToExport = "Generate a report first before exporting"

    // MARK: Read aloud

    /// Read aloud for the button of a period. Placeholders: `preset`.
    public var presetAloud: TextTemplate = "{preset} preset"

    /// Read aloud for the first day. Placeholders: `date`.
    public var fromAloud: TextTemplate = "From date: {date}"

    /// Read aloud for the last day. Placeholders: `date`.
    public var toAloud: TextTemplate = "To date: {date}"

    /// Read aloud for the button that makes a report.
    public var generateAloud = "Generate report for selected date range"

    /// Read aloud for the button that exports the report.
    public var exportAloud = "Export report to CSV file"

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.title, into: &title)
        try texts.read(.subtitle, into: &subtitle)
        try texts.read(.tab, into: &tab)
        try texts.read(.loadFailed, into: &loadFailed)
        try texts.read(.timedOut, into: &timedOut)
        try texts.read(.serverError, into: &serverError)
        try texts.read(.generateReport, into: &generateReport)
        try texts.read(.generating, into: &generating)
        try texts.read(.generateFailed, into: &generateFailed)
        try texts.read(.quickPresets, into: &quickPresets)
        try texts.read(.last7Days, into: &last7Days)
        try texts.read(.last30Days, into: &last30Days)
        try texts.read(.last90Days, into: &last90Days)
        try texts.read(.last6Months, into: &last6Months)
        try texts.read(.yearToDate, into: &yearToDate)
        try texts.read(.lastYear, into: &lastYear)
        try texts.read(.from, into: &from)
        try texts.read(.to, into: &to)
        try texts.read(.reversedDates, into: &reversedDates)
        try texts.read(.largeRange, into: &largeRange)
        try texts.read(.summary, into: &summary)
        try texts.read(.noData, into: &noData)
        try texts.read(.schools, into: &schools)
        try texts.read(.coaches, into: &coaches)
        try texts.read(.interactions, into: &interactions)
        try texts.read(.metrics, into: &metrics)
        try texts.read(.responseRate, into: &responseRate)
        try texts.read(.responseRateValue, into: &responseRateValue)
        try texts.read(.schoolsByStatus, into: &schoolsByStatus)
        try texts.read(.statusCount, into: &statusCount)
        try texts.read(.reportIncludes, into: &reportIncludes)
        try texts.read(.exportOptions, into: &exportOptions)
        try texts.read(.exportCSV, into: &exportCSV)
        try texts.read(.exporting, into: &exporting)
        try texts.read(.exportFailed, into: &exportFailed)
        try texts.read(.nothingToExport, into: &nothingToExport)
        try texts.read(.presetAloud, into: &presetAloud)
        try texts.read(.fromAloud, into: &fromAloud)
        try texts.read(.toAloud, into: &toAloud)
        try texts.read(.generateAloud, into: &generateAloud)
        try texts.read(.exportAloud, into: &exportAloud)
    }
}

extension ReportTexts {
    /// The kernel has this text as an error's description alone.
    private static let kernelReversedDates: String = {
        guard let first = CivilDate(year: 2000, month: 1, day: 1),
            let last = CivilDate(year: 2000, month: 1, day: 2)
        else { return "" }
        do throws(ReportPeriodError) {
            _ = try ReportPeriod(from: last, to: first)
            return ""
        } catch { return error.description }
    }()

    /// Returns the name of a period.
    public func label(of preset: ReportPreset) -> String {
        switch preset {
        case .last7Days: last7Days
        case .last30Days: last30Days
        case .last90Days: last90Days
        case .last6Months: last6Months
        case .yearToDate: yearToDate
        case .lastYear: lastYear
        }
    }
}
