import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PageScene {
    /// Checks that nothing is in flight, subscribed to or asleep.
    func assertAtRest(file: StaticString = #filePath, line: UInt = #line) async {
        await settled()
        XCTAssertEqual(clock.sleeperCount, 0, "sleepers", file: file, line: line)
        XCTAssertEqual(server.inFlightCount, 0, "requests", file: file, line: line)
        XCTAssertEqual(server.subscriberCount, 0, "subscribers", file: file, line: line)
    }
}

/// The rows of "What all pages share", for one page.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
struct LoadingChecks<Model: PageModel> {
    /// The rows of the server.
    var rows: [ServerRow]
    /// The tables that the page loads, each once.
    var tables: [TableName]
    /// The text of a load that failed.
    var loadText: String
    /// The text of a server that does not answer in time.
    var timedOutText: String
    /// The text of a fault of the server.
    var serverText: String
    /// Whether the model shows no row.
    var isEmpty: @MainActor (Model) -> Bool
    /// Whether it shows rows once they are loaded.
    var showsRows = true

    private func setFailure(_ error: SourceError?, _ scene: PageScene) {
        for table in tables { scene.server.setFailure(error, of: .rows(table)) }
    }

    private func hold(_ scene: PageScene, ignoringCancellation: Bool = false) {
        for table in tables {
            scene.server.hold(.rows(table), ignoringCancellation: ignoringCancellation)
        }
    }

    private func requestCounts(_ scene: PageScene) -> [Int] { tables.map { scene.server.requestCount($0) } }
    private func counts(_ count: Int) -> [Int] { tables.map { _ in count } }

    func firstLoad() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        XCTAssertEqual(model.phase, .idle)
        hold(scene)
        model.appear()
        XCTAssertEqual(model.phase, .waiting)
        await scene.advance(by: .milliseconds(299))
        XCTAssertEqual(model.phase, .waiting)
        await scene.advance(by: .milliseconds(1))
        XCTAssertEqual(model.phase, .placeholder)
        XCTAssertFalse(model.isRefreshing)
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertNil(model.banner)
        XCTAssertEqual(isEmpty(model), !showsRows)
        XCTAssertEqual(requestCounts(scene), counts(1))
        model.disappear()
        await scene.assertAtRest()
    }

    func earlyAnswerShowsNoPlaceholder() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        hold(scene)
        model.appear()
        await scene.advance(by: .milliseconds(299))
        scene.server.release()
        await scene.settle { model.phase == .content }
        await scene.advance(by: .milliseconds(1))
        XCTAssertEqual(model.phase, .content)
        model.disappear()
        await scene.assertAtRest()
    }

    func cacheForFiveMinutes() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        model.disappear()
        await scene.advance(by: .seconds(299))
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertFalse(model.isRefreshing)
        await scene.settled()
        XCTAssertEqual(requestCounts(scene), counts(1))
        model.disappear()
        await scene.advance(by: .seconds(1))
        hold(scene)
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertTrue(model.isRefreshing)
        XCTAssertEqual(isEmpty(model), !showsRows)
        await scene.settled()
        XCTAssertEqual(requestCounts(scene), counts(2))
        scene.server.release()
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(model.phase, .content)
        model.disappear()
        await scene.assertAtRest()
    }

    func refreshReturnsWhenDone() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        await model.refresh()
        XCTAssertEqual(requestCounts(scene), counts(0), "a page that is not shown loads nothing")
        model.appear()
        await scene.settle { model.phase == .content }
        hold(scene)
        var isDone = false
        let refresh = Task {
            await model.refresh()
            isDone = true
        }
        await scene.settle { model.isRefreshing }
        await scene.settled()
        XCTAssertFalse(isDone)
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(isEmpty(model), !showsRows)
        scene.server.release()
        await refresh.value
        XCTAssertFalse(model.isRefreshing)
        XCTAssertEqual(requestCounts(scene), counts(2))
        model.disappear()
        await scene.assertAtRest()
    }

    func failureTexts() async {
        let cases: [(error: SourceError, text: String, canRetry: Bool)] = [
            (.connection(reason: "broken"), loadText, true), (.notFound(message: ""), loadText, true),
            (.incomplete(received: 1, expected: 2...2), loadText, true),
            (.server(status: 418, message: ""), loadText, true), (.offline, loadText, true),
            (.timedOut, timedOutText, true), (.server(status: 500, message: "x"), serverText, true),
            (.server(status: 599, message: ""), serverText, true),
            (.forbidden(message: "no"), "You don't have access to this data.", false),
            (.rateLimited(retryAfter: nil), "Too many requests. Please wait a moment.", true),
            (
                .pageTooLarge(maximumByteCount: 1),
                "The server's answer could not be read. Please try again.", true
            ),
        ]
        for (error, text, canRetry) in cases {
            let scene = PageScene(rows)
            let model = Model(scene.store)
            setFailure(error, scene)
            model.appear()
            await scene.settle { ![.waiting, .placeholder].contains(model.phase) }
            XCTAssertEqual(model.phase, .failed(PageFailure(text: text, canRetry: canRetry)), "\(error)")
            XCTAssertNil(model.banner)
            XCTAssertTrue(isEmpty(model))
            setFailure(nil, scene)
            model.retry()
            await scene.settle { model.phase == .content }
            XCTAssertEqual(isEmpty(model), !showsRows)
            setFailure(error, scene)
            await model.refresh()
            XCTAssertEqual(model.phase, .content)
            let offline = PageNotice(text: "You're offline. Showing saved data.", kind: .offline)
            let banner = PageNotice(text: text, kind: .banner, canRetry: canRetry)
            XCTAssertEqual(model.banner, error == .offline ? offline : banner)
            XCTAssertEqual(isEmpty(model), !showsRows)
            setFailure(nil, scene)
            model.retry()
            await scene.settle { model.banner == nil }
            XCTAssertEqual(requestCounts(scene), counts(4))
            model.disappear()
            await scene.assertAtRest()
        }
    }

    func malformedAnswers() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        for table in tables { scene.server.setMalformed(true, .rows(table)) }
        let text = "The server's answer could not be read. Please try again."
        model.appear()
        await scene.settle { model.phase == .failed(PageFailure(text: text, canRetry: true)) }
        XCTAssertTrue(
            scene.log.contains { if case .failure(tables[0], .unreadable) = $0 { true } else { false } })
        for table in tables { scene.server.setMalformed(false, .rows(table)) }
        model.retry()
        await scene.settle { model.phase == .content }
        model.disappear()
        await scene.assertAtRest()
    }

    func offline() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        await scene.setOnline(false)
        model.appear()
        XCTAssertEqual(model.phase, .failed(PageFailure(text: loadText, canRetry: true)))
        XCTAssertFalse(model.canRefresh)
        await model.refresh()
        await scene.settled()
        XCTAssertEqual(requestCounts(scene), counts(0))
        await scene.setOnline(true)
        await scene.settle { model.phase == .content }
        XCTAssertTrue(model.canRefresh)
        XCTAssertEqual(requestCounts(scene), counts(1))
        // Over content, and back while it is fresh.
        await scene.setOnline(false)
        XCTAssertEqual(
            model.banner, PageNotice(text: "You're offline. Showing saved data.", kind: .offline))
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(isEmpty(model), !showsRows)
        await model.refresh()
        await scene.setOnline(true)
        await scene.settled()
        XCTAssertNil(model.banner)
        XCTAssertEqual(requestCounts(scene), counts(1))
        // And back when it is stale.
        await scene.setOnline(false)
        await scene.advance(by: .seconds(300))
        await scene.setOnline(true)
        await scene.settle { requestCounts(scene) == counts(2) && !model.isRefreshing }
        XCTAssertNil(model.banner)
        // A load that failed before is done again, though the content is fresh.
        setFailure(.connection(reason: ""), scene)
        await model.refresh()
        setFailure(nil, scene)
        await scene.setOnline(false)
        await scene.setOnline(true)
        await scene.settle { requestCounts(scene) == counts(4) && !model.isRefreshing }
        XCTAssertNil(model.banner)
        model.disappear()
        await scene.assertAtRest()
    }

    func rateLimitRepeatsByItself() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        let text = "Too many requests. Please wait a moment."
        setFailure(.rateLimited(retryAfter: .seconds(7)), scene)
        model.appear()
        await scene.settle { model.phase == .failed(PageFailure(text: text, canRetry: true)) }
        setFailure(nil, scene)
        await scene.advance(by: .milliseconds(6_999))
        XCTAssertEqual(requestCounts(scene), counts(1))
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.phase == .content }
        // Over content that is still fresh.
        setFailure(.rateLimited(retryAfter: .seconds(7)), scene)
        await model.refresh()
        XCTAssertEqual(model.banner, PageNotice(text: text, kind: .banner, canRetry: true))
        setFailure(nil, scene)
        await scene.advance(by: .seconds(7))
        await scene.settle { model.banner == nil }
        XCTAssertEqual(requestCounts(scene), counts(4))
        // Leaving ends the wait.
        setFailure(.rateLimited(retryAfter: .seconds(7)), scene)
        await model.refresh()
        model.disappear()
        await scene.assertAtRest()
    }

    func signedOut() async {
        for table in tables {
            let scene = PageScene(rows)
            let model = Model(scene.store)
            scene.server.setFailure(.signedOut, of: .rows(table))
            model.appear()
            await scene.settle { scene.store.destination == .login }
            await scene.settled()
            XCTAssertEqual(model.phase, .idle)
            XCTAssertNil(model.banner)
            XCTAssertTrue(isEmpty(model))
            scene.store.destination = nil
            scene.server.setFailure(nil, of: .rows(table))
            // Nothing is loaded until the store is reset.
            let requestCount = scene.server.requests.count
            scene.server.live()
            await scene.setOnline(false)
            await scene.setOnline(true)
            await model.refresh()
            model.retry()
            model.disappear()
            model.appear()
            await scene.advance(by: .seconds(300))
            XCTAssertEqual(scene.server.requests.count, requestCount)
            XCTAssertEqual(model.phase, .idle)
            scene.store.reset()
            await scene.settle { model.phase == .content }
            XCTAssertNil(scene.store.destination)
            // Over content.
            scene.server.setFailure(.signedOut, of: .rows(table))
            await model.refresh()
            XCTAssertEqual(scene.store.destination, .login)
            XCTAssertEqual(model.phase, .idle)
            XCTAssertNil(model.banner)
            XCTAssertTrue(isEmpty(model))
            model.disappear()
            await scene.assertAtRest()
        }
    }

    func resetDropsEverything() async {
        let scene = PageScene(rows)
        let (model, hidden) = (Model(scene.store), Model(scene.store))
        hidden.appear()
        await scene.settle { hidden.phase == .content }
        hidden.disappear()
        model.appear()
        XCTAssertEqual(model.phase, .content)
        hold(scene)
        scene.store.reset()
        XCTAssertEqual(model.phase, .waiting)
        XCTAssertTrue(isEmpty(model))
        XCTAssertTrue(isEmpty(hidden), "a page that is not shown keeps nothing either")
        XCTAssertNotEqual(hidden.phase, .content)
        hidden.appear()
        XCTAssertEqual(hidden.phase, .waiting)
        XCTAssertTrue(isEmpty(hidden))
        scene.server.release()
        await scene.settle { model.phase == .content && hidden.phase == .content }
        XCTAssertEqual(isEmpty(model), !showsRows)
        XCTAssertEqual(requestCounts(scene), counts(2), "one load for both")
        model.disappear()
        hidden.disappear()
        await scene.assertAtRest()
    }

    func lateAnswerOfAnotherUserIsDropped() async {
        let scene = PageScene(rows)
        let model = Model(scene.store)
        hold(scene, ignoringCancellation: true)
        model.appear()
        await scene.settle { scene.server.heldCount == tables.count }
        scene.server.removeAll()
        scene.store.reset()
        await scene.settle { scene.server.heldCount == 2 * tables.count }
        for table in tables { scene.server.answerFirst(.rows(table)) }
        await scene.settled()
        XCTAssertEqual(model.phase, .waiting)
        XCTAssertTrue(isEmpty(model))
        scene.server.release()
        await scene.settle { model.phase == .content }
        model.disappear()
        await scene.assertAtRest()
    }

    /// Frees the model while it is idle, while its load hangs, with content, after it failed, and when it was left.
    func isFreed() async {
        for stage in ["idle", "hanging", "content", "failed", "rate limited"] {
            for disappears in [false, true] {
                let scene = PageScene(rows)
                var model: Model? = Model(scene.store)
                weak let reference = model
                switch stage {
                case "idle": break
                case "hanging":
                    hold(scene)
                    model?.appear()
                case "failed":
                    setFailure(.timedOut, scene)
                    model?.appear()
                case "rate limited":
                    setFailure(.rateLimited(retryAfter: .seconds(9)), scene)
                    model?.appear()
                default: model?.appear()
                }
                await scene.settled()
                if disappears { model?.disappear() }
                model = nil
                await scene.settle { reference == nil }
                scene.server.release()
                await scene.assertAtRest()
                XCTAssertEqual(scene.store.pageCount, 0)
            }
        }
    }
}
