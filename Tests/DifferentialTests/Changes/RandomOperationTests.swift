import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Random operations on posts of 0 to 3,000 rows: after each of them the table's invariants hold, after every
/// 25th its rows are the oracle's, and after every 100th all pages are.
///
/// Most change a single post, as live data does. The rows that a level of changes has at most, which a
/// change builds anew, are a parameter, and so are the texts that a segment of records has at most.
final class RandomOperationTests: XCTestCase {
    private static let sizes = [
        0, 90, 1, 300, 20, 60, 1_000, 3, 150, 40, 12, 10, 250, 80, 30, 600, 2, 50, 110, 5, 70, 200, 25, 3_000,
    ]

    /// 55,500 operations unless the environment asks for fewer or more; ``ChangeDifferentialTests`` has twice as
    /// many on smaller tables, most of them local changes.
    func testEveryKindOfChange() throws {
        try check(rounds: SeededRandom.rounds(240), sizes: Self.sizes)
    }

    /// At most 5,000 operations, as many as with 20 for COMPASS_TEST_ITERATIONS: for code that is checked by a
    /// sanitizer.
    func testConcurrentBuildsOfTheIndex() throws {
        try check(rounds: min(20, SeededRandom.rounds(200)), sizes: [40, 0, 120, 250, 10])
    }

    private func check(rounds: Int, sizes: [Int]) throws {
        let random = SeededRandom()
        for round in 0..<rounds {
            let size = sizes[round % sizes.count]
            var operations = try RandomOperations(
                random: random.forRound(round), size: size, levelSize: [64, 256, 100, 128, 80][round % 5])
            // A build that is held would otherwise keep its thread.
            defer { operations.release() }
            do {
                for _ in 0..<(size > 500 ? 100 : 250) { try operations.step() }
                try operations.finish()
            } catch {
                XCTFail(
                    """
                    COMPASS_TEST_SEED=\(random.seed), round \(round), operation \(operations.count) \
                    (\(operations.operation)): \(error)
                    """)
                return
            }
        }
    }
}

/// One table under random operations, each compared with the oracle.
private struct RandomOperations {
    private struct Snapshot {
        let table: PostTable
        let rows: [BaselinePost]
    }

    private var pair: ChangePair
    private var changes: RandomChanges
    private var undos: [(PostChange, [BaselineLocalChange])] = []
    private var snapshots: [Snapshot] = []
    private var gate = BuildGate()
    private let zone = ZoneOffsets.utc
    private(set) var count = 0
    /// The last operation, for messages.
    private(set) var operation = ""

    /// - Parameter levelSize: the rows of the last level of changes, at most.
    init(random: SeededRandom, size: Int, levelSize: Int) throws {
        var changes = RandomChanges(idCount: size + size / 8 + 6, timesPerDay: 1 + size / 40, random: random)
        var policy = CompactionPolicy()
        policy.maximumLastLevelCount = levelSize
        policy.minimum = changes.random.element([0, 16, 64])
        policy.recordsPerStep = changes.random.element([64, 4096])
        policy.maximumTextBytes = changes.random.element([400, 3_000, TextColumn.maximumByteCount])
        let posts = (0..<size).map { _ in changes.post() }
        pair = try ChangePair(posts, policy: policy)
        pair.table.parts.searching.minimumBackgroundByteCount = 0
        self.changes = changes
    }

    mutating func step() throws {
        count += 1
        switch changes.random.int(0...99) {
        case 0...19: try insert(late: false)
        case 20...29: try insert(late: true)
        case 30...49: try edit()
        case 50...56: try change()
        case 57...62: try undo()
        case 63...67: try merge()
        case 68...77: try applyPayloads()
        case 78...83: compactSome()
        case 84...85: keepSnapshot()
        case 86...87: try checkSnapshot()
        case 88...89: beginBuild()
        case 90...91: endBuild()
        case 92: chooseIndexing()
        default: try search()
        }
        try pair.compareInvariants()
        if count % 25 == 0 { try pair.compareRows() }
        if count % 100 == 0 { try comparePages() }
    }

    /// Compares everything once more.
    mutating func finish() throws {
        operation = "the end"
        try pair.compareRows()
        try comparePages()
        while !snapshots.isEmpty { try checkSnapshot() }
        endBuild()
        try search()
        try pair.compactAndCompare()
        try search()
    }

    // MARK: Changes

    /// Puts a post that is newer than most, or later than it should be.
    private mutating func insert(late: Bool) throws {
        var post = changes.post()
        let day: Int64 = 86_400_000_000
        post.postDate =
            RandomChanges.now + (late ? -day * Int64(changes.random.int(20...150)) : Int64(count) * 1_000_000)
        operation = "insert \(post)"
        _ = try pair.put(post)
    }

    /// Changes one field of a post: its time, school, platform, or a text.
    private mutating func edit() throws {
        guard var post = anyPost() else { return }
        switch changes.random.int(0...5) {
        case 0, 1: post.postDate = changes.time()
        case 2: post.schoolID = changes.optional { $0.random.element($0.schools) }
        case 3: post.platform = post.platform == .twitter ? .instagram : .twitter
        case 4: post.postContent = changes.optional { $0.random.element(RandomChanges.texts) }
        default: post.authorName = changes.optional { $0.random.element(RandomChanges.texts) }
        }
        operation = "edit \(post)"
        _ = try pair.put(post)
    }

    /// A flag, notes or a deletion, which may be taken back later.
    private mutating func change() throws {
        let (change, expected) = changes.localChange()
        operation = "\(change)"
        if let undo = try pair.apply(change, [expected]) { undos.append(undo) }
    }

    private mutating func undo() throws {
        guard let (change, expected) = undos.popLast() else { return try self.change() }
        operation = "undo \(change)"
        if let redo = try pair.apply(change, expected), changes.random.oneIn(3) { undos.append(redo) }
    }

    private mutating func merge() throws {
        let (document, format) = changes.batch()
        operation = "merge \(String(decoding: document, as: UTF8.self))"
        _ = try pair.merge(document, format)
    }

    private mutating func applyPayloads() throws {
        let payloads = changes.payloads()
        operation = "payloads \(payloads)"
        try pair.apply(payloads: payloads)
    }

    private mutating func anyPost() -> BaselinePost? {
        for _ in 0..<8 {
            if let post = pair.store[changes.id()] { return post }
        }
        return nil
    }

    // MARK: Compaction and snapshots

    /// Merges changes, interrupted after any number of steps.
    private mutating func compactSome() {
        operation = "some steps of compaction"
        var steps = changes.random.element([0, 1, 2, 5, 30])
        pair.table.mergeChanges {
            steps -= 1
            return steps >= 0
        }
    }

    private mutating func keepSnapshot() {
        operation = "keep a snapshot"
        snapshots.append(Snapshot(table: pair.table, rows: pair.store.rows))
    }

    private mutating func checkSnapshot() throws {
        operation = "look at a snapshot"
        guard !snapshots.isEmpty else { return }
        let snapshot = snapshots.removeFirst()
        try pair.require(snapshot.table.allRows == snapshot.rows, "a snapshot has changed")
        try pair.require(snapshot.table.checkInvariants().isEmpty, "a snapshot is damaged")
    }

    // MARK: Searches

    /// Begins to build indexes in the background, which does not end before ``endBuild()``.
    private mutating func beginBuild() {
        operation = "begin a build"
        gate.open()
        gate = BuildGate()
        pair.table.parts.searching.background = BackgroundIndexing { [gate] in gate.pass() }
        pair.table.searchIndexing = .background
    }

    /// Lets a build end that is held.
    func release() { gate.open() }

    private mutating func endBuild() {
        operation = "end a build"
        gate.open()
        if pair.table.searchIndexing == .background {
            pair.table.parts.searching.background?.waitUntilDone()
        }
    }

    private mutating func chooseIndexing() {
        operation = "choose when to index"
        gate.open()
        pair.table.searchIndexing = changes.random.element(SearchIndexing.allCases)
    }

    /// Compares the posts that a search finds: without an index, during its build, or with it.
    private mutating func search() throws {
        let text: BaselineText = changes.random.element([
            "camp", "c", "ca", "istanbul", "STRASSE", "é", "elite", "hi\"", "nothing of the kind",
        ])
        let ignoresAccents = changes.random.oneIn(2)
        operation = "search \(text), ignoring accents: \(ignoresAccents)"
        // An index that a held build has begun is not waited for.
        if pair.table.searchIndexing == .now { gate.open() }
        let now = Timestamp(micros: RandomChanges.now)
        let found = pair.table.bound(to: .empty).feedPage(
            where: .search(text.string, options: ignoresAccents ? [.ignoringAccents] : []), asOf: now,
            in: zone, pageSize: 10_000)
        var filter = BaselineFilter()
        filter.searches = [BaselineSearch(text, ignoresAccents: ignoresAccents)]
        let wanted = BaselineFeed(posts: pair.store.posts, schools: BaselineSchools([])).page(
            filter: filter, now: now.micros, zone: .gmt, pageSize: 10_000)
        let differences = BaselineFeedPage(found).differences(from: wanted)
        try pair.require(differences.isEmpty, "\(found.posts.count) posts found: \(differences)")
    }

    // MARK: Pages

    /// Compares the pages with the baseline's, and under random filters with those of a fresh table.
    private mutating func comparePages() throws {
        if pair.table.searchIndexing == .now { gate.open() }
        let (social, now) = (pair.table.bound(to: .empty), Timestamp(micros: RandomChanges.now))
        let (posts, schools) = (pair.store.posts, BaselineSchools([]))
        let analytics = BaselineSocialPage(social.analyticsPage(.last(days: 30), asOf: now, in: zone))
            .differences(
                from: BaselineAnalytics.page(
                    posts: posts, schools: schools, range: .days(30), now: now.micros, zone: .gmt))
        let feed = BaselineFeedPage(social.feedPage(asOf: now, in: zone))
            .differences(
                from: BaselineFeed(posts: posts, schools: schools).page(
                    filter: BaselineFilter(), now: now.micros, zone: .gmt))
        let linked = BaselineLinkedCounts(
            social.linkedCounts(where: .platform(.instagram), asOf: now, in: zone)
        ).differences(
            from: BaselineLinkedCounts(
                posts: posts, filter: BaselineFilter(platforms: [.instagram]), now: now.micros, zone: .gmt))
        try pair.require(
            analytics.isEmpty && feed.isEmpty && linked.isEmpty, "pages: \(analytics) \(feed) \(linked)")
        let filters = TableAnswers.filters(using: &changes.random)
        let found = try TableAnswers(pair.table, filters, zone: zone)
        let wanted = try TableAnswers(try pair.freshTable(), filters, zone: zone)
        let differences = found.differences(from: wanted)
        try pair.require(
            differences.isEmpty, "pages under \(filters): \(differences.joined(separator: "\n"))")
    }
}

/// Holds the thread that builds indexes before each step, until it is opened.
private final class BuildGate: @unchecked Sendable {
    // Sendable: the variable is read and written only with the lock held.
    private let monitor = Monitor()
    private var isOpen = false

    /// Called before each step.
    func pass() { monitor.withLock { while !isOpen { monitor.wait() } } }

    func open() {
        monitor.withLock {
            isOpen = true
            monitor.wakeAll()
        }
    }
}
