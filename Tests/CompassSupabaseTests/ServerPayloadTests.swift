import CompassKernel
import CompassPages
import XCTest

@testable import CompassSupabase

/// Changes in the form that the SQL of Supabase's Realtime gives them, which differs from the stand-in's in the order of
/// keys and in what is left out.
///
/// Source: `test/expected` of github.com/supabase/walrus, with the columns of posts.
final class ServerPayloadTests: XCTestCase {
    private static let columns = #""columns":[{"name":"id","type":"text"},{"name":"notes","type":"text"}]"#
    private static let time = #""commit_timestamp":"2026-03-01T12:00:01.000Z""#
    private static let record = #""id":"a","platform":"twitter","post_date":"2026-02-10T14:30:00+00:00""#

    /// The payload of a message, as the service sends what its SQL returns.
    private func payload(_ change: String, errors: String = "null") -> String {
        let members = change.dropLast()
        return #"{"ids":[1],"data":\#(members),"errors":\#(errors)}}"#
    }

    private func actions(_ payload: String) throws -> [ChannelProtocol.Action] {
        var conversation = ChannelProtocol(.posts, schema: "public")
        _ = conversation.join(token: nil)
        for message in [
            #"{"topic":"realtime:posts","event":"system","payload":{"extension":"postgres_changes","status":"ok"}}"#,
            #"{"topic":"realtime:posts","event":"postgres_changes","payload":\#(payload),"ref":null}"#,
        ] {
            let actions = conversation.receive(try XCTUnwrap(RealtimeMessage(Array(message.utf8))))
            if actions != [.live] { return actions }
        }
        return []
    }

    private func table(_ rows: String) throws -> PostTable {
        try PostTable.load(json: Array("[\(rows)]".utf8)).table
    }

    /// Returns the posts after a change that is applied.
    private func posts(_ rows: String, after change: String) throws -> [String: String?] {
        guard case .change(.posts, let json)? = try actions(payload(change)).first else {
            XCTFail("not a change of posts")
            return [:]
        }
        var table = try table(rows)
        _ = try table.apply(realtime: Array("[".utf8) + json + Array("]".utf8))
        XCTAssertEqual(table.checkInvariants(), [])
        return Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0.notes) })
    }

    func testAnInsertHasNoOldRecord() throws {
        let change =
            #"{"type":"INSERT","table":"social_media_posts","record":{\#(Self.record),"notes":"n"},"#
            + #""schema":"public",\#(Self.columns),\#(Self.time)}"#
        XCTAssertEqual(try posts("", after: change), ["a": "n"])
    }

    /// A long text that did not change is in no record unless the table's replica identity is full.
    func testAnUpdateWithoutAnUnchangedLongTextKeepsIt() throws {
        let change =
            #"{"type":"UPDATE","table":"social_media_posts","record":{\#(Self.record)},"#
            + #""schema":"public",\#(Self.columns),"old_record":{"id":"a"},\#(Self.time)}"#
        let after = try posts(#"{\#(Self.record),"notes":"a long text"}"#, after: change)
        XCTAssertEqual(after, ["a": "a long text"])
    }

    /// With row-level security a deletion has the key alone, and no record.
    func testADeletionHasTheKeyAlone() throws {
        let change =
            #"{"type":"DELETE","table":"social_media_posts","schema":"public",\#(Self.columns),"#
            + #""old_record":{"id":"a"},\#(Self.time)}"#
        XCTAssertEqual(try posts(#"{\#(Self.record)}"#, after: change), [:])
    }

    /// Above 1 MiB the record has the columns of at most 64 bytes; older services leave all of them out.
    func testARowThatIsTooLargeIsReadByItsID() throws {
        for (record, old, action) in [
            (#"{\#(Self.record)}"#, #"{"id":"a"}"#, ChannelProtocol.Action.refetch(.posts, "a")),
            ("{}", #"{"id":"a"}"#, .refetch(.posts, "a")), ("{}", "{}", .lost), ("null", "null", .lost),
        ] {
            let change =
                #"{"type":"UPDATE","table":"social_media_posts","record":\#(record),"schema":"public","#
                + #"\#(Self.columns),"old_record":\#(old),\#(Self.time)}"#
            XCTAssertEqual(
                try actions(payload(change, errors: #"["Error 413: Payload Too Large"]"#)), [action], record)
        }
    }

    /// Who may not read the key, and a table without one: nothing tells which row it was.
    func testAChangeWithoutARowIsMissing() throws {
        for error in ["Error 401: Unauthorized", "Error 400: Bad Request, no primary key"] {
            let change = #"{"type":"INSERT","table":"social_media_posts","schema":"public"}"#
            XCTAssertEqual(try actions(payload(change, errors: #"["\#(error)"]"#)), [.lost], error)
        }
    }

    /// A row whose key changes is another row from then on.
    func testAChangedKeyMovesThePost() throws {
        let change =
            #"{"type":"UPDATE","table":"social_media_posts","record":{"id":"b","platform":"twitter","#
            + #""post_date":"2026-02-10T14:30:00+00:00","notes":"n"},"schema":"public",\#(Self.columns),"#
            + #""old_record":{"id":"a"},\#(Self.time)}"#
        let after = try posts(#"{\#(Self.record),"notes":"n"}"#, after: change)
        XCTAssertEqual(after, ["b": "n"])
    }
}
