import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis
import Synchronization

/// The state of a server of a data directory or a table file: tables that are read in the background, and
/// changes of posts that are kept in a log, in the directory or beside the file.
///
/// ```swift
/// let state = try ServerState(of: "data")
/// Task { await state.load() }
/// ```
///
/// The changes are always shown; they can be made only by the one server that was allowed to.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ServerState: StateChanging {
    /// How tables are served.
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
        /// The table file that was read last; nil for a directory.
        var file: StoredTables?
        /// The changes that were applied to it, if this server does not write them.
        var changes: LoggedChanges?
        var lastSync: Duration?
    }

    private let served: ServedSource
    /// The generation of the table file whose changes this server keeps.
    private let writtenGeneration: UInt64?
    private let options: Options
    private let published: PublishedState
    private let writer: PostWriter
    private let loading = WriterQueue("CompassServer.loading")
    private let elapsed: @Sendable () -> Duration
    private let reading = Mutex(Reading())

    /// Creates a state without tables; opens the change log if changes are allowed.
    ///
    /// - Parameters:
    ///   - path: the path of a data directory or a table file.
    ///   - log: the change log's file; nil for that of the directory or the table file.
    /// - Throws: ``Failure`` if there is no such directory or file, or its log cannot be written.
    package init(
        of path: String, options: Options = Options(), log: (any ChangeLogFile)? = nil
    ) throws(Failure) {
        served = try ServedSource(path)
        self.options = options
        var changeLog: ChangeLog?
        if options.allowsChanges {
            // Without tables, no log is created for them.
            _ = try DataSource(path)
            let file: any ChangeLogFile
            if let log { file = log } else { file = try LockedLogFile(served.log, for: .serving) }
            // No other program saves the table file from now on.
            writtenGeneration = try DataSource(path).generation
            changeLog = try ChangeLog(
                file, at: served.log, generation: writtenGeneration, options.report)
        } else {
            writtenGeneration = nil
            _ = try served.openForReading { _ in }.source.get()
        }
        let millis = UInt64(max(0, options.now().micros / 1_000))
        published = PublishedState(
            generation: options.generation ?? millis, limits: options.limits, clock: options.clock)
        elapsed = options.clock.stopwatch()
        writer = PostWriter(published, changeLog, now: options.now, elapsed: elapsed)
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
        let opening = await open()
        for table in PageTables.readingOrder {
            await writer.update { $0.loadingTable = table.rawValue }
            tables = await read(table, of: opening, into: tables)
            let (read, report) = (tables, options.report)
            switch table {
            case .coaches:
                await writer.publish(read.posts, opening.changes, .tables, report) { snapshot, posts in
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
        let opening = await open()
        for table in PageTables.readingOrder { tables = await read(table, of: opening, into: tables) }
        tables.keep(earlier)
        if options.allowsChanges, let posts = tables.posts {
            tables.posts = await loading.run {
                var posts = posts
                posts.prepareForChanges()
                return posts
            }
        }
        let read = tables
        await writer.publish(read.posts, opening.changes, .reset, options.report) { snapshot, posts in
            read.showPosts(posts, in: &snapshot)
            read.showActivity(in: &snapshot)
            read.showReports(in: &snapshot)
            read.showTimeline(in: &snapshot)
        }
        reportFailures(of: tables)
        tables.posts = nil
        return tables
    }

    /// Opens the tables, and notes which file it was.
    private func open() async -> ServedSource.Opening {
        let (served, options, generation) = (served, options, writtenGeneration)
        let opening = await loading.run {
            options.allowsChanges ? served.openForWriting(generation) : served.openForReading(options.report)
        }
        if case .success(.file(let file)) = opening.source { note(file, opening.changes) }
        return opening
    }

    private func note(_ file: StoredTables, _ changes: LoggedChanges?) {
        reading.withLock { reading in
            reading.file = file
            reading.changes = changes
        }
    }

    private func read(
        _ table: SynthesisTable, of opening: ServedSource.Opening, into tables: PageTables
    ) async -> PageTables {
        let (served, threads, searchIndexing) = (served, options.threads, options.searchIndexing)
        return await loading.run {
            var tables = tables
            tables.read(table, of: opening, served, threads: threads, searchIndexing: searchIndexing)
            return tables
        }
    }

    private func reportFailures(of tables: PageTables) {
        for status in tables.statuses {
            if let failure = status.failure { options.report("Warning: \(status.table): \(failure)") }
        }
    }

    // MARK: Sync

    package func sync() async throws(APIError) -> SyncReceipt {
        guard let social = snapshot.posts.value else {
            throw APIError(withoutPosts: snapshot)
        }
        try beginSync()
        let receipt: SyncReceipt
        do throws(Failure) {
            let count = try await synchronize(social.posts)
            receipt = SyncReceipt(
                success: true, message: MergeResult.message(newCount: count), newPostCount: count)
        } catch {
            receipt = SyncReceipt(success: false, message: served.publicMessage(error), newPostCount: 0)
        }
        let isAgain = reading.withLock { reading in
            reading.isUnderWay = false
            return reading.isWantedAgain
        }
        if isAgain { await reload() }
        return receipt
    }

    /// Reads the posts again; returns the number of new ones.
    private func synchronize(_ posts: PostTable) async throws(Failure) -> Int {
        let former = reading.withLock { ($0.file, $0.changes) }
        let (served, options, generation) = (served, options, writtenGeneration)
        let result = await loading.run {
            Result { () throws(Failure) -> (opening: ServedSource.Opening, merge: FileMerge?) in
                let opening =
                    options.allowsChanges
                    ? served.openForWriting(generation) : served.openForReading(options.report)
                switch try opening.source.get() {
                case .directory(let directory): return (opening, try FileMerge(posts, directory: directory))
                case .file(let file):
                    let isSame = file.sections == former.0?.sections && opening.changes == former.1
                    return (opening, isSame ? nil : try FileMerge(posts, file: file, options.searchIndexing))
                }
            }
        }
        let (opening, merge) = try result.get()
        guard let merge else { return 0 }
        let count = await writer.publish(merge, opening.changes, options.report)
        if case .success(.file(let file)) = opening.source { note(file, opening.changes) }
        return count
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
