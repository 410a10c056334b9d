import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// Reports and their export, on tables that match the suite's number of posts.
final class ReportPerformanceTests: PerformanceTestCase {
    func testReportOfThirtyDays() throws { try measureReports(.last30Days, isCompared: false) }

    func testReportOfAYearCompared() throws { try measureReports(.lastYear, isCompared: true) }

    func testExport() throws {
        let tables = try PerformanceReports.shared()
        let reports = try PerformanceData.shared().instants.map {
            try tables.checkedReport(.lastYear, isCompared: true, $0)
        }
        let bytes = reports.map { $0.csv() }
        measure(callsPerBlock: 64, of: reports, answers: bytes) { $0.csv() }
    }

    private func measureReports(_ preset: ReportPreset, isCompared: Bool, line: UInt = #line) throws {
        let tables = try PerformanceReports.shared()
        let instants = try PerformanceData.shared().instants
        let reports = try instants.map { try tables.checkedReport(preset, isCompared: isCompared, $0) }
        measure(callsPerBlock: 16, of: instants, answers: reports, line: line) {
            tables.report(preset, isCompared: isCompared, $0)
        }
    }
}

/// The report's tables for the kernel and for the careful baseline, made once per process.
private struct PerformanceReports: Sendable {
    private let kernel: Reports
    private let baseline: BaselineReportTables
    private let zone: ZonePair

    private static let made = Result { try PerformanceReports(PerformanceData.shared()) }

    static func shared() throws -> PerformanceReports { try made.get() }

    private init(_ data: PerformanceData) throws {
        let schools = try data.document(.schools)
        let coaches = try data.document(.coaches)
        let interactions = try data.document(.interactions)
        let metrics = try data.document(.performanceMetrics)
        kernel = Reports(
            schools: try SchoolDirectory.load(json: schools).table,
            coaches: try CoachTable.load(json: coaches).table,
            interactions: try InteractionTable.load(json: interactions).table,
            metrics: try MetricTable.load(json: metrics).table)
        baseline = BaselineReportTables(
            schools: try BaselineLoader.schools(schools).schools,
            coaches: try BaselineLoader.coaches(coaches).table,
            interactions: try BaselineLoader.interactions(interactions).table,
            metrics: try BaselineLoader.metrics(metrics).table, zone: data.zone.baseline)
        zone = data.zone
    }

    func report(_ preset: ReportPreset, isCompared: Bool, _ instant: Int64) -> ReportPage {
        let period = preset.period(asOf: Timestamp(micros: instant), in: zone.kernel)
        return kernel.page(period, in: zone.kernel, comparison: isCompared)
    }

    /// Returns a report that equals the careful baseline's; a wrong report is not measured.
    ///
    /// - Throws: `WrongAnswer`, which ends the test.
    func checkedReport(_ preset: ReportPreset, isCompared: Bool, _ instant: Int64) throws -> ReportPage {
        let report = report(preset, isCompared: isCompared, instant)
        let (from, to) = (BaselineDay(report.period.from), BaselineDay(report.period.to))
        let differences = BaselineReport(report).differences(
            from: baseline.report(from: from, to: to, comparison: isCompared))
        if !differences.isEmpty {
            throw WrongAnswer(question: "\(preset) at \(instant)", differences: differences)
        }
        return report
    }
}
