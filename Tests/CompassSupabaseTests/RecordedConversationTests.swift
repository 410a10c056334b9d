import CompassKernel
import CompassPages
import CompassTestSupport
import SupabaseTestSupport
import XCTest

@testable import CompassSupabase

/// A conversation that was recorded with the stand-in of `Tests/SupabaseStandIn`, replayed on every platform.
final class RecordedConversationTests: XCTestCase {
    func testEveryMessageIsSentAndUnderstood() async throws {
        let server = ScriptedSocketServer()
        let test = ScriptedSource(
            [], session: FixedSession(SessionToken("TOKEN")), webSockets: server, random: 0)
        var events = test.source.changes(.posts).makeAsyncIterator()
        var posts = PostTable.empty
        var refetched: [String] = []
        let connection = await server.connection(0)
        for line in try RecordedConversation.lines() {
            let text = String(line.dropFirst(2))
            switch (line.first, text) {
            case (">", _):
                let message = await connection.nextMessage()
                XCTAssertEqual(message, text)
            case ("=", "25 s"): test.clock.advance(by: .seconds(25))
            case ("=", _): continue
            default: connection.serve(text)
            }
            guard line.first == "<" else { continue }
            if text.contains(#""event": "system""#) {
                let live = await events.next()
                XCTAssertEqual(live, .live)
            } else if text.contains(#""event": "postgres_changes""#) {
                if text.contains("413") {
                    guard case .refetch(.posts, let ids) = await events.next() else { return XCTFail(text) }
                    refetched += ids
                    continue
                }
                await test.clock.advance(toSleepOf: .milliseconds(100))
                guard case .payloads(.posts, let json) = await events.next() else { return XCTFail(text) }
                XCTAssertEqual(try posts.apply(realtime: json).problems, [])
                if text.contains(#""type": "INSERT""#), text.contains("😀") {
                    XCTAssertEqual(posts.first?.notes, "ä \"😀\"")
                    XCTAssertEqual(posts.first?.postDate, try Timestamp(parsing: "2026-02-10T14:30:00.5Z"))
                }
            }
        }
        // The conversation ends with an error of the channel.
        guard case .interrupted = await events.next() else { return XCTFail("no interruption") }
        XCTAssertEqual(refetched, ["b"])
        XCTAssertEqual(posts.map(\.id), ["b"])
        XCTAssertEqual(posts.first?.notes, "kept")
        XCTAssertEqual(posts.first?.postContent?.utf8.count, 4_160)
    }
}
