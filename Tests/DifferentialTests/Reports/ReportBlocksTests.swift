import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Reports by counts of blocks of rows equal the baseline's, and those of all rows byte by byte.
final class ReportBlocksTests: XCTestCase {
    private enum Order: CaseIterable { case newestFirst, oldestFirst, fewLate, runs, none }

    private func ordered<Row>(
        _ rows: [Row], _ order: Order, _ time: (Row) -> Int64, using random: inout SeededRandom
    ) -> [Row] {
        let sorted = rows.sorted { time($0) > time($1) }
        switch order {
        case .newestFirst: return sorted
        case .oldestFirst: return sorted.reversed()
        case .fewLate:
            var rows = sorted
            for _ in 0..<rows.count / 30 {
                let row = rows.remove(at: random.int(0...rows.count - 1))
                rows.insert(row, at: random.int(0...rows.count))
            }
            return rows
        case .runs:
            let middle = random.int(0...rows.count)
            return sorted[middle...] + sorted[..<middle].reversed()
        case .none: return rows
        }
    }

    private func micros(_ row: BaselineMetric) -> Int64 {
        switch row.time {
        case .instant(let instant): instant
        case .day(let day): Int64(day.daysSinceEpoch) * 86_400_000_000
        }
    }

    func testRandomTablesInEveryOrder() throws {
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let zone = zones[round % zones.count]
            let model = RandomReport(zone: zone, using: &random)
            let order = Order.allCases[round % Order.allCases.count]
            let interactions = ordered(
                model.interactions(random.int(256...1_500), using: &random), order, \.time, using: &random)
            let metrics = ordered(
                model.metrics(random.int(256...1_500), using: &random), order, micros, using: &random)
            let interactionTable = InteractionTable(interactions.map { Interaction($0) })
            let metricTable = MetricTable(metrics.map { PerformanceMetric($0) })
            let interactionBlocks = try XCTUnwrap(InteractionBlocks(interactionTable, rowsPerBlock: 64))
            let metricBlocks = try XCTUnwrap(MetricBlocks(metricTable, rowsPerBlock: 64))
            let baseline = BaselineReportTables(
                schools: BaselineSchools([]), coaches: BaselineTable([]),
                interactions: BaselineTable(interactions), metrics: BaselineTable(metrics),
                zone: zone.baseline)
            for _ in 0..<6 {
                let (from, to) = model.period(using: &random)
                let period = try ReportPeriod(from: from.kernel, to: to.kernel)
                let bounds = [period, period.previous].map { PeriodBounds($0, in: zone.kernel) }
                let interactionTally = InteractionTally(
                    interactionTable, in: bounds, blocks: interactionBlocks)
                let metricTally = MetricTally(metricTable, in: bounds, blocks: metricBlocks)
                let allInteractions = InteractionTally(interactionTable, in: bounds)
                let allMetrics = MetricTally(metricTable, in: bounds)
                let wanted = baseline.report(from: from, to: to, comparison: true)
                for number in 0..<2 {
                    XCTAssertEqual(
                        interactionTally.inboundCount(number), allInteractions.inboundCount(number), name)
                    let interactions = interactionTally.report(number)
                    let metrics = metricTally.report(number)
                    XCTAssertEqual(interactions.json(), allInteractions.report(number).json(), name)
                    XCTAssertEqual(metrics.json(), allMetrics.report(number).json(), name)
                    let sections = ReportSections(
                        schools: SchoolReport(total: 0, byStatus: [], byDivision: []),
                        coaches: CoachReport(
                            total: 0, responseRate: 0, meanResponsiveness: nil, schoolCount: 0),
                        interactions: interactions, metrics: metrics)
                    let found = BaselineReport(ReportPage(period: period, sections: sections))
                    var expected = wanted
                    if number == 1, let previous = wanted.previous { expected.sections = previous }
                    expected.previous = nil
                    expected.warnings = []
                    XCTAssertEqual(found.differences(from: expected).map { $0.prefix(1_500) }, [], name)
                }
            }
        }
    }

    /// Every sequence of four blocks, each of which is before, on or after a day, has rows of both sides, or
    /// instants among its days, under every period of these days.
    func testEverySequenceOfBlocks() throws {
        let rowsPerBlock = 64
        /// The day of a row of each kind of block, and whether it is stored as an instant.
        let kinds: [(Int) -> (day: Int32, isInstant: Bool)] = [
            { _ in (0, false) }, { _ in (1, true) }, { _ in (2, false) }, { ($0 % 2 == 0 ? 0 : 2, false) },
            { ($0 % 3 == 0 ? 1 : 2, $0 % 3 == 0) },
        ]
        let periods = try (0..<3).flatMap { from in
            try (from..<3).map { to in
                PeriodBounds(
                    try ReportPeriod(
                        from: CivilDate(daysSinceEpoch: Int32(from)),
                        to: CivilDate(daysSinceEpoch: Int32(to))), in: .utc)
            }
        }
        for sequence in 0..<625 {
            let blocks = [sequence % 5, sequence / 5 % 5, sequence / 25 % 5, sequence / 125]
            let rows = blocks.enumerated().flatMap { block, kind in
                (0..<rowsPerBlock).map { row -> (day: Int32, isInstant: Bool, value: Double) in
                    let (day, isInstant) = kinds[kind](row)
                    return (day, isInstant, Double(block * 100 + row) / 10)
                }
            }
            let metrics = MetricTable(
                rows.enumerated().map { number, row in
                    let instant = Timestamp(micros: Int64(row.day) * 86_400_000_000 + 1)
                    return PerformanceMetric(
                        id: "\(number)", type: number % 3 == 0 ? "a" : "b",
                        time: row.isInstant ? .instant(instant) : .day(CivilDate(daysSinceEpoch: row.day)),
                        value: number % 5 == 0 ? nil : row.value)
                })
            let interactions = InteractionTable(
                rows.enumerated().map { number, row in
                    Interaction(
                        id: "\(number)", type: "t\(number % 2)",
                        time: Timestamp(micros: Int64(row.day) * 86_400_000_000 + 1),
                        direction: number % 3 == 0 ? nil : "inbound",
                        sentiment: row.day == 1 ? .positive : nil)
                })
            let metricBlocks = try XCTUnwrap(MetricBlocks(metrics, rowsPerBlock: rowsPerBlock))
            let interactionBlocks = try XCTUnwrap(
                InteractionBlocks(interactions, rowsPerBlock: rowsPerBlock))
            let tally = MetricTally(metrics, in: periods, blocks: metricBlocks)
            let all = MetricTally(metrics, in: periods)
            let counts = InteractionTally(interactions, in: periods, blocks: interactionBlocks)
            let allCounts = InteractionTally(interactions, in: periods)
            for (number, period) in periods.enumerated() {
                XCTAssertEqual(tally.report(number), all.report(number), "\(blocks), period \(number)")
                XCTAssertEqual(counts.report(number), allCounts.report(number), "\(blocks), period \(number)")
                XCTAssertEqual(counts.inboundCount(number), allCounts.inboundCount(number))
                let wanted = rows.count { period.days.contains(Int64($0.day)) }
                XCTAssertEqual(tally.report(number).total, wanted, "\(blocks), period \(number)")
                XCTAssertEqual(counts.report(number).total, wanted, "\(blocks), period \(number)")
            }
        }
    }
}
