import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import SupabaseTestSupport

/// The time from a commit in the database until a model has the change.
struct Latency {
    static let changeCount = 400
    let server: StandInServer

    func measure() async throws {
        try await server.sql(
            """
            insert into social_media_posts (id, platform, post_date) values ('latency', 'twitter', now())
            on conflict (id) do nothing; select 'done'
            """)
        let arrivals = Arrivals()
        let model = FollowedPosts(
            PostFollower(try await server.source(webSockets: PlainWebSocketTransport()))
        ) { update in
            if let notes = update.posts?.post(id: "latency")?.notes { arrivals.note(notes) }
        }
        guard try await model.posts() != nil else { throw StandInServer.Failure("the posts are not live") }
        for number in 0..<Self.changeCount {
            // The database notes the time just before it commits.
            try await server.sql(
                """
                update social_media_posts set notes = '\(number) ' || extract(epoch from clock_timestamp())::text
                where id = 'latency'; select 'done'
                """)
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...60)))
        }
        guard
            try await model.posts(where: {
                $0.post(id: "latency")?.notes?.hasPrefix("\(Self.changeCount - 1) ") == true
            }) != nil
        else { throw StandInServer.Failure("the last change did not arrive") }
        model.stop()
        let seconds = arrivals.seconds
        // Changes of one batch arrive together, of which the newest alone is seen.
        guard seconds.count > Self.changeCount / 5 else {
            throw StandInServer.Failure("only \(seconds.count) changes arrived")
        }
        MeasureSource.report(
            "commit to model, 99th percentile", seconds.percentile(0.99) * 1e3, "ms", goal: 150)
        MeasureSource.report("  median", seconds.percentile(0.5) * 1e3, "ms")
        MeasureSource.report("  of which changes are collected, by design at most", 100, "ms")
    }
}

/// When each change was seen first.
private final class Arrivals: @unchecked Sendable {
    // Sendable: the list is read and written only with the lock held.
    private let lock = NSLock()
    private var seen: [String: Double] = [:]

    /// Notes a text of a number and the seconds of the epoch at which it was written.
    func note(_ text: String) {
        let now = Date().timeIntervalSince1970
        guard let written = text.split(separator: " ").last.flatMap({ Double($0) }) else { return }
        lock.withLock { if seen[text] == nil { seen[text] = now - written } }
    }

    var seconds: [Double] { lock.withLock { Array(seen.values) } }
}
