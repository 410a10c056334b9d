import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis
import Synchronization

/// The state of a server of a data directory: tables that are read in the background, and changes of posts
/// that are kept in the directory's change log.
///
/// ```swift
/// let state = try ServerState(directory: "data")
/// Task { await state.load() }
/// ```
///
/// A directory's changes are always shown; they can be made only by the one server that was allowed to.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ServerState: StateChanging {
    /// How a directory is served.
    package struct Options: Sendable {
        /// Whether posts can be changed.
        package var allowsChanges = false
        /// The number of threads that read a table.
        package var threads = 1
        /// When the search index of the posts is built.
        package var searchIndexing = SearchIndexing.background
        /// The generation of the empty state; nil for milliseconds since 1970, so that a listener that comes
        /// back to another server learns that it has missed something.
        package var generation: UInt64?
        package var limits = EventHub.Limits()
        package var clock: any Clock<Duration> = ContinuousClock()
        package var now: @Sendable () -> Timestamp = { Timestamp(micros: OperatingSystem.clockMicros()) }
        /// Called with what the user of the program should know.
        package var report: @Sendable (String) -> Void = { StandardError.writeLine($0) }

        package init() {}
    }

    /// The state of reading.
    private struct Reading {
        var isUnderWay = false
        /// Whether the tables are to be read once more after that.
        var isWantedAgain = false
        /// The tables without the posts.
        var tables: PageTables?
        var lastSync: Duration?
    }

    private let directory: String
    private let options: Options
    private let published: PublishedState
    private let writer: PostWriter
    private let loading = WriterQueue("CompassServer.loading")
    private let elapsed: @Sendable () -> Duration
    private let reading = Mutex(Reading())

    /// Creates a state without tables; opens the change log if changes are allowed.
    ///
    /// - Parameter log: the change log's file; nil for that of the directory.
    /// - Throws: ``Failure`` if there is no such directory, or its log cannot be written.
    package init(
        directory: String, options: Options = Options(), log: (any ChangeLogFile)? = nil
    ) throws(Failure) {
        self.directory = try DataDirectory(directory).path
        self.options = options
        var file = log
        if options.allowsChanges, file == nil { file = try DirectoryLogFile(directory: directory) }
        if !options.allowsChanges { file = nil }
        let millis = UInt64(max(0, options.now().micros / 1_000))
        published = PublishedState(
            generation: options.generation ?? millis, limits: options.limits, clock: options.clock)
        elapsed = options.clock.stopwatch()
        writer = PostWriter(
            published, file.map { ChangeLog($0) }, now: options.now, elapsed: elapsed)
    }

    package var snapshot: ServerSnapshot { published.snapshot }
    package var allowsChanges: Bool { options.allowsChanges }
    package var source: ServerSource { .directory }

    package func events(after generation: UInt64?) throws(APIError) -> AsyncStream<[UInt8]> {
        try published.hub.events(after: generation)
    }

    /// Ends all streams of events.
    package func finish() { published.hub.finish() }

    // MARK: Changes

    package func change(post id: String, to fields: PostFieldsChange) async throws(APIError) -> ChangeReceipt
    {
        try requirePermission()
        return try await make(.fields(fields, ofPost: id))
    }

    package func delete(post id: String) async throws(APIError) -> ChangeReceipt {
        try requirePermission()
        return try await make(.deletion(ofPost: id))
    }

    package func undo(_ number: UInt64) async throws(APIError) -> ChangeReceipt {
        try requirePermission()
        return try await make(.undo(number))
    }

    private func make(_ change: PostWriter.Change) async throws(APIError) -> ChangeReceipt {
        return try await writer.make(change)
    }

    private func requirePermission() throws(APIError) {
        if !options.allowsChanges {
            throw APIError.changesNotAllowed
        }
    }

    // MARK: Reading

    /// Reads all tables, and publishes each page as soon as its tables are there.
    package func load() async { await read() }

    /// Reads all tables again, and replaces them at once; those that cannot be read stay as they are.
    package func reload() async { await read() }

    private func read() async {
        let begins = reading.withLock { reading in
            reading.isWantedAgain = reading.isUnderWay
            defer { reading.isUnderWay = true }
            return !reading.isUnderWay
        }
        guard begins else { return }
        while true {
            let earlier = reading.withLock { $0.tables }
            let tables = if let earlier { await readAgain(earlier) } else { await readFirst() }
            let isAgain = reading.withLock { reading in
                reading.tables = tables
                reading.isUnderWay = reading.isWantedAgain
                reading.isWantedAgain = false
                return reading.isUnderWay
            }
            if !isAgain { return }
        }
    }

    private func readFirst() async -> PageTables {
        var tables = PageTables()
        for table in PageTables.readingOrder {
            await writer.update { $0.loadingTable = table.rawValue }
            tables = await read(table, into: tables)
            let (read, report) = (tables, options.report)
            switch table {
            case .coaches:
                await writer.publish(read.posts, loggedChanges(), .tables, report) { snapshot, posts in
                    read.showPosts(posts, in: &snapshot)
                }
                tables.posts = nil
            case .documents: await writer.publish(.tables) { read.showActivity(in: &$0) }
            case .performanceMetrics: await writer.publish(.tables) { read.showReports(in: &$0) }
            case .offers: await writer.publish(.tables) { read.showTimeline(in: &$0) }
            default: continue
            }
        }
        reportFailures(of: tables)
        if options.allowsChanges { await writer.prepareForChanges() }
        return tables
    }

    private func readAgain(_ earlier: PageTables) async -> PageTables {
        var tables = PageTables()
        for table in PageTables.readingOrder { tables = await read(table, into: tables) }
        tables.keep(earlier)
        if options.allowsChanges, let posts = tables.posts {
            tables.posts = await loading.run {
                var posts = posts
                posts.prepareForChanges()
                return posts
            }
        }
        let read = tables
        await writer.publish(read.posts, loggedChanges(), .reset, options.report) { snapshot, posts in
            read.showPosts(posts, in: &snapshot)
            read.showActivity(in: &snapshot)
            read.showReports(in: &snapshot)
            read.showTimeline(in: &snapshot)
        }
        reportFailures(of: tables)
        tables.posts = nil
        return tables
    }

    private func read(_ table: SynthesisTable, into tables: PageTables) async -> PageTables {
        let (directory, threads, searchIndexing) = (directory, options.threads, options.searchIndexing)
        return await loading.run {
            var tables = tables
            tables.read(table, directory: directory, threads: threads, searchIndexing: searchIndexing)
            return tables
        }
    }

    private func reportFailures(of tables: PageTables) {
        for status in tables.statuses {
            if let failure = status.failure { options.report("Warning: \(status.table): \(failure)") }
        }
    }

    /// The log's changes, for a server that does not write it; nil if the writer reads it.
    private func loggedChanges() -> LoggedChanges? {
        if options.allowsChanges { return nil }
        let path = DataDirectory.join(directory, DirectoryLogFile.name)
        guard OperatingSystem.isOrdinaryFile(path) else { return LoggedChanges([]) }
        do throws(OperatingSystem.CallFailure) {
            return LoggedChanges(try OperatingSystem.readFile(path))
        } catch {
            options.report("\(DirectoryLogFile.name): cannot be read: \(error.reason)")
            return LoggedChanges([])
        }
    }

    // MARK: Sync

    package func sync() async throws(APIError) -> SyncReceipt {
        guard let social = snapshot.posts.value else {
            throw APIError(withoutPosts: snapshot)
        }
        try beginSync()
        let directory = directory
        let merge = await loading.run {
            Result { () throws(Failure) in try FileMerge(social.posts, directory: directory) }
        }
        let receipt: SyncReceipt
        switch merge {
        case .failure(let failure):
            receipt = SyncReceipt(
                success: false, message: failure.message.replacing(directory, with: "the data directory"),
                newPostCount: 0)
        case .success(let merge):
            let count = await writer.publish(merge, loggedChanges(), options.report)
            receipt = SyncReceipt(
                success: true, message: MergeResult.message(newCount: count), newPostCount: count)
        }
        let isAgain = reading.withLock { reading in
            reading.isUnderWay = false
            return reading.isWantedAgain
        }
        if isAgain { await reload() }
        return receipt
    }

    private func beginSync() throws(APIError) {
        let time = elapsed()
        try reading.withLock { reading throws(APIError) in
            if let error = APIError(syncAt: time, after: reading.lastSync) { throw error }
            if reading.isUnderWay {
                throw APIError(503, "the tables are being read already", retryAfter: 1)
            }
            reading.lastSync = time
            reading.isUnderWay = true
        }
    }
}
