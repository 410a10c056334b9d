import CompassKernel
import CompassTestSupport
import Foundation
import TestRandom
import XCTest

@testable import CompassPages

/// Ten thousand random events: taps, answers in any order, failures, no network, changes by others, time.
///
/// In the end the pages are those of a store made anew, nothing is in flight, nobody sleeps, and all is freed.
/// `COMPASS_TEST_SEED` repeats a round.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class RandomPagesTests: XCTestCase {
    private nonisolated static let environment = ProcessInfo.processInfo.environment

    func testPagesEqualThoseMadeAnewAfterRandomEvents() async {
        let iterations = Self.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) } ?? 200
        let given = Self.environment["COMPASS_TEST_SEED"].flatMap { UInt64($0) }
        let rounds = given == nil ? max(1, min(iterations, 2_000) / 2_000 * 1_000) : 1
        let first = given ?? 20_261_123
        for round in 0..<UInt64(rounds) {
            await play(seed: first + round, eventCount: iterations < 50 ? 2_000 : 10_000)
        }
    }

    private func play(seed: UInt64, eventCount: Int) async {
        let watch = FreedObjects()
        var server: PageServer?
        var clock: ManualClock?
        do {
            let play = RandomPlay(seed: seed)
            (server, clock) = (play.scene.server, play.scene.clock)
            play.watch(with: watch)
            for number in 1...eventCount {
                await play.playEvent()
                if number.isMultiple(of: 500) {
                    await play.comeToRest()
                    play.checkPosts("after \(number) events, seed \(seed)")
                }
            }
            await play.comeToRest()
            play.checkPosts("in the end, seed \(seed)")
            await play.checkAllPages("seed \(seed)")
            play.leave()
            await play.scene.settled()
        }
        // Tasks that ended a moment ago may still hold what they used.
        await waitUntil { MainActor.assumeIsolated { watch.remaining.isEmpty } }
        XCTAssertEqual(clock?.sleeperCount, 0, "sleepers, seed \(seed)")
        XCTAssertEqual(server?.inFlightCount, 0, "calls in flight, seed \(seed)")
        XCTAssertEqual(server?.subscriberCount, 0, "subscribers, seed \(seed)")
    }
}

/// Objects that are to be freed.
@MainActor
private final class FreedObjects {
    private struct Entry { weak var object: AnyObject? }
    private var entries: [Entry] = []

    func add(_ object: AnyObject) { entries.append(Entry(object: object)) }

    /// The types of the objects that are there still.
    var remaining: [String] { entries.compactMap { $0.object.map { "\(type(of: $0))" } } }
}

/// One round: the pages of a store, a server, and what happens to them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
private final class RandomPlay {
    private static let endpoints: [PageServer.Endpoint] = [
        .posts, .schools, .change, .delete, .sync, .rows(.interactions), .rows(.documents),
        .rows(.statusChanges), .rows(.events), .rows(.coaches),
    ]
    private static let errors: [SourceError] = [
        .timedOut, .offline, .connection(reason: "reset"), .forbidden(message: "no"),
        .rateLimited(retryAfter: .seconds(2)), .rateLimited(retryAfter: nil),
        .server(status: 500, message: "fault"), .server(status: 409, message: "conflict"),
        .notFound(message: ""), .incomplete(received: 1, expected: 2...2),
    ]

    private static let fenceID = "fence"

    let scene: PageScene
    private var random: SplitMix64
    private let feed: SocialFeedModel
    private let analytics: SocialAnalyticsModel
    private let timeline: TimelineModel
    private let activity: ActivityModel
    private let widget: ActivityWidgetModel
    private let reports: ReportsModel
    private var isOnline = true
    private var isLive = true
    private var newCount = 0
    private var fenceCount = 0
    private var refreshes: [Task<Void, Never>] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var rows: [ServerRow] = [
            .school("s1", "Alpha"), .school("s2", "Beta"), .coach("c1"), .post(Self.fenceID),
        ]
        for number in 0..<70 {
            rows.append(Self.post(number, minutes: number * 37))
            if number < 15 {
                rows.append(.interaction("i\(number)", date: Self.time(minutes: number * 61)))
                rows.append(.document("d\(number)", date: Self.time(minutes: number * 83)))
                rows.append(.statusChange("c\(number)", date: Self.time(minutes: number * 97)))
                rows.append(.event("e\(number)", "Camp \(number)"))
            }
        }
        scene = PageScene(rows)
        scene.server.isLiveFromStart = true
        scene.server.reportsOwnChanges = true
        let store = scene.store
        feed = SocialFeedModel(store)
        analytics = SocialAnalyticsModel(store)
        timeline = TimelineModel(store)
        activity = ActivityModel(store)
        widget = ActivityWidgetModel(store)
        reports = ReportsModel(store)
        feed.appear()
        widget.appear()
    }

    func watch(with watch: FreedObjects) {
        for object: AnyObject in [scene.store, feed, analytics, timeline, activity, widget, reports] {
            watch.add(object)
        }
    }

    /// Returns an instant before the scene's start.
    private static func time(minutes: Int) -> String {
        Timestamp(micros: PageScene.start.micros - Int64(minutes) * 60_000_000).description
    }

    private static func post(_ number: Int, minutes: Int) -> ServerRow {
        .post(
            "p\(number)", date: time(minutes: minutes),
            platform: number.isMultiple(of: 3) ? "instagram" : "twitter",
            school: number.isMultiple(of: 5) ? nil : "s\(number % 4 + 1)",
            content: number.isMultiple(of: 2) ? "Visit camp \(number)" : "Offer \(number)",
            recruiting: number.isMultiple(of: 4), flagged: number.isMultiple(of: 7))
    }

    private var now: Timestamp { scene.store.environment.now() }

    private func anyPost() -> String { "p\(Int.random(in: 0..<(70 + newCount), using: &random))" }

    // Events

    func playEvent() async {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<22: tapPost()
        case 22..<36: tapPage()
        case 36..<46: turnPage()
        case 46..<66: answer()
        case 66..<80: changeByOthers()
        case 80..<84: changeConnection()
        case 84..<98: passTime()
        case 98: if Bool.random(using: &random) { scene.store.reset() }
        default:
            if Int.random(in: 0..<4, using: &random) == 0 {
                scene.store.signOut()
                scene.store.reset()
            }
        }
        for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
    }

    private func tapPost() {
        let id = anyPost()
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            let before = scene.store.posts.shown?.posts.post(id: id)
            feed.toggleFlag(ofPost: id)
            if let before, scene.store.isOnline {
                XCTAssertEqual(
                    scene.store.posts.shown?.posts.post(id: id)?.flaggedForReview, !before.flaggedForReview)
            }
        case 3, 4:
            feed.editNotes(ofPost: id)
            if feed.notesDraft != nil {
                feed.notesDraft?.text = random.element(["", " ", "call", "visit in May"])
                if Bool.random(using: &random) { feed.saveNotes() } else { feed.cancelNotes() }
            }
        case 5:
            feed.askToDelete(id)
            if Int.random(in: 0..<3, using: &random) > 0 {
                feed.confirmDeletion()
                XCTAssertNil(
                    scene.store.isOnline ? scene.store.posts.shown?.posts.post(id: id) : nil, "a deleted post"
                )
            } else {
                feed.cancelDeletion()
            }
        case 6: feed.undoDeletion()
        default: feed.sync()
        }
    }

    private func tapPage() {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: feed.filters.kind = random.element(FeedFilters.Kind.allCases)
        case 1: feed.filters.platform = random.element([nil, .twitter, .instagram])
        case 2: feed.filters.search = random.element(["", "v", "visit", "offer 1", "nothing"])
        case 3: feed.clearFilters()
        case 4: feed.showMore()
        case 5: feed.isAtTop = Bool.random(using: &random)
        case 6: feed.showsCounts = Bool.random(using: &random)
        case 7: analytics.range = random.element(SocialAnalyticsModel.ranges)
        case 8: timeline.toggle(random.element(TimelineItemType.allCases))
        case 9: timeline.range = random.element(TimelineRange.allCases)
        case 10: activity.filter.search = random.element(["", "e", "email", "transcript"])
        case 11: activity.showNextPage()
        case 12: reports.choose(random.element(ReportPreset.allCases))
        default: reports.generate()
        }
    }

    private func turnPage() {
        let isAppearing = Int.random(in: 0..<5, using: &random) > 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0: if isAppearing { feed.appear() } else { feed.disappear() }
        case 1: if isAppearing { analytics.appear() } else { analytics.disappear() }
        case 2: if isAppearing { timeline.appear() } else { timeline.disappear() }
        case 3: if isAppearing { activity.appear() } else { activity.disappear() }
        case 4: if isAppearing { widget.appear() } else { widget.disappear() }
        case 5: if isAppearing { reports.appear() } else { reports.disappear() }
        case 6:
            feed.retry()
            activity.retry()
            timeline.retry()
        default: refresh()
        }
    }

    private func refresh() {
        let (feed, activity, widget) = (feed, activity, widget)
        let page = Int.random(in: 0..<3, using: &random)
        refreshes.append(
            Task {
                switch page {
                case 0: await feed.refresh()
                case 1: await activity.refresh()
                default: await widget.refresh()
                }
            })
    }

    private func answer() {
        let endpoint = random.element(Self.endpoints)
        let server = scene.server
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: server.hold(endpoint, ignoringCancellation: Bool.random(using: &random))
        case 2, 3: server.release(endpoint)
        case 4: server.answerFirst(endpoint)
        case 5:
            let error = anyError(of: endpoint)
            server.carriesOutFailures = error == .timedOut && Bool.random(using: &random)
            server.failFirst(endpoint, with: error)
        case 6: server.script(endpoint, anyError(of: endpoint))
        default: server.release()
        }
    }

    /// Returns an error; the server says of no post that it is not there while it is.
    private func anyError(of endpoint: PageServer.Endpoint) -> SourceError {
        let error = random.element(Self.errors)
        if case .notFound = error, endpoint == .change || endpoint == .delete { return .timedOut }
        return error
    }

    private func changeByOthers() {
        let server = scene.server
        let id = anyPost()
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1:
            let fields: [String: ServerRow.Value] = [
                "notes": .text("by others \(Int.random(in: 0..<100, using: &random))"),
                "flagged_for_review": .flag(Bool.random(using: &random)),
            ]
            if isLive { server.changeLive(id, fields) } else { server.set(id, fields) }
        case 2:
            if isLive { server.deleteLive(id) } else { server.remove(id) }
        case 3, 4:
            let row = Self.post(70 + newCount, minutes: Int.random(in: -5..<500, using: &random))
                .with(["created_at": .text(now.description)])
            newCount += 1
            if isLive { server.insertLive(row) } else { server.put(row) }
        case 5:
            let number = 100 + newCount
            newCount += 1
            let row = ServerRow.interaction("i\(number)", date: now.description, school: "s\(number % 6)")
            if isLive { server.insertLive(row) } else { server.put(row) }
        default:
            if server.row(id) != nil {
                server.set(id, ["notes": "incomplete payload"])
                if isLive { server.refetch(id) }
            }
        }
    }

    private func changeConnection() {
        if Bool.random(using: &random) {
            isOnline.toggle()
            scene.setOnlineLater(isOnline)
        } else {
            setLive(!isLive)
        }
    }

    private func setLive(_ isLive: Bool) {
        guard isLive != self.isLive else { return }
        self.isLive = isLive
        scene.server.isLiveFromStart = isLive
        if isLive {
            scene.server.live()
        } else {
            scene.server.interrupt(since: Timestamp(micros: now.micros - 60_000_000))
        }
    }

    private func passTime() {
        let milliseconds = random.element([
            1, 50, 150, 300, 1_000, 1_000, 2_000, 5_000, 10_000, 60_000, 300_000,
        ])
        scene.clock.advance(by: .milliseconds(milliseconds))
    }

    // Rest

    /// Answers everything, and waits until the server knows all wishes and the posts follow it.
    func comeToRest() async {
        scene.server.clearScripts()
        scene.server.carriesOutFailures = false
        scene.server.release()
        isOnline = true
        await scene.setOnline(true)
        setLive(true)
        feed.appear()
        // A change that is reported after all others shows that those have arrived.
        fenceCount += 1
        let fence = "fence \(fenceCount)"
        scene.server.changeLive(Self.fenceID, ["notes": .text(fence)])
        // A number of rounds would not do: where other programs keep the processors busy, the thread that reads a
        // table may wait for longer than a hundred of them.
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            await scene.settled()
            let posts = scene.store.posts
            let isThere = posts.shown?.posts.post(id: Self.fenceID)?.notes == fence
            if posts.wishes.isEmpty, posts.isLive, isThere, !feed.isSyncing { break }
            if case .failed = feed.phase { feed.retry() }
            if feed.banner != nil { feed.retry() }
            scene.clock.advance(by: .seconds(10))
        }
        for refresh in refreshes { await refresh.value }
        refreshes = []
        await scene.settled()
    }

    /// Compares the posts with those of the server.
    func checkPosts(_ message: String) {
        let posts = scene.store.posts
        XCTAssertTrue(posts.wishes.isEmpty, "wishes remain, \(message)")
        XCTAssertTrue(posts.isLive, "the posts do not follow the server, \(feed.phase), \(message)")
        guard let shown = posts.shown?.posts else { return XCTFail("no posts, \(message)") }
        XCTAssertEqual(shown.checkInvariants(), [], message)
        let rows = scene.server.rows(of: .posts)
        let (ids, serverIDs) = (Set(shown.map(\.id)), Set(rows.map(\.id)))
        XCTAssertEqual(ids.subtracting(serverIDs), [], "gone from the server, \(message)")
        XCTAssertEqual(serverIDs.subtracting(ids), [], "missing, \(message)")
        for row in rows {
            guard let post = shown.post(id: row.id) else { continue }
            XCTAssertEqual(post.notes, row.fields["notes"]?.text, "notes of \(row.id), \(message)")
            XCTAssertEqual(
                .flag(post.flaggedForReview), row.fields["flagged_for_review"],
                "flag of \(row.id), \(message)")
        }
    }

    /// Compares all pages with those of a store that is made anew.
    func checkAllPages(_ message: String) async {
        var environment = scene.store.environment
        environment.isOnline = nil
        environment.followsPosts = false
        let store = CompassStore(environment)
        let others = (
            feed: SocialFeedModel(store), analytics: SocialAnalyticsModel(store),
            timeline: TimelineModel(store),
            activity: ActivityModel(store), widget: ActivityWidgetModel(store), reports: ReportsModel(store)
        )
        appearAll(feed, analytics, timeline, activity, widget, reports)
        appearAll(
            others.feed, others.analytics, others.timeline, others.activity, others.widget, others.reports)
        await scene.settle {
            [
                others.feed.phase, others.analytics.phase, others.timeline.phase, others.activity.phase,
                others.widget.phase, others.reports.phase,
            ].allSatisfy { $0 == .content }
        }
        await scene.settled()
        feed.clearFilters()
        feed.showsCounts = false
        feed.isAtTop = false
        feed.isAtTop = true
        feed.disappear()
        feed.appear()
        analytics.range = .all
        others.analytics.range = .all
        timeline.types = .all
        timeline.range = .allTime
        others.timeline.range = .allTime
        activity.filter = .all
        activity.showPage(1)
        // Posts follow the server; the other tables are as old as their latest load.
        await activity.refresh()
        await timeline.refresh()
        await widget.refresh()
        await reports.refresh()
        await scene.settled()
        for model in [reports, others.reports] {
            model.choose(.lastYear)
            model.generate()
        }
        await scene.settle { self.reports.report != nil && others.reports.report != nil }
        await scene.settled()
        XCTAssertEqual(feed.posts, others.feed.posts, message)
        XCTAssertEqual(feed.statistics, others.feed.statistics, message)
        XCTAssertEqual(feed.matchCount, others.feed.matchCount, message)
        XCTAssertEqual(feed.state, others.feed.state, message)
        XCTAssertEqual(analytics.page, others.analytics.page, message)
        XCTAssertNotNil(analytics.page, message)
        XCTAssertEqual(timeline.layout?.page, others.timeline.layout?.page, message)
        XCTAssertNotNil(timeline.layout, message)
        XCTAssertEqual(activity.page, others.activity.page, message)
        XCTAssertNotNil(activity.page, message)
        XCTAssertEqual(widget.events, others.widget.events, message)
        XCTAssertEqual(reports.report, others.reports.report, message)
        XCTAssertNotNil(reports.report, message)
        leaveAll(
            others.feed, others.analytics, others.timeline, others.activity, others.widget, others.reports)
    }

    func leave() { leaveAll(feed, analytics, timeline, activity, widget, reports) }

    private func appearAll(
        _ feed: SocialFeedModel, _ analytics: SocialAnalyticsModel, _ timeline: TimelineModel,
        _ activity: ActivityModel, _ widget: ActivityWidgetModel, _ reports: ReportsModel
    ) {
        feed.appear()
        analytics.appear()
        timeline.appear()
        activity.appear()
        widget.appear()
        reports.appear()
    }

    private func leaveAll(
        _ feed: SocialFeedModel, _ analytics: SocialAnalyticsModel, _ timeline: TimelineModel,
        _ activity: ActivityModel, _ widget: ActivityWidgetModel, _ reports: ReportsModel
    ) {
        feed.disappear()
        analytics.disappear()
        timeline.disappear()
        activity.disappear()
        widget.disappear()
        reports.disappear()
    }
}
