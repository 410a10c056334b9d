import CompassKernel
import CompassPages
import XCTest

/// Failures and the network, which all pages share, as the feed shows them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageFailureTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1"), .post("2", date: "2026-02-10T09:00:00Z"), .school("s1", "Duke"),
    ]

    // Failures

    private let failures: [(error: SourceError, text: String, canRetry: Bool)] = [
        (.timedOut, "Connection timed out", true),
        (.server(status: 500, message: "boom"), "Server error. Please try again.", true),
        (.server(status: 599, message: ""), "Server error. Please try again.", true),
        (.server(status: 418, message: ""), "Unable to load posts. Check your connection.", true),
        (.forbidden(message: "policy"), "You don't have access to this data.", false),
        (.rateLimited(retryAfter: nil), "Too many requests. Please wait a moment.", true),
        (.connection(reason: "reset"), "Unable to load posts. Check your connection.", true),
        (.incomplete(received: 1, expected: 2...2), "Unable to load posts. Check your connection.", true),
        (.notFound(message: ""), "Unable to load posts. Check your connection.", true),
        (.offline, "Unable to load posts. Check your connection.", true),
        (
            .pageTooLarge(maximumByteCount: 9), "The server's answer could not be read. Please try again.",
            true
        ),
    ]

    func testAFailureWithoutContentIsThePage() async {
        for (error, text, canRetry) in failures {
            let scene = PageScene(rows)
            let model = SocialFeedModel(scene.store)
            scene.server.script(.posts, error)
            model.appear()
            await scene.settle { model.phase != .waiting }
            XCTAssertEqual(model.phase, .failed(PageFailure(text: text, canRetry: canRetry)), "\(error)")
            XCTAssertNil(model.banner)
            XCTAssertTrue(scene.log.contains(.failure(.posts, error)))
            model.retry()
            XCTAssertEqual(model.phase, .waiting)
            await scene.settle { model.phase == .content }
            XCTAssertEqual(model.posts.count, 2)
            XCTAssertEqual(scene.server.requestCount(.schools), 1)
        }
    }

    func testAFailureOverContentIsABannerUntilTheNextSuccess() async {
        for (error, text, canRetry) in failures where error != .offline {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.script(.posts, error, error)
            for _ in 0..<2 {
                await model.refresh()
                XCTAssertEqual(model.phase, .content)
                XCTAssertEqual(model.posts.count, 2)
                XCTAssertEqual(
                    model.banner, PageNotice(text: text, kind: .banner, canRetry: canRetry), "\(error)")
            }
            await scene.advance(by: .seconds(60))
            XCTAssertNotNil(model.banner)
            model.retry()
            await scene.settle { !model.isRefreshing }
            XCTAssertNil(model.banner)
            XCTAssertEqual(scene.server.requestCount(.posts), 4)
        }
    }

    func testAnAnswerThatIsNotJSONIsMalformed() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.setMalformed(true, .posts)
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase,
            .failed(
                PageFailure(
                    text: "The server's answer could not be read. Please try again.", canRetry: true)))
        scene.server.setMalformed(false, .posts)
        model.retry()
        await scene.settle { model.phase == .content }
    }

    func testBadRowsAreLeftOutAndLogged() async {
        let scene = PageScene(rows + [.post("bad").with(["post_date": .null])])
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.posts.map(\.id), ["1", "2"])
        XCTAssertNil(model.banner)
        let tables = scene.log.map { entry -> TableName? in
            if case .problem(let table, _) = entry { table } else { nil }
        }
        XCTAssertEqual(tables, [.posts])
    }

    func testFailedSchoolsFailThePage() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.schools, .timedOut)
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(model.phase, .failed(PageFailure(text: "Connection timed out", canRetry: true)))
        model.retry()
        await scene.settle { model.phase == .content }
        // The posts were there already.
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    func testAPageWithoutATableOfSchoolsIsShown() async {
        let scene = PageScene(rows)
        scene.server.setFailure(.notFound(message: "schools"), of: .schools)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.posts.map { model.schoolName(of: $0) }, ["Unknown School", "Unknown School"])
    }

    func testSchoolsThatAnotherPageHasLoadedAreShown() async {
        let scene = PageScene(rows)
        scene.server.put(.school("s1", "Alpha"))
        scene.server.setFailure(.notFound(message: "schools"), of: .schools)
        let model = await scene.shown(SocialFeedModel.self)
        model.disappear()
        scene.server.setFailure(nil, of: .schools)
        let timeline = await scene.shown(TimelineModel.self)
        await timeline.refresh()
        model.appear()
        await scene.settled()
        XCTAssertEqual(model.posts.map { model.schoolName(of: $0) }, ["Alpha", "Alpha"])
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    func testTooManyRequestsAreRepeatedAfterTheTimeThatTheServerNames() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.posts, .rateLimited(retryAfter: .seconds(20)))
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase,
            .failed(PageFailure(text: "Too many requests. Please wait a moment.", canRetry: true)))
        await scene.advance(by: .milliseconds(19_999))
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testARefreshThatIsRefusedIsRepeatedAfterTheTimeThatTheServerNames() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.posts, .rateLimited(retryAfter: .seconds(20)))
        await model.refresh()
        XCTAssertEqual(model.banner?.text, "Too many requests. Please wait a moment.")
        scene.server.put(.post("3", date: "2026-02-10T11:00:00Z"))
        await scene.advance(by: .milliseconds(19_999))
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.banner == nil }
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
        XCTAssertEqual(model.posts.count, 3)
        await scene.advance(by: .seconds(60))
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
    }

    func testOtherRefusalsAreNotRepeated() async {
        for error in [.forbidden(message: ""), .rateLimited(retryAfter: nil)] as [SourceError] {
            let scene = PageScene(rows)
            let model = SocialFeedModel(scene.store)
            scene.server.script(.posts, error)
            model.appear()
            await scene.settle { model.phase != .waiting }
            await scene.advance(by: .seconds(3_600))
            XCTAssertEqual(scene.server.requestCount(.posts), 1)
        }
    }

    /// The rows are young, but the latest load has failed.
    func testAFailedPageReloadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.posts, .timedOut)
        await model.refresh()
        XCTAssertEqual(model.banner?.text, "Connection timed out")
        await scene.setOnline(false)
        XCTAssertEqual(model.banner?.kind, .offline)
        await scene.setOnline(true)
        XCTAssertTrue(model.isRefreshing)
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
        XCTAssertNil(model.banner)
    }

    // Network

    func testOfflineContentIsMarked() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.setOnline(false)
        XCTAssertEqual(
            model.banner, PageNotice(text: "You're offline. Showing saved data.", kind: .offline))
        XCTAssertEqual(model.posts.count, 2)
        await scene.setOnline(true)
        XCTAssertNil(model.banner)
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    func testAStalePageReloadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.setOnline(false)
        await scene.advance(by: .seconds(300))
        await scene.setOnline(true)
        XCTAssertTrue(model.isRefreshing)
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testAnEmptyPageLoadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        await scene.setOnline(false)
        model.appear()
        let failure = PageFailure(text: "Unable to load posts. Check your connection.", canRetry: true)
        XCTAssertEqual(model.phase, .failed(failure))
        XCTAssertNil(model.banner)
        model.retry()
        XCTAssertEqual(model.phase, .failed(failure))
        await scene.settled()
        XCTAssertEqual(scene.server.requests, [])
        await scene.setOnline(true)
        await scene.settle { model.phase == .content }
    }

    func testAStalePageThatOpensOfflineKeepsItsContent() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.disappear()
        await scene.setOnline(false)
        await scene.advance(by: .seconds(400))
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(model.banner?.text, "You're offline. Showing saved data.")
        XCTAssertFalse(model.isRefreshing)
        await scene.setOnline(true)
        await scene.settle { model.banner == nil && !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testAPageThatIsNotShownDoesNotReload() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.disappear()
        await scene.setOnline(false)
        await scene.advance(by: .seconds(400))
        await scene.setOnline(true)
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }
}
