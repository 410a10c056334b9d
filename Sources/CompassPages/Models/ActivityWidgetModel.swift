import CompassKernel
import Observation

/// The state of the widget Recent Activity: the ten newest events, and those that arrive while it is shown.
///
/// ```swift
/// let model = ActivityWidgetModel(store)
/// model.appear()
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class ActivityWidgetModel: LoadingModel {
    /// The newest events.
    public private(set) var events: [ActivityEvent] = []
    /// Whether events that arrive have not been shown for 30 seconds, because there is no channel.
    public private(set) var isPaused = false
    /// The texts of the pages.
    @ObservationIgnored public let texts: PageTexts

    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored let loading: PageLoading<LoadedActivity>
    @ObservationIgnored private var loaded: LoadedActivity?
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private let pause = DelayedAction()
    /// Whether the time without a channel is counted already, or has been told.
    @ObservationIgnored private var waitsForChannel = false
    /// The newest of the rows that arrived since the latest load began; others cannot be among those that are shown.
    @ObservationIgnored private var arrived: [ArrivedActivity] = []
    /// Whether the load in flight is to be followed by another one.
    @ObservationIgnored private var reloadsAfterLoad = false
    /// The schools that were asked for because a row names them.
    @ObservationIgnored private var requestedSchools: Set<String> = []

    /// Creates the state of a widget that has not appeared.
    public init(_ store: CompassStore) {
        self.store = store
        texts = store.environment.texts
        loading = PageLoading(
            store,
            LoadTexts(
                load: texts.activity.loadFailed, timedOut: texts.common.timedOut,
                server: texts.common.serverError),
            store.widget.source)
        loading.show = { [weak self] in self?.show($0) }
        loading.renewDates = { [weak self] in self?.update() }
        loading.forget = { [weak self] in self?.forget() }
    }

    deinit { following?.cancel() }

    // Loading

    /// Shows what there is, loads what is missing or stale, and follows what is added.
    public func appear() {
        if loading.isVisible { return }
        loading.appear()
        follow()
    }

    /// Ends the channel, and what only the widget waits for.
    public func disappear() {
        stopFollowing()
        loading.disappear()
    }

    /// Loads everything again; returns when that is done.
    public func refresh() async {
        if store.isOnline, !isLoadInFlight { arrived = [] }
        await loading.refresh()
    }

    // Events

    /// The line that tells that events are not shown as they arrive; nil if they are.
    public var pausedText: String? { isPaused ? texts.activity.livePaused : nil }

    /// The text in place of an empty list; nil if events are shown.
    public var emptyText: String? {
        phase == .content && events.isEmpty ? texts.activity.widgetEmpty : nil
    }

    /// Goes to the page of an event; does nothing if it has none.
    public func open(_ event: ActivityEvent) {
        if let url = event.clickURL { store.destination = .path(url) }
    }

    /// Goes to Activity History.
    public func openAll() { store.destination = .path("/activity") }

    /// Returns an event as sentences.
    public func aloud(_ event: ActivityEvent) -> String { texts.activity.aloud(event) }

    // Live changes

    private func follow() {
        // Without a session there is nothing to follow; a reset follows the next one.
        if store.isSignedOut { return }
        waitForChannel()
        let changes = store.environment.source.changes(.activityFeed)
        following = Task { [weak self] in
            for await event in changes {
                guard let self, !Task.isCancelled else { return }
                told(event)
            }
        }
    }

    private func stopFollowing() {
        following?.cancel()
        following = nil
        stopWaitingForChannel()
    }

    private func waitForChannel() {
        if waitsForChannel { return }
        waitsForChannel = true
        let environment = store.environment
        pause.schedule(after: environment.timings.pausedDelay, in: environment) { [weak self] in
            guard let self else { return }
            set(\.isPaused, to: true)
        }
    }

    private func stopWaitingForChannel() {
        waitsForChannel = false
        pause.cancel()
        set(\.isPaused, to: false)
    }

    private func told(_ event: ChangeEvent) {
        switch event {
        case .live, .caughtUp:
            stopWaitingForChannel()
            reload()
        case .interrupted: waitForChannel()
        case .payloads(let table, let json): insert(json, of: table)
        case .refetch: reload()
        }
    }

    /// Reads what was added since the latest load and not reported; one in flight may have been answered before.
    private func reload() {
        reloadsAfterLoad = isLoadInFlight
        guard store.isOnline, !reloadsAfterLoad else { return }
        arrived = []
        loading.reload()
    }

    private var isLoadInFlight: Bool { store.tables.widget.all.contains { $0.isInFlight } }

    private func insert(_ json: [UInt8], of table: TableName) {
        // Payloads that are not rows of these tables leave the list as it is; the next load has the rows.
        let rows: [ArrivedActivity]
        switch table {
        case .interactions: rows = ArrivedActivity.read(json, table, ArrivedActivity.interaction)
        case .statusChanges: rows = ArrivedActivity.read(json, table, ArrivedActivity.statusChange)
        case .documents: rows = ArrivedActivity.read(json, table, ArrivedActivity.document)
        default: rows = []
        }
        guard !rows.isEmpty else { return }
        ArrivedActivity.add(rows, to: &arrived, maximumCount: ActivityPage.widgetSize)
        put(rows)
        nameSchools(of: rows)
        update()
    }

    /// Loads the schools again if a row names one that is not known.
    private func nameSchools(of rows: [ArrivedActivity]) {
        guard loaded != nil, let schools = store.tables.schools.value?.table else { return }
        let unknown = Set(rows.compactMap(\.schoolID)).subtracting(requestedSchools)
            .filter { schools.name(of: $0) == nil }
        guard !unknown.isEmpty else { return }
        // The load in flight may have been answered before; if so, they are asked for after it.
        if !store.tables.schools.isInFlight { requestedSchools.formUnion(unknown) }
        store.tables.schools.begin(maximumAge: .zero)
        loading.reload(everything: false)
    }

    // Updating

    private func show(_ loaded: LoadedActivity) {
        self.loaded = loaded
        put(arrived)
        loading.set(\.partialFailure, to: texts.activity.banner(of: loaded.failures, texts))
        update()
        if reloadsAfterLoad { reload() } else { nameSchools(of: arrived) }
    }

    private func put(_ rows: [ArrivedActivity]) {
        guard var loaded else { return }
        // The feed has one owner meanwhile, so that it is changed in place.
        self.loaded = nil
        for row in rows { row.put(into: &loaded.feed) }
        self.loaded = loaded
    }

    private func update() {
        guard let loaded, loading.isVisible else { return }
        let environment = store.environment
        set(\.events, to: loaded.feed.widget(asOf: environment.now(), in: environment.zone))
    }

    private func forget() {
        loaded = nil
        reloadsAfterLoad = false
        (arrived, requestedSchools) = ([], [])
        set(\.events, to: [])
        // The channel of the session before may still report the rows of its user.
        stopFollowing()
        if loading.isVisible { follow() }
    }
}
