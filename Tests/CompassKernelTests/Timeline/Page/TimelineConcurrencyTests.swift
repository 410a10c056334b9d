import XCTest

@testable import CompassKernel

/// Concurrent queries and changes; ThreadSanitizer looks for data races in them.
final class TimelineConcurrencyTests: XCTestCase {
    func testThreadsAskInDifferentZones() async throws {
        let zones = [ZoneOffsets.utc, try systemZone("America/New_York")]
        let timeline = RecruitingTimeline(events: EventTable([Event("a", "2026-01-01")]))
        let starts = ["2026-01-01T00:00:00Z", "2026-01-01T05:00:00Z"].map { instant($0) }
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let zone = (round + task) % 2
                        return timeline.items(in: zones[zone]).start(0) == starts[zone]
                    }
                }
            }
            for await isRight in group { XCTAssertTrue(isRight) }
        }
    }

    func testThreadsChangeCopiesOfATimelineThatOthersAsk() async throws {
        let zones = [ZoneOffsets.utc, try systemZone("America/New_York")]
        let now = instant("2026-03-01T12:00:00Z")
        let timeline = RecruitingTimeline(
            events: EventTable([
                Event("a", "2026-01-01", school: "s"), Event("b", "2026-01-02", to: "2026-01-03"),
            ]))
        let expected = zones.map { timeline.page(asOf: now, in: $0) }
        await withTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var copy = timeline
                    var failures: [String] = []
                    var ids: Set<String> = ["event-a", "event-b"]
                    for round in 0..<40 {
                        let id = "\(task)-\(round % 7)"
                        copy.put(Event(id, "2026-01-04", school: round % 5 == 0 ? "t\(task)" : "s"))
                        ids.insert("event-\(id)")
                        if round % 3 == 0 {
                            copy.remove(id: "event-\(id)")
                            ids.remove("event-\(id)")
                        }
                        let zone = (round + task) % 2
                        if round % 2 == 0, Set(copy.page(asOf: now, in: zones[zone]).list) != ids {
                            failures.append("task \(task), round \(round): another copy's rows")
                        }
                        if Array(timeline.items(in: zones[zone])).map(\.id) != ["event-b", "event-a"] {
                            failures.append("task \(task), round \(round): the original's items")
                        }
                        if timeline.page(asOf: now, in: zones[zone]) != expected[zone] {
                            failures.append("task \(task), round \(round): the original's page")
                        }
                    }
                    return failures
                }
            }
            for await failures in group { XCTAssertEqual(failures, []) }
        }
    }

    func testCopiesOnSeveralThreadsShareAnIndexUnderConstruction() async throws {
        var timeline = RecruitingTimeline(
            offers: OfferTable((0..<500).map { Offer("\($0)", "2026-01-01", school: "\($0 % 5)") }))
        timeline.pendingLimits = PendingLimits(minimum: 8, maximum: 8, rowsPerStep: 32)
        timeline.pendingLimits.itemsPerUnqueriedChange = 1
        _ = timeline.items(in: .utc)
        for id in 0..<9 { timeline.put(Offer("\(id)", "2026-01-02", school: "7")) }
        XCTAssertNotNil(timeline.positionCache.positions?.value.intervals.folding)
        let original = timeline
        let expected = original.items(in: .utc).map(\.id)
        await withTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var (copy, known) = (original, Set(expected))
                    for round in 0..<60 {
                        copy.put(Offer("\(task)-\(round)", "2026-01-03", school: "\(round % 9)"))
                        known.insert("offer-\(task)-\(round)")
                        if round % 2 == 0, copy.remove(id: "offer-\(round * 3)") {
                            known.remove("offer-\(round * 3)")
                        }
                        if round % 20 == task { copy.compact() }
                    }
                    let items = copy.items(in: .utc)
                    let violations = items.positions.value.intervals.checkInvariants()
                    return violations + (Set(items.map(\.id)) == known ? [] : ["other rows in \(task)"])
                }
            }
            for await failures in group { XCTAssertEqual(failures, []) }
        }
        XCTAssertEqual(original.items(in: .utc).map(\.id), expected)
    }
}
