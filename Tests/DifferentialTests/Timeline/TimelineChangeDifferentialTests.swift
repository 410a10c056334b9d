import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// A timeline that changes item by item returns the same as a new one of the same rows.
final class TimelineChangeDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    func testEveryAnswerAfterEveryChangeIsThatOfAFreshBuild() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let model = RandomTimeline(
                schoolCount: random.element([0, 1, 3, 12]), zone: zones[round % zones.count], using: &random)
            var rows = model.rows(random.element([0, 1, 8, 40]), using: &random)
            var timeline =
                random.oneIn(2)
                ? try TimelinePair(rows, zone: model.zone).kernel
                : try TimelinePair(TimelineDocuments(rows, using: &random), zone: model.zone).kernel
            if random.oneIn(2) {
                timeline.pendingLimits = PendingLimits(
                    minimum: random.element([1, 4, 1_000]), maximum: random.element([2, 20, 1_000]),
                    share: random.int(1...8), cellCount: random.element([1, 8, 1_024]),
                    itemsPerUnqueriedChange: 1, rowsPerStep: random.int(1...20))
            }
            let snapshot = timeline
            let before = model.query(using: &random)
            let answer = before.kernelPage(snapshot, in: model.zone)
            for step in 0..<25 {
                let name = "COMPASS_TEST_SEED=\(random.seed), round \(round), step \(step)"
                let change = change(&timeline, &rows, model, name, using: &random)
                if random.oneIn(10) { timeline.compact() }
                // Some changes find no items of the last queried zone.
                if random.oneIn(4) { continue }
                let zone = random.oneIn(8) ? random.element(zones) : model.zone
                for _ in 0..<2 {
                    let query = model.query(using: &random)
                    var wanted = query.baselinePage(rows.baseline(in: zone))
                    var found = BaselineTimelinePage(query.kernelPage(timeline, in: zone))
                    XCTAssertEqual(found.skipped.count, wanted.skipped.count, "\(name), \(change)")
                    // Rows that were put individually have no row number in a document.
                    (wanted.skipped, found.skipped) = ([], [])
                    let differences = found.differences(from: wanted)
                    if differences.isEmpty { continue }
                    XCTFail(
                        "\(name), \(change), \(query): \(differences.joined(separator: "\n").prefix(3000))")
                    return
                }
            }
            XCTAssertEqual(before.kernelPage(snapshot, in: model.zone), answer, "a copy has changed")
        }
    }

    /// Changes both; returns the change.
    private func change(
        _ timeline: inout RecruitingTimeline, _ rows: inout TimelineRows, _ model: RandomTimeline,
        _ name: String,
        using random: inout SeededRandom
    ) -> String {
        let new = BaselineText("n\(random.int(0...30))")
        func id(_ known: [BaselineText]) -> BaselineText {
            random.oneIn(2) ? new : known.randomElement(using: &random) ?? new
        }
        switch random.int(0...5) {
        case 0:
            let event = model.event(id: id(rows.events.map(\.id)), using: &random)
            timeline.put(Event(event))
            rows.events.replace(with: event, \.id)
            return "put \(event)"
        case 1:
            let interaction = model.interaction(id: id(rows.interactions.map(\.id)), using: &random)
            timeline.put(Interaction(interaction))
            rows.interactions.replace(with: interaction, \.id)
            return "put \(interaction)"
        case 2:
            let offer = model.offer(id: id(rows.offers.map(\.id)), using: &random)
            timeline.put(Offer(offer))
            rows.offers.replace(with: offer, \.id)
            return "put \(offer)"
        case 3:
            let change = model.statusChange(id: id(rows.statusChanges.map(\.id)), using: &random)
            timeline.put(StatusChange(change))
            rows.statusChanges.replace(with: change, \.id)
            return "put \(change)"
        default:
            let known =
                rows.events.map { "event-\($0.id)" } + rows.interactions.map { "interaction-\($0.id)" }
                + rows.offers.map { "offer-\($0.id)" } + rows.statusChanges.map { "status-\($0.id)" }
            let unknown = ["", "event-", "event-no such", "r1", "offer", "status_change-1"]
            let id =
                random.oneIn(6) ? random.element(unknown) : known.randomElement(using: &random) ?? "event-"
            let isKnown = known.contains { BaselineText($0) == BaselineText(id) }
            XCTAssertEqual(timeline.remove(id: id), isKnown, "\(name), \(id)")
            let text = BaselineText(id)
            rows.events.removeAll { BaselineText("event-\($0.id)") == text }
            rows.interactions.removeAll { BaselineText("interaction-\($0.id)") == text }
            rows.offers.removeAll { BaselineText("offer-\($0.id)") == text }
            rows.statusChanges.removeAll { BaselineText("status-\($0.id)") == text }
            return "remove \(id)"
        }
    }
}

extension Array {
    fileprivate mutating func replace(with element: Element, _ id: (Element) -> BaselineText) {
        removeAll { id($0) == id(element) }
        append(element)
    }
}
