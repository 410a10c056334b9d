import Observation

/// The state of a page: what the models of all pages have in common.
///
/// A front end that draws the phases of a load once can do so for every page:
///
/// ```swift
/// func button(of model: some PageModel) -> String? {
///     guard case .failed(let failure) = model.phase, failure.canRetry else { return nil }
///     return model.texts.common.tryAgain
/// }
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public protocol PageModel: AnyObject, Observable, Sendable {
    /// Creates the state of a page that has not appeared.
    init(_ store: CompassStore)

    /// The texts of the pages.
    var texts: PageTexts { get }
    /// What the page shows of its load.
    var phase: LoadPhase { get }
    /// Whether content is shown and newer content on its way.
    var isRefreshing: Bool { get }
    /// The message on top of the content; nil if there is none.
    var banner: PageNotice? { get }
    /// Whether the user can refresh the page.
    var canRefresh: Bool { get }

    /// Shows what there is, and loads what is missing or stale. Call it when the page is shown.
    func appear()
    /// Ends what only this page waits for, and forgets what is not kept. Call it when the page is left.
    func disappear()
    /// Loads everything again; returns when that is done.
    func refresh() async
    /// Loads again what failed.
    func retry()
}

/// A model whose members are those of its ``PageLoading``, unless it has its own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
protocol LoadingModel: PageModel, ObservedState {
    associatedtype Loaded: Sendable
    var loading: PageLoading<Loaded> { get }
}

// Public, because they are members of a public protocol; this one is not.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension LoadingModel {
    /// What the page shows of its load.
    public var phase: LoadPhase { loading.phase }
    /// Whether content is shown and newer content on its way.
    public var isRefreshing: Bool { loading.isRefreshing }
    /// The message on top of the content; nil if there is none.
    public var banner: PageNotice? { loading.banner }
    /// Whether the user can refresh the page.
    public var canRefresh: Bool { loading.canRefresh }

    /// Shows what there is, and loads what is missing or stale.
    public func appear() { loading.appear() }
    /// Ends what only this page waits for.
    public func disappear() { loading.disappear() }
    /// Loads everything again; returns when that is done.
    public func refresh() async { await loading.refresh() }
    /// Loads again what failed.
    public func retry() { loading.retry() }
}
