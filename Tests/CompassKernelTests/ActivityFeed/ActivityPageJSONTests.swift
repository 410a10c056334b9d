import Foundation
import XCTest

@testable import CompassKernel

final class ActivityPageJSONTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    func testKeysAndOrderOfAnEmptyPage() {
        let expected = #"{"schemaVersion":1,"total":0,"page":1,"totalPages":1,"failures":[],"events":[]}"#
        XCTAssertEqual(
            String(decoding: ActivityFeed().page(asOf: now, in: .utc).json(), as: UTF8.self), expected)
    }

    func testKeysAndOrderOfAnEventAndItsMissingValues() throws {
        let changes = #"[{"id":"7","new_status":"camp_invite","changed_at":"2026-02-28T10:00:00Z"}]"#
        let feed = ActivityFeed(
            interactions: nil, statusChanges: try StatusChangeTable.load(json: changes.utf8).table)
        let event =
            #"{"id":"status-7","type":"school_status_change","timestamp":"2026-02-28T05:00:00-05:00","#
            + #""title":"Unknown School status changed to camp invite","description":"No additional notes","#
            + #""icon":"📍","entityType":"school","entityId":null,"entityName":"Unknown School","#
            + #""isClickable":false,"clickUrl":null,"relativeTime":"1d ago"}"#
        let expected =
            #"{"schemaVersion":1,"total":1,"page":1,"totalPages":1,"#
            + #""failures":[{"table":"interactions","reason":"missing"}],"events":[\#(event)]}"#
        let page = feed.page(asOf: now, in: try systemZone("America/New_York"))
        XCTAssertEqual(String(decoding: page.json(), as: UTF8.self), expected)
    }

    func testTheWriterAndCodableAgreeOnRandomPages() throws {
        for round in 0..<SeededRandom.rounds(40) {
            var activity = RandomActivity(SeededRandom(round: round))
            var page = try activity.rows(30).feed().page(asOf: activity.now, in: .utc)
            if round % 3 == 0 { page.failures = [SourceFailure(table: "documents", reason: "line 1: \"x\"")] }
            let encoded = try JSONEncoder().encode(page)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(page.json(layout: layout))
                XCTAssertEqual(try dictionary(written), try dictionary(encoded), activity.random.label)
                XCTAssertEqual(
                    try JSONDecoder().decode(ActivityPage.self, from: written), page, activity.random.label)
            }
            XCTAssertEqual(
                try JSONDecoder().decode(ActivityPage.self, from: encoded), page, activity.random.label)
        }
    }

    func testAnotherVersionIsRefused() {
        let text = String(decoding: ActivityFeed().page(asOf: now, in: .utc).json(), as: UTF8.self)
        let other = text.replacingOccurrences(of: #"{"schemaVersion":1,"#, with: #"{"schemaVersion":2,"#)
        XCTAssertThrowsError(try JSONDecoder().decode(ActivityPage.self, from: Data(other.utf8)))
    }

    private func dictionary(_ data: Data) throws -> NSDictionary {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
}
