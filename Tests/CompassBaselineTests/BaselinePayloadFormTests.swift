import XCTest

@testable import CompassBaseline

/// Payloads that change a primary key, and invalid payloads.
final class BaselinePayloadFormTests: XCTestCase {
    private let known = BaselinePost(
        id: "a", platform: .twitter, postDate: 5_000_000, postURL: "u", postContent: "t", notes: "n")

    private func outcome(_ payload: String, _ store: inout BaselinePostStore) throws -> BaselinePayloadOutcome
    {
        try store.applyPayload(Array(payload.utf8))
    }

    private func move(_ record: String, at second: Int) -> String {
        """
        {"type":"UPDATE","record":\(record),"old_record":{"id":"a"},
        "commit_timestamp":"1970-01-01 00:00:\(second)+00"}
        """
    }

    private let wholeB = "{\"id\":\"b\",\"platform\":\"instagram\",\"post_date\":\"1970-01-01T00:00:09Z\"}"

    func testAPostGoesOnUnderItsNewID() throws {
        var store = BaselinePostStore([known])
        XCTAssertEqual(try outcome(move("{\"id\":\"b\",\"notes\":\"m\"}", at: 10), &store), .applied)
        var expected = known
        expected.id = "b"
        expected.notes = "m"
        XCTAssertEqual(store.rows, [expected])
        XCTAssertEqual(store.lastCommitTime(of: "b"), 10_000_000)
        XCTAssertEqual(store.rememberedDeletions, ["a": 10_000_000])
        // The same payload again: the old id is now unknown.
        XCTAssertEqual(try outcome(move("{\"id\":\"b\",\"notes\":\"m\"}", at: 10), &store), .duplicate)
        XCTAssertEqual(store.rows, [expected])
    }

    func testTheNewIDMayBeKnown() throws {
        // A key is free before it is taken, so its previous row no longer exists on the server.
        var store = BaselinePostStore([
            known, BaselinePost(id: "b", platform: .twitter, postDate: 1, notes: "old"),
        ])
        XCTAssertEqual(try outcome(move("{\"id\":\"b\"}", at: 10), &store), .applied)
        var expected = known
        expected.id = "b"
        XCTAssertEqual(store.rows, [expected])
    }

    func testTheOldIDMayBeUnknown() throws {
        var store = BaselinePostStore()
        XCTAssertEqual(
            try outcome(move("{\"id\":\"b\"}", at: 10), &store),
            .incomplete(field: "platform", reason: .missing))
        XCTAssertEqual(store.rememberedDeletions, [:])
        XCTAssertEqual(try outcome(move(wholeB, at: 10), &store), .applied)
        XCTAssertEqual(store.rows.map(\.id), ["b"])
        XCTAssertEqual(store.rememberedDeletions, ["a": 10_000_000])
    }

    func testBothIDsHaveTheirOwnTimes() throws {
        func update(_ id: String, at second: Int) -> String {
            """
            {"type":"UPDATE","record":{"id":"\(id)","platform":"twitter","post_date":"1970-01-01T00:00:09Z",
            "notes":"\(second)"},"commit_timestamp":"1970-01-01 00:00:\(second)+00"}
            """
        }
        // The new id has had a later payload: only the old one is removed.
        var store = BaselinePostStore([known])
        XCTAssertEqual(try outcome(update("b", at: 20), &store), .applied)
        XCTAssertEqual(
            try outcome(move(wholeB, at: 10), &store), .ignoredAsOlder(lastCommitTime: 20_000_000))
        XCTAssertEqual(store.rows.map(\.id), ["b"])
        XCTAssertEqual(store["b"]?.notes, "20")
        XCTAssertEqual(store.rememberedDeletions, ["a": 10_000_000])

        // The old id has had a later payload: it is now another post, which remains and contributes nothing.
        store = BaselinePostStore([known])
        XCTAssertEqual(try outcome(update("a", at: 20), &store), .applied)
        XCTAssertEqual(
            try outcome(move("{\"id\":\"b\"}", at: 10), &store),
            .incomplete(field: "platform", reason: .missing))
        XCTAssertEqual(try outcome(move(wholeB, at: 10), &store), .applied)
        XCTAssertEqual(store.rows.map(\.id), ["a", "b"])
        XCTAssertNil(store["b"]?.postContent)
        XCTAssertEqual(store.lastCommitTime(of: "a"), 20_000_000)
    }

    func testAnOldRecordThatNamesNoOtherIDIsNoMove() throws {
        for old in ["null", "{}", "{\"id\":null}", "{\"id\":\"a\"}"] {
            var store = BaselinePostStore([known])
            XCTAssertEqual(
                try outcome(
                    "{\"type\":\"UPDATE\",\"record\":{\"id\":\"a\"},\"old_record\":\(old)}", &store), .applied
            )
            XCTAssertEqual(store.rows, [known])
        }
        // An insertion has no row before it.
        var store = BaselinePostStore([known])
        XCTAssertEqual(
            try outcome("{\"type\":\"INSERT\",\"record\":\(wholeB),\"old_record\":{\"id\":\"a\"}}", &store),
            .applied)
        XCTAssertEqual(store.count, 2)
    }

    func testMalformedPayloadsChangeNothing() throws {
        let record = "\"record\":{\"id\":\"a\",\"notes\":\"m\"}"
        let expected: [(payload: String, field: String, reason: BaselinePayloadFault)] = [
            ("{\(record)}", "type", .missing),
            ("{\"type\":\"TRUNCATE\",\(record)}", "type", .unknownType),
            ("{\"type\":\"update\",\(record)}", "type", .unknownType),
            ("{\"type\":7,\(record)}", "type", .unknownType),
            ("{\"type\":\"UPDATE\"}", "record", .missing),
            ("{\"type\":\"UPDATE\",\"record\":null}", "record", .missing),
            ("{\"type\":\"UPDATE\",\"record\":[]}", "record", .wrongType),
            ("{\"type\":\"UPDATE\",\"record\":{}}", "record.id", .missing),
            ("{\"type\":\"UPDATE\",\"record\":{\"id\":null}}", "record.id", .missing),
            ("{\"type\":\"UPDATE\",\"record\":{\"id\":\"\"}}", "record.id", .emptyText),
            ("{\"type\":\"UPDATE\",\"record\":{\"id\":[1]}}", "record.id", .wrongType),
            ("{\"type\":\"UPDATE\",\(record),\"old_record\":7}", "old_record", .wrongType),
            ("{\"type\":\"UPDATE\",\(record),\"old_record\":{\"id\":\"\"}}", "old_record.id", .emptyText),
            ("{\"type\":\"DELETE\",\(record)}", "old_record", .missing),
            ("{\"type\":\"DELETE\",\"old_record\":{}}", "old_record.id", .missing),
            ("{\"type\":\"DELETE\",\"old_record\":\"a\"}", "old_record", .wrongType),
            ("{\"type\":\"DELETE\",\"old_record\":{\"id\":true}}", "old_record.id", .wrongType),
            (
                "{\"type\":\"UPDATE\",\(record),\"commit_timestamp\":\"soon\"}", "commit_timestamp",
                .badTimestamp
            ),
            ("{\"type\":\"UPDATE\",\(record),\"commit_timestamp\":7}", "commit_timestamp", .badTimestamp),
            ("{\"type\":\"UPDATE\",\(record),\"commit_timestamp\":\"\"}", "commit_timestamp", .badTimestamp),
            ("{\"type\":\"UPDATE\",\(record),\"table\":\"schools\"}", "table", .otherTable),
        ]
        for (payload, field, reason) in expected {
            var store = BaselinePostStore([known])
            XCTAssertEqual(try outcome(payload, &store), .malformed(field: field, reason: reason), payload)
            XCTAssertEqual(store.rows, [known], payload)
            XCTAssertEqual(store.rememberedDeletions, [:], payload)
        }
    }

    func testWhatIsNoObjectFailsAsADocument() throws {
        let expected: [(payload: String, reason: BaselineDocumentFault, byteOffset: Int)] = [
            ("", .unexpectedEnd, 0), (" [1]", .notAnObject, 1), ("null", .notAnObject, 0),
            ("{\"type\":}", .unexpectedByte, 8), ("{} {}", .unexpectedByte, 3),
            ("{\"a\":1", .unexpectedEnd, 6),
        ]
        for (payload, reason, byteOffset) in expected {
            var store = BaselinePostStore([known])
            XCTAssertThrowsError(try outcome(payload, &store), payload) { error in
                XCTAssertEqual((error as? BaselineDocumentError)?.reason, reason, payload)
                XCTAssertEqual((error as? BaselineDocumentError)?.byteOffset, byteOffset, payload)
            }
            XCTAssertEqual(store.rows, [known])
        }
    }

    func testMembersMayBeNullOrUnknown() throws {
        var store = BaselinePostStore([known])
        let payload = """
            {"commit_timestamp":null,"table":null,"errors":null,"columns":[{"name":"id"}],"type":"UPDATE",
             "record":{"id":"a","notes":"m","new_column":{"x":1}}}
            """
        XCTAssertEqual(try outcome(payload, &store), .applied)
        XCTAssertEqual(store["a"]?.notes, "m")
    }
}
