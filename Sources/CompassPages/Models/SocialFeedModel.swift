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
public final class SocialFeedModel: LoadingModel {
    /// The number of placeholders of a first load.
    public static let placeholderCount = 5
    /// The number of lines that a card shows before "Read more".
    public static let lineLimit = 5
    /// The number of characters of a longer text that are read aloud, as long as it is not shown whole.
    static let previewLength = 200
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
    @ObservationIgnored var nextCursor: FeedCursor?
    /// Where the list begins; nil for the newest post.
    @ObservationIgnored var start: FeedCursor?
    @ObservationIgnored var isShownFromTop = true
    /// The number of posts that the list should have.
    @ObservationIgnored var count = FeedPage.defaultPageSize
    @ObservationIgnored var number = 0
    @ObservationIgnored var background: Task<Void, Never>?
    /// The flag that is being set, until the list shows it.
    @ObservationIgnored var pendingFlag: (id: String, isFlagged: Bool)?
    @ObservationIgnored var schoolsNumber = 0
    @ObservationIgnored var naming: Task<Void, Never>?

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
        loading.renewDates = { [weak self] in self?.updateList() }
        loading.forget = { [weak self] in self?.forget() }
    }

    deinit {
        background?.cancel()
        naming?.cancel()
    }

    // Loading

    /// Shows what there is, and loads what is missing or stale.
    public func appear() {
        if loading.isVisible { return }
        store.posts.observe(self) { [weak self] in self?.told($0) }
        loading.appear()
    }

    /// Clears the filters, closes all sheets, and sends the deletion that could be undone.
    public func disappear() {
        store.posts.wishes.sendRemoval()
        store.posts.stopObserving(self)
        let isFirstPage =
            listedFilters == FeedFilters() && start == nil && posts.count <= FeedPage.defaultPageSize
        close()
        // A page that is still drawn while it goes, or before it appears again, fits its filters.
        if !isFirstPage { updateList() }
        loading.disappear()
        timedMessage.clear()
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
