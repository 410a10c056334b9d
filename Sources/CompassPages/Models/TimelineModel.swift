import CompassKernel
import Observation

/// The state of the page Recruiting Timeline.
///
/// ```swift
/// let model = TimelineModel(store)
/// model.appear()
/// model.range = .twelveMonths
/// model.toggle(.offer)
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class TimelineModel: LoadingModel {
    /// The key of ``PageSettings`` under which the range is kept.
    public static let rangeKey = "timelineViewRange"
    /// Up to this number of items, the page is computed at once; more in the background.
    static let immediateItemCount = 2_000

    /// What a tap on a change of status shows.
    public struct Details: Hashable, Sendable {
        /// The item's text.
        public var label: String
        /// The school's name.
        public var school: String
        /// The day in full.
        public var date: String
        /// The notes; nil if there are none.
        public var details: String?
    }

    /// The positions of everything on the page; its texts are created when they are read. Nil before the first load.
    public private(set) var layout: TimelineLayout?
    /// The choices of the filter by school, in name order.
    public private(set) var schools: [SchoolChoice] = []
    /// The change of status that is shown in an alert; nil if none is.
    public private(set) var details: Details?
    /// Why an item cannot be opened; nil if that was not tried.
    public private(set) var openFailure: PageNotice?
    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    private var selectedRange: TimelineRange
    private var filter = TimelineFilter.all
    private var lanesPage = 1
    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored let loading: PageLoading<LoadedTimeline>
    @ObservationIgnored private var timeline: RecruitingTimeline?
    @ObservationIgnored private var number = 0
    /// Counts resets: what was drawn before one belongs to another user.
    @ObservationIgnored private var resetCount = 0
    @ObservationIgnored private var background: Task<Void, Never>?

    /// Creates the state of a page that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        selectedRange = TimelineRange(stored: store.environment.settings.text(forKey: Self.rangeKey))
        loading = PageLoading(
            store,
            LoadTexts(
                load: texts.timeline.loadFailed, timedOut: texts.common.timedOut,
                server: texts.timeline.serverError),
            store.timeline.source)
        loading.show = { [weak self] in self?.show($0) }
        loading.forget = { [weak self] in self?.forget() }
    }

    deinit { background?.cancel() }

    // Loading

    /// What the page shows of its load.
    public var phase: LoadPhase {
        // The lanes of many items take a moment after the load.
        loading.phase == .content && layout == nil ? .placeholder : loading.phase
    }

    /// Ends what only this page waits for; the filters are not kept, the range is.
    public func disappear() {
        loading.disappear()
        background?.cancel()
        number += 1
        let showsAll = filter == .all && lanesPage == 1
        set(\.filter, to: .all)
        set(\.lanesPage, to: 1)
        set(\.details, to: nil)
        set(\.openFailure, to: nil)
        // A page that is still drawn while it goes, or before it appears again, fits its filters.
        if !showsAll { update() }
    }

    // Range and filters

    /// The range, which is kept.
    ///
    /// - Complexity: that of `RecruitingTimeline.layout`, in the background above 2,000
    ///   items. The same holds for ``schoolID`` and ``types``.
    public var range: TimelineRange {
        get { selectedRange }
        set {
            guard newValue != selectedRange else { return }
            selectedRange = newValue
            store.environment.settings.setText(newValue.rawValue, forKey: Self.rangeKey)
            set(\.lanesPage, to: 1)
            update()
        }
    }

    /// The school whose items are shown; nil for all.
    public var schoolID: String? {
        get { filter.schoolID }
        set { change { $0.schoolID = newValue } }
    }

    /// The types of items that are shown, which the legend explains.
    public var types: TimelineItemTypes {
        get { filter.types }
        set { change { $0.types = newValue } }
    }

    /// Shows a type of items, or hides it.
    public func toggle(_ type: TimelineItemType) { types.formSymmetricDifference(TimelineItemTypes(type)) }

    /// Shows a page of lanes; a number out of bounds becomes the nearest one.
    ///
    /// - Parameter number: from 1 to the layout's `lanesPages`.
    public func showLanes(page number: Int) {
        let number = min(max(number, 1), layout?.lanesPages ?? 1)
        guard number != lanesPage else { return }
        lanesPage = number
        update()
    }

    private func change(_ body: (inout TimelineFilter) -> Void) {
        var filter = filter
        body(&filter)
        guard filter != self.filter else { return }
        self.filter = filter
        set(\.lanesPage, to: 1)
        update()
    }

    // Page

    /// What is shown in place of the lanes; nil if they are shown.
    public var empty: EmptyState? {
        guard let state = layout?.state else { return nil }
        let texts = texts.timeline
        return switch state {
        case .items: nil
        case .noData:
            EmptyState(
                icon: texts.emptyIcon, title: texts.noDataTitle, subtitle: texts.noDataSubtitle,
                actions: [texts.addEvent, texts.addInteraction, texts.addOffer])
        case .noMatches:
            EmptyState(
                icon: texts.emptyIcon, title: texts.noMatchesTitle, subtitle: texts.noMatchesSubtitle)
        case .outOfRange:
            EmptyState(
                icon: texts.emptyIcon, title: texts.outOfRangeTitle, subtitle: texts.outOfRangeSubtitle)
        }
    }

    /// Opens an item: its page, or for a change of status ``details``.
    ///
    /// - Parameter item: an item of the ``layout``.
    public func open(_ item: TimelineItem) {
        if item.type == .statusChange {
            details = Details(
                label: item.label, school: item.schoolName, date: item.fullDayText, details: item.details)
        } else if let link = item.link {
            store.destination = .path(link)
        } else {
            openFailed()
        }
    }

    /// Notes that the app could not show the page of an item.
    public func openFailed() {
        set(\.openFailure, to: PageNotice(text: texts.timeline.openFailed, kind: .alert))
    }

    /// Closes the alert of ``details`` or ``openFailure``.
    public func closeAlert() {
        set(\.details, to: nil)
        set(\.openFailure, to: nil)
    }

    /// Goes to Reports.
    public func openReports() { store.destination = .reports }

    /// Draws the page, with all its lanes, for printing.
    ///
    /// - Parameter paper: the size of a sheet.
    /// - Returns: an SVG document in UTF-8; nil before the first load, and if another user came meanwhile.
    /// - Complexity: O(n) for the n items in the range, in the background.
    public func svg(paper: PaperSize = .a4) async -> [UInt8]? {
        guard let query = query() else { return nil }
        let resetCount = resetCount
        let svg = await query.svg(
            paper: paper, title: texts.timeline.title, subtitle: texts.timeline.subtitle)
        return resetCount == self.resetCount ? svg : nil
    }

    // Texts

    /// Returns what pointing at an item shows: its text and its days.
    public func tooltip(of item: TimelineItem) -> String {
        texts.timeline.tooltip.text(["label": item.label, "date": item.dayText()])
    }

    /// Returns an item as sentences.
    public func aloud(_ item: TimelineItem) -> String {
        texts.timeline.itemAloud(
            emoji: item.emoji, label: item.label, school: item.schoolName, date: item.fullDayText)
    }

    /// Returns a lane as sentences.
    public func aloud(_ lane: TimelineLayout.Lane) -> String {
        texts.timeline.laneAloud(school: lane.schoolName, count: lane.itemCount)
    }

    /// Returns a month in full, such as "January 2025".
    public func aloud(_ month: TimelineMonth) -> String {
        let name = MonthName.full(Int(month.key.suffix(2)) ?? 0)
        return texts.timeline.monthAloud.text(["month": name, "year": "\(month.year)"])
    }

    /// The line of today as sentences.
    public var todayAloud: String {
        let environment = store.environment
        let today = environment.zone.civilDate(at: environment.now())
        return texts.timeline.todayAloud.text(["date": today.fullLabelWithYear])
    }

    /// Returns the switch of a type as sentences.
    public func toggleAloud(_ type: TimelineItemType) -> String {
        texts.timeline.toggleAloud(type, isOn: types.contains(TimelineItemTypes(type)))
    }

    // Updating

    private func show(_ loaded: LoadedTimeline) {
        timeline = loaded.timeline
        set(\.schools, to: loaded.schools)
        update()
    }

    private func query(lanes: TimelineLanes = .all) -> TimelineQuery? {
        guard let timeline else { return nil }
        let environment = store.environment
        return TimelineQuery(
            timeline: timeline, range: range, filter: filter, lanes: lanes, now: environment.now(),
            zone: environment.zone)
    }

    private func update() {
        guard let query = query(lanes: .page(lanesPage)) else { return }
        number += 1
        background?.cancel()
        if query.itemCount <= Self.immediateItemCount {
            layout = query.layout()
            return
        }
        let number = number
        background = Task { [weak self] in
            let layout = await query.layoutInBackground()
            guard let self, number == self.number else { return }
            self.layout = layout
        }
    }

    private func forget() {
        number += 1
        resetCount += 1
        background?.cancel()
        timeline = nil
        if layout != nil { layout = nil }
        set(\.schools, to: [])
        set(\.filter, to: .all)
        set(\.lanesPage, to: 1)
        closeAlert()
    }
}

/// A query of the timeline: a value that a background task can run.
private struct TimelineQuery: Sendable {
    var timeline: RecruitingTimeline
    var range: TimelineRange
    var filter: TimelineFilter
    var lanes: TimelineLanes
    var now: Timestamp
    var zone: ZoneOffsets

    var itemCount: Int { timeline.items(in: zone).count }

    func layout() -> TimelineLayout {
        timeline.layout(range, where: filter, asOf: now, in: zone, lanes: lanes)
    }

    @concurrent
    func layoutInBackground() async -> TimelineLayout { layout() }

    @concurrent
    func svg(paper: PaperSize, title: String, subtitle: String) async -> [UInt8] {
        layout().page.svg(paper: paper, title: title, subtitle: subtitle, types: filter.types)
    }
}
