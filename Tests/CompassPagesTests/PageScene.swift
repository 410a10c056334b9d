import CompassKernel
import CompassPages
import CompassTestSupport
import Foundation

/// The stage of a test of pages: a clock, a server, the network, settings and the store of the pages.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageScene {
    /// The instant at which the clock stands at zero.
    nonisolated static let start = Timestamp(micros: 1_770_724_800_000_000)  // 2026-02-10T12:00:00Z

    /// The models of all pages.
    static let models: [any PageModel.Type] = [
        SocialAnalyticsModel.self, SocialFeedModel.self, TimelineModel.self, ActivityModel.self,
        ActivityWidgetModel.self, ReportsModel.self,
    ]

    let clock = ManualClock()
    let server: PageServer
    let settings: MemorySettings
    let store: CompassStore
    private let entries = LogEntries()
    private let online: AsyncStream<Bool>.Continuation

    /// - Parameters:
    ///   - rows: the rows of the server.
    ///   - settings: what is kept from an earlier launch.
    ///   - followsPosts: whether posts are followed once the server is live.
    ///   - zone: the zone of days.
    ///   - texts: the texts of the pages.
    init(
        _ rows: [ServerRow] = [], settings: [String: String] = [:], followsPosts: Bool = true,
        zone: ZoneOffsets = .utc, texts: PageTexts = .english
    ) {
        let (isOnline, online) = AsyncStream.makeStream(of: Bool.self)
        let (clock, entries) = (clock, entries)
        let now: @Sendable () -> Timestamp = { Self.time(clock.now.elapsed) }
        self.online = online
        self.settings = MemorySettings(settings)
        server = PageServer(now: now, rows: rows)
        store = CompassStore(
            PageEnvironment(
                source: server, clock: clock, now: now, zone: zone, isOnline: isOnline,
                settings: self.settings, log: { entries.append($0) }, texts: texts, followsPosts: followsPosts
            ))
    }

    private nonisolated static func time(_ elapsed: Duration) -> Timestamp {
        let (seconds, attoseconds) = elapsed.components
        return Timestamp(micros: start.micros + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// What was logged so far.
    var log: [PageLogEntry] { entries.all }

    /// Takes the network away, or gives it back; returns once the store knows.
    func setOnline(_ isOnline: Bool) async {
        online.yield(isOnline)
        await settle { self.store.isOnline == isOnline }
    }

    /// Takes the network away, or gives it back; the store learns of it later.
    func setOnlineLater(_ isOnline: Bool) { online.yield(isOnline) }

    /// Returns a page with its content.
    func shown<Model: PageModel>(_ type: Model.Type) async -> Model {
        let model = Model(store)
        model.appear()
        await settle { model.phase == .content }
        return model
    }

    // Time

    /// Lets all tasks come to rest, moves the clock, and lets them come to rest again.
    func advance(by duration: Duration) async {
        await settled()
        clock.advance(by: duration)
        await settled()
    }

    /// Moves the clock by a duration, as soon as a task sleeps for just so long.
    func advance(
        toSleepOf duration: Duration, file: StaticString = #fileID, line: UInt = #line
    ) async {
        await clock.advance(toSleepOf: duration, file: file, line: line)
        await settled()
    }

    /// Waits until a condition holds.
    func settle(
        file: StaticString = #fileID, line: UInt = #line, _ condition: @MainActor () -> Bool
    ) async {
        await waitUntil(file: file, line: line) { condition() }
    }

    /// Waits until all that is in flight is held, and for a while nothing has happened any more.
    func settled() async {
        struct State: Equatable {
            var activity: Int
            var delayCount: Int
            var sleeperCount: Int
            var isWaiting: Bool
        }
        func state() -> State {
            State(
                activity: server.activity, delayCount: clock.delays.count, sleeperCount: clock.sleeperCount,
                isWaiting: server.inFlightCount > server.heldCount)
        }
        var (last, quietRounds) = (state(), 0)
        while quietRounds < 20 || otherThreadsAreRunnable() {
            // After what waits for a thread of the pool, and what waits for the main actor.
            await Task.detached(priority: .background) { await Task.yield() }.value
            for _ in 0..<5 { await Task.yield() }
            let next = state()
            quietRounds = next == last && !next.isWaiting ? quietRounds + 1 : 0
            last = next
        }
    }
}

/// Entries of a log, from any thread.
private final class LogEntries: @unchecked Sendable {
    // Sendable: the entries are read and written only with the lock held.
    private let lock = NSLock()
    private var entries: [PageLogEntry] = []

    var all: [PageLogEntry] { lock.withLock { entries } }

    func append(_ entry: PageLogEntry) { lock.withLock { entries.append(entry) } }
}

/// A reference that keeps nothing alive, to see that an object is freed.
@MainActor
final class Weak<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object?) { self.object = object }
}
