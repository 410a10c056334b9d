import Foundation
import XCTest

@testable import CompassPeers

/// Shell scripts as workers, which write the replies of a Python worker.
final class WorkerPeerTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")
    private let files = PeerFiles(posts: "posts", postsByteCount: 1, lines: "lines", schools: "schools")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    /// Returns a worker that is ready and replies to each request with the next of some lines.
    private func worker(answers: [String], ready: String = #"{"ready":true,"version":"1.2","threads":1}"#)
        throws
        -> WorkerPeer
    {
        let script = folder.appendingPathComponent("worker.sh")
        let replies = answers.map { "read request\necho '\($0)'\n" }.joined()
        try Data("echo '\(ready)'\n\(replies)".utf8).write(to: script)
        return try WorkerPeer(engine: "duckdb", threads: 1, python: "sh", script: script.path)
    }

    func testAnEngineThatIsNotInstalledIsUnsupported() throws {
        let ready = #"{"ready":false,"engine":"duckdb","reason":"duckdb is not installed"}"#
        XCTAssertThrowsError(try worker(answers: [], ready: ready)) { error in
            XCTAssertEqual((error as? PeerUnsupported)?.description, "duckdb is not installed")
        }
    }

    func testAnInterpreterThatDoesNotExistIsUnsupported() {
        XCTAssertThrowsError(
            try WorkerPeer(engine: "duckdb", threads: 1, python: "no-such-python", script: "worker.py")
        ) { error in
            XCTAssertEqual(
                (error as? PeerUnsupported)?.description, "no-such-python worker.py does not start")
        }
    }

    func testTimesAndRowsAreReadFromAnswers() throws {
        let peer = try worker(answers: [
            #"{"nanoseconds":[5,7.5],"form":"json"}"#, #"{"ok":true,"rows":12,"memoryBytes":null}"#,
        ])
        XCTAssertEqual(peer.version, "1.2")
        XCTAssertEqual(try peer.ingest(files, calls: 2), [5, 7.5])
        let prepared = try peer.prepare(files, zone: "UTC")
        XCTAssertEqual(prepared.rows, 12)
        XCTAssertNil(prepared.memoryBytes)
    }

    func testAnAnswerIsReadWithAllItsFigures() throws {
        let peer = try worker(answers: [
            #"{"answer":{"totalPosts":3,"recruiting":1,"positive":2,"analyzed":3,"activeSchools":1,"#
                + #""sentiments":[1,1,0,1],"platforms":[2,1],"activityByDay":[0,3],"topSchools":[["s",3]],"#
                + #""recentRecruiting":["a"]}}"#
        ])
        let answer = try peer.answer(question: 0, variant: 0)
        var expected = PageAnswer()
        expected.totalPosts = 3
        expected.recruiting = 1
        expected.positive = 2
        expected.analyzed = 3
        expected.activeSchools = 1
        expected.sentiments = [1, 1, 0, 1]
        expected.platforms = [2, 1]
        expected.activityByDay = [0, 3]
        expected.topSchools = [.init(id: "s", count: 3)]
        expected.recentRecruiting = ["a"]
        XCTAssertEqual(answer, expected)
        XCTAssertEqual(answer.differences(from: expected), [])
        expected.activityByDay = [3, 0]
        expected.recentRecruiting = []
        XCTAssertEqual(answer.differences(from: expected), ["activityByDay", "recentRecruiting"])
    }

    func testARefusalAndAFailureAreToldApart() throws {
        let peer = try worker(answers: [
            #"{"unsupported":true,"reason":"no reader of JSON"}"#, #"{"error":"boom","trace":"…"}"#,
        ])
        XCTAssertThrowsError(try peer.ingest(files, calls: 1)) { error in
            XCTAssertEqual((error as? PeerUnsupported)?.description, "no reader of JSON")
        }
        XCTAssertThrowsError(try peer.ingest(files, calls: 1)) { error in
            XCTAssertEqual((error as? PeerFailure)?.description, "duckdb: boom")
        }
    }

    func testAWorkerThatDiesIsAFailureAndNotTheEndOfTheProcess() throws {
        let peer = try worker(answers: [])
        for _ in 0..<3 {
            XCTAssertThrowsError(try peer.ingest(files, calls: 1))
            usleep(20_000)
        }
    }

    func testSearchesAreCountedAndTimed() throws {
        let peer = try worker(answers: [
            #"{"ok":true,"rows":3,"memoryBytes":null}"#, #"{"count":2}"#, #"{"nanoseconds":[5,7]}"#,
            #"{"unsupported":true,"reason":"this form keeps no texts"}"#,
        ])
        XCTAssertEqual(try peer.prepareSearch(path: "texts"), 3)
        XCTAssertEqual(try peer.searchCount("camp"), 2)
        XCTAssertEqual(try peer.sampleSearches(["camp", "a"]), [5, 7])
        XCTAssertThrowsError(try peer.prepareSearch(path: "texts")) { error in
            XCTAssertEqual((error as? PeerUnsupported)?.description, "this form keeps no texts")
        }
    }
}
