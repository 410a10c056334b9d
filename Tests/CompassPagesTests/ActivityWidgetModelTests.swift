import CompassKernel
import CompassPages
import XCTest

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ActivityWidgetModelTests: XCTestCase {
    private static let rows: [ServerRow] = [
        .school("s1", "Duke"),
        .interaction("i1", date: "2026-02-10T10:00:00Z"),
        .statusChange("c1", date: "2026-02-10T09:00:00Z"),
        .document("d1", date: "2026-02-10T08:00:00Z"),
    ]
    private static let ids = ["interaction-i1", "status-c1", "doc-d1"]

    private let checks = LoadingChecks<ActivityWidgetModel>(
        rows: rows, tables: [.interactions, .statusChanges, .documents, .schools],
        loadText: "Unable to load activities. Check your connection.", timedOutText: "Connection timed out",
        serverText: "Server error. Please try again.", isEmpty: { $0.events.isEmpty })

    private func ids(_ model: ActivityWidgetModel) -> [String] { model.events.map(\.id) }

    private func shown(_ rows: [ServerRow] = rows) async -> (PageScene, ActivityWidgetModel) {
        let scene = PageScene(rows)
        let model = ActivityWidgetModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return (scene, model)
    }

    private func live(_ rows: [ServerRow] = rows) async -> (PageScene, ActivityWidgetModel) {
        let (scene, model) = await shown(rows)
        let requestCount = scene.server.requests.count
        scene.server.live()
        // It loads once more what may have been added before the channel was there.
        await scene.settle { scene.server.requests.count > requestCount && !model.isRefreshing }
        await scene.settled()
        return (scene, model)
    }

    private func end(_ scene: PageScene, _ model: ActivityWidgetModel) async {
        model.disappear()
        await scene.assertAtRest()
    }

    // Loading

    func testFirstLoad() async { await checks.firstLoad() }
    func testEarlyAnswerShowsNoPlaceholder() async { await checks.earlyAnswerShowsNoPlaceholder() }
    func testCacheForFiveMinutes() async { await checks.cacheForFiveMinutes() }
    func testRefreshReturnsWhenDone() async { await checks.refreshReturnsWhenDone() }
    func testFailureTexts() async { await checks.failureTexts() }
    func testMalformedAnswers() async { await checks.malformedAnswers() }
    func testOffline() async { await checks.offline() }
    func testRateLimitRepeatsByItself() async { await checks.rateLimitRepeatsByItself() }
    func testSignedOut() async { await checks.signedOut() }
    func testResetDropsEverything() async { await checks.resetDropsEverything() }
    func testLateAnswerOfAnotherUserIsDropped() async { await checks.lateAnswerOfAnotherUserIsDropped() }
    func testIsFreed() async { await checks.isFreed() }

    func testTheTenNewestAreAskedForAndShown() async {
        let rows = (10..<30).map { ServerRow.interaction("\($0)", date: "2026-02-10T10:\($0):00Z") }
        let (scene, model) = await shown(rows + [.document("d1", date: "2026-02-10T10:28:30Z")])
        XCTAssertEqual(
            Set(scene.server.requests),
            [
                RowRequest(.interactions, .newest(10)), RowRequest(.statusChanges, .newest(10)),
                RowRequest(.documents, .newest(10)), RowRequest(.schools),
            ])
        XCTAssertEqual(
            ids(model),
            ["interaction-29", "doc-d1"] + (21..<29).reversed().map { "interaction-\($0)" })
        await end(scene, model)
    }

    func testTexts() async throws {
        let (scene, model) = await shown()
        XCTAssertEqual(model.texts.activity.widgetTitle, "Recent Activity")
        XCTAssertEqual(model.texts.activity.viewAll, "View All Activity →")
        XCTAssertNil(model.emptyText)
        XCTAssertEqual(
            model.aloud(try XCTUnwrap(model.events.first)),
            "Email: Email with Duke. Hello. 2h ago")
        model.openAll()
        XCTAssertEqual(scene.store.destination, .path("/activity"))
        model.open(model.events[1])
        XCTAssertEqual(scene.store.destination, .path("/schools/s1"))
        model.open(model.events[2])
        XCTAssertEqual(scene.store.destination, .path("/schools/s1"), "a document has no page")
        let (_, none) = await shown([])
        XCTAssertEqual(none.emptyText, "No recent activity")
        XCTAssertNil(ActivityWidgetModel(scene.store).emptyText, "nothing is known yet")
    }

    func testTablesThatFail() async {
        let scene = PageScene(Self.rows)
        let model = ActivityWidgetModel(scene.store)
        scene.server.setFailure(.timedOut, of: .rows(.documents))
        scene.server.setMalformed(true, .rows(.statusChanges))
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(ids(model), ["interaction-i1"])
        XCTAssertEqual(
            model.banner,
            PageNotice(
                text: "Some activities could not be loaded: School Status Changes, Documents.",
                kind: .banner, canRetry: true))
        scene.server.setFailure(nil, of: .rows(.documents))
        scene.server.setMalformed(false, .rows(.statusChanges))
        model.retry()
        await scene.settle { model.banner == nil }
        XCTAssertEqual(ids(model), Self.ids)
        XCTAssertEqual(scene.server.requests.count, 6, "what failed is asked for")
        await end(scene, model)
    }

    func testRelativeTimesAreRenewedEachMinute() async {
        let (scene, model) = await shown([.interaction("i1", date: "2026-02-10T11:30:00Z")])
        XCTAssertEqual(model.events.first?.relativeTime, "30m ago")
        await scene.advance(by: .seconds(60))
        XCTAssertEqual(model.events.first?.relativeTime, "31m ago")
        await end(scene, model)
    }

    // Channel

    func testTheChannelLastsAsLongAsTheWidgetIsShown() async {
        let scene = PageScene(Self.rows)
        let model = ActivityWidgetModel(scene.store)
        XCTAssertEqual(scene.server.subscriptionCount, 0)
        for round in 1...3 {
            model.appear()
            model.appear()
            await scene.settled()
            XCTAssertEqual(scene.server.subscriberCount, 1)
            XCTAssertEqual(scene.server.subscriptionCount, round)
            model.disappear()
            await scene.assertAtRest()
        }
        XCTAssertEqual(ChangeChannel.activityFeed.name, "activity-feed")
        XCTAssertEqual(
            Set(ChangeChannel.activityFeed.subscriptions),
            [
                ChangeChannel.Subscription(.insert, of: .interactions),
                ChangeChannel.Subscription(.insert, of: .statusChanges),
                ChangeChannel.Subscription(.insert, of: .documents),
            ])
    }

    func testAResetEndsTheChannelOfTheUserBefore() async {
        let (scene, model) = await live()
        scene.store.signOut()
        await scene.settle { scene.server.subscriberCount == 0 }
        scene.store.reset()
        await scene.settle { model.phase == .content && scene.server.subscriberCount == 1 }
        XCTAssertEqual(scene.server.subscriptionCount, 2)
        // What the channel before had reported at the last moment is not shown.
        scene.server.insertLive(.interaction("old", date: "2026-02-10T11:00:00Z"))
        scene.server.remove("old", from: .interactions)
        scene.store.reset()
        await scene.settle { scene.server.subscriptionCount == 3 && model.phase == .content }
        await scene.settled()
        XCTAssertEqual(ids(model), Self.ids)
        scene.server.insertLive(.interaction("new", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model) == ["interaction-new"] + Self.ids }
        await end(scene, model)
    }

    func testIsFreedWithItsChannel() async {
        let (scene, first) = await live()
        var model: ActivityWidgetModel? = ActivityWidgetModel(scene.store)
        weak let reference = model
        model?.appear()
        await scene.settled()
        XCTAssertEqual(scene.server.subscriberCount, 2)
        model = nil
        await scene.settle { reference == nil && scene.server.subscriberCount == 1 }
        await end(scene, first)
    }

    // Rows that arrive

    func testRowsGoToTheirPlaceInTime() async {
        let (scene, model) = await live()
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        scene.server.insertLive(.statusChange("n2", date: "2026-02-10T09:30:00Z", to: "committed"))
        scene.server.insertLive(.document("n3", date: "2026-02-10T08:30:00Z"))
        await scene.settle {
            ids(model) == [
                "interaction-n1", "interaction-i1", "status-n2", "status-c1", "doc-n3", "doc-d1",
            ]
        }
        XCTAssertEqual(model.events[2].title, "Duke status changed to committed")
        XCTAssertEqual(scene.server.requestCount(.interactions), 2, "the load, and that of the channel")
        await end(scene, model)
    }

    func testTenEventsStayTen() async {
        let rows = (10..<20).map { ServerRow.interaction("\($0)", date: "2026-02-10T10:\($0):00Z") }
        let (scene, model) = await live(rows)
        scene.server.insertLive(.interaction("20", date: "2026-02-10T10:20:00Z"))
        await scene.settle { ids(model) == (11...20).reversed().map { "interaction-\($0)" } }
        scene.server.insertLive(.interaction("09", date: "2026-02-10T10:09:00Z"))
        await scene.settled()
        XCTAssertEqual(ids(model), (11...20).reversed().map { "interaction-\($0)" })
        await end(scene, model)
    }

    func testARowIsShownOnce() async {
        let (scene, model) = await live()
        let row = ServerRow.interaction("n1", date: "2026-02-10T11:00:00Z")
        scene.server.insertLive(row)
        scene.server.insertLive(row)
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        await scene.settled()
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        // A row that the load has, too.
        await model.refresh()
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        scene.server.insertLive(row)
        await scene.settled()
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        await end(scene, model)
    }

    func testARowThatArrivesDuringARefreshStays() async {
        let (scene, model) = await live()
        scene.server.hold(.rows(.interactions))
        let refresh = Task { await model.refresh() }
        await scene.settle { scene.server.heldCount == 1 }
        // After the server answered, so that the answer does not have it.
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        scene.server.release()
        await refresh.value
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        await end(scene, model)
    }

    func testARowStaysWhenTheWidgetIsShownAgain() async {
        let (scene, model) = await live()
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        model.disappear()
        model.appear()
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        await end(scene, model)
    }

    func testOfManyRowsTheNewestStayWhenTheWidgetIsShownAgain() async {
        let (scene, model) = await live()
        // The oldest ones come last.
        for minute in (10..<25).reversed() {
            scene.server.insertLive(.interaction("n\(minute)", date: "2026-02-10T11:\(minute):00Z"))
        }
        let newest = (15..<25).reversed().map { "interaction-n\($0)" }
        await scene.settled()
        XCTAssertEqual(ids(model), newest)
        model.disappear()
        model.appear()
        XCTAssertEqual(ids(model), newest)
        await end(scene, model)
    }

    func testARowThatWasRemovedGoesWithTheNextLoad() async {
        let (scene, model) = await live()
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model).count == 4 }
        scene.server.remove("n1", from: .interactions)
        await model.refresh()
        XCTAssertEqual(ids(model), Self.ids)
        await end(scene, model)
    }

    func testRowsBetweenTheAnswerAndTheChannel() async {
        let scene = PageScene(Self.rows)
        let model = ActivityWidgetModel(scene.store)
        scene.server.hold(.rows(.interactions))
        model.appear()
        await scene.settle { scene.server.heldCount == 1 }
        // The held answer lacks the row, and the channel reports it to nobody.
        scene.server.put(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        scene.server.live()
        await scene.settled()
        XCTAssertEqual(model.phase, .waiting)
        scene.server.answerFirst(.rows(.interactions))
        await scene.settle { model.phase == .content }
        XCTAssertEqual(ids(model), Self.ids)
        XCTAssertTrue(model.isRefreshing)
        scene.server.release()
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        await scene.settled()
        XCTAssertFalse(model.isRefreshing)
        XCTAssertEqual(scene.server.requestCount(.interactions), 2)
        await end(scene, model)
    }

    func testARowThatArrivesBeforeTheFirstAnswer() async {
        let scene = PageScene(Self.rows)
        let model = ActivityWidgetModel(scene.store)
        scene.server.hold(.rows(.interactions))
        model.appear()
        await scene.settle { scene.server.heldCount == 1 }
        scene.server.live()
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settled()
        XCTAssertEqual(ids(model), [])
        scene.server.answerFirst(.rows(.interactions))
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        scene.server.release()
        await scene.settled()
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        await end(scene, model)
    }

    func testAfterAGapItReloads() async {
        let (scene, model) = await live()
        scene.server.interrupt()
        scene.server.put(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settled()
        XCTAssertEqual(ids(model), Self.ids)
        scene.server.live()
        await scene.settle { ids(model) == ["interaction-n1"] + Self.ids }
        scene.server.interrupt(since: PageScene.start)
        scene.server.put(.document("n2", date: "2026-02-10T11:30:00Z"))
        scene.server.caughtUp()
        await scene.settle { ids(model) == ["doc-n2", "interaction-n1"] + Self.ids }
        // A payload that lacks columns.
        scene.server.put(.document("n3", date: "2026-02-10T11:40:00Z"))
        scene.server.refetch("n3", of: .documents)
        await scene.settle { ids(model).first == "doc-n3" }
        await end(scene, model)
    }

    func testUnreadablePayloadsChangeNothing() async {
        let (scene, model) = await live()
        scene.server.insertLive(ServerRow(table: .interactions, fields: ["id": nil]))
        scene.server.insertLive(ServerRow(table: .documents, fields: ["id": "x"]))
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z"))
        await scene.settle { ids(model).first == "interaction-n1" }
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        await end(scene, model)
    }

    // Schools

    func testUnknownSchoolsAreFetchedAndThenNamed() async {
        let (scene, model) = await live()
        let count = scene.server.requestCount(.schools)
        scene.server.put(.school("s9", "Rice"))
        scene.server.hold(.schools)
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z", school: "s9"))
        await scene.settle { scene.server.heldCount == 1 }
        XCTAssertEqual(model.events.first?.title, "Email with Unknown School")
        scene.server.release()
        await scene.settle { model.events.first?.title == "Email with Rice" }
        XCTAssertEqual(ids(model), ["interaction-n1"] + Self.ids)
        XCTAssertEqual(scene.server.requestCount(.schools), count + 1)
        scene.server.insertLive(.interaction("n2", date: "2026-02-10T11:01:00Z", school: "s9"))
        await scene.settle { model.events.first?.id == "interaction-n2" }
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.schools), count + 1, "it is known now")
        await end(scene, model)
    }

    func testASchoolThatDoesNotExistIsAskedForOnce() async {
        let (scene, model) = await live()
        let count = scene.server.requestCount(.schools)
        for number in 1...3 {
            scene.server.insertLive(
                .interaction("n\(number)", date: "2026-02-10T11:0\(number):00Z", school: "gone"))
            await scene.settle { model.events.first?.id == "interaction-n\(number)" }
            await scene.settled()
        }
        XCTAssertEqual(scene.server.requestCount(.schools), count + 1)
        XCTAssertEqual(model.events.first?.title, "Email with Unknown School")
        await end(scene, model)
    }

    func testASchoolThatTheAnswerInFlightLacks() async {
        let (scene, model) = await live()
        scene.server.hold(.schools)
        let refresh = Task { await model.refresh() }
        await scene.settle { scene.server.heldCount == 1 }
        scene.server.put(.school("s9", "Rice"))
        scene.server.insertLive(.interaction("n1", date: "2026-02-10T11:00:00Z", school: "s9"))
        await scene.settle { model.events.first?.title == "Email with Unknown School" }
        scene.server.release()
        await refresh.value
        await scene.settle { model.events.first?.title == "Email with Rice" }
        await end(scene, model)
    }

    // Without a channel

    func testLiveUpdatesPaused() async {
        let (scene, model) = await shown()
        await scene.advance(by: .milliseconds(29_999))
        XCTAssertFalse(model.isPaused)
        XCTAssertNil(model.pausedText)
        await scene.advance(by: .milliseconds(1))
        XCTAssertTrue(model.isPaused)
        XCTAssertEqual(model.pausedText, "Live updates paused")
        XCTAssertNil(model.banner)
        scene.server.live()
        await scene.settle { !model.isPaused }
        XCTAssertNil(model.pausedText)
        await scene.advance(by: .seconds(60))
        XCTAssertFalse(model.isPaused)
        scene.server.interrupt()
        await scene.advance(by: .milliseconds(29_999))
        XCTAssertFalse(model.isPaused)
        await scene.advance(by: .milliseconds(1))
        XCTAssertTrue(model.isPaused)
        // The server is asked at intervals instead.
        scene.server.caughtUp()
        await scene.settle { !model.isPaused }
        await scene.advance(by: .seconds(60))
        XCTAssertFalse(model.isPaused)
        await end(scene, model)
    }

    func testInterruptionsAfterEachOtherDoNotPutItOff() async {
        let (scene, model) = await live()
        scene.server.interrupt()
        await scene.advance(by: .seconds(20))
        scene.server.interrupt()
        await scene.advance(by: .milliseconds(9_999))
        XCTAssertFalse(model.isPaused)
        await scene.advance(by: .milliseconds(1))
        XCTAssertTrue(model.isPaused)
        scene.server.interrupt()
        await scene.settled()
        XCTAssertTrue(model.isPaused)
        // A short interruption tells nothing.
        scene.server.live()
        await scene.settle { !model.isPaused }
        scene.server.interrupt()
        await scene.advance(by: .seconds(29))
        scene.server.live()
        await scene.advance(by: .seconds(29))
        scene.server.interrupt()
        await scene.advance(by: .seconds(29))
        XCTAssertFalse(model.isPaused)
        await end(scene, model)
    }

    func testLeavingEndsThePause() async {
        let (scene, model) = await shown()
        await scene.advance(by: .seconds(30))
        XCTAssertTrue(model.isPaused)
        model.disappear()
        XCTAssertFalse(model.isPaused)
        model.appear()
        await scene.advance(by: .milliseconds(29_999))
        XCTAssertFalse(model.isPaused)
        await scene.advance(by: .milliseconds(1))
        XCTAssertTrue(model.isPaused)
        await end(scene, model)
    }
}
