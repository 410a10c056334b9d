import XCTest

@testable import CompassBaseline

final class BaselinePayloadTests: XCTestCase {
    private let known = BaselinePost(
        id: "a", platform: .twitter, postDate: 5_000_000, postURL: "u", postContent: "t",
        flaggedForReview: true, notes: "n")
    private var store = BaselinePostStore()

    override func setUp() {
        store = BaselinePostStore([known])
    }

    /// Applies a payload committed this many seconds after 1970-01-01T00:00:00Z.
    private func apply(
        _ type: String, _ record: String? = nil, old: String? = nil, at second: Int? = nil
    ) throws -> BaselinePayloadOutcome {
        var members = ["\"type\":\"\(type)\"", "\"table\":\"social_media_posts\"", "\"schema\":\"public\""]
        if let record { members.append("\"record\":\(record)") }
        if let old { members.append("\"old_record\":\(old)") }
        if let second {
            let time = BaselineTimestamp.text(of: Int64(second) * 1_000_000)
            members.append("\"commit_timestamp\":\"\(time)\"")
        }
        return try store.applyPayload(Array("{\(members.joined(separator: ","))}".utf8))
    }

    func testInsertUpdateDelete() throws {
        XCTAssertEqual(try apply("INSERT", RowText.post("x"), at: 10), .applied)
        XCTAssertEqual(store.rows.map(\.id), ["x", "a"])
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"x\",\"notes\":\"m\"}", old: "{\"id\":\"x\"}", at: 11), .applied)
        XCTAssertEqual(
            store["x"], BaselinePost(id: "x", platform: .twitter, postDate: 9_000_000, notes: "m"))
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"x\"}", at: 12), .applied)
        XCTAssertEqual(store.rows, [known])
        XCTAssertEqual(store.lastCommitTime(of: "x"), 12_000_000)
        XCTAssertEqual(store.rememberedDeletions, ["x": 12_000_000])
    }

    func testUpdatesLeaveOutWhatTheyOmit() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"flagged_for_review\":false}"), .applied)
        var expected = known
        expected.flaggedForReview = false
        XCTAssertEqual(store.rows, [expected])
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":null}"), .applied)
        expected.notes = nil
        XCTAssertEqual(store.rows, [expected])
    }

    func testAnInsertOfAKnownIDIsAnUpdate() throws {
        XCTAssertEqual(try apply("INSERT", RowText.post("a")), .applied)
        var expected = known
        expected.postDate = 9_000_000
        XCTAssertEqual(store.rows, [expected])
        XCTAssertEqual(try apply("INSERT", "{\"id\":\"a\",\"notes\":\"m\"}"), .applied)
        XCTAssertEqual(store["a"]?.notes, "m")
    }

    func testAnUpdateOfAnUnknownIDInsertsIfWhole() throws {
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"x\",\"platform\":\"twitter\"}", at: 10),
            .incomplete(field: "post_date", reason: .missing))
        XCTAssertEqual(store.rows, [known])
        XCTAssertNil(store.lastCommitTime(of: "x"))
        // So an older, complete payload still counts.
        XCTAssertEqual(try apply("UPDATE", RowText.post("x"), at: 9), .applied)
        XCTAssertEqual(store.count, 2)
    }

    func testUnreadableNeededFieldsRefuseThePayload() throws {
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"a\",\"platform\":\"myspace\",\"notes\":\"m\"}", at: 10),
            .incomplete(field: "platform", reason: .unknownPlatform))
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"a\",\"post_date\":null}", at: 10),
            .incomplete(field: "post_date", reason: .null))
        XCTAssertEqual(store.rows, [known])
        XCTAssertNil(store.lastCommitTime(of: "a"))
    }

    func testOlderPayloadsAreIgnored() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"10\"}", at: 10), .applied)
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"9\"}", at: 9),
            .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(
            try apply("DELETE", old: "{\"id\":\"a\"}", at: 9), .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(store["a"]?.notes, "10")
        // Other ids have separate times.
        XCTAssertEqual(try apply("INSERT", RowText.post("x"), at: 1), .applied)
    }

    func testALateUpdateBringsNoDeletedPostBack() throws {
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"a\"}", at: 10), .applied)
        XCTAssertEqual(
            try apply("UPDATE", RowText.post("a"), at: 9), .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(
            try apply("INSERT", RowText.post("a"), at: 9), .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(store.rows, [])
        XCTAssertEqual(try apply("INSERT", RowText.post("a"), at: 11), .applied)
        XCTAssertEqual(store.rows.map(\.id), ["a"])
        XCTAssertEqual(store.rememberedDeletions, [:])
    }

    func testTheSamePayloadTwiceIsADuplicateOfTheSameResult() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"m\"}", at: 10), .applied)
        let once = store.rows
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"m\"}", at: 10), .duplicate)
        XCTAssertEqual(store.rows, once)
        // Two changes of one transaction have one time.
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"author_name\":\"N\"}", at: 10), .duplicate)
        XCTAssertEqual(store["a"]?.authorName, "N")
        XCTAssertEqual(store["a"]?.notes, "m")
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"a\"}", at: 10), .duplicate)
        XCTAssertEqual(store.rows, [])
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"a\"}", at: 10), .duplicate)
    }

    func testADeletionOfAnUnknownIDIsRemembered() throws {
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"x\"}", at: 10), .unknownID)
        XCTAssertEqual(store.rows, [known])
        XCTAssertEqual(
            try apply("INSERT", RowText.post("x"), at: 9), .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"y\"}"), .unknownID)
        XCTAssertNil(store.lastCommitTime(of: "y"))
    }

    func testWithoutATimeAPayloadIsTheNewestAndLeavesTheLastTime() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"10\"}", at: 10), .applied)
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"none\"}"), .applied)
        XCTAssertEqual(store["a"]?.notes, "none")
        XCTAssertEqual(store.lastCommitTime(of: "a"), 10_000_000)
        XCTAssertEqual(
            try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"9\"}", at: 9),
            .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"a\"}"), .applied)
        XCTAssertEqual(store.rememberedDeletions, ["a": 10_000_000])
        XCTAssertEqual(try apply("INSERT", RowText.post("a"), at: 11), .applied)
    }

    func testSyncAndLocalChangesLeaveTheLastTime() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"10\"}", at: 10), .applied)
        _ = try store.merge(Array("[{\"id\":\"a\",\"notes\":\"sync\"}]".utf8))
        store.apply(.setFlag(id: "a", false))
        XCTAssertEqual(store.lastCommitTime(of: "a"), 10_000_000)
        store.apply(.remove(id: "a"))
        XCTAssertEqual(
            try apply("UPDATE", RowText.post("a"), at: 9), .ignoredAsOlder(lastCommitTime: 10_000_000))
        // A batch has no time: it restores the post.
        _ = try store.merge(Array("[\(RowText.post("a"))]".utf8))
        XCTAssertEqual(store.count, 1)
        XCTAssertEqual(store.lastCommitTime(of: "a"), 10_000_000)
    }

    func testDeletionsCanBeForgotten() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\",\"notes\":\"1\"}", at: 1), .applied)
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"x\"}", at: 10), .unknownID)
        XCTAssertEqual(try apply("DELETE", old: "{\"id\":\"y\"}", at: 11), .unknownID)
        store.forgetDeletions(before: 11_000_000)
        XCTAssertEqual(store.rememberedDeletions, ["y": 11_000_000])
        // The time of an existing post is not a deletion.
        XCTAssertEqual(store.lastCommitTime(of: "a"), 1_000_000)
        XCTAssertEqual(try apply("INSERT", RowText.post("x"), at: 9), .applied)
        XCTAssertEqual(
            try apply("INSERT", RowText.post("y"), at: 9), .ignoredAsOlder(lastCommitTime: 11_000_000))
    }

    func testTimesOfAllOffsetsAreComparedAsInstants() throws {
        func payload(_ time: String) -> [UInt8] {
            Array(
                """
                {"type":"UPDATE","record":{"id":"a","notes":"\(time)"},"commit_timestamp":"\(time)"}
                """.utf8)
        }
        XCTAssertEqual(try store.applyPayload(payload("2026-02-03T01:00:00.5+02:00")), .applied)
        // 23:00:00.5 of the day before is the same instant; one microsecond less is older.
        XCTAssertEqual(try store.applyPayload(payload("2026-02-02T23:00:00.500Z")), .duplicate)
        XCTAssertEqual(
            try store.applyPayload(payload("2026-02-02T23:00:00.499999Z")),
            .ignoredAsOlder(lastCommitTime: try BaselineTimestamp.micros(of: "2026-02-02T23:00:00.5Z")))
    }

    func testAnAddressMovesToTheRowThatCameLast() throws {
        XCTAssertEqual(try apply("INSERT", RowText.post("x", "\"post_url\":\"u\""), at: 10), .applied)
        XCTAssertEqual(store.rows.map(\.id), ["x"])
        XCTAssertEqual(store.lastCommitTime(of: "a"), 10_000_000, "the displaced post was gone then")
    }

    func testALateUpdateBringsNoDisplacedPostBack() throws {
        XCTAssertEqual(try apply("INSERT", RowText.post("x", "\"post_url\":\"u\""), at: 10), .applied)
        XCTAssertEqual(
            try apply("UPDATE", RowText.post("a", "\"post_url\":\"u\""), at: 9),
            .ignoredAsOlder(lastCommitTime: 10_000_000))
        XCTAssertEqual(store.rows.map(\.id), ["x"])
        XCTAssertEqual(try apply("UPDATE", RowText.post("a"), at: 11), .applied)
    }

    func testADisplacedPostKeepsALaterTimeAndGetsNoneFromAPayloadWithoutOne() throws {
        XCTAssertEqual(try apply("UPDATE", "{\"id\":\"a\"}", at: 20), .applied)
        XCTAssertEqual(try apply("INSERT", RowText.post("x", "\"post_url\":\"u\""), at: 10), .applied)
        XCTAssertEqual(store.lastCommitTime(of: "a"), 20_000_000)
        XCTAssertEqual(try apply("INSERT", RowText.post("y", "\"post_url\":\"u\"")), .applied)
        XCTAssertEqual(store.lastCommitTime(of: "x"), 10_000_000)
        XCTAssertNil(store.lastCommitTime(of: "y"))
    }
}
