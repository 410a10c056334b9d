import Foundation
import XCTest

@testable import CompassBaseline

/// The report, on rows whose results were computed by hand.
final class BaselineReportTests: XCTestCase {
    private func day(_ text: String) throws -> BaselineDay { try XCTUnwrap(BaselineDay(text)) }

    private func report(
        schools: [BaselineSchool] = [], coaches: [BaselineCoach] = [],
        interactions: [BaselineInteraction] = [], metrics: [BaselineMetric] = [],
        from: String = "2026-02-01", to: String = "2026-02-28", comparison: Bool = false, zone: String = "UTC"
    ) throws -> BaselineReport {
        BaselineReportTables(
            schools: .init(schools), coaches: .init(coaches), interactions: .init(interactions),
            metrics: .init(metrics), zone: try Timeline.zone(zone)
        ).report(from: try day(from), to: try day(to), comparison: comparison)
    }

    private func interaction(
        _ time: String, type: BaselineText = "email", direction: BaselineText? = nil,
        sentiment: BaselineSentiment? = nil
    ) -> BaselineInteraction {
        BaselineInteraction(
            id: BaselineText(time), type: type, time: Timeline.instant(time), direction: direction,
            sentiment: sentiment)
    }

    private func metric(_ time: String, _ value: Double?, type: BaselineText = "velocity") -> BaselineMetric {
        BaselineMetric(id: BaselineText(time), type: type, time: Timeline.date(time), value: value)
    }

    private func text(_ categories: [BaselineReport.Category]) -> [String] {
        categories.map { "\($0.name) \($0.count)" }
    }

    func testSchoolsAndCoachesCountWhole() throws {
        let statuses: [(BaselineText?, BaselineText?)] = [
            ("committed", "D1"), ("Committed", "D1"), ("contacted", nil), ("committed", ""), (nil, "JUCO"),
            ("", "naia"), ("researching", "NAIA"), ("contacted", "D3"),
        ]
        let report = try report(
            schools: statuses.enumerated().map { index, texts in
                BaselineSchool(id: BaselineText("\(index)"), name: "N", status: texts.0, division: texts.1)
            },
            coaches: [
                BaselineCoach(id: "1", schoolID: "s", responsivenessScore: 10),
                BaselineCoach(id: "2", schoolID: "s", responsivenessScore: 45.5),
                BaselineCoach(id: "3", schoolID: nil), BaselineCoach(id: "4", schoolID: "t"),
            ],
            interactions: [
                interaction("2026-02-01T00:00:00Z", direction: "inbound"),
                interaction("2026-02-02T00:00:00Z", direction: "outbound"),
                interaction("2026-02-03T00:00:00Z", direction: "Inbound"),
                interaction("2026-02-28T23:59:59.999999Z", direction: "inbound"),
                interaction("2026-03-01T00:00:00Z", direction: "inbound"),
                interaction("2026-02-04T00:00:00Z"),
                interaction("2026-02-05T00:00:00Z", direction: "inbound"),
            ])
        let sections = report.sections
        XCTAssertEqual(sections.schoolCount, 8)
        XCTAssertEqual(
            text(sections.schoolsByStatus), ["committed 2", "contacted 2", "Committed 1", "researching 1"])
        XCTAssertEqual(
            text(sections.schoolsByDivision), ["D1 2", "D3 1", "JUCO 1", "NAIA 1", "naia 1"])
        XCTAssertEqual(sections.coachCount, 4)
        XCTAssertEqual(sections.responseRate, 75)
        XCTAssertEqual(sections.meanResponsiveness, 27.75)
        XCTAssertEqual(sections.coachedSchoolCount, 2)
        XCTAssertEqual(report.warnings, [])
        XCTAssertNil(report.previous)
    }

    func testInteractionsOfThePeriodByTypeAndMood() throws {
        let sections = try report(interactions: [
            interaction("2026-01-31T23:59:59.999999Z", type: "camp", sentiment: .negative),
            interaction("2026-02-01T00:00:00Z", type: "email", sentiment: .neutral),
            interaction("2026-02-02T00:00:00Z", type: "dm"),
            interaction("2026-02-03T00:00:00Z", type: "", sentiment: .veryPositive),
            interaction("2026-02-28T23:59:59Z", type: "email", sentiment: .positive),
        ]).sections
        XCTAssertEqual(sections.interactionCount, 4)
        XCTAssertEqual(text(sections.interactionsByType), ["email 2", " 1", "dm 1"])
        XCTAssertEqual(
            text(sections.interactionsBySentiment), ["neutral 2", "positive 1", "very_positive 1"])
        XCTAssertEqual(sections.responseRate, 0, "there are no coaches")
        XCTAssertNil(sections.meanResponsiveness)
    }

    func testMetricsOfThePeriod() throws {
        let sections = try report(metrics: [
            metric("2026-01-31", 1000), metric("2026-02-01", 80), metric("2026-02-28", 90.5),
            metric("2026-03-01", 1000), metric("2026-02-01T00:00:00Z", -1), metric("2026-02-03", nil),
            metric("2026-02-02", nil, type: "pop_time"), metric("2026-02-04", 2, type: "exit_velo"),
            metric("2026-02-28T23:59:59.999999Z", 4, type: "exit_velo"),
            metric("2026-03-01T00:00:00Z", 4, type: "exit_velo"),
        ]).sections
        XCTAssertEqual(sections.metricCount, 7)
        XCTAssertEqual(text(sections.metricsByType), ["velocity 4", "exit_velo 2", "pop_time 1"])
        XCTAssertEqual(
            sections.summaries,
            [
                .init(type: "velocity", count: 3, mean: 169.5 / 3, max: 90.5, min: -1),
                .init(type: "exit_velo", count: 2, mean: 3, max: 4, min: 2),
            ])
    }

    func testPeriodsAreWholeDaysOfTheZone() throws {
        let instants = [
            "2026-03-08T04:59:59.999999Z", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59.999999Z",
            "2026-03-09T04:00:00Z",
        ]
        // In New York 8 March has 23 hours.
        let sections = try report(
            interactions: instants.map { interaction($0) },
            metrics: instants.map { metric($0, 1) } + [metric("2026-03-08", 1), metric("2026-03-09", 1)],
            from: "2026-03-08", to: "2026-03-08", zone: "America/New_York"
        ).sections
        XCTAssertEqual(sections.interactionCount, 2)
        XCTAssertEqual(sections.metricCount, 3)
        // In Apia there was no 30 December 2011, but a day without a zone may be one.
        let skipped = try report(
            interactions: [interaction("2011-12-30T09:59:59Z"), interaction("2011-12-30T10:00:00Z")],
            metrics: [metric("2011-12-30", 1), metric("2011-12-30T10:00:00Z", 1)],
            from: "2011-12-30", to: "2011-12-30", zone: "Pacific/Apia"
        ).sections
        XCTAssertEqual(skipped.interactionCount, 0)
        XCTAssertEqual(skipped.metricCount, 1)
    }

    func testThePeriodBeforeHasAsManyDays() throws {
        let report = try report(
            schools: [BaselineSchool(id: "s", name: "N", status: "committed")],
            coaches: [BaselineCoach(id: "c")],
            interactions: [
                interaction("2026-02-10T00:00:00Z"),
                interaction("2026-02-09T23:00:00Z", direction: "inbound"),
                interaction("2026-02-07T00:00:00Z", direction: "inbound"),
                interaction("2026-02-06T23:59:59Z"),
            ], metrics: [metric("2026-02-07", 3), metric("2026-02-06", 4)], from: "2026-02-10",
            to: "2026-02-12", comparison: true)
        let previous = try XCTUnwrap(report.previous)
        XCTAssertEqual(report.sections.interactionCount, 1)
        XCTAssertEqual(previous.interactionCount, 2)
        XCTAssertEqual(previous.responseRate, 200)
        XCTAssertEqual(previous.metricCount, 1)
        XCTAssertEqual(previous.schoolCount, 1)
        XCTAssertEqual(text(previous.schoolsByStatus), ["committed 1"])
    }

    func testMissingTablesAndLongPeriodsWarn() throws {
        let tables = BaselineReportTables(
            schools: nil, coaches: .init([]), interactions: nil, metrics: nil, zone: .gmt)
        let long = BaselineReport.Warning(table: nil, reason: "Large date range may take longer to generate")
        let report = tables.report(from: try day("2016-02-29"), to: try day("2026-03-01"))
        XCTAssertEqual(
            report.warnings,
            [
                .init(table: "schools", reason: "missing"),
                .init(table: "interactions", reason: "missing"),
                .init(table: "performance_metrics", reason: "missing"), long,
            ])
        XCTAssertEqual(report.sections.interactionsBySentiment, [])
        for (from, to, warns) in [
            ("2016-03-01", "2026-03-01", false), ("2016-03-01", "2026-03-02", true),
            ("2016-02-29", "2026-02-28", false), ("2016-02-29", "2026-03-01", true),
        ] {
            let report = tables.report(from: try day(from), to: try day(to))
            XCTAssertEqual(report.warnings.last == long, warns, "\(from) to \(to)")
        }
    }

    func testPresetsEndToday() throws {
        let expected: [(BaselineReportPreset, String)] = [
            (.last7Days, "2026-02-21"), (.last30Days, "2026-01-29"), (.last90Days, "2025-11-30"),
            (.last6Months, "2025-09-01"), (.yearToDate, "2026-01-01"), (.lastYear, "2025-02-28"),
        ]
        // In New York it is still February.
        let now = Timeline.instant("2026-03-01T04:59:59Z")
        for (preset, from) in expected {
            let days = preset.days(now: now, zone: try Timeline.zone("America/New_York"))
            XCTAssertEqual([days.from.text, days.to.text], [from, "2026-02-28"], preset.rawValue)
        }
    }

    func testMeansOfHugeAndOfManyValues() {
        let most = Double.greatestFiniteMagnitude
        XCTAssertNil(ExactMean.mean(of: []))
        XCTAssertEqual(ExactMean.mean(of: [most, most, most]), most)
        XCTAssertEqual(ExactMean.mean(of: [-most, -most]), -most)
        XCTAssertEqual(ExactMean.mean(of: [most, most, -most, -most]), 0)
        XCTAssertEqual(ExactMean.mean(of: Array(repeating: 0.1, count: 1_000_000)), 0.1)
    }
}
