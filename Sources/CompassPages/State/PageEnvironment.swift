import CompassKernel

/// What the pages depend on: where rows come from, the time, the network, settings and texts.
///
/// ```swift
/// let environment = PageEnvironment(source: source, now: { Timestamp(Date()) }, zone: .utc)
/// ```
///
/// A test passes a clock that it moves by hand and a source that it scripts.
public struct PageEnvironment: Sendable {
    /// Where rows come from, and changes go to.
    public var source: any CompassDataSource
    /// The clock of all waiting.
    public var clock: any Clock<Duration>
    /// Returns the present instant, which ranges and relative dates refer to.
    public var now: @Sendable () -> Timestamp
    /// The zone of days.
    public var zone: ZoneOffsets
    /// Whether the device has a network, whenever that changes; without it the pages take it for granted. One
    /// ``CompassStore`` reads it.
    public var isOnline: AsyncStream<Bool>?
    /// What is kept between launches.
    public var settings: any PageSettings
    /// Takes what a developer should know and a user need not, such as rows that could not be loaded.
    public var log: @Sendable (PageLogEntry) -> Void
    /// The times that the pages wait.
    public var timings: PageTimings
    /// The texts of the pages.
    public var texts: PageTexts
    /// Whether posts that others add, change or delete are shown as they do so.
    public var followsPosts: Bool

    /// Creates an environment; only the source, the time and the zone have no default.
    ///
    /// - Parameters:
    ///   - source: where rows come from, and changes go to.
    ///   - clock: the clock of all waiting.
    ///   - now: returns the present instant, from any thread.
    ///   - zone: the zone of days.
    ///   - isOnline: whether the device has a network, now and whenever that changes; nil if nobody knows.
    ///   - settings: what is kept between launches.
    ///   - log: takes what a developer should know, from any thread.
    ///   - timings: the times that the pages wait.
    ///   - texts: the texts of the pages.
    ///   - followsPosts: whether posts that others add, change or delete are shown as they do so.
    public init(
        source: any CompassDataSource, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, zone: ZoneOffsets, isOnline: AsyncStream<Bool>? = nil,
        settings: any PageSettings = MemorySettings(),
        log: @escaping @Sendable (PageLogEntry) -> Void = { _ in }, timings: PageTimings = PageTimings(),
        texts: PageTexts = .english, followsPosts: Bool = true
    ) {
        self.source = source
        self.clock = clock
        self.now = now
        self.zone = zone
        self.isOnline = isOnline
        self.settings = settings
        self.log = log
        self.timings = timings
        self.texts = texts
        self.followsPosts = followsPosts
    }

    /// Waits; returns whether the time has passed, rather than that the task was cancelled.
    ///
    /// It asks on the caller's actor, so that a task which that actor has cancelled does nothing any more.
    nonisolated(nonsending) func wait(_ duration: Duration) async -> Bool {
        do { try await clock.sleep(for: duration) } catch { return false }
        return !Task.isCancelled
    }

    /// Returns a function that returns the time since this call.
    func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(of: clock) }

    private static func stopwatch<C: Clock>(of clock: C) -> @Sendable () -> Duration
    where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

/// A note for developers.
public enum PageLogEntry: Hashable, Sendable, CustomStringConvertible {
    /// A row of a table was left out, or a value of it was repaired.
    case problem(TableName, IngestProblem)
    /// A table could not be loaded.
    case failure(TableName, SourceError)

    /// The note as a line of text.
    public var description: String {
        switch self {
        case .problem(let table, let problem): "\(table.rawValue): \(problem)"
        case .failure(let table, let error): "\(table.rawValue): \(error)"
        }
    }
}
