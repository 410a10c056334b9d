import Foundation
import XCTest

@testable import CompassPeers

final class LivePostsTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func files(_ lines: [String]) throws -> PeerFiles {
        let url = folder.appendingPathComponent("posts.ndjson")
        try Data(lines.joined(separator: "\n").utf8).write(to: url)
        return PeerFiles(posts: "", postsByteCount: 0, lines: url.path, schools: "")
    }

    private func row(_ id: String, _ date: String, _ content: String) -> String {
        #"{"id":"\#(id)","platform":"twitter","post_date":"\#(date)","post_content":"\#(content)","#
            + #""author_name":"Ann O'Hara","author_handle":null}"#
    }

    func testInsertedRowsAreFoundByTheNextQuery() throws {
        let peer = SQLitePeer()
        let loaded = try peer.prepareLive(
            files([
                row("b", "2026-01-02T00:00:00.5+00:00", "Summer CAMP"),
                row("a", "2026-01-02T00:00:00.5+00:00", "visit"),
                row("c", "2026-01-01T00:00:00+00:00", "camp"),
            ]))
        XCTAssertEqual(loaded, 3)
        XCTAssertEqual(try peer.livePage(nil, limit: 50), LivePageAnswer(count: nil, ids: ["a", "b", "c"]))
        XCTAssertEqual(try peer.livePage("camp", limit: 50), LivePageAnswer(count: 2, ids: ["b", "c"]))
        let documents = [
            row("d", "2026-01-03T00:00:00+00:00", "a camp"), row("e", "2025-01-03T00:00:00+00:00", "campus"),
            // The same id again replaces the row.
            row("a", "2026-01-04T00:00:00+00:00", "visit"),
        ].map { Array(#"{"type":"INSERT","record":\#($0)}"#.utf8) }
        XCTAssertEqual(try peer.insert(documents).count, 3)
        XCTAssertEqual(try peer.livePage(nil, limit: 3).ids, ["a", "d", "b"])
        XCTAssertEqual(
            try peer.livePage("camp", limit: 50), LivePageAnswer(count: 4, ids: ["d", "b", "c", "e"]))
        XCTAssertEqual(try peer.livePage("o'h", limit: 50).ids, ["a", "d", "b", "c", "e"])
        XCTAssertEqual(try peer.livePage(#"no "such" text"#, limit: 50), LivePageAnswer(count: 0, ids: []))
        XCTAssertEqual(try peer.sampleLive("camp", limit: 50, calls: 2).count, 2)
    }

    func testInsertsRequireATable() {
        XCTAssertThrowsError(try SQLitePeer().insert([[]])) { XCTAssert($0 is PeerFailure) }
    }

    func testAWorkersRepliesAreRead() throws {
        let script = folder.appendingPathComponent("worker.sh")
        let replies = [
            #"{"ok":true,"rows":3,"memoryBytes":null}"#, #"{"nanoseconds":[5,7]}"#,
            #"{"count":null,"ids":["a"]}"#, #"{"count":2,"ids":[]}"#, #"{"nanoseconds":[1]}"#,
            #"{"unsupported":true,"reason":"this form is not changed"}"#,
        ].map { "read request\necho '\($0)'\n" }.joined()
        try Data((#"echo '{"ready":true,"version":"1","threads":1}'"# + "\n" + replies).utf8).write(
            to: script)
        let worker = try WorkerPeer(engine: "duckdb", threads: 1, python: "sh", script: script.path)
        let files = try files([])
        XCTAssertEqual(try worker.prepareLive(files), 3)
        XCTAssertEqual(try worker.insert([Array("{}".utf8), Array("{}".utf8)]), [5, 7])
        XCTAssertEqual(try worker.livePage(nil, limit: 1), LivePageAnswer(count: nil, ids: ["a"]))
        XCTAssertEqual(try worker.livePage("camp", limit: 1), LivePageAnswer(count: 2, ids: []))
        XCTAssertEqual(try worker.sampleLive("camp", limit: 1, calls: 1), [1])
        XCTAssertThrowsError(try worker.prepareLive(files)) { XCTAssert($0 is PeerUnsupported) }
    }
}
