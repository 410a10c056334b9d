import CompassKernel
import CompassPages
import XCTest

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ActivityModelTests: XCTestCase {
    private static let rows: [ServerRow] = [
        .school("s1", "Duke"),
        .interaction("i1", date: "2026-02-10T10:00:00Z", content: "See you on Friday"),
        .statusChange("c1", date: "2026-02-09T12:00:00Z", notes: "They called"),
        .document("d1", date: "2026-01-20T10:00:00Z", title: "Fall grades"),
    ]
    private static let ids = ["interaction-i1", "status-c1", "doc-d1"]

    private let checks = LoadingChecks<ActivityModel>(
        rows: rows, tables: [.interactions, .statusChanges, .documents, .schools],
        loadText: "Unable to load activities. Check your connection.", timedOutText: "Connection timed out",
        serverText: "Server error. Please try again.", isEmpty: { $0.page == nil })

    private func ids(_ model: ActivityModel) -> [String] { model.page?.events.map(\.id) ?? [] }

    private func shown(_ rows: [ServerRow] = rows) async -> (PageScene, ActivityModel) {
        let scene = PageScene(rows)
        let model = ActivityModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return (scene, model)
    }

    /// Interactions with ids from 101, the first one the newest.
    private static func many(_ count: Int) -> [ServerRow] {
        (0..<count).map { number in
            let (hour, minute) = (11 - number / 60, 59 - number % 60)
            let time = (hour < 10 ? "0\(hour)" : "\(hour)") + ":" + (minute < 10 ? "0\(minute)" : "\(minute)")
            return .interaction(
                "\(101 + number)", date: "2026-02-10T\(time):00Z", content: "No \(101 + number)")
        }
    }

    // Loading

    func testATableThatWasAskedForTooOftenIsLoadedByItself() async {
        let scene = PageScene([.interaction("i1"), .document("d1"), .school("s1", "Duke")])
        scene.server.script(.rows(.documents), .rateLimited(retryAfter: .seconds(7)))
        let model = ActivityModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.page?.events.map(\.id), ["interaction-i1"])
        XCTAssertNotNil(model.banner)
        await scene.advance(by: .milliseconds(6_999))
        XCTAssertEqual(scene.server.requestCount(.documents), 1)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.page?.events.count == 2 }
        XCTAssertNil(model.banner)
        XCTAssertEqual(scene.server.requestCount(.documents), 2)
        XCTAssertEqual(scene.server.requestCount(.interactions), 1)
        model.disappear()
    }

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

    func testTheNewestRowsAreAskedFor() async {
        let (scene, model) = await shown()
        XCTAssertEqual(
            Set(scene.server.requests),
            [
                RowRequest(.interactions, .newest(500)), RowRequest(.statusChanges, .newest(500)),
                RowRequest(.documents, .newest(500)), RowRequest(.schools),
            ])
        XCTAssertEqual(scene.server.subscriptionCount, 0, "the page has no channel")
        model.disappear()
        await scene.assertAtRest()
    }

    func testTheMergeIsNotCut() async {
        let documents = (0..<300).map { ServerRow.document("d\($0)", date: "2026-01-01T10:00:00Z") }
        let changes = (0..<501).map { ServerRow.statusChange("c\($0)", date: "2026-01-02T10:00:00Z") }
        let (_, model) = await shown(documents + changes + Self.many(200))
        XCTAssertEqual(model.page?.total, 1_000)
        XCTAssertEqual(model.pageText, "Page 1 of 50")
    }

    func testTexts() {
        let texts = ActivityModel(PageScene().store).texts
        XCTAssertEqual(texts.activity.title, "Activity History")
        XCTAssertEqual(texts.activity.subtitle, "Track all your recruiting activity")
        XCTAssertEqual(texts.activity.searchPlaceholder, "Search activities...")
        XCTAssertEqual(texts.common.previous, "Previous")
        XCTAssertEqual(texts.common.next, "Next")
        XCTAssertEqual(texts.common.all, "All")
        XCTAssertEqual(texts.common.tryAgain, "Try Again")
        XCTAssertEqual(
            ActivityType.allCases.map(\.label), ["Interactions", "School Status Changes", "Documents"])
        XCTAssertEqual(
            ActivityRange.allCases.map(\.label),
            ["All Time", "Last 7 Days", "Last 30 Days", "Last 90 Days"])
    }

    // Tables that fail

    func testTheOtherTablesAreShown() async {
        let cases: [([TableName], String, [String])] = [
            ([.interactions], "Interactions", ["status-c1", "doc-d1"]),
            ([.statusChanges], "School Status Changes", ["interaction-i1", "doc-d1"]),
            ([.documents], "Documents", ["interaction-i1", "status-c1"]),
            ([.documents, .interactions], "Interactions, Documents", ["status-c1"]),
            ([.statusChanges, .documents], "School Status Changes, Documents", ["interaction-i1"]),
            ([.schools], "Schools", Self.ids),
        ]
        for isMalformed in [false, true] {
            for (tables, labels, ids) in cases {
                let scene = PageScene(Self.rows)
                let model = ActivityModel(scene.store)
                for table in tables {
                    if isMalformed {
                        scene.server.setMalformed(true, .rows(table))
                    } else {
                        scene.server.setFailure(.timedOut, of: .rows(table))
                    }
                }
                model.appear()
                await scene.settle { model.phase == .content }
                XCTAssertEqual(
                    model.banner,
                    PageNotice(
                        text: "Some activities could not be loaded: \(labels).", kind: .banner,
                        canRetry: true))
                XCTAssertEqual(self.ids(model), ids)
                for table in tables {
                    scene.server.setMalformed(false, .rows(table))
                    scene.server.setFailure(nil, of: .rows(table))
                }
                model.retry()
                await scene.settle { model.banner == nil && !model.isRefreshing }
                XCTAssertEqual(self.ids(model), Self.ids)
                XCTAssertEqual(model.page?.events.first?.title, "Email with Duke")
                XCTAssertEqual(scene.server.requests.count, 4 + tables.count, "what failed is asked for")
                model.disappear()
                await scene.assertAtRest()
            }
        }
    }

    func testWithoutSchoolsTheNamesAreUnknown() async {
        let scene = PageScene(Self.rows)
        let model = ActivityModel(scene.store)
        scene.server.setFailure(.timedOut, of: .schools)
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.page?.events.first?.title, "Email with Unknown School")
        XCTAssertEqual(model.page?.events.first?.entityName, "Unknown School")
    }

    func testAllThreeTablesFail() async {
        let scene = PageScene(Self.rows)
        let model = ActivityModel(scene.store)
        scene.server.setFailure(
            .connection(reason: ""), of: .rows(.interactions), .rows(.statusChanges), .rows(.documents))
        model.appear()
        let failure = PageFailure(
            text: "Unable to load activities. Check your connection.", canRetry: true)
        await scene.settle { model.phase == .failed(failure) }
        scene.server.setFailure(nil, of: .rows(.documents))
        model.retry()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(ids(model), ["doc-d1"])
        XCTAssertEqual(
            model.banner?.text,
            "Some activities could not be loaded: Interactions, School Status Changes.")
        model.disappear()
        await scene.assertAtRest()
    }

    func testRowsFromBeforeAreShownWhenARefreshFails() async {
        let (scene, model) = await shown()
        scene.server.setFailure(.timedOut, of: .rows(.documents))
        await model.refresh()
        XCTAssertEqual(ids(model), Self.ids)
        XCTAssertEqual(model.banner?.text, "Some activities could not be loaded: Documents.")
        scene.server.setFailure(nil, of: .rows(.documents))
        model.retry()
        await scene.settle { model.banner == nil }
        XCTAssertEqual(scene.server.requestCount(.documents), 3)
        XCTAssertEqual(scene.server.requestCount(.interactions), 2)
    }

    // Pages

    func testPages() async {
        let (_, model) = await shown(Self.many(45))
        func state() -> [String] {
            [model.pageText, "\(model.page?.events.count ?? 0)", model.page?.events.first?.id ?? ""]
        }
        XCTAssertTrue(model.hasPages)
        XCTAssertEqual(state(), ["Page 1 of 3", "20", "interaction-101"])
        model.showPreviousPage()
        XCTAssertEqual(state(), ["Page 1 of 3", "20", "interaction-101"])
        model.showNextPage()
        XCTAssertEqual(state(), ["Page 2 of 3", "20", "interaction-121"])
        model.showNextPage()
        XCTAssertEqual(state(), ["Page 3 of 3", "5", "interaction-141"])
        model.showNextPage()
        XCTAssertEqual(state(), ["Page 3 of 3", "5", "interaction-141"])
        model.showPreviousPage()
        XCTAssertEqual(state(), ["Page 2 of 3", "20", "interaction-121"])
        model.showPage(.max)
        XCTAssertEqual(model.pageText, "Page 3 of 3")
        model.showPage(.min)
        XCTAssertEqual(model.pageText, "Page 1 of 3")
        model.showPage(2)
        model.disappear()
        model.appear()
        XCTAssertEqual(model.pageText, "Page 1 of 3")
    }

    func testOnePageHasNoButtons() async {
        let (scene, model) = await shown(Self.many(20))
        XCTAssertFalse(model.hasPages)
        XCTAssertEqual(model.pageText, "Page 1 of 1")
        scene.server.put(Self.many(21))
        await model.refresh()
        XCTAssertTrue(model.hasPages)
        XCTAssertEqual(model.pageText, "Page 1 of 2")
        model.showNextPage()
        scene.server.remove("101", from: .interactions)
        await model.refresh()
        XCTAssertFalse(model.hasPages)
        XCTAssertEqual(model.page?.events.count, 20)
        let before = ActivityModel(scene.store)
        XCTAssertFalse(before.hasPages)
        XCTAssertEqual(before.pageText, "Page 1 of 1")
    }

    // Filters

    func testFilters() async {
        let (scene, model) = await shown()
        XCTAssertEqual(ids(model), Self.ids)
        model.filter.type = .interaction
        XCTAssertEqual(ids(model), ["interaction-i1"])
        model.filter.type = .schoolStatusChange
        XCTAssertEqual(ids(model), ["status-c1"])
        model.filter.type = .documentUpload
        XCTAssertEqual(ids(model), ["doc-d1"])
        model.filter.range = .week
        XCTAssertEqual(ids(model), [])
        model.filter = .all
        XCTAssertEqual(ids(model), Self.ids)
        model.filter.range = .week
        XCTAssertEqual(ids(model), ["interaction-i1", "status-c1"])
        model.filter.range = .month
        XCTAssertEqual(ids(model), Self.ids)
        XCTAssertEqual(scene.server.requests.count, 4)
    }

    func testAFilterShowsPage1() async {
        let (_, model) = await shown(Self.many(45))
        model.showPage(3)
        model.filter.type = .interaction
        XCTAssertEqual(model.pageText, "Page 1 of 3")
        model.showPage(3)
        model.filter.range = .quarter
        XCTAssertEqual(model.pageText, "Page 1 of 3")
        model.showPage(3)
        model.filter.search = "no 1"
        model.submitSearch()
        XCTAssertEqual(model.pageText, "Page 1 of 3")
        model.showPage(3)
        model.filter.search = ""
        XCTAssertEqual(model.pageText, "Page 1 of 3")
    }

    func testFiltersAreNotKept() async {
        let (scene, model) = await shown()
        model.filter = ActivityFilter(type: .documentUpload, range: .month)
        model.filter.search = "grades"
        model.disappear()
        await scene.assertAtRest()
        XCTAssertEqual(model.filter, .all)
        model.appear()
        XCTAssertEqual(ids(model), Self.ids)
    }

    // Search

    func testSearchWaits150Milliseconds() async {
        let (scene, model) = await shown()
        model.filter.search = "g"
        await scene.advance(by: .milliseconds(149))
        XCTAssertEqual(ids(model), Self.ids)
        model.filter.search = "grades"
        await scene.advance(by: .milliseconds(149))
        XCTAssertEqual(ids(model), Self.ids, "each letter begins the wait anew")
        await scene.advance(by: .milliseconds(1))
        XCTAssertEqual(ids(model), ["doc-d1"])
        model.filter.search = " FRIDAY "
        await scene.advance(by: .milliseconds(150))
        XCTAssertEqual(ids(model), ["interaction-i1"])
    }

    func testReturnAndClearingDoNotWait() async {
        let (scene, model) = await shown()
        model.filter.search = "called"
        model.submitSearch()
        XCTAssertEqual(ids(model), ["status-c1"])
        model.filter.search = ""
        XCTAssertEqual(ids(model), Self.ids)
        model.filter.search = "called"
        model.filter.search = ""
        await scene.advance(by: .milliseconds(150))
        XCTAssertEqual(ids(model), Self.ids)
        // Other filters do not wait either, and take the text along.
        model.filter.search = "called"
        model.filter.type = .documentUpload
        XCTAssertEqual(ids(model), [])
        model.submitSearch()
        model.disappear()
        await scene.assertAtRest()
    }

    // Nothing to show

    func testEmpty() async {
        let empty = EmptyState(
            icon: "✨", title: "No activities found", subtitle: "Try adjusting your filters or search query")
        XCTAssertEqual(empty.actions, [])
        let (_, none) = await shown([])
        XCTAssertEqual(none.empty, empty)
        XCTAssertNil(none.banner)
        let (_, model) = await shown()
        XCTAssertNil(model.empty)
        model.filter.search = "nothing like this"
        model.submitSearch()
        XCTAssertEqual(model.empty, empty)
    }

    // Events

    func testOpening() async throws {
        let (scene, model) = await shown()
        let events = try XCTUnwrap(model.page?.events)
        XCTAssertEqual(events.map(\.isClickable), [true, true, false])
        model.open(events[2])
        XCTAssertNil(scene.store.destination)
        model.open(events[0])
        XCTAssertEqual(scene.store.destination, .path("/interactions?id=i1"))
        model.open(events[1])
        XCTAssertEqual(scene.store.destination, .path("/schools/s1"))
    }

    func testEventsReadAloud() async throws {
        let (_, model) = await shown()
        XCTAssertEqual(
            try XCTUnwrap(model.page?.events).map { model.aloud($0) },
            [
                "Email: Email with Duke. See you on Friday. 2h ago",
                "Status change: Duke status changed to contacted. They called. 1d ago",
                "Document: Uploaded transcript. Fall grades. Jan 20",
            ])
    }

    func testIconsReadAloud() async throws {
        let types = [
            "email", "phone_call", "text", "in_person_visit", "virtual_meeting", "camp", "showcase", "tweet",
            "dm", "letter",
        ]
        let rows = types.enumerated().map { number, type in
            ServerRow.interaction("\(number)", date: "2026-02-10T11:0\(9 - number):00Z", type: type)
        }
        let (_, model) = await shown(rows)
        let icons = try XCTUnwrap(model.page?.events).map { event in
            String(model.aloud(event).prefix { $0 != ":" })
        }
        XCTAssertEqual(
            icons,
            [
                "Email", "Phone call", "Text message", "In-person visit", "Virtual meeting", "Camp",
                "Showcase", "Tweet", "Direct message", "Interaction",
            ])
    }

    func testRelativeTimesAreRenewedEachMinute() async {
        let (scene, model) = await shown([.interaction("i1", date: "2026-02-10T11:30:00Z")])
        XCTAssertEqual(model.page?.events.first?.relativeTime, "30m ago")
        await scene.advance(by: .seconds(59))
        XCTAssertEqual(model.page?.events.first?.relativeTime, "30m ago")
        await scene.advance(by: .seconds(1))
        XCTAssertEqual(model.page?.events.first?.relativeTime, "31m ago")
        await scene.advance(by: .seconds(60))
        XCTAssertEqual(model.page?.events.first?.relativeTime, "32m ago")
        model.disappear()
        await scene.assertAtRest()
    }
}
