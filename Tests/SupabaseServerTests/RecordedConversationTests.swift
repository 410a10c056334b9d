import CompassKernel
import CompassPages
import CompassSupabase
import CompassTestSupport
import Foundation
import SupabaseTestSupport
import XCTest

/// The recorded conversation is what the stand-in, which decodes PostgreSQL's own changes, says today.
final class RecordedConversationTests: XCTestCase {
    private var server: StandInServer!

    override func setUp() async throws {
        server = try StandInServer.running()
        try await server.reset()
    }

    override func tearDown() async throws { try await server?.realtimeOrder("reset") }

    /// With COMPASS_RECORD=1 the file is written instead.
    func testTheStandInSaysWhatWasRecorded() async throws {
        let transport = RecordingTransport(LiveTransport())
        let clock = ManualClock()
        let token = try await server.token().text
        let source = try await server.source(
            session: FixedSession(SessionToken(token)), webSockets: transport, clock: clock)
        var events = source.changes(.posts).makeAsyncIterator()
        let live = await events.next()
        XCTAssertEqual(live, .live)
        let statements = [
            """
            insert into social_media_posts (id, platform, post_date, notes, created_at)
            values ('a', 'twitter', '2026-02-10T14:30:00.5Z', 'ä "😀"', '2026-02-11')
            """,
            """
            insert into social_media_posts (id, platform, post_date, post_content, created_at)
            select 'b', 'instagram', '2026-02-10T14:31:00Z', string_agg(md5(n::text), ''), '2026-02-11'
            from generate_series(1, 130) n
            """,
            "update social_media_posts set notes = null, is_recruiting_related = true where id = 'a'",
            // Its content did not change, and is stored out of line.
            "update social_media_posts set notes = 'kept' where id = 'b'",
            "delete from social_media_posts where id = 'a'",
        ]
        for statement in statements {
            try await server.sql(statement + "; select 'done'")
            await clock.advance(toSleepOf: .milliseconds(100))
            guard case .payloads(.posts, _) = await events.next() else { return XCTFail(statement) }
        }
        try await server.realtimeOrder("size?bytes=1500")
        try await server.sql(
            "update social_media_posts set post_content = repeat('long ', 1000) where id = 'b'; select 'done'"
        )
        let large = await events.next()
        XCTAssertEqual(large, .refetch(.posts, ["b"]))
        transport.note("= 25 s")
        clock.advance(by: .seconds(25))
        while !transport.lines.contains(where: { $0.hasPrefix("<") && $0.contains(#""topic": "phoenix""#) }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await server.realtimeOrder("error")
        guard case .interrupted = await events.next() else { return XCTFail("no interruption") }
        let lines = try RecordedConversation.normalized(
            transport.lines, replacing: [token: "TOKEN", server.key: "key"])
        if ProcessInfo.processInfo.environment["COMPASS_RECORD"] == "1" {
            try (lines.joined(separator: "\n") + "\n").write(
                toFile: RecordedConversation.path, atomically: true, encoding: .utf8)
        }
        XCTAssertEqual(lines, try RecordedConversation.lines())
    }
}
