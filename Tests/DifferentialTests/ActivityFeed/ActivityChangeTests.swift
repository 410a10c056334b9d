import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// A feed with changed rows returns the same as the baseline, before and after searches.
final class ActivityChangeTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    func testRandomChanges() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomActivity(
                schoolCount: random.element([0, 1, 6]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 30, 100]), using: &random)
            var pair = try ActivityPair(
                rows, zone: model.zone, limitPerSource: random.element([nil, nil, 0, 3]))
            let copy = pair
            for step in 0..<30 {
                let id = random.oneIn(20) ? "" : model.id(random.int(0...120))
                let row = model.row(id: id, using: &random)
                if random.oneIn(4) {
                    let prefix = random.element(["doc-", "interaction-", "status-", "", "offer-"])
                    XCTAssertNotNil(
                        pair.remove(id: prefix + id.string), "\(name), step \(step): \(prefix)\(id)")
                } else {
                    XCTAssertEqual(pair.put(row), id != "", "\(name), step \(step): \(row)")
                }
                XCTAssertEqual(pair.kernel.checkInvariants(), [], "\(name), step \(step)")
                if random.oneIn(3) { continue }
                pair.expectAgreement(model.query(rows, using: &random), "\(name), step \(step)")
            }
            copy.expectAgreement(model.query(rows, using: &random), "\(name), a copy")
            XCTAssertEqual(copy.kernel.count, copy.baseline.count)
        }
    }

    func testRemovedRowsLeaveTheirRanksToLaterOnes() {
        var feed = ActivityFeed()
        for id in 0..<100 {
            let row = Interaction(id: "\(id % 3)", type: "email", time: Timestamp(micros: Int64(id)))
            XCTAssertTrue(feed.put(row))
            XCTAssertTrue(feed.remove(id: "interaction-\(id % 3)"))
        }
        XCTAssertEqual(feed.sources.map(\.count).max(), 1)
        XCTAssertEqual(feed.checkInvariants(), [])
    }

    /// Enough inserts to split chunks of the order at the front, at the end and in the middle.
    func testManyInserts() throws {
        let random = SeededRandom()
        for (round, place) in [0, 1, 2].enumerated() {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), place \(place)"
            let model = RandomActivity(schoolCount: 3, zone: .utc, using: &random)
            let rows = model.rows(random.element([0, 300, 5_000]), using: &random)
            var pair = try ActivityPair(rows, zone: .utc)
            let inserts = (0..<9_000).map { index in
                var row = model.row(id: model.id(100_000 + index), using: &random)
                // Steps of one day: increasingly newer, increasingly older, or around one instant.
                let days = [Int64(index), -Int64(index), Int64(index % 3)][place]
                row.time = model.now + days * 86_400_000_000
                return ActivityChange.put(row)
            }
            if let wrong = pair.apply(inserts) { return XCTFail("\(name): \(wrong)") }
            for _ in 0..<SeededRandom.rounds(8) {
                pair.expectAgreement(model.query(rows, using: &random), name)
            }
            // Changed chunks whose rows are replaced and removed, some of them all.
            var changes: [ActivityChange] = []
            for index in 0..<6_000 {
                let id = model.id(100_000 + index)
                for prefix in ["doc-", "interaction-", "status-"] where index % 7 != 0 {
                    changes.append(.remove(prefix + id.string))
                }
                if index % 11 == 0 { changes.append(.put(model.row(id: id, using: &random))) }
            }
            if let wrong = pair.apply(changes) { return XCTFail("\(name): \(wrong)") }
            XCTAssertEqual(pair.kernel.checkInvariants(), [], name)
            for _ in 0..<SeededRandom.rounds(8) {
                pair.expectAgreement(model.query(rows, using: &random), name)
            }
            for page in [1, 4, 5, 9, 14] {
                pair.expectAgreement(ActivityQuery(page: page, size: 1_024, now: model.now), name)
            }
        }
    }
}

extension ActivityRandomRow {
    fileprivate var time: Int64 {
        get {
            switch self {
            case .interaction(let row): row.time
            case .statusChange(let row): row.time
            case .document(let row): row.time
            }
        }
        set {
            switch self {
            case .interaction(var row):
                row.time = newValue
                self = .interaction(row)
            case .statusChange(var row):
                row.time = newValue
                self = .statusChange(row)
            case .document(var row):
                row.time = newValue
                self = .document(row)
            }
        }
    }
}
