import CompassKernel
import CompassPages
import XCTest

/// What models say in another language: every text of theirs is one of the environment's.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class TranslatedPagesTests: XCTestCase {
    private let rows: [ServerRow] = [
        .school("s1", "Duke", status: "interested"), .coach("k1"),
        .post("p1", recruiting: true), .post("p2", date: "2026-02-10T11:00:00Z", sentiment: "positive"),
        .event("e1", "Camp"), .offer("o1"), .interaction("i1"), .statusChange("c1"), .document("d1"),
        .metric("m1"),
    ]

    private func scene(_ rows: [ServerRow]? = nil) throws -> PageScene {
        PageScene(rows ?? self.rows, texts: try Translation.read(Translation.marked()))
    }

    private func assertTranslated(
        _ texts: String?..., file: StaticString = #filePath, line: UInt = #line
    ) {
        for text in texts {
            XCTAssertTrue(
                text?.hasPrefix(Translation.mark) ?? false, text ?? "no text", file: file, line: line)
        }
    }

    private func assertTranslated(_ empty: EmptyState?, file: StaticString = #filePath, line: UInt = #line) {
        assertTranslated(empty?.icon, empty?.title, file: file, line: line)
        if let subtitle = empty?.subtitle { assertTranslated(subtitle, file: file, line: line) }
        for action in empty?.actions ?? [] { assertTranslated(action, file: file, line: line) }
    }

    func testLoads() async throws {
        for type in PageScene.models {
            let scene = try scene()
            await scene.setOnline(false)
            let model = type.init(scene.store)
            model.appear()
            guard case .failed(let failure) = model.phase else { return XCTFail("\(type): \(model.phase)") }
            assertTranslated(failure.text)
            await scene.setOnline(true)
            await scene.settle { model.phase == .content }
            await scene.setOnline(false)
            assertTranslated(model.banner?.text)
            model.disappear()
        }
    }

    func testSocialAnalytics() async throws {
        let scene = try scene()
        let model = await scene.shown(SocialAnalyticsModel.self)
        for card in model.cards { assertTranslated(card.label, card.aloud) }
        assertTranslated(model.sentimentChartAloud, model.dayChartAloud)
        let page = try XCTUnwrap(model.page)
        assertTranslated(model.tooltip(of: page.activityByDay[0]), model.aloud(rank: 1, page.topSchools[0]))
        let empty = await (try self.scene([])).shown(SocialAnalyticsModel.self)
        assertTranslated(empty.empty)
        assertTranslated(empty.noSentimentText)
    }

    func testSocialFeed() async throws {
        let scene = try scene()
        let model = await scene.shown(SocialFeedModel.self)
        assertTranslated(model.countText, model.syncLabel, model.aloud(model.posts[0]))
        scene.server.script(.change, .forbidden(message: ""))
        model.setFlag(true, ofPost: "p1")
        await scene.settle { model.message != nil }
        assertTranslated(model.message?.text)
        model.dismissMessage()
        scene.server.setSync(SyncResult(success: true))
        model.sync()
        assertTranslated(model.syncLabel)
        await scene.settle { model.message != nil }
        assertTranslated(model.message?.text)
        model.filters.platform = .instagram
        assertTranslated(model.empty)
        let empty = await (try self.scene([])).shown(SocialFeedModel.self)
        assertTranslated(empty.empty)
    }

    func testTimeline() async throws {
        let model = await (try scene()).shown(TimelineModel.self)
        let layout = try XCTUnwrap(model.layout)
        assertTranslated(
            model.aloud(layout.list[0]), model.tooltip(of: layout.list[0]), model.aloud(layout.lanes[0]),
            model.aloud(layout.months[0]), model.todayAloud, model.toggleAloud(.offer))
        model.openFailed()
        assertTranslated(model.openFailure?.text)
        model.types = []
        assertTranslated(model.empty)
    }

    func testActivity() async throws {
        let scene = try scene()
        scene.server.setFailure(.timedOut, of: .rows(.documents))
        let model = await scene.shown(ActivityModel.self)
        assertTranslated(model.pageText, model.aloud(try XCTUnwrap(model.page?.events.first)))
        assertTranslated(model.banner?.text)
        model.filter.type = .documentUpload
        assertTranslated(model.empty)
    }

    func testWidget() async throws {
        let scene = try scene([])
        let model = await scene.shown(ActivityWidgetModel.self)
        assertTranslated(model.emptyText)
        await scene.advance(by: .seconds(30))
        await scene.settle { model.isPaused }
        assertTranslated(model.pausedText)
    }

    func testReports() async throws {
        let model = await (try scene()).shown(ReportsModel.self)
        assertTranslated(
            model.generateLabel, model.exportLabel, model.fromAloud, model.toAloud,
            model.aloud(ReportPreset.lastYear))
        _ = await model.exportCSV()
        assertTranslated(model.exportFailure?.text)
        model.generate()
        assertTranslated(model.generateLabel)
        while model.report == nil { await Task.yield() }
        for card in model.cards { assertTranslated(card.label, card.aloud) }
        (model.from, model.to) = (model.to, model.from)
        assertTranslated(model.dateNotice?.text)
    }
}
