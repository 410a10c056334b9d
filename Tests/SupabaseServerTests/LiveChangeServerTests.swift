import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import SupabaseTestSupport
import XCTest

/// Posts that follow a server through changes, faults and interruptions.
final class LiveChangeServerTests: XCTestCase {
    private var server: StandInServer!

    override func setUp() async throws {
        server = try StandInServer.running()
        try await server.reset()
    }

    override func tearDown() async throws { try await server?.realtimeOrder("reset") }

    /// A heartbeat without a reply within 25 seconds divided by the factor interrupts a channel, also on a busy
    /// machine: tests that permit no interruption have a small factor.
    private func source(
        session: (any SessionProvider)? = nil, factor: Int = 20,
        configure: (inout SupabaseConfiguration) -> Void = { _ in }
    ) async throws -> SupabaseSource {
        try await server.source(
            session: session, webSockets: LiveTransport(), clock: ScaledClock(factor: factor),
            configure: configure)
    }

    private func follow(_ source: SupabaseSource, factor: Int = 20) -> FollowedPosts {
        FollowedPosts(PostFollower(source, clock: ScaledClock(factor: factor)))
    }

    private func put(_ ids: String..., notes: String = "new") async throws {
        let rows = ids.map { "('\($0)', 'twitter', '2026-02-10T14:30:00Z', '\(notes)')" }.joined(
            separator: ",")
        try await server.sql(
            """
            insert into social_media_posts (id, platform, post_date, notes) values \(rows)
            on conflict (id) do update set notes = excluded.notes; select 'done'
            """)
    }

    private func remove(_ id: String) async throws {
        try await server.sql("delete from social_media_posts where id = '\(id)'; select 'done'")
    }

    /// Waits until the posts are those of the database, and live.
    private func assertSettled(
        _ model: FollowedPosts, _ message: String = "", within seconds: Double = 180, line: UInt = #line
    ) async throws {
        let (direct, _) = try PostTable.load(json: try await server.rows(of: .posts))
        let posts = try await model.posts(within: seconds) { $0.elementsEqual(direct) }
        if posts != nil { return }
        let found = model.latest?.posts ?? .empty
        let ids = Set(found.map(\.id)), expected = Set(direct.map(\.id))
        let changed = direct.filter { post in found.post(id: post.id).map { $0 != post } ?? false }
        XCTFail(
            "\(message): \(String(describing: model.latest?.status)), \(found.count) posts of \(direct.count); "
                + "missing \(expected.subtracting(ids).sorted().prefix(5)), "
                + "too many \(ids.subtracting(expected).sorted().prefix(5)), other \(changed.map { [found.post(id: $0.id), $0] }.prefix(2))",
            line: line)
    }

    // Histories

    /// Random changes while posts are loaded and the connection is cut: every history ends with the server's rows.
    private func followHistory(posts: Int, changes: Int, cuts: Int, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        try await server.reset()
        try await server.insertPosts(posts)
        let model = follow(try await source())
        var writer = PostWriter(server, seed: seed &+ 1)
        let steps = cuts * 2
        for step in 0..<steps {
            try await writer.change(changes / steps)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try await server.realtimeOrder("repeat?count=20")
            case 1: try await server.realtimeOrder("late?seconds=0.1")
            case 2: try await server.realtimeOrder("late?seconds=0")
            case 3: try await server.realtimeOrder("stall?seconds=0.2")
            case 4: try await server.realtimeOrder("fail?count=1")
            case 5: try await server.realtimeOrder("refuse?count=1")
            default: break
            }
            if step % 2 == 1 { try await server.realtimeOrder("close") }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<100, using: &random)))
        }
        // A hundred thousand posts take minutes where several programs share a processor: the limit is for a follower
        // that would never be done.
        try await assertSettled(model, "seed \(seed)", within: posts > 10_000 ? 1_200 : 300)
        XCTAssertNotNil(model.statuses.firstIndex(of: .interrupted), "the connection was never cut")
        model.stop()
    }

    private var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["COMPASS_TEST_ITERATIONS"].flatMap(Int.init).map { max(3, $0 / 50) } ?? 3
        return (0..<UInt64(count)).map { 20_260_210 + $0 }
    }

    func testEveryHistoryEndsWithTheServersRows() async throws {
        for seed in seeds { try await followHistory(posts: 1_000, changes: 1_000, cuts: 20, seed: seed) }
    }

    /// A hundred thousand posts and five thousand changes; in few rounds a fifth.
    func testManyPostsDuringManyChangesAndTwentyCuts() async throws {
        let share = StandInServer.isThorough ? 1 : 5
        try await followHistory(posts: 100_000 / share, changes: 5_000 / share, cuts: 20, seed: seeds[0])
    }

    // Faults

    func testRowsAreReadOnlyOnceChangesAreReported() async throws {
        try await server.realtimeOrder("late?seconds=600")
        try await put("a")
        let model = follow(try await source(factor: 1), factor: 1)
        // Between the reply to the join and the message that changes are reported.
        while try await server.realtimeOrder("late?seconds=600") == 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        let requests = String(decoding: try await server.order("requests"), as: UTF8.self)
        XCTAssertEqual(model.statuses, [])
        XCTAssertFalse(requests.contains("social_media_posts"), requests)
        try await put("b")
        try await server.realtimeOrder("late?seconds=0")
        try await assertSettled(model)
        XCTAssertEqual(model.statuses, [.live])
    }

    func testARefusedSubscriptionIsMadeAgain() async throws {
        for order in ["refuse?count=3", "fail?count=3"] {
            try await server.realtimeOrder(order)
            try await put("a", notes: order)
            let model = follow(try await source())
            try await assertSettled(model, order)
            // Meanwhile rows are read at intervals.
            XCTAssertEqual(model.statuses.last, .live)
            try await put("b", notes: order)
            try await assertSettled(model, order)
            model.stop()
        }
    }

    func testEveryWayInWhichAChannelEndsIsFollowedByAnother() async throws {
        let model = follow(try await source(factor: 5), factor: 5)
        try await put("a", "b", "c")
        try await assertSettled(model)
        for (number, order) in ["close", "error", "close"].enumerated() {
            try await server.realtimeOrder(order)
            try await put("a", notes: "\(number)")
            try await assertSettled(model, order)
        }
        XCTAssertEqual(
            model.statuses, [.live, .interrupted, .live, .interrupted, .live, .interrupted, .live])
    }

    func testRowsThatAreDeletedDuringAnOutageAreRemoved() async throws {
        try await put("a", "b", "c", "d")
        let model = follow(try await source())
        try await assertSettled(model)
        // Nobody is told of changes until the channel is joined again.
        try await server.realtimeOrder("refuse?count=2")
        try await server.realtimeOrder("close")
        try await remove("b")
        try await put("e")
        try await assertSettled(model)
        XCTAssertNil(model.latest?.posts?.post(id: "b"))
    }

    /// A server that does not speak any more, although the connection stands.
    func testASilentServerIsLeft() async throws {
        try await put("a")
        let model = follow(try await source())
        try await assertSettled(model)
        try await server.realtimeOrder("deaf?value=1")
        try await server.realtimeOrder("stall?seconds=4")
        try await put("a", notes: "unheard")
        // Two heartbeats later.
        let end = ContinuousClock.now + .seconds(30)
        while !model.statuses.contains(.interrupted), ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTAssertTrue(model.statuses.contains(.interrupted))
        try await server.realtimeOrder("deaf?value=0")
        try await assertSettled(model)
    }

    func testPayloadsThatComeAgainChangeNothing() async throws {
        let model = follow(try await source(factor: 5), factor: 5)
        try await assertSettled(model)
        try await put("a", notes: "1")
        try await put("b", notes: "1")
        try await put("a", notes: "2")
        try await remove("b")
        try await assertSettled(model)
        try await server.realtimeOrder("repeat?count=4")
        try await put("c")
        try await assertSettled(model)
        XCTAssertEqual(model.statuses, [.live])
    }

    func testRowsThatExceedAPayloadAreFetched() async throws {
        let model = follow(try await source(factor: 5), factor: 5)
        try await put("a")
        try await assertSettled(model)
        try await server.sql(
            """
            update social_media_posts set post_content = (
                select string_agg(md5(n::text), '') from generate_series(1, 40000) n); select 'done'
            """)
        try await assertSettled(model)
        XCTAssertEqual(model.latest?.posts?.first?.postContent?.utf8.count, 1_280_000)
        // Unchanged and stored out of line, it is missing from the payload, and stays as it is.
        try await put("a", notes: "later")
        try await assertSettled(model)
        let requests = String(decoding: try await server.order("requests"), as: UTF8.self)
        XCTAssertEqual(requests.components(separatedBy: "in.").count, 2, requests)
    }

    func testOthersRowsAreNotSeen() async throws {
        let model = follow(try await source())
        try await put("a")
        try await server.sql(
            """
            insert into social_media_posts (id, platform, post_date, family) values ('x', 'twitter', now(), 'theirs');
            delete from social_media_posts where id = 'x'; select 'done'
            """)
        try await put("b")
        let posts = try await model.posts { $0.count == 2 }
        XCTAssertEqual(posts?.map(\.id), ["a", "b"])
    }

    // Tokens

    func testATokenIsRenewedWhileTheChannelIsOpen() async throws {
        let session = ShortSession(server)
        let model = follow(try await source(session: session, factor: 5), factor: 5)
        try await put("a")
        try await assertSettled(model)
        // Past the first token's end, which would end the channel.
        let end = ContinuousClock.now + .seconds(13)
        while true {
            let count = await session.renewalCount
            if count > 1, ContinuousClock.now > end { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        try await put("b")
        try await assertSettled(model)
        XCTAssertEqual(model.statuses, [.live])
    }

    func testAChannelWhoseTokenExpiredIsJoinedAgain() async throws {
        let session = ExpiringSession(server)
        // Heartbeats, which bring new tokens, come too late.
        let model = follow(try await source(session: session, factor: 2), factor: 2)
        try await put("a")
        try await assertSettled(model)
        let end = ContinuousClock.now + .seconds(30)
        while model.statuses.count < 3, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        try await put("b")
        try await assertSettled(model)
        XCTAssertEqual(model.statuses.prefix(3), [.live, .interrupted, .live])
    }

    // Connections

    func testWhoStopsLeavesNoConnection() async throws {
        // Connections of earlier tests end a little later than these.
        while try await server.realtimeOrder("sockets") > 0 { try await Task.sleep(for: .milliseconds(20)) }
        let model = follow(try await source())
        try await put("a")
        try await assertSettled(model)
        let count = try await server.realtimeOrder("sockets")
        XCTAssertEqual(count, 1)
        model.stop()
        let end = ContinuousClock.now + .seconds(10)
        while try await server.realtimeOrder("sockets") > 0, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        let rest = try await server.realtimeOrder("sockets")
        XCTAssertEqual(rest, 0)
    }

    func testWithoutATransportChangesAreReadAtIntervals() async throws {
        try await put("a")
        let source = try await server.source(clock: ScaledClock(factor: 100))
        let model = FollowedPosts(PostFollower(source))
        let first = try await model.posts(.polling) { $0.count == 1 }
        XCTAssertNotNil(first)
        try await put("b")
        try await remove("a")
        let next = try await model.posts(.polling) { $0.map(\.id) == ["b"] }
        XCTAssertNotNil(next)
        XCTAssertFalse(model.statuses.contains(.live))
    }

    func testWhereTheLiveServiceIsMissingRowsAreReadAnyway() async throws {
        try await put("a")
        let model = follow(try await source { $0.realtimeURL = "ws://127.0.0.1:1" })
        let first = try await model.posts(.polling) { $0.count == 1 }
        XCTAssertNotNil(first)
        try await put("b")
        let next = try await model.posts(.polling) { $0.count == 2 }
        XCTAssertNotNil(next)
    }

    // Other tables

    func testChangesOfOtherTablesReachTheActivityFeed() async throws {
        var events = try await source().changes(.activityFeed).makeAsyncIterator()
        let live = await events.next()
        XCTAssertEqual(live, .live)
        try await server.sql(
            """
            insert into interactions (id, type, content, occurred_at) values ('i', 'email', 'Hello', now());
            insert into documents (id, type, title) values ('d', 'resume', 'CV'); select 'done'
            """)
        var feed = ActivityFeed(
            interactions: .empty, statusChanges: .empty, documents: .empty, schools: .empty)
        while feed.count < 2, case .payloads(let table, let json)? = await events.next() {
            switch table {
            case .interactions:
                for case .put(let row) in try RecordChange<Interaction>.read(json, of: table) {
                    feed.put(row)
                }
            case .documents:
                for case .put(let row) in try RecordChange<Document>.read(json, of: table) { feed.put(row) }
            default: XCTFail("changes of \(table)")
            }
        }
        XCTAssertEqual(feed.count, 2)
    }
}

/// A session whose tokens end after twelve seconds, and which renews them.
private actor ShortSession: SessionProvider {
    private let server: StandInServer
    private(set) var renewalCount = 0

    init(_ server: StandInServer) { self.server = server }

    func token() async throws -> SessionToken? { try await server.token(secondsToLive: 12) }

    func refresh(after token: SessionToken) async throws -> SessionToken? {
        renewalCount += 1
        return try await server.token(secondsToLive: 12)
    }
}

/// A session that returns tokens of four seconds without telling when they end.
private struct ExpiringSession: SessionProvider {
    let server: StandInServer

    init(_ server: StandInServer) { self.server = server }

    func token() async throws -> SessionToken? { SessionToken(try await server.token(secondsToLive: 4).text) }

    func refresh(after token: SessionToken) async throws -> SessionToken? { try await self.token() }
}
