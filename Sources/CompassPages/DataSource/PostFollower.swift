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
/// merged; if the number of posts is then not the server's, all ids are compared: posts without a row there are removed,
/// and rows without a post are read.
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
    public func updates() -> AsyncStream<Update> { updates(startingWith: nil, changedSince: nil) }

    /// The posts from now on, beginning with those that the caller has: what was changed since is read, rather than
    /// all posts.
    ///
    /// - Parameters:
    ///   - posts: posts of this source.
    ///   - start: the server's time since when changes may be missing in them; if nil, all posts are read again.
    public func updates(
        startingWith posts: PostTable?, changedSince start: Timestamp?
    ) -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var posts = FollowedPosts(source, clock, continuation, posts, changedSince: start)
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

    /// Live changes let old deletions be forgotten once an hour.
    private static let forgettingIntervalMicros: Int64 = 3_600_000_000

    /// The times between attempts to read what is missing; the last one is repeated.
    private static let retrySeconds = [1, 2, 5, 10]

    private let source: any CompassDataSource
    private let clock: any Clock<Duration>
    private let continuation: AsyncStream<PostFollower.Update>.Continuation
    private var posts: PostTable?
    private var gap = Gap.all
    /// The ids of rows on the server that are no posts here: they cannot be loaded, or another one has replaced them.
    private var unloadable: Set<String> = []
    /// The commit time of the payload with which old deletions were last forgotten.
    private var lastForgetting: Timestamp?
    /// Whether deletions were only excluded by the number of rows, which is certain unless another row was deleted
    /// while changes were read.
    private var isCountUncertain = false
    private var status = PostFollower.Status.interrupted

    init(
        _ source: any CompassDataSource, _ clock: any Clock<Duration>,
        _ continuation: AsyncStream<PostFollower.Update>.Continuation, _ posts: PostTable?,
        changedSince start: Timestamp?
    ) {
        self.source = source
        self.clock = clock
        self.continuation = continuation
        self.posts = posts
        gap = start.map { .since($0) } ?? .all
    }

    mutating func follow() async {
        for await event in source.changes(.posts) {
            switch event {
            case .live: await closeGap(then: .live)
            case .caughtUp: await closeGap(then: .polling)
            case .interrupted(let start):
                gap = gap.union(start)
                // A source that asks at intervals is not interrupted by the end of one.
                if status != .polling { status = .interrupted }
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
            posts = try await source.load(PostTable.self, RowRequest(.posts)).table
            gap = .none
            unloadable = []
            isCountUncertain = false
            return
        }
        // A row that is added after it was counted makes the numbers differ, rather than hide a deletion.
        var ids = RowPages(source, RowRequest(.posts, .ids))
        let first = try await ids.next()
        try await merge(.changedSince(start), into: &table)
        var unloadable = unloadable.filter { table.post(id: $0) == nil }
        isCountUncertain = first?.total == table.count + unloadable.count
        if !isCountUncertain { try await compareIDs(of: &table, first, &ids, &unloadable) }
        let oldest = Timestamp(micros: start.micros &- Self.deletionMemoryMicros)
        table.forgetDeletions(before: oldest)
        posts = table
        self.unloadable = unloadable
        gap = .none
    }

    /// Merges rows; returns their ids.
    @discardableResult
    private func merge(
        _ rows: RowSelection, into table: inout PostTable
    ) async throws(SourceError) -> Set<String> {
        var ids: Set<String> = []
        var pages = RowPages(source, RowRequest(.posts, rows))
        while let page = try await pages.next() {
            if page.rowCount == 0 { continue }
            do { try table.merge(json: page.json) } catch { throw .refused(error) }
            ids.formUnion(try page.ids())
        }
        return ids
    }

    /// Removes posts whose ids the server does not have, and reads rows that are no posts yet.
    private func compareIDs(
        of table: inout PostTable, _ first: RowPage?, _ pages: inout RowPages,
        _ unloadable: inout Set<String>
    ) async throws(SourceError) {
        var known: Set<String> = []
        var attempt = 1
        var next = first
        while let page = next {
            if page.attempt > attempt {
                known = []
                attempt = page.attempt
            }
            known.formUnion(try page.ids())
            next = try await pages.next()
        }
        try Self.remove(table.lazy.map(\.id).filter { !known.contains($0) }, from: &table)
        let missing = known.filter { table.post(id: $0) == nil && !unloadable.contains($0) }
        if !missing.isEmpty { try await merge(.only(missing.sorted()), into: &table) }
        unloadable = known.filter { table.post(id: $0) == nil }
    }

    private static func remove(_ ids: [String], from table: inout PostTable) throws(SourceError) {
        if ids.isEmpty { return }
        do { _ = try table.apply(.all(ids.map { .remove($0) })) } catch { throw .refused(error) }
    }

    /// Applies live changes; reads the rows of those that are not whole, and everything if they are malformed.
    private mutating func apply(_ json: [UInt8]) async throws(SourceError) {
        guard var table = posts else { return }
        guard let outcomes = try? table.apply(realtime: json).outcomes else {
            gap = .all
            return try await readGap()
        }
        forgetDeletions(in: &table, json)
        posts = table
        var unusable: [String] = []
        var isAnyGone = false
        for outcome in outcomes {
            switch outcome {
            case .unusable(let id, _, _): unusable.append(id)
            case .alreadyGone(let id):
                // The deletion of a row that was no post is no other row's.
                if unloadable.remove(id) == nil { isAnyGone = true }
            default: break
            }
        }
        if !unusable.isEmpty { try await read(unusable) }
        if isAnyGone && isCountUncertain { try await compareIDs() }
    }

    /// Forgets deletions of more than a day ago, if an hour has passed since the last time.
    private mutating func forgetDeletions(in table: inout PostTable, _ json: [UInt8]) {
        var payloads = JSONElements(of: json)
        guard let payload = payloads.next(),
            let text = JSONMembers(["commit_timestamp"], of: Array(payload))?[0]?.text,
            let time = try? Timestamp(parsing: text)
        else { return }
        let last = lastForgetting ?? time
        lastForgetting = last
        guard time.micros &- last.micros >= Self.forgettingIntervalMicros else { return }
        table.forgetDeletions(before: Timestamp(micros: time.micros &- Self.deletionMemoryMicros))
        lastForgetting = time
    }

    /// Compares all ids with the server's.
    private mutating func compareIDs() async throws(SourceError) {
        guard var table = posts else { return }
        var ids = RowPages(source, RowRequest(.posts, .ids))
        let first = try await ids.next()
        var unloadable = unloadable
        try await compareIDs(of: &table, first, &ids, &unloadable)
        self.unloadable = unloadable
        posts = table
        isCountUncertain = false
    }

    /// Reads rows by their ids; those that are not there any more are removed.
    private mutating func read(_ ids: [String]) async throws(SourceError) {
        guard var table = posts else { return }
        let found = try await merge(.only(ids), into: &table)
        for id in ids {
            if found.contains(id) && table.post(id: id) == nil {
                unloadable.insert(id)
            } else {
                unloadable.remove(id)
            }
        }
        try Self.remove(ids.filter { !found.contains($0) && table.post(id: $0) != nil }, from: &table)
        posts = table
    }
}

extension RowPage {
    /// Returns the ids of the rows.
    fileprivate func ids() throws(SourceError) -> [String] {
        do { return try PageRows.ids(of: json) } catch { throw .unreadable(error) }
    }
}
