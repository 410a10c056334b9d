import CompassBaseline
import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// The golden reports of the Reports page, as ``GoldenFile`` describes.
final class GoldenReportTests: XCTestCase {
    func testKernelAndBaselineGiveTheGoldenAnswers() throws {
        let schools = try GoldenFile.table("schools")
        let coaches = try GoldenFile.table("coaches")
        let interactions = try GoldenFile.table("interactions")
        let metrics = try GoldenFile.table("performance_metrics")
        let kernel = Reports(
            schools: try SchoolDirectory.load(json: schools).table,
            coaches: try CoachTable.load(json: coaches).table,
            interactions: try InteractionTable.load(json: interactions).table,
            metrics: try MetricTable.load(json: metrics).table)
        for golden in GoldenReport.cases {
            let zone = try ZonePair(golden.zone)
            let baseline = BaselineReportTables(
                schools: try BaselineLoader.schools(schools).schools,
                coaches: try BaselineLoader.coaches(coaches).table,
                interactions: try BaselineLoader.interactions(interactions).table,
                metrics: try BaselineLoader.metrics(metrics).table, zone: zone.baseline)
            let (from, to) = try golden.days(in: zone.baseline)
            let report = baseline.report(from: from, to: to, comparison: golden.compares)
            try GoldenFile.expectAgreement(
                golden.name, arguments: golden.arguments, answer: try golden.answer(report)
            ) {
                let period: ReportPeriod
                if let preset = golden.preset.flatMap({ ReportPreset(rawValue: $0) }) {
                    period = preset.period(asOf: Timestamp(micros: try golden.nowMicros()), in: zone.kernel)
                } else {
                    period = try ReportPeriod(from: from.kernel, to: to.kernel)
                }
                return kernel.page(
                    period, asOf: Timestamp(micros: try golden.nowMicros()), in: zone.kernel,
                    comparison: golden.compares
                ).json()
            }
        }
    }
}

/// One golden file: its report query on the command line and in both libraries.
private struct GoldenReport {
    var name: String
    var now = "2026-03-01T12:00:00Z"
    var zone = "UTC"
    var preset: String?
    var from: String?
    var to: String?
    var compares = false

    static let cases: [GoldenReport] = [
        GoldenReport(name: "report-30-days", preset: "30d"),
        GoldenReport(name: "report-7-days-compared", zone: "America/New_York", preset: "7d", compares: true),
        GoldenReport(name: "report-90-days-in-apia", zone: "Pacific/Apia", preset: "90d"),
        GoldenReport(name: "report-6-months", zone: "Asia/Kolkata", preset: "6m", compares: true),
        GoldenReport(
            name: "report-year-to-date", now: "2026-01-01T04:59:59Z", zone: "America/New_York", preset: "ytd"),
        GoldenReport(name: "report-1-year", preset: "1y"),
        GoldenReport(name: "report-one-day", zone: "Europe/London", from: "2026-02-27", to: "2026-02-27"),
        GoldenReport(name: "report-long-range", from: "2015-06-30", to: "2026-03-01", compares: true),
        GoldenReport(name: "report-no-data", zone: "America/Sao_Paulo", from: "2001-01-01", to: "2001-12-31"),
    ]

    /// The arguments of `compass report Datasets/tiny`.
    var arguments: [String] {
        var arguments = ["--now", now, "--zone", zone]
        if let preset { arguments += ["--preset", preset] }
        if let from, let to { arguments += ["--from", from, "--to", to] }
        if compares { arguments.append("--compare") }
        return arguments
    }

    func nowMicros() throws -> Int64 { try BaselineTimestamp.micros(of: BaselineText(now)) }

    func days(in zone: TimeZone) throws -> (from: BaselineDay, to: BaselineDay) {
        if let preset = preset.flatMap({ BaselineReportPreset(rawValue: $0) }) {
            return preset.days(now: try nowMicros(), zone: zone)
        }
        return (
            try XCTUnwrap(from.flatMap { BaselineDay($0) }), try XCTUnwrap(to.flatMap { BaselineDay($0) })
        )
    }

    /// The baseline's report, with the keys of the JSON contract.
    func answer(_ report: BaselineReport) throws -> [String: Any] {
        var answer = sections(report.sections)
        answer["schemaVersion"] = 1
        answer["dateRange"] = ["from": report.from.text, "to": report.to.text]
        answer["warnings"] = report.warnings.map {
            ["table": GoldenFile.orNull($0.table), "reason": $0.reason] as [String: Any]
        }
        answer["previous"] = GoldenFile.orNull(report.previous.map(sections))
        let count = report.sections.interactionCount + report.sections.metricCount
        answer["state"] = count == 0 ? "noData" : "report"
        answer["title"] = "Recruiting Report"
        answer["generatedAt"] = GoldenFile.instant(try nowMicros(), TimeZone(identifier: zone)!)
        return answer
    }

    private func sections(_ sections: BaselineReport.Sections) -> [String: Any] {
        [
            "schools": [
                "total": sections.schoolCount, "byStatus": categories(sections.schoolsByStatus),
                "byDivision": categories(sections.schoolsByDivision),
            ] as [String: Any],
            "coaches": [
                "total": sections.coachCount, "responseRate": sections.responseRate,
                "meanResponsiveness": GoldenFile.orNull(sections.meanResponsiveness),
                "bySchool": sections.coachedSchoolCount,
            ] as [String: Any],
            "interactions": [
                "total": sections.interactionCount, "byType": categories(sections.interactionsByType),
                "bySentiment": categories(sections.interactionsBySentiment),
            ] as [String: Any],
            "metrics": [
                "total": sections.metricCount, "byType": categories(sections.metricsByType),
                "summaries": sections.summaries.map {
                    [
                        "type": $0.type.string, "count": $0.count, "mean": $0.mean, "max": $0.max,
                        "min": $0.min,
                    ]
                        as [String: Any]
                },
            ] as [String: Any],
        ]
    }

    private func categories(_ categories: [BaselineReport.Category]) -> [[String: Any]] {
        categories.map { ["name": $0.name.string, "count": $0.count] }
    }
}
