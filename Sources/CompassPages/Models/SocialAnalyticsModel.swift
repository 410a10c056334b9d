import CompassKernel
import Observation

/// The state of the page Social Analytics.
///
/// ```swift
/// let model = SocialAnalyticsModel(store)
/// model.appear()
/// model.range = .last(days: 7)
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class SocialAnalyticsModel: LoadingModel {
    /// The ranges of the page's buttons.
    public static let ranges: [AnalyticsRange] = [
        .last(days: 7), .last(days: 30), .last(days: 90), .all,
    ]

    /// A figure on top of the page.
    public struct Card: Hashable, Sendable {
        /// What it counts.
        public var label: String
        /// The figure.
        public var value: String
        /// The line below the figure, such as its share; nil if there is none.
        public var subtitle: String?
        /// The text for a screen reader.
        public var aloud: String
    }

    /// The range, 30 days at first; a change is shown at once and asks the server for nothing.
    ///
    /// - Complexity: that of `SocialPosts.analyticsPage`, independent of the number of
    ///   posts except for a logarithm.
    public var range: AnalyticsRange {
        get { selectedRange }
        set {
            guard newValue != selectedRange else { return }
            selectedRange = newValue
            update()
        }
    }

    /// The figures and charts; nil before the first load.
    public private(set) var page: SocialAnalyticsPage?
    /// The recent post that is shown whole; nil if none is.
    public private(set) var expandedPostID: String?
    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    private var selectedRange = AnalyticsRange.last(days: 30)
    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored let loading: PageLoading<SocialPosts>

    /// Creates the state of a page that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        let common = texts.common
        loading = PageLoading(
            store,
            LoadTexts(
                load: texts.socialAnalytics.loadFailed, timedOut: common.timedOut, server: common.serverError),
            store.posts.source)
        loading.show = { [weak self] _ in self?.update() }
        loading.forget = { [weak self] in self?.forget() }
    }

    // Loading

    /// Shows what there is, and loads what is missing or stale.
    public func appear() {
        store.posts.observe(self) { [weak self] event in if case .changed = event { self?.update() } }
        loading.appear()
    }

    /// Ends what only this page waits for; the range is not kept.
    public func disappear() {
        store.posts.stopObserving(self)
        loading.disappear()
        set(\.expandedPostID, to: nil)
        set(\.selectedRange, to: .last(days: 30))
    }

    // Page

    /// The four figures; none before the first load.
    public var cards: [Card] {
        guard let summary = page?.summary else { return [] }
        let texts = texts.socialAnalytics
        func share(_ percentage: Int) -> String { texts.percentage.text(["percentage": "\(percentage)"]) }
        return [
            card(self.texts.common.totalPosts, summary.totalPosts),
            card(texts.recruitingPosts, summary.recruitingPosts, share(summary.recruitingPercentage)),
            card(texts.positiveSentiment, summary.positivePosts, share(summary.positivePercentage)),
            card(texts.activeSchools, summary.activeSchools),
        ]
    }

    private func card(_ label: String, _ value: Int, _ subtitle: String? = nil) -> Card {
        Card(
            label: label, value: "\(value)", subtitle: subtitle,
            aloud: texts.common.cardAloud(label: label, value: "\(value)", subtitle: subtitle))
    }

    /// What the page shows if the range has no post; nil if it has one.
    public var empty: EmptyState? {
        guard let page, page.summary.totalPosts == 0 else { return nil }
        let texts = texts.socialAnalytics
        return EmptyState(
            icon: texts.emptyIcon, title: texts.emptyTitle,
            subtitle: range == .all ? nil : texts.emptySubtitle)
    }

    /// The text in place of the sentiment chart; nil if it is shown.
    public var noSentimentText: String? {
        guard let page, page.noSentimentData else { return nil }
        return page.summary.totalPosts == 0
            ? texts.socialAnalytics.noData : texts.socialAnalytics.noSentimentData
    }

    /// Returns the text of a day's bar, such as "Feb 10: 3 posts".
    ///
    /// - Parameter day: a day of the page's `activityByDay`.
    public func tooltip(of day: DailyPostCount) -> String {
        texts.socialAnalytics.dayTooltip.text(count: day.count, ["date": day.label])
    }

    /// The sentiment chart as a sentence.
    public var sentimentChartAloud: String {
        texts.socialAnalytics.sentimentChartAloud(
            (page?.sentiment ?? []).map {
                (texts.common.label(of: $0.type), $0.count, "\(Int($0.percentage.rounded()))")
            })
    }

    /// The day chart as a sentence; days without a post are left out.
    ///
    /// - Complexity: O(d) for d days.
    public var dayChartAloud: String {
        texts.socialAnalytics.dayChartAloud(
            (page?.activityByDay ?? []).filter { $0.count > 0 }.map { ($0.label, $0.count) })
    }

    /// Returns a row of the most active schools as a sentence.
    ///
    /// - Parameters:
    ///   - rank: the row's number, from 1.
    ///   - school: the row.
    public func aloud(rank: Int, _ school: NamedPostCount) -> String {
        texts.socialAnalytics.schoolAloud(rank: rank, school: school.name, count: school.postCount)
    }

    /// Shows a recent post whole, or only its beginning again.
    ///
    /// - Parameter id: the id of one of the page's `recentRecruitingPosts`.
    public func toggleExpansion(ofPost id: String) {
        set(\.expandedPostID, to: expandedPostID == id ? nil : id)
    }

    /// Goes to the posts about recruiting.
    public func openRecruitingPosts() { store.destination = .socialFeed(FeedFilters(kind: .recruiting)) }

    /// Goes to the page of a school.
    ///
    /// - Parameter id: the school's id, which is percent-encoded in the path.
    public func openSchool(_ id: String) { store.destination = .school(id) }

    private func update() {
        guard let posts = store.posts.shown, loading.isVisible else { return }
        let environment = store.environment
        set(\.page, to: posts.analyticsPage(range, asOf: environment.now(), in: environment.zone))
    }

    private func forget() {
        set(\.page, to: nil)
        set(\.expandedPostID, to: nil)
        set(\.selectedRange, to: .last(days: 30))
    }
}
