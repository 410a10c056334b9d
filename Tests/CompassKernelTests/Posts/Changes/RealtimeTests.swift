import XCTest

@testable import CompassKernel

/// Payloads of the realtime feed: what each one changes, and in which order they take effect.
final class RealtimeTests: XCTestCase {
    private func apply(
        _ table: inout PostTable, _ payloads: String..., file: StaticString = #filePath, line: UInt = #line
    ) throws -> [RealtimeOutcome] {
        let json = payloads.count == 1 ? payloads[0] : "[\(payloads.joined(separator: ","))]"
        let result = try table.apply(realtime: json.utf8)
        XCTAssertEqual(table.checkInvariants(), [], file: file, line: line)
        return result.outcomes
    }

    private func payload(_ type: String, _ parts: String, at second: Int? = nil) -> String {
        let commit = second.map { #","commit_timestamp":"2026-02-10T00:00:\#($0)Z""# } ?? ""
        return #"{"schema":"public","table":"social_media_posts","type":"\#(type)"\#(commit),\#(parts)}"#
    }

    private func update(_ id: String, _ fields: String, at second: Int? = nil) -> String {
        payload(
            "UPDATE", #""record":{"id":"\#(id)"\#(fields)},"old_record":{"id":"\#(id)"}"#, at: second)
    }

    private func delete(_ id: String, at second: Int? = nil) -> String {
        payload("DELETE", #""old_record":{"id":"\#(id)"}"#, at: second)
    }

    private let whole = #","platform":"twitter","post_date":"2026-02-13T00:00:00Z""#
    private func second(_ second: Int) throws -> Timestamp { try time("2026-02-10T00:00:\(second)Z") }

    func testInsertUpdateAndDelete() throws {
        var table = try fourPosts()
        let before = table.posts
        let insert = payload("INSERT", #""record":{"id":"n"\#(whole),"notes":"x"},"old_record":null"#)
        XCTAssertEqual(try apply(&table, insert), [.inserted(id: "n")])
        XCTAssertEqual(table.postIDs, ["n", "a", "b", "c", "d"])
        XCTAssertEqual(try apply(&table, update("n", #","author_name":"Zoë""#)), [.updated(id: "n")])
        XCTAssertEqual(table.post(id: "n")?.authorName, "Zoë")
        XCTAssertEqual(table.post(id: "n")?.notes, "x", "a field that is left out stays")
        XCTAssertEqual(try apply(&table, delete("n")), [.deleted(id: "n")])
        expect(table, before)
        XCTAssertEqual(try apply(&table, delete("n")), [.alreadyGone(id: "n")])
        XCTAssertEqual(try apply(&table, update("n", whole)), [.inserted(id: "n")], "an update that is whole")
    }

    func testAPostThatIsDeletedAndInsertedInOneDocumentIsNew() throws {
        var table = try fourPosts()
        let insert = payload("INSERT", #""record":{"id":"b"\#(whole)},"old_record":null"#)
        XCTAssertEqual(try apply(&table, delete("b"), insert), [.deleted(id: "b"), .inserted(id: "b")])
        XCTAssertEqual(
            table.post(id: "b"),
            Post(id: "b", platform: .twitter, postDate: try time("2026-02-13T00:00:00Z")))
        XCTAssertNil(table.place(ofURL: "u/b"))
    }

    func testADeletionGivesItsURLAwayInTheSameDocument() throws {
        var table = try fourPosts()
        XCTAssertEqual(
            try apply(
                &table, delete("b", at: 10), update("a", #","post_url":"u/b""#, at: 20)),
            [.deleted(id: "b"), .updated(id: "a")])
        XCTAssertEqual(table.place(ofURL: "u/b").map { table.id($0) }, "a")
        // The update has displaced nobody, so that the deletion is the last that is known of this post.
        XCTAssertEqual(try apply(&table, update("b", whole, at: 15)), [.inserted(id: "b")])
    }

    func testTheClientLibrariesNamesAreUnderstood() throws {
        var table = try fourPosts()
        XCTAssertEqual(
            try apply(
                &table, #"{"eventType":"UPDATE","new":{"id":"a","notes":null},"old":{}}"#,
                #"{"eventType":"DELETE","new":{},"old":{"id":"b"},"errors":null}"#,
                #"{"eventType":"INSERT","new":{"id":"n"\#(whole)},"old":{}}"#),
            [.updated(id: "a"), .deleted(id: "b"), .inserted(id: "n")])
        XCTAssertNil(table.post(id: "a")?.notes)
    }

    func testTheSamePayloadTwiceChangesNothingMore() throws {
        var table = try fourPosts()
        let payload = update("a", #","notes":"server""#, at: 10)
        XCTAssertEqual(try apply(&table, payload), [.updated(id: "a")])
        let posts = table.posts
        XCTAssertEqual(try apply(&table, payload, payload), [.updated(id: "a"), .updated(id: "a")])
        expect(table, posts)
    }

    func testAnOlderPayloadIsIgnored() throws {
        var table = try fourPosts()
        _ = try apply(&table, update("a", #","notes":"20""#, at: 20))
        let ignored = RealtimeOutcome.ignoredAsOlder(id: "a", lastCommit: try second(20))
        XCTAssertEqual(try apply(&table, update("a", #","notes":"19""#, at: 19)), [ignored])
        XCTAssertEqual(try apply(&table, delete("a", at: 19)), [ignored])
        XCTAssertEqual(table.post(id: "a")?.notes, "20")
        XCTAssertEqual(
            try apply(&table, update("b", #","notes":"19""#, at: 19)), [.updated(id: "b")], "another id")
        XCTAssertEqual(try apply(&table, update("a", #","notes":"21""#, at: 21)), [.updated(id: "a")])
    }

    func testALateUpdateDoesNotBringADeletedPostBack() throws {
        var table = try fourPosts()
        _ = try apply(&table, delete("a", at: 20), delete("x", at: 20))
        for id in ["a", "x"] {
            XCTAssertEqual(
                try apply(&table, update(id, whole, at: 19)),
                [.ignoredAsOlder(id: id, lastCommit: try second(20))])
        }
        table.compact()
        XCTAssertEqual(table.postIDs, ["b", "c", "d"])
        XCTAssertEqual(try apply(&table, update("a", whole, at: 21)), [.inserted(id: "a")])
    }

    func testDeletionsCanBeForgotten() throws {
        var table = try fourPosts()
        _ = try apply(&table, delete("a", at: 20), delete("b", at: 21), update("c", "", at: 20))
        table.forgetDeletions(before: try second(21))
        XCTAssertEqual(try apply(&table, update("a", whole, at: 10)), [.inserted(id: "a")])
        XCTAssertEqual(
            try apply(&table, update("b", whole, at: 10), update("c", whole, at: 10)),
            [
                .ignoredAsOlder(id: "b", lastCommit: try second(21)),
                .ignoredAsOlder(id: "c", lastCommit: try second(20)),
            ], "not before that time; not deleted")
    }

    func testAPayloadWithoutATimeIsTheNewestAndLeavesTheLastTime() throws {
        var table = try fourPosts()
        XCTAssertEqual(
            try apply(
                &table, update("a", "", at: 20), update("a", #","notes":"no time""#),
                update("a", #","notes":"late""#, at: 19)),
            [
                .updated(id: "a"), .updated(id: "a"),
                .ignoredAsOlder(id: "a", lastCommit: try second(20)),
            ])
        XCTAssertEqual(table.post(id: "a")?.notes, "no time")
    }

    func testLocalChangesAndBatchesHaveNoTime() throws {
        var table = try fourPosts()
        _ = try apply(&table, update("a", "", at: 20))
        try table.remove(id: "a")
        _ = try table.merge(json: #"[{"id":"a"\#(whole)}]"#.utf8)
        XCTAssertEqual(
            try apply(&table, delete("a", at: 19)), [.ignoredAsOlder(id: "a", lastCommit: try second(20))])
    }

    func testAPostGoesOnUnderANewID() throws {
        var table = try fourPosts()
        var wanted = table.posts
        wanted[0].id = "z"
        let renaming = payload(
            "UPDATE", #""record":{"id":"z"},"old_record":{"id":"a"}"#, at: 20)
        XCTAssertEqual(try apply(&table, renaming), [.inserted(id: "z")])
        expect(table, wanted)
        for id in ["a", "z"] {
            XCTAssertEqual(
                try apply(&table, update(id, whole, at: 19)),
                [.ignoredAsOlder(id: id, lastCommit: try second(20))])
        }
    }

    func testAnUnknownPostThatIsNotWholeIsReported() throws {
        var table = try fourPosts()
        let before = table.posts
        XCTAssertEqual(
            try apply(
                &table, update("n", #","platform":"twitter""#, at: 20),
                update("a", #","platform":"myspace""#, at: 20)),
            [
                .unusable(id: "n", field: "post_date", reason: "is missing, and the post is not known"),
                .unusable(
                    id: "a", field: "platform",
                    reason: #"unknown value "myspace"; known are twitter, instagram"#),
            ])
        expect(table, before)
        XCTAssertEqual(
            try apply(&table, update("n", whole, at: 19)), [.inserted(id: "n")], "no time was kept")
    }

    func testUnreadableOptionalValuesAreReportedWithThePayloadsNumber() throws {
        var table = try fourPosts()
        let result = try table.apply(
            realtime: "[\(update("b", "")),\(update("a", #","sentiment":"angry","created_at":7"#))]".utf8)
        XCTAssertEqual(result.problems.map(\.row), [2, 2])
        XCTAssertEqual(result.problems.map(\.field), ["sentiment", "created_at"])
        XCTAssertNil(table.post(id: "a")?.sentiment)
    }

    func testADisplacedPostDisappears() throws {
        var table = try fourPosts()
        XCTAssertEqual(try apply(&table, update("a", #","post_url":"u/b""#)), [.updated(id: "a")])
        XCTAssertEqual(table.postIDs, ["a", "c", "d"])
    }

    /// A late update used to bring the displaced post back and to displace the newer one.
    func testALateUpdateDoesNotBringADisplacedPostBack() throws {
        var table = try fourPosts()
        _ = try apply(&table, update("a", #","post_url":"u/b""#, at: 20))
        XCTAssertEqual(
            try apply(&table, update("b", whole + #","post_url":"u/b""#, at: 19)),
            [.ignoredAsOlder(id: "b", lastCommit: try second(20))])
        XCTAssertEqual(table.postIDs, ["a", "c", "d"])
        XCTAssertEqual(try apply(&table, update("b", whole, at: 21)), [.inserted(id: "b")])
    }

    func testTheLaterTimeOfADisplacedPostStays() throws {
        var table = try fourPosts()
        _ = try apply(&table, update("b", "", at: 30), update("a", #","post_url":"u/b""#, at: 20))
        XCTAssertEqual(table.postIDs, ["a", "c", "d"])
        XCTAssertEqual(
            try apply(&table, update("b", whole, at: 29)),
            [.ignoredAsOlder(id: "b", lastCommit: try second(30))])
    }

    func testAPayloadWithoutATimeLeavesTheTimeOfAPostThatItDisplaces() throws {
        var table = try fourPosts()
        _ = try apply(&table, update("a", #","post_url":"u/b""#))
        XCTAssertEqual(try apply(&table, update("b", whole, at: 10)), [.inserted(id: "b")])
    }

    /// Every way in which a payload can be malformed, with the field at fault.
    func testMalformedPayloadsAreRefusedWithTheirNumberAndField() throws {
        let record = #""record":{"id":"a","notes":null}"#
        let cases: [(payload: String, field: String?)] = [
            ("{\(record)}", "type"), (#"{"type":null,\#(record)}"#, "type"),
            (#"{"type":1,\#(record)}"#, "type"),
            (#"{"type":"TRUNCATE",\#(record)}"#, "type"), (#"{"eventType":"*",\#(record)}"#, "eventType"),
            (#"{"eventType":[],\#(record)}"#, "eventType"),
            (#"{"type":"UPDATE","table":"schools",\#(record)}"#, "table"),
            (#"{"type":"UPDATE","table":5,\#(record)}"#, "table"),
            (#"{"type":"UPDATE","commit_timestamp":"soon",\#(record)}"#, "commit_timestamp"),
            (#"{"type":"UPDATE","commit_timestamp":12,\#(record)}"#, "commit_timestamp"),
            (#"{"type":"UPDATE"}"#, "record"), (#"{"type":"INSERT","record":null}"#, "record"),
            (#"{"type":"INSERT","record":[1]}"#, "record"), (#"{"type":"INSERT","record":{}}"#, "record"),
            (#"{"type":"INSERT","new":{"id":""}}"#, "new"),
            (#"{"type":"INSERT","record":{"id":false}}"#, "record"),
            (#"{"type":"DELETE"}"#, "old_record"), (#"{"type":"DELETE","old_record":{}}"#, "old_record"),
            (#"{"type":"DELETE","old_record":"a"}"#, "old_record"),
            (#"{"type":"DELETE","old":{"id":null}}"#, "old"),
            (#"{"type":"UPDATE","old_record":[],\#(record)}"#, "old_record"),
            (#"{"type":"UPDATE","old_record":{"id":{}},\#(record)}"#, "old_record"),
            ("7", nil), ("null", nil),
        ]
        var table = try fourPosts()
        let before = table.posts
        for (payload, field) in cases {
            // The payloads around it are valid, but are not applied either.
            let json = "[\(delete("b")),\(payload),\(delete("c"))]"
            XCTAssertThrowsError(try table.apply(realtime: json.utf8), payload) { error in
                guard case .malformedPayload(2, field, let reason)? = error as? PostChangeError else {
                    return XCTFail("\(error) of \(payload)")
                }
                XCTAssertFalse(reason.isEmpty)
                XCTAssertTrue("\(error)".hasPrefix("payload 2: \(field ?? "")"), "\(error)")
            }
            expect(table, before)
        }
    }

    /// A truncated payload was reported at the bracket appended to it; several objects were accepted as one.
    func testDocumentsThatAreNoPayloads() throws {
        let cases: [(json: String, reason: JSONError.Reason?, byteOffset: Int)] = [
            (#"{"type":"DELETE""#, .unexpectedEnd, 16), ("", .unexpectedEnd, 0), (#"{"type":"DEL"#, nil, 12),
            (#"{},{}"#, nil, 2), ("{}]", nil, 2), ("{} x", nil, 3), ("7", nil, 0), ("[{},", nil, 4),
        ]
        var table = try fourPosts()
        let before = table.posts
        for (json, reason, byteOffset) in cases {
            XCTAssertThrowsError(try table.apply(realtime: json.utf8), json) { error in
                guard case .unreadable(.malformedDocument(let place))? = error as? PostChangeError else {
                    return XCTFail("\(error) of \(json)")
                }
                XCTAssertEqual(place.byteOffset, byteOffset, json)
                if let reason { XCTAssertEqual(place.reason, reason, json) }
            }
            expect(table, before)
        }
    }

    func testAnEmptyArrayAndSpaceAroundAnObject() throws {
        var table = try fourPosts()
        XCTAssertEqual(try table.apply(realtime: " [ ] ".utf8).outcomes, [])
        XCTAssertEqual(
            try table.apply(realtime: "\u{FEFF}\n\(delete("a"))\n".utf8).outcomes, [.deleted(id: "a")])
    }
}
