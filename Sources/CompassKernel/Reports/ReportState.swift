/// Whether there is anything to report.
public enum ReportState: String, CaseIterable, Hashable, Codable, Sendable {
    /// Some interaction or metric is in the period.
    case report
    /// No interaction or metric is in the period; there may be schools and coaches, which count in full.
    case noData

    /// The page's message; nil if there is something to report.
    public var message: String? {
        self == .noData ? "No data found for selected date range. Try a different range." : nil
    }
}

extension ReportPage {
    /// Whether there is anything to report.
    public var state: ReportState {
        sections.interactions.total + sections.metrics.total == 0 ? .noData : .report
    }
}
