import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The report of rows in shards is that of all rows in one table, byte for byte, and the baseline's.
final class PartialReportTests: XCTestCase {
    func testRandomTables() throws {
        let random = SeededRandom()
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        for round in 0..<SeededRandom.rounds(100) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let zone = zones[round % zones.count]
            let model = RandomReport(zone: zone, using: &random)
            let counts = [0, 1, 2, 63, 64, 65, 200]
            let schools = model.schools(random.element(counts), using: &random)
            let coaches = model.coaches(random.element(counts), using: &random)
            let interactions = model.interactions(random.element(counts), using: &random)
            let metrics = model.metrics(random.element(counts), using: &random)
            let failed =
                random.oneIn(3)
                ? random.element(["schools", "coaches", "interactions", "performance_metrics"]) : nil
            let failing = random.oneIn(2) ? 0 : 1
            let whole = try reports(schools, coaches, interactions, metrics, failing: failed)
            let baseline = BaselineReportTables(
                schools: failed == "schools" ? nil : BaselineSchools(schools),
                coaches: failed == "coaches" ? nil : BaselineTable(coaches),
                interactions: failed == "interactions" ? nil : BaselineTable(interactions),
                metrics: failed == "performance_metrics" ? nil : BaselineTable(metrics), zone: zone.baseline)
            let shardCount = random.int(1...9)
            var shards: [Reports] = []
            let split = (
                Self.split(schools, shardCount, using: &random),
                Self.split(coaches, shardCount, using: &random),
                Self.split(interactions, shardCount, using: &random),
                Self.split(metrics, shardCount, using: &random)
            )
            for shard in 0..<shardCount {
                shards.append(
                    try reports(
                        split.0[shard], split.1[shard], split.2[shard], split.3[shard],
                        failing: shard % 2 == failing || shardCount == 1 ? failed : nil))
            }
            for _ in 0..<3 {
                let (from, to) = model.period(using: &random)
                let period = try ReportPeriod(from: from.kernel, to: to.kernel)
                let comparison = random.oneIn(2)
                let now = random.oneIn(2) ? Timestamp(micros: model.now) : nil
                let numbers = RandomShards.numbers(shardCount, using: &random)
                let parts = zip(shards, numbers).map {
                    $0.partialReport(period, asOf: now, in: zone.kernel, comparison: comparison, shard: $1)
                }
                let report = try RandomShards.checkedMerge(parts, using: &random, name).reportPage()
                let wanted = whole.page(period, asOf: now, in: zone.kernel, comparison: comparison)
                XCTAssertEqual(
                    String(decoding: report.json(), as: UTF8.self),
                    String(decoding: wanted.json(), as: UTF8.self),
                    "\(name), \(period)")
                XCTAssertEqual(
                    BaselineReport(report).differences(
                        from: baseline.report(from: from, to: to, comparison: comparison)), [],
                    "\(name), \(period)")
            }
        }
    }

    private static func split<Row>(_ rows: [Row], _ count: Int, using random: inout SeededRandom) -> [[Row]] {
        var shards = (0..<count).map { _ in [Row]() }
        for row in rows { shards[random.int(0...count - 1)].append(row) }
        return shards
    }

    private func reports(
        _ schools: [BaselineSchool], _ coaches: [BaselineCoach], _ interactions: [BaselineInteraction],
        _ metrics: [BaselineMetric], failing failed: String?
    ) throws -> Reports {
        Reports(
            schools: failed == "schools"
                ? nil : try SchoolDirectory.load(json: JSONRows.document(of: schools)).table,
            coaches: failed == "coaches" ? nil : CoachTable(coaches.map { Coach($0) }),
            interactions: failed == "interactions"
                ? nil : InteractionTable(interactions.map { Interaction($0) }),
            metrics: failed == "performance_metrics"
                ? nil : MetricTable(metrics.map { PerformanceMetric($0) }))
    }

    /// Failures are listed in the page's order, in the order of the shards' lists, each once.
    func testFailuresOfSeveralShards() throws {
        let period = try ReportPeriod(from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 1))
        func part(_ failures: [(String, String)], shard: UInt32) -> PartialAnswer {
            Reports(
                schools: .empty, coaches: .empty, interactions: .empty, metrics: .empty,
                failures: failures.map { SourceFailure(table: $0.0, reason: $0.1) }
            ).partialReport(period, asOf: nil, in: .utc, shard: shard)
        }
        let parts = [
            part([("videos", "b"), ("coaches", "z"), ("coaches", "a")], shard: 0), part([], shard: 1),
            part([("coaches", "z"), ("schools", "y"), ("schools", "y")], shard: 2),
            part([("audio", "a")], shard: 3),
        ]
        let merged = try XCTUnwrap(try PartialAnswer.merging(parts))
        XCTAssertEqual(
            try merged.reportPage().warnings.map { [$0.table, $0.reason] },
            [["schools", "y"], ["coaches", "z"], ["coaches", "a"], ["audio", "a"], ["videos", "b"]])
        XCTAssertEqual(try PartialAnswer.merging(parts.reversed())?.bytes, merged.bytes)
    }

    /// A failure that is listed twice counts once, so that neither the page nor the bytes show how often.
    func testRepeatedFailuresCountOnce() throws {
        let period = try ReportPeriod(from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 1))
        func tables(_ failures: [(String, String)]) -> Reports {
            Reports(
                schools: .empty, coaches: .empty, interactions: .empty, metrics: .empty,
                failures: failures.map { SourceFailure(table: $0.0, reason: $0.1) })
        }
        let (coaches, videos, audio) = (("coaches", "z"), ("videos", "b"), ("audio", "a"))
        let once = tables([videos, coaches, audio])
        let part = once.partialReport(period, asOf: nil, in: .utc, shard: 0)
        for failures in [
            [videos, videos, coaches, audio], [videos, coaches, coaches, videos, audio, coaches],
        ] {
            let repeated = tables(failures)
            let other = repeated.partialReport(period, asOf: nil, in: .utc, shard: 0)
            XCTAssertEqual(other, part)
            XCTAssertEqual(other.bytes, part.bytes)
            let page = repeated.page(period, in: .utc)
            XCTAssertEqual(page, once.page(period, in: .utc))
            XCTAssertEqual(try other.reportPage().json(), page.json())
        }
    }
}
