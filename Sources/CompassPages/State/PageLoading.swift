import CompassKernel
import Observation

/// What a page loads from the store.
struct PageSource<Value: Sendable>: Sendable {
    /// Returns the latest value; nil before the first one.
    var latest: @MainActor () -> Value?
    /// Returns whether the latest value need not be loaded again.
    var isFresh: @MainActor () -> Bool
    /// Loads what is stale, or everything; the same load for all that ask meanwhile.
    var load: @MainActor (_ everything: Bool) async throws(SourceError) -> Value
    /// Returns after which time the tables can be loaded that the server refused because of too many requests,
    /// though others were loaded; nil if there are none, or it does not tell.
    var retryDelay: @MainActor () -> Duration? = { nil }
}

/// The load of a page: waiting, placeholder, content, failures, and what happens without a network.
///
/// It is the same on all pages. No task of it keeps the page alive.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
final class PageLoading<Value: Sendable>: ObservedState, StorePage {
    private(set) var phase = LoadPhase.idle
    private(set) var isRefreshing = false
    /// The failure of the latest load, over content.
    private var failure: PageNotice?
    /// What the content lacks though it was loaded; set by the page when it shows a value.
    var partialFailure: PageNotice?

    @ObservationIgnored private let store: CompassStore
    @ObservationIgnored private let source: PageSource<Value>
    @ObservationIgnored private let texts: LoadTexts
    /// Shows a value; set once by the page.
    @ObservationIgnored var show: @MainActor (Value) -> Void = { _ in }
    /// Forgets everything that belongs to the user; set once by the page.
    @ObservationIgnored var forget: @MainActor () -> Void = {}
    /// Shows relative dates anew, each minute while the page is shown; set once by a page that has some.
    @ObservationIgnored var renewDates: (@MainActor () -> Void)?
    @ObservationIgnored private(set) var isVisible = false
    @ObservationIgnored private var number = 0
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private let placeholder = DelayedAction()
    @ObservationIgnored private let repetition = DelayedAction()
    @ObservationIgnored private let dates = DelayedAction()

    init(_ store: CompassStore, _ texts: LoadTexts, _ source: PageSource<Value>) {
        self.store = store
        self.texts = texts
        self.source = source
    }

    deinit { task?.cancel() }

    /// The message on top of the content; nil if there is none.
    var banner: PageNotice? {
        guard phase == .content else { return nil }
        if !store.isOnline { return PageNotice(text: common.offlineBanner, kind: .offline) }
        return failure ?? partialFailure
    }

    /// Whether the user can refresh the page.
    var canRefresh: Bool { store.isOnline }

    // Events

    /// Shows what there is, and loads what is stale.
    func appear() {
        if isVisible { return }
        isVisible = true
        // For good: a page that is left must forget its rows, too, when another user comes.
        store.add(self)
        if let renewDates {
            let environment = store.environment
            dates.repeat(every: environment.timings.relativeDateInterval, in: environment, renewDates)
        }
        if let value = source.latest() {
            show(value)
            set(\.phase, to: .content)
            if source.isFresh() { return }
        }
        begin(everything: false)
    }

    /// Stops waiting; a load in flight goes on for the cache.
    func disappear() {
        isVisible = false
        dates.cancel()
        stop()
        set(\.failure, to: nil)
        if phase != .content { set(\.phase, to: .idle) }
    }

    /// Loads everything again, and returns when that is done; does nothing without a network.
    func refresh() async {
        guard isVisible, store.isOnline else { return }
        begin(everything: true)
        // Another refresh may take the place of this one.
        while let task, !Task.isCancelled { await task.value }
    }

    /// Loads again what failed.
    func retry() {
        guard isVisible else { return }
        // What could be loaded is not stale.
        if let banner, banner == partialFailure { return reload(everything: false) }
        begin(everything: phase == .content)
    }

    /// Loads again what is shown: everything, or what is stale.
    func reload(everything: Bool = true) {
        guard isVisible else { return }
        if !everything {
            // The load that waits now may have asked for less.
            task?.cancel()
            task = nil
        }
        begin(everything: everything)
    }

    func networkChanged() {
        guard isVisible, store.isOnline else { return }
        if phase == .content && failure == nil && source.isFresh() { return }
        begin(everything: false)
    }

    func storeReset() {
        stop()
        set(\.failure, to: nil)
        set(\.partialFailure, to: nil)
        set(\.phase, to: .idle)
        forget()
        if isVisible { begin(everything: false) }
    }

    // Loading

    private func stop() {
        number += 1
        task?.cancel()
        task = nil
        placeholder.cancel()
        repetition.cancel()
        set(\.isRefreshing, to: false)
    }

    private func begin(everything: Bool) {
        // Without a session there is nothing to ask; a reset follows the next one.
        if store.isSignedOut { return }
        repetition.cancel()
        if task != nil && !everything { return }
        task?.cancel()
        number += 1
        let number = number
        if phase == .content { set(\.isRefreshing, to: true) } else { showWaiting() }
        guard store.isOnline else { return end(number, .failure(.offline)) }
        task = Task { [weak self, source] in
            let result: Result<Value, SourceError>
            do throws(SourceError) { result = .success(try await source.load(everything)) } catch {
                result = .failure(error)
            }
            self?.end(number, result)
        }
    }

    private func showWaiting() {
        if phase == .placeholder { return }
        set(\.phase, to: .waiting)
        let environment = store.environment
        placeholder.schedule(after: environment.timings.placeholderDelay, in: environment) { [weak self] in
            guard let self, phase == .waiting else { return }
            set(\.phase, to: .placeholder)
        }
    }

    private func end(_ number: Int, _ result: Result<Value, SourceError>) {
        guard number == self.number else { return }
        placeholder.cancel()
        task = nil
        set(\.isRefreshing, to: false)
        switch result {
        case .success(let value):
            set(\.failure, to: nil)
            // Before the value, as the page may begin another load at once.
            set(\.phase, to: .content)
            show(value)
            if task == nil, let delay = source.retryDelay() { repeatLoad(after: delay) }
        case .failure(.signedOut): store.signOut()
        case .failure(.cancelled): if phase != .content { set(\.phase, to: .idle) }
        case .failure(let error): fail(error)
        }
    }

    /// Shows a failure that did not come of ``refresh()``.
    func showFailure(_ error: SourceError) {
        guard isVisible else { return }
        if error == .signedOut { store.signOut() } else if error != .cancelled { fail(error) }
    }

    private func fail(_ error: SourceError) {
        let text = texts.text(of: error, common)
        var canRetry = true
        if case .forbidden = error { canRetry = false }
        if phase == .content {
            let notice =
                error == .offline
                ? PageNotice(text: common.offlineBanner, kind: .offline)
                : PageNotice(text: text, kind: .banner, canRetry: canRetry)
            set(\.failure, to: notice)
        } else {
            set(\.phase, to: .failed(PageFailure(text: text, canRetry: canRetry)))
        }
        if case .rateLimited(let delay?) = error { repeatLoad(after: delay) }
    }

    private func repeatLoad(after delay: Duration) {
        repetition.schedule(after: delay, in: store.environment) { [weak self] in
            self?.begin(everything: false)
        }
    }

    private var common: CommonTexts { store.environment.texts.common }
}
