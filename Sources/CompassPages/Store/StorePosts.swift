import CompassKernel

/// The posts that all pages share: what the server has, and over it the wishes of the user that it has not
/// confirmed.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class StorePosts {
    /// Rows that were changed so long before the server's time may not have been readable at that time.
    private static let overlapMicros: Int64 = 60_000_000
    /// How often rows are merged in the background, before the main actor merges them.
    private static let mergeAttempts = 3

    /// Something that a page of posts is told.
    enum Event {
        /// The posts changed.
        case changed
        /// Something came of a change that the user made.
        case outcome(PostWishes.Outcome)
    }

    /// The posts as the user wishes them; nil before the first load.
    private(set) var shown: SocialPosts? { didSet { releaseInBackground(oldValue) } }
    /// The changes that the server has not confirmed.
    private(set) lazy var wishes = PostWishes(self, environment)
    /// Called when the session is over.
    var signOut: @MainActor () -> Void = {}
    /// Returns whether there is a network.
    var isOnline: @MainActor () -> Bool = { true }

    /// The posts of the server, as far as it is known; nil before the first load.
    private var base: SocialPosts? {
        didSet {
            baseNumber += 1
            releaseInBackground(oldValue)
        }
    }
    /// Counts the changes of ``base``.
    private var baseNumber = 0
    private let environment: PageEnvironment
    private let table: Cached<LoadedPosts>
    private let schools: Cached<LoadedTable<SchoolDirectory>>
    private var confirmed = ConfirmedPosts()
    /// The loads that ``base`` is made of.
    private var numbers = (posts: 0, schools: 0)
    /// Counts ``drop()``: what was requested before it belongs to somebody else.
    private var generation = 0
    /// The server's time since when changes may be missing in ``base``.
    private var completeUntil: Timestamp?
    private var following: Task<Void, Never>?
    private var status = PostFollower.Status.interrupted
    /// Posts that were loaded while others followed the server, until it is known whether changes since then
    /// can be read; nil if there are none.
    private var awaited: PostTable?
    private var observers: [ObjectIdentifier: Observer] = [:]

    private struct Observer {
        weak var object: AnyObject?
        var body: @MainActor (Event) -> Void
    }

    init(_ environment: PageEnvironment, _ tables: StoreTables) {
        self.environment = environment
        let (source, log) = (environment.source, environment.log)
        table = Cached(stopwatch: environment.stopwatch) { () async throws(SourceError) in
            try await LoadedPosts.load(from: source, log: log)
        }
        schools = tables.schools
    }

    deinit { following?.cancel() }

    // Loading

    /// What a page of posts loads.
    var source: PageSource<SocialPosts> {
        PageSource(
            latest: { self.shown }, isFresh: { self.isFresh },
            load: { everything async throws(SourceError) in try await self.load(everything) })
    }

    /// Whether the posts follow the server's.
    var isLive: Bool { status == .live }

    /// Whether neither table need be loaded again, and none was loaded since ``base`` was made. Posts that
    /// follow the server do not grow old.
    private var isFresh: Bool {
        let age = environment.timings.cacheAge
        return shown != nil && schools.isFresh(age) && (table.isFresh(age) || isLive)
            && numbers == loadedNumbers
    }

    /// The latest loads that succeeded.
    private var loadedNumbers: (posts: Int, schools: Int) { (table.valueNumber, schools.valueNumber) }

    private func load(_ everything: Bool) async throws(SourceError) -> SocialPosts {
        let age = everything ? .zero : environment.timings.cacheAge
        schools.begin(maximumAge: age)
        let readsPosts = everything || !isLive || shown == nil
        if readsPosts { table.begin(maximumAge: age) }
        let posts = readsPosts ? await table.outcome() : nil
        let directory = await schools.outcome()
        if case .failure(.signedOut) = directory { throw .signedOut }
        _ = try posts?.get()
        switch directory {
        // Without names the posts are still worth showing; the reason is in the log.
        case .success, .failure(.notFound): await adoptLoaded()
        case .failure(let error): throw error
        }
        guard let shown else { throw .cancelled }
        return shown
    }

    /// Takes over the latest of what was loaded, unless that is here already.
    private func adoptLoaded() async {
        let generation = generation
        // More may be loaded, or taken over by another page, while names are sorted.
        while generation == self.generation {
            let numbers = loadedNumbers
            if base != nil, numbers == self.numbers { return }
            let isNew = base == nil || numbers.posts != self.numbers.posts
            let loaded = isNew ? table.value : nil
            // Live posts are newer than any load.
            let kept = loaded == nil || isLive ? base?.posts : nil
            guard let posts = kept ?? loaded?.posts else { return }
            let bound = await Self.bound(posts, to: schools.value?.table ?? .empty)
            guard generation == self.generation else { return }
            if numbers != loadedNumbers { continue }
            if base != nil, numbers == self.numbers { return }
            adopt(loaded, bound, numbers)
            return
        }
    }

    /// Takes over what was loaded.
    ///
    /// - Parameters:
    ///   - loaded: the posts; nil if they are those from before.
    ///   - bound: posts with the names of the schools.
    private func adopt(_ loaded: LoadedPosts?, _ bound: SocialPosts, _ numbers: (posts: Int, schools: Int)) {
        self.numbers = numbers
        var bound = bound
        guard let loaded else {
            if let base { bound.update { $0 = base.posts } }
            base = bound
            return changed()
        }
        if let base, following != nil, !isLive, let time = loaded.serverTime, let known = completeUntil,
            time < known
        {
            // While names were sorted, changes since a later time were read; deletions come by following.
            bound.update { $0 = base.posts }
            self.base = bound
            return changed()
        }
        completeUntil = loaded.serverTime
        if isLive, let base {
            bound.update { $0 = base.posts }
            self.base = bound
            // It is followed first, and shown when it has caught up.
            follow(loaded.posts)
            awaited = loaded.posts
        } else {
            bound.update { posts in
                posts = loaded.posts
                confirmed.apply(toLoad: numbers.posts, &posts)
            }
            base = bound
            follow(bound.posts)
        }
        changed()
    }

    /// Returns posts with the names of their schools, which are sorted.
    @concurrent
    private static func bound(_ posts: PostTable, to directory: SchoolDirectory) async -> SocialPosts {
        let bound = posts.bound(to: directory)
        // Pages list the schools when they appear.
        _ = bound.schoolsInNameOrder()
        return bound
    }

    /// Reads the rows that were added or changed since the posts were loaded.
    func catchUp() async throws(SourceError) {
        guard base != nil, let start = completeUntil else {
            _ = try await load(true)
            return
        }
        let since = Timestamp(micros: start.micros &- Self.overlapMicros)
        let generation = generation
        let read = try await Self.read(
            RowRequest(.posts, .changedSince(since)), from: environment.source, log: environment.log)
        guard generation == self.generation, var base else { return }
        // They may have been read before a deletion that was confirmed meanwhile.
        var rows: [Post] { read.posts.filter { !confirmed.isRemoved($0.id) } }
        var number = -1
        // Merged in the background, and again if the posts were changed meanwhile.
        for _ in 0..<Self.mergeAttempts where number != baseNumber {
            number = baseNumber
            base = await Self.merged(rows, into: self.base ?? base)
            guard generation == self.generation, self.base != nil else { return }
        }
        if number != baseNumber {
            base = self.base ?? base
            base.update { $0.putUnlessOlder(rows) }
        }
        self.base = base
        // A load that was taken over meanwhile may be older than what was read since: then changes between
        // both are read by what follows.
        if let known = completeUntil, known >= start { completeUntil = read.serverTime ?? start }
        changed()
        follow(base.posts)
    }

    @concurrent
    private static func merged(_ posts: [Post], into base: SocialPosts) async -> SocialPosts {
        var base = base
        base.update { $0.putUnlessOlder(posts) }
        return base
    }

    @concurrent
    private static func read(
        _ request: RowRequest, from source: any CompassDataSource, log: @Sendable (PageLogEntry) -> Void
    ) async throws(SourceError) -> (posts: [Post], serverTime: Timestamp?) {
        let loaded = try await source.read(PostTable.self, request)
        for problem in loaded.report.problems { log(.problem(.posts, problem)) }
        return (Array(loaded.table), loaded.serverTime)
    }

    // Following

    /// Shows what others change from now on, and what they changed since the posts were loaded.
    ///
    /// - Parameter posts: the posts as they were loaded.
    private func follow(_ posts: PostTable) {
        awaited = nil
        guard environment.followsPosts else { return }
        following?.cancel()
        status = .interrupted
        let start = completeUntil.map { Timestamp(micros: $0.micros &- Self.overlapMicros) }
        let follower = PostFollower(environment.source, clock: environment.clock)
        let updates = follower.updates(startingWith: posts, changedSince: start)
        following = Task { [weak self] in
            for await update in updates {
                guard let self, !Task.isCancelled else { return }
                apply(update)
            }
        }
    }

    private func apply(_ update: PostFollower.Update) {
        status = update.status
        let isFollowing = status == .live || status == .polling
        // Until changes are read, those that began it all may lack what is shown already; but without a
        // channel they are the newest that can be had.
        guard var posts = isFollowing ? update.posts : awaited, var base else { return }
        awaited = nil
        confirmed.apply(toFollowed: &posts)
        base.update { $0 = posts }
        self.base = base
        changed()
    }

    // Changes

    /// Returns a post as the server has it; nil if it has none.
    func confirmedPost(_ id: String) -> Post? { base?.posts.post(id: id) }

    /// Notes that the server has this row, a JSON array of one; what was changed later is kept.
    ///
    /// - Returns: whether the row could be read; otherwise the post is as it was.
    func confirm(_ id: String, row: [UInt8]) -> Bool {
        guard var base, let post = try? PostTable.load(json: row).table.first, post.id == id else {
            return false
        }
        base.update { $0.putUnlessOlder([post]) }
        confirmed.put(post, loadNumber: table.number)
        self.base = base
        return true
    }

    /// Notes that the server does not have this post any more.
    func confirmRemoval(_ id: String) {
        guard var base else { return }
        base.update { posts in _ = try? posts.remove(id: id) }
        confirmed.remove(id, loadNumber: table.number)
        self.base = base
    }

    /// Shows the posts of the server with the wishes of the user, and tells the pages.
    func changed() {
        guard var shown = base else { return }
        wishes.apply(to: &shown)
        self.shown = shown
        tell(.changed)
    }

    /// Forgets all posts and wishes.
    func drop() {
        generation += 1
        following?.cancel()
        following = nil
        wishes.drop()
        table.drop()
        (base, shown, completeUntil, awaited) = (nil, nil, nil, nil)
        status = .interrupted
        confirmed = ConfirmedPosts()
        numbers = (0, 0)
    }

    // Observers

    /// Calls `body` for each event, until the observer is removed or freed.
    func observe(_ observer: AnyObject, _ body: @escaping @MainActor (Event) -> Void) {
        // A page that is freed without having been left removes nothing.
        observers = observers.filter { $0.value.object != nil }
        observers[ObjectIdentifier(observer)] = Observer(object: observer, body: body)
    }

    func stopObserving(_ observer: AnyObject) { observers[ObjectIdentifier(observer)] = nil }

    /// The number of observers that were not removed.
    var observerCount: Int { observers.count }

    func tell(_ event: Event) { for observer in Array(observers.values) { observer.body(event) } }
}

extension PostTable {
    /// Inserts posts, or replaces those with their ids, unless they were changed later.
    mutating func putUnlessOlder(_ posts: [Post]) {
        let newer = posts.filter { post in !(self.post(id: post.id)?.isNewer(than: post) ?? false) }
        if newer.isEmpty { return }
        // Together they cost one pass; a post that the table cannot hold must not keep the others out.
        if (try? apply(.all(newer.map { .put($0) }))) != nil { return }
        for post in newer { _ = try? put(post) }
    }
}

extension Post {
    /// Whether the post was changed later than another version of it.
    func isNewer(than other: Post) -> Bool {
        guard let updatedAt else { return false }
        return other.updatedAt.map { $0 < updatedAt } ?? true
    }
}
