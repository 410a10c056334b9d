import CompassKernel
import CompassPages
import Observation
import XCTest

/// What observers of the models are told: each change once, and nothing when nothing that was read has changed.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ObservationTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1", date: "2026-02-10T11:00:00Z"), .post("2", platform: "instagram"), .school("s1", "Duke"),
    ]

    /// Reads properties, and counts how often it is told that one of them changes: at most once.
    private func watch<Value>(_ read: () -> Value) -> Counted {
        let counted = Counted()
        withObservationTracking {
            _ = read()
        } onChange: {
            MainActor.assumeIsolated { counted.count += 1 }
        }
        return counted
    }

    @MainActor
    private final class Counted {
        var count = 0
    }

    private func shown(_ scene: PageScene) async -> SocialFeedModel {
        let model = SocialFeedModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        await scene.settled()
        return model
    }

    func testAChangeIsToldOnce() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let (posts, statistics) = (watch { model.posts }, watch { model.statistics })
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        XCTAssertEqual(posts.count, 1)
        XCTAssertEqual(statistics.count, 1)
        scene.server.release()
        await scene.settle { scene.server.changes.count == 1 && scene.server.inFlightCount == 0 }
        await scene.settled()
        XCTAssertEqual(posts.count, 1)
    }

    func testAConfirmationIsNotTold() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        model.setFlag(true, ofPost: "1")
        let all = watch { (model.posts, model.statistics, model.phase, model.matchCount, model.message) }
        await scene.settle { scene.server.changes.count == 1 && scene.server.inFlightCount == 0 }
        await scene.settled()
        XCTAssertEqual(all.count, 0)
    }

    func testARefreshWithEqualRowsTellsOnlyThatItRefreshes() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        let refreshing = watch { model.isRefreshing }
        let list = watch {
            (
                model.posts, model.statistics, model.phase, model.matchCount, model.schools, model.state,
                model.hasMore, model.newPostCount, model.counts, model.banner, model.canRefresh
            )
        }
        let page = watch { (analytics.page, analytics.phase, analytics.cards, analytics.empty) }
        await model.refresh()
        await scene.settled()
        XCTAssertEqual(refreshing.count, 1)
        XCTAssertEqual(list.count, 0)
        XCTAssertEqual(page.count, 0)
    }

    func testAFilterTellsOnlyWhatItChanges() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let (posts, filters) = (watch { model.posts }, watch { model.filters })
        let others = watch { (model.statistics, model.schools, model.state, model.phase, model.banner) }
        model.filters.platform = .instagram
        XCTAssertEqual(posts.count, 1)
        XCTAssertEqual(filters.count, 1)
        XCTAssertEqual(others.count, 0)
        let again = watch { (model.filters, model.posts) }
        model.filters.platform = .instagram
        XCTAssertEqual(again.count, 0)
    }

    func testAMinuteWithoutADifferenceIsNotTold() async {
        let scene = PageScene([.post("1", date: "2020-01-01T00:00:00Z")])
        let model = await shown(scene)
        let all = watch { (model.posts, model.statistics, model.message, model.banner) }
        await scene.advance(by: .seconds(60))
        XCTAssertEqual(all.count, 0)
    }

    func testARangeWithTheSamePageTellsTheRange() async {
        let scene = PageScene(rows)
        _ = await shown(scene)
        let model = SocialAnalyticsModel(scene.store)
        model.appear()
        let (range, page, phase) = (watch { model.range }, watch { model.page }, watch { model.phase })
        model.range = .last(days: 7)
        XCTAssertEqual(range.count, 1)
        XCTAssertEqual(page.count, 1)
        XCTAssertEqual(phase.count, 0)
        let again = watch { (model.range, model.page) }
        model.range = .last(days: 7)
        XCTAssertEqual(again.count, 0)
    }

    func testTheNetworkIsToldOnce() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let banner = watch { model.banner }
        let list = watch { (model.posts, model.phase, model.isRefreshing) }
        await scene.setOnline(false)
        XCTAssertEqual(banner.count, 1)
        await scene.setOnline(true)
        XCTAssertEqual(list.count, 0)
    }

    func testAMessageIsToldOnceAndAgainWhenItGoes() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let comes = watch { model.message }
        model.sync()
        await scene.settle { model.message != nil }
        await scene.settled()
        XCTAssertEqual(comes.count, 1)
        let goes = watch { model.message }
        await scene.advance(by: .milliseconds(4_999))
        XCTAssertEqual(goes.count, 0)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.message == nil }
        XCTAssertEqual(goes.count, 1)
    }

    func testALiveChangeOfAPostThatIsNotListedTellsNoList() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        await scene.settled()
        model.filters.platform = .twitter
        let list = watch { (model.posts, model.statistics, model.matchCount) }
        scene.server.changeLive("2", ["notes": "seen"])
        await scene.settled()
        XCTAssertEqual(list.count, 0)
        model.clearFilters()
        await scene.settle { model.posts.last?.notes == "seen" }
    }
}
