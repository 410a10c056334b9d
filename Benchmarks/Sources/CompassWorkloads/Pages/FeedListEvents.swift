import BenchmarkHarness
import CompassKernel
import CompassPages

/// What the reader of the feed does, and what time does.
enum FeedListEvents {
    static let all = [
        open, appear, appearLater, filter("platform", platform), filter("school", school),
        filter("kind", kind),
        filter("sentiment", sentiment), search, searchEnd, more, counts, countedFlag, tick, longTick,
        longFlag,
    ]

    private static let open = PageEvent(
        name: "pages.feed.open", purpose: "a new store's first load, and its first page", sampleCount: 30,
        quietSeconds: 0.2
    ) { stages in
        let inputs = try stages.inputs.page(stages.size)
        var (setting, model): (PageSetting?, SocialFeedModel?)
        return .init(
            before: { _ in
                (setting, model) = (nil, nil)
                let next = try PostsStage.setting(inputs)
                (setting, model) = (next, SocialFeedModel(next.store))
            },
            event: { _ in model?.appear() }, isDone: { model?.phase == .content },
            check: {
                let page = inputs.social.feedPage(asOf: setting?.now ?? Timestamp(micros: 0), in: inputs.zone)
                try CheckFailure.unless(
                    model?.posts == page.posts, "the first page differs from the kernel's")
            },
            after: { (setting, model) = (nil, nil) })
    }

    private static let appear = event("appear", "the page appears again, its posts are there") { stage, _ in
        stage.feed.disappear()
    } _: { stage, _ in
        stage.feed.appear()
    }

    private static let appearLater = event(
        "appear.later", "the page appears again, and the schools are loaded anew", quietSeconds: 0.02,
        before: { stage, _ in
            stage.feed.disappear()
            stage.setting.clock.advance(by: .seconds(300))
        }
    ) { stage, _ in
        stage.feed.appear()
    }

    /// An event of the feed's list, whose filters are cleared at the end.
    private static func event(
        _ name: String, _ purpose: String, quietSeconds: Double = 0.004,
        before: @escaping @MainActor @Sendable (PostsStage, Int) throws -> Void = { _, _ in },
        _ event: @escaping @MainActor @Sendable (PostsStage, Int) throws -> Void,
        after: @escaping @MainActor @Sendable (PostsStage) -> Void = { _ in }
    ) -> PageEvent {
        PageEvent(name: "pages.feed." + name, purpose: purpose, quietSeconds: quietSeconds) { stages in
            let stage = try stages.posts()
            return .init(
                before: { try before(stage, $0) }, event: { try event(stage, $0) },
                check: {
                    // What waits for more letters, and what is made in the background, must have come.
                    try stage.turns.run(quietSeconds: 0.05) { stage.feed.submitSearch() }
                    try stage.checkFeed()
                },
                after: {
                    after(stage)
                    stage.feed.clearFilters()
                })
        }
    }

    // Filters

    private static func filter(
        _ name: String, _ change: @escaping @MainActor @Sendable (inout FeedFilters, PostsStage, Int) -> Void
    ) -> PageEvent {
        event("filter." + name, "the filter by \(name) changes, the other filters being what they are") {
            stage, number in
            var filters = stage.feed.filters
            change(&filters, stage, number)
            stage.feed.filters = filters
        }
    }

    private static let platform: @MainActor @Sendable (inout FeedFilters, PostsStage, Int) -> Void = {
        $0.platform = [nil, .twitter, .instagram][$2 % 3]
        // Another filter changes with it now and then, so that inputs differ.
        $0.sentiment = [nil, .positive, .negative, .neutral, .veryPositive][$2 / 3 % 5]
    }

    private static let school: @MainActor @Sendable (inout FeedFilters, PostsStage, Int) -> Void = {
        let schools = $1.feed.schools
        $0.schoolID = schools.isEmpty ? nil : schools[$2 % schools.count].id
        $0.platform = [nil, .twitter, .instagram][$2 / max(schools.count, 1) % 3]
    }

    private static let kind: @MainActor @Sendable (inout FeedFilters, PostsStage, Int) -> Void = {
        $0.kind = FeedFilters.Kind.allCases[$2 % 3]
        let schools = $1.feed.schools
        $0.schoolID = $2 % 2 == 0 || schools.isEmpty ? nil : schools[$2 / 6 % schools.count].id
    }

    private static let sentiment: @MainActor @Sendable (inout FeedFilters, PostsStage, Int) -> Void = {
        $0.sentiment = [nil, .positive, .negative, .neutral, .veryPositive][$2 % 5]
        $0.kind = FeedFilters.Kind.allCases[$2 / 5 % 3]
    }

    // Search

    private static func query(_ stage: PostsStage, _ number: Int) -> String {
        let words = (stage.models[number * 131 % stage.models.count].postContent ?? "camp").split(
            separator: " ")
        return String(words[number % max(words.count, 1)].prefix(1 + number % 7))
    }

    private static let search = event("search.type", "a letter is typed; the search does not begin yet") {
        stage, number in
        stage.feed.filters.search = query(stage, number)
    } after: {
        $0.feed.submitSearch()
    }

    private static let searchEnd = event(
        "search", "typing pauses, and the search's first page is shown", quietSeconds: 0.03,
        before: { stage, number in
            let query = query(stage, number)
            if query == stage.feed.filters.search || query.isEmpty { return }
            try stage.untilAsleep { stage.feed.filters.search = query }
        }
    ) { stage, _ in
        stage.setting.clock.advance(by: .milliseconds(150))
    }

    // List

    private static let more = event(
        "more", "the next 50 posts are listed, up to 5,000",
        before: { stage, number in
            if number % 99 != 0 { return }
            stage.feed.filters.platform = number / 99 % 2 == 0 ? .twitter : nil
        }
    ) { stage, _ in
        stage.feed.postAppeared(at: stage.feed.posts.count - 1)
    }

    private static let counts = event(
        "counts", "the counts of all choices are shown", quietSeconds: 0.03,
        before: { stage, number in
            stage.feed.showsCounts = false
            school(&stage.feed.filters, stage, number)
        }
    ) { stage, _ in
        stage.feed.showsCounts = true
    } after: {
        $0.feed.showsCounts = false
    }

    private static let countedFlag = event(
        "counts.flag", "a post is flagged and confirmed while choices are counted", quietSeconds: 0.03,
        before: { stage, _ in stage.feed.showsCounts = true }, toggleFlag,
        after: { $0.feed.showsCounts = false })

    private static let toggleFlag: @MainActor @Sendable (PostsStage, Int) throws -> Void = { stage, number in
        let post = stage.changeable[(number * 89 + 41) % stage.changeable.count]
        let isFlagged = number % 2 == 0
        stage.feed.setFlag(isFlagged, ofPost: post.id)
        stage.note { _ = try $0.setFlag(isFlagged, ofPost: post.id) }
    }

    // Time

    private static let tick = event(
        "minute", "a minute passes, and the relative dates of 50 posts are renewed", quietSeconds: 0.01,
        before: { stage, _ in try stage.turns.run(until: { stage.setting.clock.sleeperCount > 0 }) {} }
    ) { stage, _ in
        stage.setting.clock.advance(by: .seconds(60))
    }

    @MainActor
    private static func listMany(_ stage: PostsStage) throws {
        while stage.feed.posts.count < 5_000, stage.feed.hasMore {
            try stage.turns.run(quietSeconds: 0.001) {
                stage.feed.postAppeared(at: stage.feed.posts.count - 1)
            }
        }
    }

    private static let longTick = event(
        "minute.5000", "the same with 5,000 posts", quietSeconds: 0.06,
        before: { stage, _ in
            try listMany(stage)
            try stage.turns.run(until: { stage.setting.clock.sleeperCount > 0 }) {}
        }
    ) { stage, _ in
        stage.setting.clock.advance(by: .seconds(60))
    }

    private static let longFlag = event(
        "flag.5000", "a post is flagged and confirmed while 5,000 are listed", quietSeconds: 0.06,
        before: { stage, _ in try listMany(stage) }, toggleFlag)
}
