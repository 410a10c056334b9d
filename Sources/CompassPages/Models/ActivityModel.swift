import CompassKernel
import Observation

/// The state of the page Activity History.
///
/// ```swift
/// let model = ActivityModel(store)
/// model.appear()
/// model.filter.type = .interaction
/// model.showNextPage()
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class ActivityModel: LoadingModel {
    /// The page of events; nil before the first load.
    public private(set) var page: ActivityPage?
    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    private var currentFilter = ActivityFilter.all
    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored let loading: PageLoading<LoadedActivity>
    @ObservationIgnored private var feed: ActivityFeed?
    /// The filter that the page has; that of the user may wait for more letters.
    @ObservationIgnored private var listedFilter = ActivityFilter.all
    @ObservationIgnored private var pageNumber = 1
    @ObservationIgnored private let searchDelay = DelayedAction()

    /// Creates the state of a page that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        loading = PageLoading(
            store,
            LoadTexts(
                load: texts.activity.loadFailed, timedOut: texts.common.timedOut,
                server: texts.common.serverError),
            store.activity.source)
        loading.show = { [weak self] in self?.show($0) }
        loading.renewDates = { [weak self] in self?.update() }
        loading.forget = { [weak self] in self?.forget() }
    }

    // Loading

    /// Ends what only this page waits for; the filter is not kept.
    public func disappear() {
        loading.disappear()
        searchDelay.cancel()
        (listedFilter, pageNumber) = (.all, 1)
        set(\.currentFilter, to: .all)
    }

    // Filter and pages

    /// The filter. A change shows page 1 at once, but for letters of a search, which wait 150 ms for the next one.
    ///
    /// - Complexity: that of `ActivityFeed.page` for at most 1,500 events.
    public var filter: ActivityFilter {
        get { currentFilter }
        set {
            guard newValue != currentFilter else { return }
            let isTyping = newValue.search != currentFilter.search && !newValue.search.isEmpty
            currentFilter = newValue
            let environment = store.environment
            guard isTyping else { return applyFilter() }
            searchDelay.schedule(after: environment.timings.searchDelay, in: environment) { [weak self] in
                self?.applyFilter()
            }
        }
    }

    /// Searches at once, as the return key asks for.
    public func submitSearch() { if listedFilter != currentFilter { applyFilter() } }

    /// Whether the pages have buttons: there is more than one.
    public var hasPages: Bool { (page?.totalPages ?? 1) > 1 }

    /// The text between the buttons, such as "Page 2 of 7", which is also the text for a screen reader.
    public var pageText: String {
        texts.common.page.text(["page": "\(page?.page ?? 1)", "pageCount": "\(page?.totalPages ?? 1)"])
    }

    /// Whether there is a page before this one.
    public var canShowPreviousPage: Bool { (page?.page ?? 1) > 1 }

    /// Whether there is a page after this one.
    public var canShowNextPage: Bool { page.map { $0.page < $0.totalPages } ?? false }

    /// Shows the page before this one.
    public func showPreviousPage() { showPage((page?.page ?? 1) - 1) }

    /// Shows the page after this one.
    public func showNextPage() { showPage((page?.page ?? 1) + 1) }

    /// Shows a page; a number out of bounds becomes the nearest one.
    ///
    /// - Parameter number: from 1 to the page's `totalPages`.
    public func showPage(_ number: Int) {
        pageNumber = number
        update()
    }

    /// What is shown in place of an empty list; nil if events are shown.
    public var empty: EmptyState? {
        guard let page, page.events.isEmpty else { return nil }
        return EmptyState(
            icon: texts.activity.emptyIcon, title: texts.activity.emptyTitle,
            subtitle: texts.activity.emptySubtitle)
    }

    /// Goes to the page of an event; does nothing if it has none.
    public func open(_ event: ActivityEvent) {
        if let url = event.clickURL { store.destination = .path(url) }
    }

    /// Returns an event as sentences.
    public func aloud(_ event: ActivityEvent) -> String { texts.activity.aloud(event) }

    // Updating

    private func applyFilter() {
        searchDelay.cancel()
        listedFilter = currentFilter
        pageNumber = 1
        update()
    }

    private func show(_ loaded: LoadedActivity) {
        feed = loaded.feed
        loading.set(\.partialFailure, to: texts.activity.banner(of: loaded.failures, texts))
        update()
    }

    private func update() {
        guard let feed, loading.isVisible else { return }
        let environment = store.environment
        let page = feed.page(
            pageNumber, where: listedFilter, asOf: environment.now(), in: environment.zone)
        pageNumber = page.page
        set(\.page, to: page)
    }

    private func forget() {
        feed = nil
        searchDelay.cancel()
        (listedFilter, pageNumber) = (.all, 1)
        set(\.page, to: nil)
        set(\.currentFilter, to: .all)
    }
}

extension ActivityTexts {
    /// Returns the message that some tables could not be loaded; nil if there are none.
    func banner(of failures: [TableName], _ texts: PageTexts) -> PageNotice? {
        if failures.isEmpty { return nil }
        let labels = failures.map { label(of: $0, texts) }.joined(separator: ", ")
        return PageNotice(text: someFailed.text(["labels": labels]), kind: .banner, canRetry: true)
    }

    /// Returns what the user calls the rows of a table.
    private func label(of table: TableName, _ texts: PageTexts) -> String {
        ActivityType.allCases.first { $0.table == table.rawValue }.map(label(of:)) ?? texts.reports.schools
    }

    /// Returns an event as sentences.
    func aloud(_ event: ActivityEvent) -> String {
        itemAloud(
            icon: event.icon, title: event.title, description: event.description, time: event.relativeTime)
    }
}
