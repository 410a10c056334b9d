import XCTest

@testable import CompassKernel

/// Concurrent searches and inserts; ThreadSanitizer looks for data races in them.
final class ActivityConcurrencyTests: XCTestCase {
    func testThreadsSearchAndChangeCopiesOfAFeedThatOthersAsk() async {
        let now = instant("2026-03-01T12:00:00Z")
        let hour: Int64 = 3_600_000_000
        let feed = ActivityFeed(
            interactions: InteractionTable(
                (0..<300).map { row in
                    Interaction(
                        id: "\(row)", type: row % 2 == 0 ? "camp" : "email",
                        time: Timestamp(micros: now.micros - Int64(row) * hour), subject: "Row \(row)")
                }))
        await withTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var copy = feed
                    var failures: [String] = []
                    for round in 0..<20 {
                        let id = "new-\(task)-\(round)"
                        let time = Timestamp(micros: now.micros - Int64(round) * hour)
                        let row = Interaction(id: id, type: "dm", time: time, content: "task\(task)")
                        let count = copy.count
                        if !copy.put(row) || !copy.put(row) || copy.count != count + 1 {
                            failures.append("task \(task), round \(round): inserted twice or not at all")
                        }
                        // The first searches build the structures that all copies share.
                        let whole = (round + task) % 2 == 0
                        let own = ActivityFilter(search: "task\(task)", searchesWholeText: whole)
                        if copy.page(where: own, asOf: now, in: .utc).total != round + 1 {
                            failures.append("task \(task), round \(round): other rows than its own")
                        }
                        let camps = ActivityFilter(search: "camp with", searchesWholeText: whole)
                        if feed.page(where: camps, asOf: now, in: .utc).total != 150 {
                            failures.append("task \(task), round \(round): the original's camps")
                        }
                    }
                    if copy.count != 320 { failures.append("task \(task): \(copy.count) events") }
                    return failures
                }
            }
            for await failures in group { XCTAssertEqual(failures, []) }
        }
        XCTAssertEqual(feed.count, 300)
    }
}
