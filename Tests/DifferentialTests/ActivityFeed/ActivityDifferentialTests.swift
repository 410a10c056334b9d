import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every page of the activity feed equals the baseline's, on random tables, zones, filters and searches.
final class ActivityDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(150) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomActivity(
                schoolCount: random.element([0, 1, 4, 30]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 2, 3, 10, 63, 64, 65, 200]), using: &random)
            let limit = random.element([nil, nil, nil, 0, 1, 5, 50, -1, .max])
            let pair = try ActivityPair(rows, zone: model.zone, limitPerSource: limit)
            if random.oneIn(3) { pair.kernel.prepareForSearch(wholeText: random.oneIn(2)) }
            for _ in 0..<8 { pair.expectAgreement(model.query(rows, using: &random), name) }
        }
    }

    /// Several chunks of the order, and pages at their boundaries.
    func testLargeTables() throws {
        let random = SeededRandom()
        for (round, count) in [4_096, 9_000].enumerated() {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), \(count) rows"
            let model = RandomActivity(schoolCount: 12, zone: zones[round % zones.count], using: &random)
            let rows = model.rows(count, using: &random)
            let pair = try ActivityPair(rows, zone: model.zone)
            for type in [nil] + BaselineActivityType.allCases {
                for page in [1, 2, 4, 5, 9, .max] {
                    let filter = BaselineActivityFilter(type: type)
                    pair.expectAgreement(
                        ActivityQuery(page: page, size: 1_024, filter: filter, now: model.now), name)
                }
            }
            for _ in 0..<SeededRandom.rounds(12) {
                pair.expectAgreement(model.query(rows, using: &random), name)
            }
        }
    }

    func testTablesThatCouldNotBeRead() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let model = RandomActivity(
                schoolCount: 3, zone: zones[round % zones.count], using: &random)
            var rows = model.rows(random.element([0, 5, 30]), using: &random)
            if random.oneIn(2) { rows.interactions = nil }
            if random.oneIn(2) { rows.statusChanges = nil }
            if random.oneIn(2) { rows.documents = nil }
            let failures = ["documents", "schools", "interactions"].filter { _ in random.oneIn(3) }.map {
                BaselineSourceFailure(table: $0, reason: "line 1, column 2: unexpected byte")
            }
            let pair = try ActivityPair(rows, zone: model.zone, failures: failures)
            for _ in 0..<4 {
                pair.expectAgreement(
                    model.query(rows, using: &random), "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }

    func testTheWidgetShowsTheNewestEvents() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(20) {
            var random = random.forRound(round)
            let model = RandomActivity(schoolCount: 3, zone: zones[round % zones.count], using: &random)
            let pair = try ActivityPair(
                model.rows(random.element([0, 9, 10, 11, 40]), using: &random), zone: model.zone)
            let widget = pair.kernel.widget(asOf: Timestamp(micros: model.now), in: model.zone.kernel)
            let wanted = pair.baseline.page(size: 10, now: model.now, zone: model.zone.baseline)
            XCTAssertEqual(
                widget.map { BaselineActivityEvent($0) }, wanted.events,
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// Instants that no text can express but a row created by an app can.
    func testTheFirstAndTheLastInstants() throws {
        let now = try BaselineTimestamp.micros(of: "2026-03-01T12:00:00Z")
        let instants: [Int64] = [.min, .min + 1, -1, 0, now, .max - 1, .max]
        let rows = ActivityRows(
            interactions: instants.enumerated().map { index, time in
                BaselineInteraction(id: BaselineText("\(index)"), type: "email", time: time)
            },
            statusChanges: instants.reversed().enumerated().map { index, time in
                BaselineStatusChange(id: BaselineText("\(index)"), newStatus: "committed", time: time)
            })
        let pair = try ActivityPair(rows, zone: .utc)
        for now in instants {
            for range in BaselineActivityRange.allCases {
                pair.expectAgreement(ActivityQuery(filter: .init(range: range), now: now), "now \(now)")
            }
        }
    }
}
