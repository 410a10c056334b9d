import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import SupabaseTestSupport

/// The time in which a model catches up with 5,000 changes of an outage, once changes are reported again.
struct CatchingUp {
    static let changeCount = 5_000
    let server: StandInServer

    func measure() async throws {
        for (kinds, goal) in [("added and changed", 0.5), ("also deleted", nil as Double?)] {
            var times: [Double] = []
            for round in 0..<5 {
                times.append(try await catchUp(seed: UInt64(round), withDeletions: goal == nil))
            }
            MeasureSource.report(
                "5,000 changes (\(kinds)) caught up, median of 5", times.percentile(0.5), "s", goal: goal)
        }
    }

    private func catchUp(seed: UInt64, withDeletions: Bool) async throws -> Double {
        // The changes of earlier rounds are not to be read again.
        try await server.sql(
            """
            alter table social_media_posts disable trigger note_update;
            update social_media_posts set updated_at = '2026-01-01', created_at = '2026-01-01';
            alter table social_media_posts enable trigger note_update; select 'done'
            """)
        try await server.sql("vacuum analyze social_media_posts")
        let source = InterruptedSource(base: try await server.source())
        let model = FollowedPosts(PostFollower(source))
        source.report(.live)
        guard try await model.posts() != nil else { throw StandInServer.Failure("the posts are not live") }
        let start = SupabaseSource.machineTime()
        source.report(.interrupted(since: Timestamp(micros: start.micros - 60_000_000)))
        var writer = PostWriter(server, seed: seed)
        for _ in 0..<10 {
            try await writer.change(
                Self.changeCount / 10, withLongColumns: false, withDeletions: withDeletions)
        }
        let (direct, _) = try PostTable.load(json: try await server.rows(of: .posts))
        let seconds = try await MeasureSource.seconds {
            source.report(.live)
            while model.latest?.status != .live { try await Task.sleep(for: .milliseconds(1)) }
        }
        guard model.latest?.posts?.elementsEqual(direct) == true else {
            throw StandInServer.Failure("the posts are not those of the database")
        }
        model.stop()
        return seconds
    }
}

/// A source of a server's rows whose interruptions are made by hand.
private struct InterruptedSource: CompassDataSource {
    let base: SupabaseSource
    private let events: AsyncStream<ChangeEvent>
    private let continuation: AsyncStream<ChangeEvent>.Continuation

    init(base: SupabaseSource) {
        self.base = base
        (events, continuation) = AsyncStream.makeStream()
    }

    func report(_ event: ChangeEvent) { continuation.yield(event) }

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> { base.rows(of: request) }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        try await base.change(post: id, to: fields)
    }

    func delete(post id: String) async throws(SourceError) { try await base.delete(post: id) }

    func sync() async throws(SourceError) -> SyncResult { try await base.sync() }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> { events }
}
