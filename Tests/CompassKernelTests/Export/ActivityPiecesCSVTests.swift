import XCTest

@testable import CompassKernel

final class ActivityPiecesCSVTests: XCTestCase {
    private func feed() throws -> ActivityFeed {
        let interactions = #"""
            [{"id":"a b","type":"phone_call","occurred_at":"2026-03-01T10:00:00Z","school_id":"s",
              "content":"=SUM(1), \"camp\""}]
            """#
        let documents = #"[{"id":"d","type":"rec_letter","created_at":"2026-01-05T10:00:00Z"}]"#
        return ActivityFeed(
            interactions: try InteractionTable.load(json: interactions.utf8).table,
            documents: try DocumentTable.load(json: documents.utf8).table,
            schools: try SchoolDirectory.load(json: #"[{"id":"s","name":"-Rice, Houston"}]"#.utf8).table,
            failures: [SourceFailure(table: "school_status_history", reason: "line 1, column 1: not JSON")])
    }

    private let now = instant("2026-03-01T12:00:00Z")

    func testAllEventsAreThePageThatHoldsThemAll() throws {
        let feed = try feed()
        for filter: ActivityFilter in [
            .all, .init(type: .documentUpload), .init(search: "camp"), .init(search: "zzz"),
        ] {
            var bytes: [UInt8] = []
            feed.writePageCSV(where: filter, asOf: now, in: .utc) { bytes += Array($0) }
            XCTAssertEqual(bytes, feed.page(where: filter, asOf: now, in: .utc).csv())
        }
    }

    func testManyPiecesListEachEventOnce() throws {
        let count = 70_000
        let feed = ActivityFeed(
            documents: DocumentTable(
                (0..<count).map {
                    Document(id: "\($0)", type: "resume", time: Timestamp(micros: Int64($0)))
                }))
        var bytes: [UInt8] = []
        feed.writePageCSV(asOf: now, in: .utc) { bytes += Array($0) }
        let blocks = CSVReader.blocks(bytes)
        XCTAssertEqual(blocks[0], [["total", "page", "totalPages"], ["\(count)", "1", "1"]])
        XCTAssertEqual(blocks[2].dropFirst().map { $0[0] }, (0..<count).reversed().map { "doc-\($0)" })
    }
}
