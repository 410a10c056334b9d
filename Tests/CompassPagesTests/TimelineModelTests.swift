import CompassKernel
import CompassPages
import XCTest

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class TimelineModelTests: XCTestCase {
    private static let rows: [ServerRow] = [
        .school("s1", "Stanford"), .school("s2", "Duke"),
        .event("e1", "Summer Camp", start: "2026-01-15"), .interaction("i1", date: "2026-02-01T10:00:00Z"),
        .offer("o1", date: "2026-02-05", school: "s2"),
        .statusChange("c1", date: "2026-02-08T10:00:00Z", notes: "Called back"),
        // Eight months and two years back.
        .event("e2", "Old Camp", start: "2025-06-10"), .event("e3", "First Camp", start: "2024-01-10"),
    ]
    private static let newest = ["status-c1", "offer-o1", "interaction-i1", "event-e1"]

    private let checks = LoadingChecks<TimelineModel>(
        rows: rows, tables: [.events, .interactions, .offers, .statusChanges, .schools],
        loadText: "Unable to load timeline data. Check your connection.",
        timedOutText: "Connection timed out", serverText: "Server error. Unable to load data.",
        isEmpty: { $0.layout == nil && $0.schools.isEmpty })

    private func ids(_ model: TimelineModel) -> [String] { model.layout.map { $0.list.map(\.id) } ?? [] }

    private func shown(
        _ rows: [ServerRow] = rows, settings: [String: String] = [:]
    ) async -> (PageScene, TimelineModel) {
        let scene = PageScene(rows, settings: settings)
        let model = TimelineModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content && model.layout != nil }
        return (scene, model)
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

    func testEachTableIsNeeded() async {
        for table in [TableName.events, .interactions, .offers, .statusChanges, .schools] {
            let scene = PageScene(Self.rows)
            let model = TimelineModel(scene.store)
            scene.server.setMalformed(true, .rows(table))
            model.appear()
            let text = "The server's answer could not be read. Please try again."
            await scene.settle { model.phase == .failed(PageFailure(text: text, canRetry: true)) }
            scene.server.setMalformed(false, .rows(table))
            scene.server.setFailure(.server(status: 503, message: ""), of: .rows(table))
            model.retry()
            await scene.settle {
                model.phase
                    == .failed(PageFailure(text: "Server error. Unable to load data.", canRetry: true))
            }
            scene.server.setFailure(nil, of: .rows(table))
            model.retry()
            await scene.settle { model.phase == .content }
            XCTAssertEqual(ids(model), Self.newest)
            XCTAssertEqual(scene.server.requests.count, 7, "only the table that failed is asked for again")
            model.disappear()
            await scene.assertAtRest()
        }
    }

    func testBadRowsAreLeftOutAndLogged() async {
        let (scene, model) = await shown(
            Self.rows + [.event("bad", "Bad", start: "31.12.2026"), .event("free", "Open Day", school: nil)])
        XCTAssertEqual(ids(model), ["event-free"] + Self.newest)
        XCTAssertNil(model.banner)
        XCTAssertTrue(
            scene.log.contains { if case .problem(.events, _) = $0 { true } else { false } }, "\(scene.log)")
        XCTAssertEqual(model.layout?.lanes.map(\.schoolName), ["Duke", "No School", "Stanford"])
        model.disappear()
        await scene.assertAtRest()
    }

    // Texts

    func testTexts() {
        let texts = TimelineModel(PageScene().store).texts
        XCTAssertEqual(texts.timeline.backToReports, "← Back to Reports")
        XCTAssertEqual(texts.timeline.title, "Recruiting Timeline")
        XCTAssertEqual(texts.timeline.subtitle, "Visual overview of your recruiting journey")
        XCTAssertEqual(texts.timeline.today, "Today")
        XCTAssertEqual(texts.timeline.listTitle, "Timeline List")
        XCTAssertEqual(texts.common.allSchools, "All Schools")
        XCTAssertEqual(texts.common.tryAgain, "Try Again")
    }

    func testTextsReadAloud() async throws {
        let (_, model) = await shown()
        let layout = try XCTUnwrap(model.layout)
        XCTAssertEqual(
            layout.list.map { model.aloud($0) },
            [
                "📊 Status: Interested → Contacted. School: Stanford. Date: February 8, 2026.",
                "🎉 Full Ride Offer. School: Duke. Date: February 5, 2026.",
                "📧 Hello. School: Stanford. Date: February 1, 2026.",
                "⚾ Summer Camp. School: Stanford. Date: January 15, 2026.",
            ])
        XCTAssertEqual(
            layout.lanes.map { model.aloud($0) },
            ["Duke. 1 item on timeline.", "Stanford. 3 items on timeline."])
        XCTAssertEqual(
            layout.months.map { model.aloud($0) },
            [
                "August 2025", "September 2025", "October 2025", "November 2025", "December 2025",
                "January 2026", "February 2026", "March 2026", "April 2026",
            ])
        XCTAssertEqual(model.todayAloud, "Today. February 10, 2026.")
        XCTAssertEqual(
            TimelineItemType.allCases.map { model.toggleAloud($0) },
            [
                "Show events. Checked.", "Show interactions. Checked.", "Show offers. Checked.",
                "Show status changes. Checked.",
            ])
        model.types = []
        XCTAssertEqual(
            TimelineItemType.allCases.map { model.toggleAloud($0) },
            [
                "Show events. Unchecked.", "Show interactions. Unchecked.", "Show offers. Unchecked.",
                "Show status changes. Unchecked.",
            ])
    }

    func testTooltip() async throws {
        let (_, model) = await shown([
            .school("s1", "Stanford"), .event("e1", "Summer Camp", start: "2026-02-03", end: "2026-02-05"),
            .event("e2", "Visit", start: "2026-01-15"),
        ])
        let layout = try XCTUnwrap(model.layout)
        XCTAssertEqual(
            layout.list.map { model.tooltip(of: $0) },
            ["Summer Camp, Feb 3 – Feb 5, 2026", "Visit, Jan 15, 2026"])
    }

    // Range

    func testRanges() async {
        let (scene, model) = await shown()
        XCTAssertEqual(model.range, .sixMonths)
        XCTAssertEqual(
            TimelineRange.allCases.map(\.label), ["3 Months", "6 Months", "12 Months", "All Time"])
        XCTAssertEqual(ids(model), Self.newest)
        model.range = .twelveMonths
        XCTAssertEqual(ids(model), Self.newest + ["event-e2"])
        XCTAssertEqual(scene.settings.text(forKey: "timelineViewRange"), "12")
        model.range = .allTime
        XCTAssertEqual(ids(model), Self.newest + ["event-e2", "event-e3"])
        XCTAssertEqual(scene.settings.text(forKey: "timelineViewRange"), "all")
        model.range = .threeMonths
        XCTAssertEqual(ids(model), Self.newest)
        XCTAssertEqual(scene.settings.text(forKey: "timelineViewRange"), "3")
        model.range = .sixMonths
        XCTAssertEqual(scene.settings.text(forKey: "timelineViewRange"), "6")
        XCTAssertEqual(scene.server.requests.count, 5, "a change of range asks the server nothing")
    }

    func testRangeIsKept() async {
        let stored: [(String?, TimelineRange)] = [
            ("3", .threeMonths), ("6", .sixMonths), ("12", .twelveMonths), ("all", .allTime),
            (nil, .sixMonths), ("", .sixMonths), ("7", .sixMonths), ("ALL", .sixMonths),
            ("12 ", .sixMonths), ("\u{0}", .sixMonths),
        ]
        for (text, range) in stored {
            let scene = PageScene(settings: text.map { ["timelineViewRange": $0] } ?? [:])
            XCTAssertEqual(TimelineModel(scene.store).range, range, text ?? "nil")
        }
        let (scene, model) = await shown(settings: ["timelineViewRange": "12"])
        XCTAssertEqual(ids(model), Self.newest + ["event-e2"])
        model.range = .allTime
        model.disappear()
        XCTAssertEqual(model.range, .allTime)
        XCTAssertEqual(TimelineModel(scene.store).range, .allTime)
        scene.store.reset()
        XCTAssertEqual(model.range, .allTime)
    }

    // Filters

    func testTypes() async {
        let (_, model) = await shown()
        XCTAssertEqual(model.types, .all)
        model.toggle(.event)
        XCTAssertEqual(model.types, [.interactions, .offers, .statusChanges])
        XCTAssertEqual(ids(model), ["status-c1", "offer-o1", "interaction-i1"])
        model.toggle(.statusChange)
        XCTAssertEqual(ids(model), ["offer-o1", "interaction-i1"])
        model.toggle(.offer)
        XCTAssertEqual(ids(model), ["interaction-i1"])
        model.toggle(.event)
        XCTAssertEqual(ids(model), ["interaction-i1", "event-e1"])
    }

    func testSchools() async {
        let (_, model) = await shown()
        XCTAssertEqual(
            model.schools,
            [SchoolChoice(id: "s2", name: "Duke"), SchoolChoice(id: "s1", name: "Stanford")])
        XCTAssertNil(model.schoolID)
        model.schoolID = "s2"
        XCTAssertEqual(ids(model), ["offer-o1"])
        XCTAssertEqual(model.layout?.lanes.map(\.schoolName), ["Duke"])
        model.schoolID = nil
        XCTAssertEqual(ids(model), Self.newest)
    }

    func testLeavingResetsTheFiltersAndKeepsTheRange() async {
        let (scene, model) = await shown()
        model.range = .allTime
        model.schoolID = "s1"
        model.toggle(.event)
        XCTAssertEqual(ids(model), ["status-c1", "interaction-i1"])
        model.disappear()
        XCTAssertNil(model.schoolID)
        XCTAssertEqual(model.types, .all)
        XCTAssertEqual(model.range, .allTime)
        model.appear()
        XCTAssertEqual(ids(model), Self.newest + ["event-e2", "event-e3"])
        model.disappear()
        await scene.assertAtRest()
    }

    /// A front end may draw the page once more while it goes.
    func testLeavingListsAllItemsAgain() async {
        let (_, model) = await shown()
        model.schoolID = "s2"
        XCTAssertEqual(ids(model), ["offer-o1"])
        model.disappear()
        XCTAssertEqual(ids(model), Self.newest)
    }

    // Nothing to show

    func testNoData() async {
        let (_, model) = await shown([.school("s1", "Stanford")])
        XCTAssertEqual(
            model.empty,
            EmptyState(
                icon: "📊", title: "No timeline data available",
                subtitle: "Add events, interactions, or offers to see them on the timeline",
                actions: ["Add Event", "Add Interaction", "Add Offer"]))
    }

    func testNoMatches() async {
        let (_, model) = await shown()
        XCTAssertNil(model.empty)
        model.types = []
        let empty = EmptyState(
            icon: "📊", title: "No items match your filters.", subtitle: "Try adjusting filters.")
        XCTAssertEqual(model.empty, empty)
        XCTAssertEqual(empty.actions, [])
        model.types = .events
        XCTAssertNil(model.empty)
        model.schoolID = "s2"
        XCTAssertEqual(model.empty, empty)
    }

    func testNothingInRange() async {
        let (_, model) = await shown([.event("e3", "First Camp", start: "2024-01-10", school: nil)])
        XCTAssertEqual(
            model.empty,
            EmptyState(icon: "📊", title: "No items in this range", subtitle: "Try a longer view range"))
        model.range = .allTime
        XCTAssertNil(model.empty)
    }

    // Lanes

    private static func manySchools(_ count: Int) -> [ServerRow] {
        (1...count).flatMap { number -> [ServerRow] in
            let id = String(number + 100)
            return [.school(id, "School \(id)"), .event(id, "Camp", school: id)]
        }
    }

    func testTwentyLanesAreOnePage() async {
        let (_, model) = await shown(Self.manySchools(20))
        XCTAssertEqual(model.layout?.lanesPages, 1)
        XCTAssertEqual(model.layout?.lanes.count, 20)
    }

    func testPagesOfLanes() async {
        let (_, model) = await shown(Self.manySchools(45))
        func state() -> [String] {
            guard let layout = model.layout else { return [] }
            return ["\(layout.lanesPage) of \(layout.lanesPages)", "\(layout.lanes.count)"]
                + [layout.lanes.first, layout.lanes.last].compactMap { $0?.schoolName }
        }
        XCTAssertEqual(state(), ["1 of 3", "20", "School 101", "School 120"])
        XCTAssertEqual(model.layout?.list.count, 45)
        model.showLanes(page: 2)
        XCTAssertEqual(state(), ["2 of 3", "20", "School 121", "School 140"])
        model.showLanes(page: 99)
        XCTAssertEqual(state(), ["3 of 3", "5", "School 141", "School 145"])
        model.showLanes(page: .max)
        XCTAssertEqual(state(), ["3 of 3", "5", "School 141", "School 145"])
        model.showLanes(page: .min)
        XCTAssertEqual(state(), ["1 of 3", "20", "School 101", "School 120"])
        // Filters and the range begin at the first page.
        model.showLanes(page: 3)
        model.range = .allTime
        XCTAssertEqual(state(), ["1 of 3", "20", "School 101", "School 120"])
        model.showLanes(page: 3)
        model.toggle(.offer)
        XCTAssertEqual(state(), ["1 of 3", "20", "School 101", "School 120"])
        model.showLanes(page: 3)
        model.disappear()
        model.appear()
        XCTAssertEqual(state(), ["1 of 3", "20", "School 101", "School 120"])
    }

    func testAPageThatIsGoneBecomesTheNearestOne() async {
        let (scene, model) = await shown(Self.manySchools(45))
        model.showLanes(page: 3)
        scene.server.removeAll()
        scene.server.put(Self.manySchools(25))
        await model.refresh()
        XCTAssertEqual(model.layout?.lanesPage, 2)
        XCTAssertEqual(model.layout?.lanes.count, 5)
        model.showLanes(page: 1)
        XCTAssertEqual(model.layout?.lanes.count, 20)
    }

    // Items

    func testAChangeOfStatusOpensDetails() async throws {
        let (scene, model) = await shown()
        let item = try XCTUnwrap(model.layout?.list.first)
        XCTAssertEqual(item.type, .statusChange)
        model.open(item)
        XCTAssertEqual(model.details?.label, "Status: Interested → Contacted")
        XCTAssertEqual(model.details?.school, "Stanford")
        XCTAssertEqual(model.details?.date, "February 8, 2026")
        XCTAssertEqual(model.details?.details, "Called back")
        XCTAssertNil(scene.store.destination)
        model.closeAlert()
        XCTAssertNil(model.details)
        model.open(item)
        model.disappear()
        XCTAssertNil(model.details)
    }

    func testOtherItemsLeadToTheirPages() async throws {
        let (scene, model) = await shown()
        let links = try XCTUnwrap(model.layout).list.dropFirst().map { item in
            model.open(item)
            return scene.store.destination
        }
        XCTAssertEqual(links, [.path("/offers/o1"), .path("/interactions/i1"), .path("/events/e1")])
        XCTAssertNil(model.details)
        model.openReports()
        XCTAssertEqual(scene.store.destination, .reports)
    }

    func testAnItemThatCannotBeOpened() async {
        let (_, model) = await shown()
        model.openFailed()
        let notice = PageNotice(text: "Unable to open item details. Please try again.", kind: .alert)
        XCTAssertEqual(model.openFailure, notice)
        model.closeAlert()
        XCTAssertNil(model.openFailure)
        model.openFailed()
        model.disappear()
        XCTAssertNil(model.openFailure)
    }

    // Print

    func testPrint() async throws {
        let scene = PageScene(Self.manySchools(25))
        let model = TimelineModel(scene.store)
        let early = await model.svg()
        XCTAssertNil(early)
        model.appear()
        await scene.settle { model.phase == .content }
        let bytes = await model.svg()
        let svg = String(decoding: try XCTUnwrap(bytes), as: UTF8.self)
        XCTAssertTrue(svg.contains("<svg"))
        XCTAssertTrue(svg.contains("Recruiting Timeline"))
        XCTAssertTrue(svg.contains("Visual overview of your recruiting journey"))
        XCTAssertTrue(svg.contains("School 101"))
        XCTAssertTrue(svg.contains("School 125"), "all lanes are printed, whatever the page")
        let letter = await model.svg(paper: .letter)
        XCTAssertNotNil(letter)
        XCTAssertNotEqual(letter, bytes)
    }

    // Many items

    func testManyItemsAreComputedInTheBackground() async {
        let rows = (1...2_001).map { ServerRow.event("e\($0)", "Camp", school: nil) }
        let (scene, model) = await shown(rows)
        XCTAssertEqual(model.layout?.list.count, 2_001)
        model.types = []
        model.types = .all
        model.types = []
        await scene.settle { model.empty?.title == "No items match your filters." }
        await scene.settled()
        XCTAssertEqual(model.layout?.list.count, 0)
        model.types = .all
        model.disappear()
        await scene.assertAtRest()
        XCTAssertEqual(model.layout?.list.count, 0, "a page that was left is not changed")
        model.appear()
        await scene.settle { model.layout?.list.count == 2_001 }
        // Nor after the rows are another user's.
        model.range = .allTime
        scene.store.reset()
        XCTAssertNil(model.layout)
        model.disappear()
        await scene.assertAtRest()
        XCTAssertNil(model.layout)
    }
}
