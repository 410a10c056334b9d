import CompassKernel
import CompassPages
import CompassProgram
import CompassSynthesis
import Synchronization

/// The state of a server of a service: its rows, which are followed while the server runs, and changes of
/// posts, which are sent to it.
///
/// A change is shown once the service has confirmed it, so that there is nothing to take back if it refuses.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ServiceState: StateChanging {
    /// The age at which tables other than the posts are read again.
    package static let maximumAge = Duration.seconds(300)
    /// The times between attempts to read a table.
    private static let retrySeconds = [1, 2, 5, 10, 30]

    private struct Running {
        var following: Task<Void, Never>?
        var refreshing: [Task<Void, Never>] = []
        var isLoaded = false
        var isReloading = false
        var isFinished = false
        var lastSync: Duration?
        /// The tables of which new rows were reported since they were read.
        var outdated: Set<SynthesisTable> = []
        var isReadingOutdated = false
        var readingOutdated: Task<Void, Never>?
    }

    private let observed: ObservedSource
    private let options: ServerState.Options
    private let published: PublishedState
    private let writer: ServiceWriter
    private let elapsed: @Sendable () -> Duration
    private let running = Mutex(Running())

    /// Creates a state without rows.
    ///
    /// - Parameter source: the service.
    package init(_ source: any CompassDataSource, options: ServerState.Options = ServerState.Options()) {
        let touched = TouchedPosts()
        observed = ObservedSource(base: source, touched: touched)
        self.options = options
        let millis = UInt64(max(0, options.now().micros / 1_000))
        published = PublishedState(
            generation: options.generation ?? millis, limits: options.limits, clock: options.clock)
        elapsed = options.clock.stopwatch()
        writer = ServiceWriter(published, observed, touched, elapsed: elapsed)
    }

    deinit { stop() }

    package var snapshot: ServerSnapshot { published.snapshot }
    package var allowsChanges: Bool { options.allowsChanges }
    package var source: ServerSource { .service }

    package func events(after generation: UInt64?) throws(APIError) -> AsyncStream<[UInt8]> {
        try published.hub.events(after: generation)
    }

    /// Ends all streams of events, and follows the service no more.
    package func finish() {
        published.hub.finish()
        stop()
    }

    private func stop() {
        let tasks = running.withLock { running in
            running.isFinished = true
            let tasks = running.refreshing + [running.following].compactMap { $0 }
            (running.following, running.refreshing) = (nil, [])
            return tasks
        }
        for task in tasks { task.cancel() }
    }

    // MARK: Loading

    /// Reads all tables, and follows the service from then on, until ``finish()``.
    package func load() async {
        await writer.begin(.socialMediaPosts)
        follow(from: nil, since: nil)
        // The posts are read meanwhile; what they are called comes with them.
        for table in PageTables.readingOrder.dropFirst() {
            if table != .schools, table != .coaches { await writer.begin(table) }
            guard let arrival = await arrival(of: table) else { return }
            await writer.add(arrival, of: table, isFirst: true)
            if table == .coaches { await waitForPosts() }
        }
        await writer.begin(nil)
        running.withLock { $0.isLoaded = true }
        refresh()
    }

    /// Reads all tables again.
    package func reload() async {
        let begins = running.withLock { running in
            let begins = running.isLoaded && !running.isReloading
            if begins { running.isReloading = true }
            return begins
        }
        guard begins else { return }
        follow(from: nil, since: nil)
        await readAgain(PageTables.readingOrder.dropFirst())
        running.withLock { $0.isReloading = false }
    }

    /// Reads tables, and shows them together.
    private func readAgain(_ tables: some Sequence<SynthesisTable>) async {
        var arrivals: [PageTables.Arrival] = []
        for table in tables {
            if let arrival = await arrival(of: table) { arrivals.append(arrival) }
        }
        if !arrivals.isEmpty { await writer.replace(arrivals) }
    }

    /// Reads a table, and tries again a few times; nil if the server ends meanwhile.
    ///
    /// After the last attempt the table is named as one that cannot be read: other tables must not wait for
    /// it, and it is read again with all tables after ``maximumAge``.
    private func arrival(of table: SynthesisTable) async -> PageTables.Arrival? {
        var delays = Self.retrySeconds[...]
        while true {
            do throws(SourceError) { return try await PageTables.arrival(of: table, from: observed) } catch {
                if Task.isCancelled || running.withLock({ $0.isFinished }) { return nil }
                options.report("Warning: \(table.rawValue): \(error)")
                if delays.isEmpty { return { $0.note(table, failure: error.description) } }
            }
            do { try await options.clock.sleep(for: .seconds(delays.removeFirst())) } catch { return nil }
        }
    }

    // MARK: Following

    /// Follows the posts, from those that are there or from the beginning.
    private func follow(from posts: PostTable?, since start: Timestamp?) {
        let (source, clock, writer, options) = (observed, options.clock, writer, options)
        let task = Task {
            let updates = PostFollower(source, clock: clock).updates(startingWith: posts, changedSince: start)
            for await update in updates {
                if case .failed(let error) = update.status { options.report("Warning: posts: \(error)") }
                if Task.isCancelled { return }
                await writer.show(update)
            }
        }
        let former = running.withLock { running in
            defer { running.following = running.isFinished ? nil : task }
            if running.isFinished { task.cancel() }
            return running.following
        }
        former?.cancel()
    }

    /// Waits until posts are shown, or could not be read.
    private func waitForPosts() async {
        guard case .loading = snapshot.posts else { return }
        guard let events = try? published.hub.events(after: nil) else { return }
        for await _ in events {
            if case .loading = snapshot.posts { continue }
            return
        }
    }

    /// Reads tables again when they are old, or when the service reports new rows.
    private func refresh() {
        let tasks = [
            Task { [weak self, clock = options.clock] in
                while true {
                    do { try await clock.sleep(for: Self.maximumAge) } catch { return }
                    guard let self else { return }
                    await self.readAgain(PageTables.readingOrder.dropFirst())
                }
            },
            Task { [weak self, source = observed] in
                for await event in source.changes(.activityFeed) {
                    guard case .payloads(let name, _) = event,
                        let table = SynthesisTable(rawValue: name.rawValue)
                    else { continue }
                    guard let self else { return }
                    self.readSoon(table)
                }
            },
        ]
        running.withLock { running in
            if running.isFinished { for task in tasks { task.cancel() } } else { running.refreshing = tasks }
        }
    }

    /// Reads a table again, once for all rows that are reported until that begins.
    private func readSoon(_ table: SynthesisTable) {
        let begins = running.withLock { running in
            running.outdated.insert(table)
            defer { running.isReadingOutdated = true }
            return !running.isReadingOutdated
        }
        guard begins else { return }
        let task = Task { [weak self] in
            while let self, let tables = self.takeOutdated() { await self.readAgain(tables) }
        }
        running.withLock { running in
            running.refreshing.removeAll { $0 == running.readingOutdated }
            running.readingOutdated = task
            if running.isFinished { task.cancel() } else { running.refreshing.append(task) }
        }
    }

    /// Returns the tables of which new rows were reported; nil if there are none.
    private func takeOutdated() -> Set<SynthesisTable>? {
        running.withLock { running in
            if running.outdated.isEmpty || running.isFinished {
                running.isReadingOutdated = false
                return nil
            }
            defer { running.outdated = [] }
            return running.outdated
        }
    }

    // MARK: Changes

    package func change(post id: String, to fields: PostFieldsChange) async throws(APIError) -> ChangeReceipt
    {
        try requirePermission()
        return try await writer.change(post: id, to: PostFields(fields))
    }

    package func delete(post id: String) async throws(APIError) -> ChangeReceipt {
        try requirePermission()
        return try await writer.delete(post: id)
    }

    package func undo(_ number: UInt64) async throws(APIError) -> ChangeReceipt {
        try requirePermission()
        return try await writer.undo(number)
    }

    private func requirePermission() throws(APIError) {
        if !options.allowsChanges { throw APIError.changesNotAllowed }
    }

    // MARK: Sync

    /// Lets the service fetch new posts, and reads what was added.
    package func sync() async throws(APIError) -> SyncReceipt {
        try requirePermission()
        let time = elapsed()
        try running.withLock { running throws(APIError) in
            if let error = APIError(syncAt: time, after: running.lastSync) { throw error }
            running.lastSync = time
        }
        let result: SyncResult
        do throws(SourceError) { result = try await observed.sync() } catch { throw APIError(error) }
        if let posts = await writer.shownPosts, let start = observed.touched.serverTime {
            // A row may become readable a while after the time that it has.
            follow(from: posts, since: Timestamp(micros: start.micros - 60_000_000))
        }
        let count = result.newPostCount ?? 0
        return SyncReceipt(
            success: result.success, message: result.message ?? MergeResult.message(newCount: count),
            newPostCount: count)
    }
}

extension PostFields {
    /// Creates the change of a source.
    fileprivate init(_ fields: PostFieldsChange) {
        self.init(
            isFlagged: fields.flaggedForReview, notes: fields.notes.map { $0.map { .text($0) } ?? .removed })
    }
}
