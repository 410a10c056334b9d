import BenchmarkHarness
import CompassKernel
import CompassPages
import CompassSynthesis
import CompassTestSupport
import Foundation

/// The stages of events at one size, each made when it is first required.
@MainActor
final class PageStages {
    let inputs: WorkloadInputs
    let size: DatasetSize
    let turns: MainActorTurns
    private var keptPosts: PostsStage?

    init(_ inputs: WorkloadInputs, _ size: DatasetSize, _ turns: MainActorTurns) {
        self.inputs = inputs
        self.size = size
        self.turns = turns
    }

    /// Returns the stage of the pages of posts.
    func posts() throws -> PostsStage {
        if let keptPosts { return keptPosts }
        let stage = try PostsStage(try inputs.page(size), turns)
        try stage.open()
        keptPosts = stage
        return stage
    }

    /// Returns a generated table as a document.
    func document(_ table: SynthesisTable, rows: Int) throws -> [UInt8] {
        Array(try GeneratedTable.document(table, rows: rows))
    }
}

/// A store, and the time of its pages.
@MainActor
struct PageSetting {
    let clock = ManualClock()
    let source: MemorySource
    let store: CompassStore
    private let start: Timestamp

    init(
        _ tables: [TableName: [UInt8]], postCount: Int = 0, start: Timestamp, zone: ZoneOffsets
    ) {
        self.start = start
        let clock = clock
        let now: @Sendable () -> Timestamp = {
            let (seconds, attoseconds) = clock.now.elapsed.components
            return Timestamp(micros: start.micros + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        }
        source = MemorySource(tables, postCount: postCount, now: now)
        store = CompassStore(PageEnvironment(source: source, clock: clock, now: now, zone: zone))
        // What arrives is newer than what there is, and not in the future.
        clock.advance(by: .seconds(3_600))
    }

    var now: Timestamp { store.environment.now() }

    /// Runs an event that begins to wait, until the clock can be moved: a wait that began later would not end.
    func untilAsleep(_ turns: MainActorTurns, _ event: @MainActor () -> Void) throws {
        let count = clock.delays.count
        try turns.run(quietSeconds: 0.004, until: { clock.delays.count > count }, event)
    }
}

/// The pages of posts, and what their posts should be.
@MainActor
final class PostsStage {
    let inputs: PageInputs
    let turns: MainActorTurns
    let setting: PageSetting
    let feed: SocialFeedModel
    let analytics: SocialAnalyticsModel
    /// Posts that events change.
    let changeable: [FeedPost]
    /// Posts that serve as models of new ones, and of rows that a sync changes.
    let models: [FeedPost]
    /// The changes since the load, in their order.
    private var changes: [(inout PostTable) throws -> Void] = []
    private var expected: SocialPosts
    private var arrivalCount = 0

    init(_ inputs: PageInputs, _ turns: MainActorTurns) throws {
        self.inputs = inputs
        self.turns = turns
        setting = try Self.setting(inputs)
        feed = SocialFeedModel(setting.store)
        analytics = SocialAnalyticsModel(setting.store)
        let posts = inputs.spreadPosts(days: 32, postsPerDay: 64)
        changeable = posts.indices.filter { $0 % 2 == 0 }.map { posts[$0] }
        models = posts.indices.filter { $0 % 2 == 1 }.map { posts[$0] }
        expected = inputs.social
        setting.source.setRows(changeable.map { PageRow($0) })
    }

    /// Returns a store that has loaded nothing.
    static func setting(_ inputs: PageInputs) throws -> PageSetting {
        PageSetting(
            [
                .posts: Array(try Data(contentsOf: URL(fileURLWithPath: inputs.dataset.postsPath))),
                .schools: Array(try Data(contentsOf: URL(fileURLWithPath: inputs.dataset.schoolsPath))),
            ], postCount: inputs.rows, start: Timestamp(micros: inputs.instants[0]), zone: inputs.zone)
    }

    var source: MemorySource { setting.source }

    /// Opens the feed and builds what is built once.
    func open() throws {
        try turns.run(quietSeconds: 0.2, until: { self.feed.phase == .content }) { feed.appear() }
        try turns.run(quietSeconds: 0.2, until: { self.feed.matchCount == 0 }) {
            feed.filters.search = "this text occurs nowhere"
            feed.submitSearch()
        }
        try turns.run(quietSeconds: 0.1) { feed.clearFilters() }
    }

    /// Runs an event that begins to wait, until the clock can be moved.
    func untilAsleep(_ event: @MainActor () -> Void) throws { try setting.untilAsleep(turns, event) }

    /// Notes a change that the pages must show.
    func note(_ change: @escaping (inout PostTable) throws -> Void) { changes.append(change) }

    /// Returns the row of a post that has not been before.
    func arrival() -> PageRow {
        arrivalCount += 1
        return PageRow(
            like: models[arrivalCount * 31 % models.count], number: arrivalCount,
            at: Timestamp(micros: inputs.instants[0] + Int64(arrivalCount) * 1_000))
    }

    /// Returns the posts that the pages must show.
    func posts() throws -> SocialPosts {
        let changes = changes
        self.changes = []
        try expected.update { posts in for change in changes { try change(&posts) } }
        return expected
    }

    func checkFeed(from start: Int = 0) throws {
        let page = try posts().feedPage(
            where: feed.filters.postFilter, asOf: setting.now, in: inputs.zone,
            pageSize: start + max(feed.posts.count, FeedPage.defaultPageSize))
        let expected = Array(page.posts.dropFirst(start))
        let index = zip(feed.posts, expected).enumerated().first { $1.0 != $1.1 }?.offset
        try CheckFailure.unless(
            feed.posts == expected,
            "the feed's \(feed.posts.count) posts differ from the kernel's \(expected.count)"
                + (index.map { ": \(feed.posts[$0]) is not \(expected[$0])" } ?? ""))
        try CheckFailure.unless(
            feed.matchCount == page.matchCount && feed.statistics == page.statistics,
            "the feed's counts differ from the kernel's")
    }

    func checkAnalytics() throws {
        let page = try posts().analyticsPage(analytics.range, asOf: setting.now, in: inputs.zone)
        try CheckFailure.unless(analytics.page == page, "the page of analytics differs from the kernel's")
    }
}
