import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every report equals the baseline's, on random tables, zones and periods.
final class ReportDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    /// Rows of the report's tables; nil for a table that could not be read.
    private struct Rows {
        var schools: [BaselineSchool]?
        var coaches: [BaselineCoach]?
        var interactions: [BaselineInteraction]?
        var metrics: [BaselineMetric]?

        func kernel() throws -> Reports {
            Reports(
                schools: try schools.map { try SchoolDirectory.load(json: JSONRows.document(of: $0)).table },
                coaches: coaches.map { CoachTable($0.map { Coach($0) }) },
                interactions: interactions.map { InteractionTable($0.map { Interaction($0) }) },
                metrics: metrics.map { MetricTable($0.map { PerformanceMetric($0) }) })
        }

        func baseline(in zone: ZonePair) -> BaselineReportTables {
            BaselineReportTables(
                schools: schools.map { BaselineSchools($0) }, coaches: coaches.map { BaselineTable($0) },
                interactions: interactions.map { BaselineTable($0) },
                metrics: metrics.map { BaselineTable($0) }, zone: zone.baseline)
        }
    }

    private func expectAgreement(
        _ kernel: Reports, _ baseline: BaselineReportTables, _ zone: ZonePair,
        from: BaselineDay, to: BaselineDay, comparison: Bool, _ name: String, line: UInt = #line
    ) throws {
        let period = try ReportPeriod(from: from.kernel, to: to.kernel)
        let report = kernel.page(period, in: zone.kernel, comparison: comparison)
        let differences = BaselineReport(report).differences(
            from: baseline.report(from: from, to: to, comparison: comparison))
        if differences.isEmpty { return }
        XCTFail(
            "\(name), \(zone.baseline.identifier), \(from.text) to \(to.text): "
                + differences.map { $0.prefix(1500) }.joined(separator: "\n"), line: line)
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(200) {
            var random = random.forRound(round)
            let zone = zones[round % zones.count]
            let model = RandomReport(zone: zone, using: &random)
            let counts = [0, 1, 2, 63, 64, 65, 200]
            var rows = Rows(
                schools: model.schools(random.element(counts), using: &random),
                coaches: model.coaches(random.element(counts), using: &random),
                interactions: model.interactions(random.element(counts), using: &random),
                metrics: model.metrics(random.element(counts), using: &random))
            if random.oneIn(4) { rows.schools = nil }
            if random.oneIn(4) { rows.coaches = nil }
            if random.oneIn(4) { rows.interactions = nil }
            if random.oneIn(4) { rows.metrics = nil }
            let (kernel, baseline) = (try rows.kernel(), rows.baseline(in: zone))
            for _ in 0..<6 {
                let (from, to) = model.period(using: &random)
                try expectAgreement(
                    kernel, baseline, zone, from: from, to: to, comparison: random.oneIn(2),
                    "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }

    func testLargeTables() throws {
        let random = SeededRandom()
        for round in 0..<3 {
            var random = random.forRound(round)
            let zone = zones[round]
            let model = RandomReport(zone: zone, using: &random)
            let rows = Rows(
                schools: [], coaches: model.coaches(900, using: &random),
                interactions: model.interactions(8_000, using: &random),
                metrics: model.metrics(8_000, using: &random))
            let (kernel, baseline) = (try rows.kernel(), rows.baseline(in: zone))
            for _ in 0..<4 {
                let (from, to) = model.period(using: &random)
                try expectAgreement(
                    kernel, baseline, zone, from: from, to: to, comparison: true,
                    "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }

    /// Interactions and metrics at hour boundaries around days that zones lengthen, shorten or skip.
    func testEveryDayAroundChangesOfTheOffset() throws {
        let days = [
            ("America/New_York", "2026-03-08"), ("America/New_York", "2026-11-01"),
            ("America/Sao_Paulo", "2018-11-04"), ("Pacific/Apia", "2011-12-30"),
            ("Australia/Lord_Howe", "2026-04-05"), ("Asia/Beirut", "2023-03-26"),
        ]
        for (identifier, text) in days {
            let zone = try ZonePair(identifier)
            let day = try XCTUnwrap(BaselineDay(text))
            let midnight = Int64(day.daysSinceEpoch) * 86_400_000_000
            let instants = (-72...72).flatMap { halfHour in
                [-1, 0].map { midnight + Int64(halfHour) * 1_800_000_000 + $0 }
            }
            let rows = Rows(
                schools: [], coaches: [],
                interactions: instants.map {
                    .init(id: BaselineText("\($0)"), type: BaselineText("\($0)"), time: $0)
                },
                metrics: instants.map {
                    .init(id: BaselineText("\($0)"), type: BaselineText("\($0)"), time: .instant($0))
                }
                    + (-3...3).map {
                        .init(
                            id: BaselineText("d\($0)"), type: BaselineText("d\($0)"),
                            time: .day(day.adding(days: $0)))
                    })
            let (kernel, baseline) = (try rows.kernel(), rows.baseline(in: zone))
            for first in -2...2 {
                for length in 0...2 {
                    let from = day.adding(days: first)
                    try expectAgreement(
                        kernel, baseline, zone, from: from, to: from.adding(days: length),
                        comparison: true, text)
                }
            }
        }
    }

    /// Instants that no text can express but a row created by an app can.
    func testTheFirstAndTheLastInstants() throws {
        let instants: [Int64] = [.min, .min + 1, -1, 0, .max - 1, .max]
        let rows = Rows(
            schools: [], coaches: [],
            interactions: instants.map { .init(id: BaselineText("\($0)"), type: "email", time: $0) },
            metrics: instants.map {
                .init(id: BaselineText("\($0)"), type: "x", time: .instant($0), value: 1)
            })
        let (kernel, baseline) = (try rows.kernel(), rows.baseline(in: .utc))
        for from in [-719_528, -1, 0, 2_932_896] {
            for to in [-719_528, -1, 0, 1, 2_932_896] where to >= from {
                try expectAgreement(
                    kernel, baseline, .utc, from: BaselineDay(daysSinceEpoch: from),
                    to: BaselineDay(daysSinceEpoch: to), comparison: true, "instants")
            }
        }
    }

    func testPresetsInEveryZone() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(200) {
            var random = random.forRound(round)
            let zone = zones[round % zones.count]
            let now = RandomTable.now(in: zone, using: &random)
            for preset in ReportPreset.allCases {
                let found = preset.period(asOf: Timestamp(micros: now), in: zone.kernel)
                let wanted = try XCTUnwrap(BaselineReportPreset(rawValue: preset.rawValue))
                    .days(now: now, zone: zone.baseline)
                XCTAssertEqual(
                    [BaselineDay(found.from), BaselineDay(found.to)], [wanted.from, wanted.to],
                    "COMPASS_TEST_SEED=\(random.seed), round \(round), \(preset)")
            }
        }
    }
}
