import CompassKernel
import Observation

/// The state of the page Social Media Monitoring.
///
/// ```swift
/// let model = SocialFeedModel(store)
/// model.appear()
/// model.filters.kind = .flagged
/// model.setFlag(true, ofPost: id)
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class SocialFeedModel: ObservedState {
    /// The number of placeholders of a first load.
    public static let placeholderCount = 5
    /// The number of lines that a card shows before "Read more".
    public static let lineLimit = 5
    /// How many posts before the end of the list the next ones are requested.
    static let lookahead = 10

    // List

    /// The posts of the list so far.
    public internal(set) var posts: [FeedPost] = []
    /// The number of posts that pass the filters.
    public internal(set) var matchCount = 0
    /// The counts of all posts on the cards.
    public internal(set) var statistics = FeedStatistics(
        totalPosts: 0, twitterPosts: 0, instagramPosts: 0, flaggedPosts: 0)
    /// What is shown in place of an empty list.
    public internal(set) var state = FeedState.posts
    /// Whether posts follow those of the list.
    public internal(set) var hasMore = false
    /// The number of matching posts that have come since and wait above the list.
    public internal(set) var newPostCount = 0
    /// The choices of the filter by school, in name order.
    public internal(set) var schools: [NamedPostCount] = []
    /// The number of posts of each choice of each filter, if ``showsCounts``.
    public internal(set) var counts: LinkedCounts?
    /// The posts that are shown whole.
    public internal(set) var expandedPostIDs: Set<String> = []

    // Filters

    var currentFilters = FeedFilters()
    /// The choices of the filter sheet, which act when they are applied; nil while it is closed.
    public var filterDraft: FeedFilters?
    var countsChoices = false

    // Changes

    /// The notes that the user writes; nil while the sheet is closed.
    public var notesDraft: NotesDraft?
    /// The post whose deletion the user is asked to confirm; nil if there is no question.
    public internal(set) var deletionQuestion: String?
    /// The deleted post that can come back; nil if there is none.
    public internal(set) var undoableDeletion: String?
    /// Whether new posts are being fetched.
    public internal(set) var isSyncing = false

    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    @ObservationIgnored let store: CompassStore
    @ObservationIgnored let loading: PageLoading<SocialPosts>
    @ObservationIgnored let timedMessage: TimedMessage
    @ObservationIgnored let loadTexts: LoadTexts
    /// The filters that the list has; those of the user may wait for more letters.
    @ObservationIgnored var listedFilters = FeedFilters()
    /// Counts syncs and resets: what began before a reset concerns nobody any more.
    @ObservationIgnored var syncNumber = 0
    @ObservationIgnored let searchDelay = DelayedAction()
    @ObservationIgnored private var nextCursor: FeedCursor?
    /// Where the list begins; nil for the newest post.
    @ObservationIgnored private var start: FeedCursor?
    @ObservationIgnored private var isShownFromTop = true
    /// The number of posts that the list should have.
    @ObservationIgnored private var count = FeedPage.defaultPageSize
    @ObservationIgnored private var number = 0
    @ObservationIgnored private var background: Task<Void, Never>?
    @ObservationIgnored private var schoolsNumber = 0
    @ObservationIgnored private var naming: Task<Void, Never>?
    @ObservationIgnored private let dates = DelayedAction()

    /// Creates the state of a page that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        let common = texts.common
        loadTexts = LoadTexts(
            load: texts.socialFeed.loadFailed, timedOut: common.timedOut, server: common.serverError)
        loading = PageLoading(store, loadTexts, store.posts.source)
        timedMessage = TimedMessage(store.environment)
        loading.show = { [weak self] _ in self?.showPosts() }
        loading.forget = { [weak self] in self?.forget() }
    }

    deinit {
        background?.cancel()
        naming?.cancel()
    }

    // Loading

    /// What the page shows of its load.
    public var phase: LoadPhase { loading.phase }
    /// Whether content is shown and newer content on its way.
    public var isRefreshing: Bool { loading.isRefreshing }
    /// The message on top of the content; nil if there is none.
    public var banner: PageNotice? { loading.banner }
    /// Whether the user can refresh the page.
    public var canRefresh: Bool { loading.canRefresh }

    /// Shows what there is, and loads what is missing or stale.
    public func appear() {
        if loading.isVisible { return }
        store.posts.observe(self) { [weak self] in self?.told($0) }
        loading.appear()
        let environment = store.environment
        dates.repeat(every: environment.timings.relativeDateInterval, in: environment) { [weak self] in
            self?.updateList()
        }
    }

    /// Clears the filters, closes all sheets, and sends the deletion that could be undone.
    public func disappear() {
        store.posts.wishes.sendRemoval()
        store.posts.stopObserving(self)
        loading.disappear()
        dates.cancel()
        timedMessage.clear()
        close()
    }

    /// Loads everything again; returns when that is done.
    public func refresh() async { await loading.refresh() }

    /// Loads again what failed.
    public func retry() { loading.retry() }

    // List

    /// Whether the beginning of the list is shown. There, posts that arrive are shown at once; elsewhere they wait
    /// above the list.
    public var isAtTop: Bool {
        get { isShownFromTop }
        set {
            guard newValue != isShownFromTop else { return }
            isShownFromTop = newValue
            if newValue {
                showNewPosts()
            } else {
                start = posts.first.map { .before($0) }
            }
        }
    }

    /// Shows the posts that wait above the list.
    public func showNewPosts() {
        isShownFromTop = true
        guard start != nil else { return }
        start = nil
        updateList()
    }

    /// Notes that a post of the list has come into view: the next ones are requested ten posts before the end.
    ///
    /// - Parameter index: the post's index among ``posts``.
    public func postAppeared(at index: Int) {
        if index >= posts.count - Self.lookahead { showMore() }
    }

    /// Lists the next 50 posts; does nothing while the ones before are on their way.
    ///
    /// - Complexity: that of `SocialPosts.nextFeedPage`, in the background for a
    ///   search.
    public func showMore() {
        guard let cursor = nextCursor, let query = query() else { return }
        // One page at a time: the cursor is back when it has come.
        nextCursor = nil
        count = posts.count + FeedPage.defaultPageSize
        // The list is being made anew: with these posts at once, or the change that it is made for would be lost.
        if background != nil { return updateList() }
        if !query.isSearch {
            return append(query.continuation(after: cursor, count: FeedPage.defaultPageSize))
        }
        number += 1
        let number = number
        background = Task { [weak self] in
            let more = await query.continuationInBackground(after: cursor, count: FeedPage.defaultPageSize)
            guard let self, number == self.number else { return }
            background = nil
            append(more)
        }
    }

    /// Shows a post whole, or only its beginning again.
    ///
    /// - Parameter id: the post's id.
    public func toggleExpansion(ofPost id: String) {
        if expandedPostIDs.remove(id) == nil { expandedPostIDs.insert(id) }
    }

    /// Returns the name of a post's school.
    public func schoolName(of post: FeedPost) -> String { post.schoolName ?? texts.socialFeed.unknownSchool }

    /// Returns a post as sentences.
    public func aloud(_ post: FeedPost) -> String {
        texts.socialFeed.cardAloud(
            platform: texts.common.name(of: post.platform), author: post.authorName ?? post.authorHandle,
            date: post.relativeDate, content: post.postContent,
            sentiment: post.sentiment?.label, isFlagged: post.flaggedForReview)
    }

    private func append(_ more: FeedContinuation) {
        if !more.posts.isEmpty { posts += more.posts }
        nextCursor = more.nextCursor
        set(\.hasMore, to: more.nextCursor != nil)
    }

    // Updating

    private func query() -> FeedQuery? {
        guard let posts = store.posts.shown, loading.isVisible else { return nil }
        let environment = store.environment
        return FeedQuery(
            posts: posts, filter: listedFilters.postFilter,
            isSearch: !SearchQuery(listedFilters.search).matchesAll, start: start, count: count,
            countsChoices: countsChoices, now: environment.now(), zone: environment.zone)
    }

    /// Whether the list is being made in the background.
    var isListBeingMade: Bool { background != nil }

    /// Lists the posts from the beginning, after a change of the filters.
    func beginList() {
        start = nil
        isShownFromTop = true
        count = FeedPage.defaultPageSize
        updateList()
    }

    /// Lists the posts as they are now.
    func updateList() {
        guard let query = query() else { return }
        number += 1
        background?.cancel()
        background = nil
        if query.isShort { return show(query.answer()) }
        let number = number
        let shown = FeedQuery.Shown(posts: posts, counts: counts)
        // Lists are made, compared and freed there.
        background = Task { @concurrent [weak self] in
            if Task.isCancelled { return }
            let answer = query.answer()
            await self?.show(answer, FeedQuery.Sameness(answer, shown), number)
            withExtendedLifetime(shown) {}
        }
    }

    private func show(_ answer: FeedQuery.Answer, _ sameness: FeedQuery.Sameness, _ number: Int) {
        guard number == self.number else { return }
        background = nil
        show(answer, sameness)
    }

    private func show(_ answer: FeedQuery.Answer) {
        show(answer, FeedQuery.Sameness(answer, FeedQuery.Shown(posts: posts, counts: counts)))
    }

    private func show(_ answer: FeedQuery.Answer, _ sameness: FeedQuery.Sameness) {
        let page = answer.page
        if !sameness.posts {
            // A setter would compare the lists once more.
            var posts = page.posts
            swap(&self.posts, &posts)
        }
        set(\.matchCount, to: page.matchCount)
        set(\.statistics, to: page.statistics)
        set(\.state, to: page.state)
        set(\.hasMore, to: page.nextCursor != nil)
        set(\.newPostCount, to: answer.newPostCount)
        if !sameness.counts {
            var counts = answer.counts
            swap(&self.counts, &counts)
        }
        nextCursor = page.nextCursor
    }

    private func showPosts() {
        showSchools()
        updateList()
    }

    /// Lists the schools: at first at once, later in the background.
    private func showSchools() {
        guard let posts = store.posts.shown else { return }
        schoolsNumber += 1
        naming?.cancel()
        let known = schools
        if known.isEmpty { return set(\.schools, to: posts.schoolsInNameOrder()) }
        let number = schoolsNumber
        naming = Task { @concurrent [weak self] in
            if Task.isCancelled { return }
            let schools = posts.schoolsInNameOrder()
            if schools != known { await self?.show(schools, number) }
        }
    }

    private func show(_ schools: [NamedPostCount], _ number: Int) {
        guard number == schoolsNumber else { return }
        var schools = schools
        swap(&self.schools, &schools)
    }

    private func told(_ event: StorePosts.Event) {
        switch event {
        case .changed: showPosts()
        case .outcome(let outcome): show(outcome)
        }
    }

    // Leaving

    private func close() {
        number += 1
        schoolsNumber += 1
        background?.cancel()
        naming?.cancel()
        searchDelay.cancel()
        (background, naming, start) = (nil, nil, nil)
        isShownFromTop = true
        count = FeedPage.defaultPageSize
        listedFilters = FeedFilters()
        set(\.currentFilters, to: FeedFilters())
        set(\.filterDraft, to: nil)
        set(\.notesDraft, to: nil)
        set(\.deletionQuestion, to: nil)
        set(\.expandedPostIDs, to: [])
    }

    private func forget() {
        close()
        timedMessage.clear()
        syncNumber += 1
        set(\.isSyncing, to: false)
        nextCursor = nil
        set(\.posts, to: [])
        set(\.matchCount, to: 0)
        set(
            \.statistics,
            to: FeedStatistics(totalPosts: 0, twitterPosts: 0, instagramPosts: 0, flaggedPosts: 0))
        set(\.state, to: .posts)
        set(\.hasMore, to: false)
        set(\.newPostCount, to: 0)
        set(\.schools, to: [])
        set(\.counts, to: nil)
        set(\.undoableDeletion, to: nil)
    }
}

extension FeedCursor {
    /// The position before a post, and before other posts of the same instant.
    fileprivate static func before(_ post: FeedPost) -> FeedCursor {
        FeedCursor(
            timestamp: Timestamp(micros: post.postDate.timestamp.micros &+ 1),
            id: "\u{10FFFF}\u{10FFFF}\u{10FFFF}")
    }
}
