import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every page of the timeline equals the baseline's, on random tables, zones, ranges and filters.
final class TimelineDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(200) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomTimeline(
                schoolCount: random.element([0, 1, 2, 5, 30]), zone: zones[round % zones.count],
                using: &random)
            let rows = model.rows(random.element([0, 1, 2, 3, 10, 63, 64, 65, 200]), using: &random)
            let pair = try TimelinePair(rows, zone: model.zone)
            for _ in 0..<6 { pair.expectAgreement(model.query(using: &random), name) }
        }
    }

    func testDocumentsWithRowsThatAreSkippedOrReplaced() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(100) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomTimeline(
                schoolCount: random.element([0, 2, 6]), zone: zones[round % zones.count], using: &random)
            var rows = model.rows(random.element([0, 1, 5, 40]), using: &random)
            // A later row of the same id.
            for event in rows.events where random.oneIn(4) {
                rows.events.insert(
                    model.event(id: event.id, using: &random), at: random.int(0...rows.events.count))
            }
            for change in rows.statusChanges where random.oneIn(4) {
                rows.statusChanges.append(model.statusChange(id: change.id, using: &random))
            }
            let strays = TimelineDocuments.strays.filter { _ in random.oneIn(2) }
            let pair = try TimelinePair(
                TimelineDocuments(rows, strays: strays, using: &random), zone: model.zone)
            for _ in 0..<4 { pair.expectAgreement(model.query(using: &random), name) }
        }
    }

    func testLargeTables() throws {
        let random = SeededRandom()
        for (round, (itemCount, schoolCount)) in [(1500, 1), (3000, 400), (6000, 40)].enumerated() {
            var random = random.forRound(round)
            let model = RandomTimeline(
                schoolCount: schoolCount, zone: zones[round % zones.count], using: &random)
            let pair = try TimelinePair(model.rows(itemCount, using: &random), zone: model.zone)
            for _ in 0..<SeededRandom.rounds(4) {
                pair.expectAgreement(
                    model.query(using: &random), "COMPASS_TEST_SEED=\(random.seed), \(itemCount) items")
            }
        }
    }

    /// One timeline is queried in one zone after another, so that nothing cached for a zone may remain.
    func testOneTimelineInSeveralZones() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(20) {
            var random = random.forRound(round)
            let model = RandomTimeline(schoolCount: 3, zone: random.element(zones), using: &random)
            let rows = model.rows(30, using: &random)
            let kernel = try TimelinePair(rows, zone: model.zone).kernel
            for _ in 0..<8 {
                let zone = random.element(zones)
                let query = model.query(using: &random)
                let differences = BaselineTimelinePage(query.kernelPage(kernel, in: zone)).differences(
                    from: query.baselinePage(rows.baseline(in: zone)))
                XCTAssertEqual(
                    differences, [],
                    "COMPASS_TEST_SEED=\(random.seed), round \(round), \(zone.baseline.identifier)")
            }
        }
    }
}
