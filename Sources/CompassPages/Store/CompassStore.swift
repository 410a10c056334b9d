import CompassKernel
import Observation

/// The tables that all pages share: each is loaded once, whoever asks, and counts as fresh for five minutes.
///
/// ```swift
/// let store = CompassStore(environment)
/// let feed = SocialFeedModel(store)
/// feed.appear()
/// ```
///
/// An app has one store. It holds what the server has and, apart from it, the changes that the server has not
/// confirmed yet, so that an unconfirmed change is never lost and never taken for a fact.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class CompassStore: ObservedState {
    /// What the pages depend on.
    @ObservationIgnored public let environment: PageEnvironment

    /// Whether the device has a network.
    public private(set) var isOnline = true

    /// Where the app is to go; set it to nil once the app is there.
    public var destination: PageDestination?

    @ObservationIgnored private(set) var isSignedOut = false
    @ObservationIgnored let tables: StoreTables
    @ObservationIgnored let posts: StorePosts
    @ObservationIgnored let timeline: TableSet<LoadedTimeline>
    @ObservationIgnored let activity: TableSet<LoadedActivity>
    @ObservationIgnored let widget: TableSet<LoadedActivity>
    @ObservationIgnored let reports: TableSet<Reports>
    @ObservationIgnored private var pages: [ObjectIdentifier: WeakPage] = [:]
    @ObservationIgnored private var network: Task<Void, Never>?

    private struct WeakPage { weak var page: (any StorePage)? }

    /// Creates a store without rows, which loads nothing until a page appears.
    ///
    /// - Parameter environment: what the pages depend on, for good.
    public init(_ environment: PageEnvironment) {
        self.environment = environment
        tables = StoreTables(environment)
        posts = StorePosts(environment, tables)
        timeline = .timeline(of: tables, environment)
        activity = .activity(of: tables, tables.activity, environment)
        widget = .activity(of: tables, tables.widget, environment)
        reports = .reports(of: tables, environment)
        posts.signOut = { [weak self] in self?.signOut() }
        posts.isOnline = { [weak self] in self?.isOnline ?? true }
        if let isOnline = environment.isOnline {
            network = Task { [weak self] in
                for await isOnline in isOnline { self?.setOnline(isOnline) }
            }
        }
    }

    deinit { network?.cancel() }

    /// Drops all rows and all changes that are not confirmed, and loads the pages that are shown: for another
    /// member of the family, or after another user has logged in.
    ///
    /// A post whose deletion can still be undone is deleted first, with the session that the source has now. An app
    /// that changes its session beforehand lets the feed disappear before, which sends the deletion.
    public func reset() {
        isSignedOut = false
        dropAll()
    }

    /// Ends the session: drops all rows and drafts, and leads to ``PageDestination/login``. Pages load again after
    /// ``reset()``.
    public func signOut() {
        isSignedOut = true
        dropAll()
        destination = .login
    }

    private func dropAll() {
        posts.drop()
        tables.drop()
        timeline.drop()
        activity.drop()
        widget.drop()
        reports.drop()
        forEachPage { $0.storeReset() }
    }

    private func setOnline(_ isOnline: Bool) {
        guard isOnline != self.isOnline else { return }
        self.isOnline = isOnline
        forEachPage { $0.networkChanged() }
    }

    /// Whether changes of posts are shown that the server has not answered. An app that ends then loses those that
    /// were not sent.
    public var hasUnconfirmedChanges: Bool { !posts.wishes.isEmpty }

    // Pages

    /// Notes a page that has appeared. It stays noted until it is freed: a page that is not shown must not keep
    /// what belongs to another user either.
    func add(_ page: some StorePage) {
        pages = pages.filter { $0.value.page != nil }
        pages[ObjectIdentifier(page)] = WeakPage(page: page)
    }

    /// The number of pages that have appeared and are not freed.
    package var pageCount: Int { pages.values.count { $0.page != nil } }

    /// The number of pages that are told of changes of posts.
    package var postObserverCount: Int { posts.observerCount }

    private func forEachPage(_ body: (any StorePage) -> Void) {
        for page in Array(pages.values) { if let page = page.page { body(page) } }
    }
}
