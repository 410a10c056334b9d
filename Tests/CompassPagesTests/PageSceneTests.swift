import CompassKernel
import CompassPages
import XCTest

/// The stage of the tests of pages itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageSceneTests: XCTestCase {
    func testAHeldRequestIsAnsweredWithTheRowsOfItsArrival() async {
        let scene = PageScene([.post("1", notes: "old"), .school("s1", "Duke")])
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts)
        model.appear()
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        XCTAssertEqual(model.phase, .waiting)
        scene.server.set("1", ["notes": "new"])
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.notes), ["old"])
        XCTAssertEqual(model.posts.map(\.schoolName), ["Duke"])
        await model.refresh()
        XCTAssertEqual(model.posts.map(\.notes), ["new"])
        await scene.settled()
        XCTAssertEqual(scene.server.inFlightCount, 0)
    }

    func testLiveChangesReachThePage() async {
        let scene = PageScene([.post("1"), .school("s1", "Duke")])
        let model = SocialFeedModel(scene.store)
        model.appear()
        await scene.settle { scene.server.subscriberCount == 1 && model.phase == .content }
        scene.server.live()
        scene.server.insertLive(.post("2", date: "2026-02-10T11:00:00Z"))
        await scene.settle { model.posts.map(\.id) == ["2", "1"] }
        scene.server.changeLive("1", ["notes": "seen"])
        await scene.settle { model.posts.last?.notes == "seen" }
        scene.server.deleteLive("2")
        await scene.settle { model.posts.map(\.id) == ["1"] }
    }

    func testNewestRowsComeFirst() async throws {
        let server = PageServer(
            now: { PageScene.start },
            rows: [
                .document("a", date: "2026-01-01T00:00:00Z"), .document("b", date: "2026-01-03T00:00:00Z"),
                .document("c", date: "2026-01-02T00:00:00Z"),
            ])
        let loaded = try await server.load(DocumentTable.self, RowRequest(.documents, .newest(2)))
        XCTAssertEqual(loaded.table.map(\.id), ["b", "c"])
    }
}
