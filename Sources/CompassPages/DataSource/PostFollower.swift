import CompassKernel

/// Keeps a table of posts equal to the server's: it loads them, applies live changes, and after an interruption reads
/// what was missed.
///
/// ```swift
/// for await update in PostFollower(source).updates() { show(update.posts, update.status) }
/// ```
///
/// The table is loaded once changes are reported, so that nothing is missed in between: changes that are reported
/// meanwhile are applied afterwards, in their order. After an interruption, rows that were changed since are read and
/// merged; if the numbers of posts then differ, ids without a row on the server are removed.
public struct PostFollower: Sendable {
    /// How complete the posts are.
    public enum Status: Hashable, Sendable {
        /// Changes are applied as they are made.
        case live
        /// Changes are read at intervals.
        case polling
        /// Changes may be missing until the connection is there again.
        case interrupted
        /// What is missing could not be read; it is tried again.
        case failed(SourceError)
    }

    /// The posts after a change, or after a change of status.
    public struct Update: Sendable {
        /// The posts; nil before the first load.
        public var posts: PostTable?
        /// How complete they are.
        public var status: Status
    }

    private let source: any CompassDataSource
    private let clock: any Clock<Duration>

    /// Creates a follower of a source's posts.
    public init(_ source: any CompassDataSource, clock: any Clock<Duration> = ContinuousClock()) {
        self.source = source
        self.clock = clock
    }

    /// The posts from now on, the newest state alone if several wait; it ends with its reader.
    public func updates() -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var posts = FollowedPosts(source, clock, continuation)
                await posts.follow()
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The posts that a follower has so far.
private struct FollowedPosts {
    /// The changes that may be missing.
    private enum Gap {
        case none
        case since(Timestamp)
        case all

        /// Both gaps together.
        func union(_ start: Timestamp?) -> Gap {
            switch (self, start) {
            case (.all, _), (_, nil): .all
            case (.none, let start?): .since(start)
            case (.since(let other), let start?): .since(min(other, start))
            }
        }
    }

    /// The ids of removed posts are kept for a day, within which a late change could restore them.
    private static let deletionMemoryMicros: Int64 = 86_400_000_000

    /// The times between attempts to read what is missing; the last one is repeated.
    private static let retrySeconds = [1, 2, 5, 10]

    private let source: any CompassDataSource
    private let clock: any Clock<Duration>
    private let continuation: AsyncStream<PostFollower.Update>.Continuation
    private var posts: PostTable?
    private var gap = Gap.all
    private var status = PostFollower.Status.interrupted

    init(
        _ source: any CompassDataSource, _ clock: any Clock<Duration>,
        _ continuation: AsyncStream<PostFollower.Update>.Continuation
    ) {
        self.source = source
        self.clock = clock
        self.continuation = continuation
    }

    mutating func follow() async {
        for await event in source.changes(.posts) {
            switch event {
            case .live: await closeGap(then: .live)
            case .caughtUp: await closeGap(then: .polling)
            case .interrupted(let start):
                gap = gap.union(start)
                status = .interrupted
            case .payloads(.posts, let json):
                await repeatedly { (self) throws(SourceError) in try await self.apply(json) }
            case .refetch(.posts, let ids):
                await repeatedly { (self) throws(SourceError) in try await self.read(ids) }
            case .payloads, .refetch: continue
            }
            if Task.isCancelled { return }
            report()
        }
    }

    private func report() { continuation.yield(PostFollower.Update(posts: posts, status: status)) }

    private mutating func closeGap(then status: PostFollower.Status) async {
        await repeatedly { (self) throws(SourceError) in try await self.readGap() }
        self.status = status
    }

    /// Runs `body` until it succeeds, or the task is cancelled; reports failures.
    private mutating func repeatedly(_ body: (inout Self) async throws(SourceError) -> Void) async {
        let before = status
        var delays = Self.retrySeconds[...]
        while true {
            do throws(SourceError) {
                try await body(&self)
                status = before
                return
            } catch {
                status = .failed(error)
                report()
            }
            do { try await clock.sleep(for: .seconds(delays.first ?? 30)) } catch { return }
            delays = delays.dropFirst()
        }
    }

    /// Reads what may be missing.
    private mutating func readGap() async throws(SourceError) {
        guard var table = posts, case .since(let start) = gap else {
            if case .none = gap { return }
            posts = try await load()
            gap = .none
            return
        }
        try await merge(.changedSince(start), into: &table)
        try await removeMissing(from: &table)
        let oldest = Timestamp(micros: start.micros &- Self.deletionMemoryMicros)
        table.forgetDeletions(before: oldest)
        posts = table
        gap = .none
    }

    private func load() async throws(SourceError) -> PostTable {
        var loader = PostTable.Loader()
        var attempt = 1
        do {
            for try await page in source.rows(of: RowRequest(.posts)) {
                if page.attempt > attempt {
                    loader = PostTable.Loader()
                    attempt = page.attempt
                }
                try loader.append(json: page.json)
            }
        } catch {
            throw SourceError(error)
        }
        return loader.finish().table
    }

    private func merge(_ rows: RowSelection, into table: inout PostTable) async throws(SourceError) {
        do {
            for try await page in source.rows(of: RowRequest(.posts, rows)) where page.rowCount > 0 {
                try table.merge(json: page.json)
            }
        } catch {
            throw SourceError(error)
        }
    }

    /// Removes posts that the server no longer has, if their number tells that there are some.
    private func removeMissing(from table: inout PostTable) async throws(SourceError) {
        var known: Set<[UInt8]> = []
        do {
            for try await page in source.rows(of: RowRequest(.posts, .ids)) {
                // The count comes with the first page.
                if page.total == table.count { return }
                known.formUnion(try PageRows.ids(of: page.json).map { Array($0.utf8) })
            }
            let missing = table.map(\.id).filter { !known.contains(Array($0.utf8)) }
            _ = try table.apply(.all(missing.map { .remove($0) }))
        } catch {
            throw SourceError(error)
        }
    }

    /// Applies live changes; reads the rows of those that are not whole, and everything if they are malformed.
    private mutating func apply(_ json: [UInt8]) async throws(SourceError) {
        guard var table = posts else { return }
        guard let outcomes = try? table.apply(realtime: json).outcomes else {
            gap = .all
            return try await readGap()
        }
        posts = table
        let unusable = outcomes.compactMap { if case .unusable(let id, _, _) = $0 { id } else { nil } }
        if !unusable.isEmpty { try await read(unusable) }
    }

    /// Reads rows by their ids; those that are not there any more are removed.
    private mutating func read(_ ids: [String]) async throws(SourceError) {
        guard var table = posts else { return }
        var found: Set<String> = []
        do {
            for try await page in source.rows(of: RowRequest(.posts, .only(ids))) where page.rowCount > 0 {
                try table.merge(json: page.json)
                found.formUnion(try PageRows.ids(of: page.json))
            }
            let gone = ids.filter { !found.contains($0) && table.post(id: $0) != nil }
            _ = try table.apply(.all(gone.map { .remove($0) }))
        } catch {
            throw SourceError(error)
        }
        posts = table
    }
}
