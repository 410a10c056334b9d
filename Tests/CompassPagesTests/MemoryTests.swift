import CompassKernel
import CompassPages
import CompassTestSupport
import Foundation
import XCTest

/// Several pages at once, and many one after another.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class MemoryTests: XCTestCase {
    private static let rows: [ServerRow] = [
        .school("s1", "Duke", status: "interested"), .coach("k1"), .post("p1"), .event("e1", "Camp"),
        .offer("o1"), .interaction("i1"), .statusChange("c1"), .document("d1"), .metric("m1"),
    ]

    func testPagesShareTables() async {
        let scene = PageScene(Self.rows, followsPosts: false)
        let models = (PageScene.models + PageScene.models).map { $0.init(scene.store) }
        for table in TableName.allCases { scene.server.hold(.rows(table)) }
        for model in models { model.appear() }
        await scene.settled()
        // Whole tables once, whoever asks; page and widget have rows of their own.
        let requests: [RowRequest] = [
            RowRequest(.posts), RowRequest(.schools), RowRequest(.events), RowRequest(.offers),
            RowRequest(.interactions), RowRequest(.statusChanges), RowRequest(.coaches),
            RowRequest(.metrics), RowRequest(.interactions, .newest(500)),
            RowRequest(.statusChanges, .newest(500)), RowRequest(.documents, .newest(500)),
            RowRequest(.interactions, .newest(10)), RowRequest(.statusChanges, .newest(10)),
            RowRequest(.documents, .newest(10)),
        ]
        XCTAssertEqual(scene.server.requests.count, requests.count)
        XCTAssertEqual(Set(scene.server.requests), Set(requests))
        scene.server.release()
        await scene.settle { models.allSatisfy { $0.phase == .content } }
        XCTAssertEqual(scene.server.requests.count, requests.count)
        for table in TableName.allCases { scene.server.hold(.rows(table)) }
        scene.store.signOut()
        XCTAssertEqual(scene.store.destination, .login)
        XCTAssertTrue(models.allSatisfy { $0.phase == .idle })
        scene.store.reset()
        XCTAssertTrue(models.allSatisfy { $0.phase == .waiting })
        scene.server.release()
        await scene.settle { models.allSatisfy { $0.phase == .content } }
        XCTAssertEqual(scene.server.requests.count, 2 * requests.count)
        for model in models { model.disappear() }
        await scene.assertAtRest()
    }

    func testOnePageThatLeavesDoesNotEndTheLoadOfAnother() async {
        let scene = PageScene(Self.rows)
        let (timeline, reports) = (TimelineModel(scene.store), ReportsModel(scene.store))
        scene.server.hold(.rows(.interactions))
        timeline.appear()
        reports.appear()
        await scene.settle { scene.server.heldCount == 1 }
        timeline.disappear()
        await scene.settled()
        XCTAssertEqual(scene.server.heldCount, 1)
        scene.server.release()
        await scene.settle { reports.phase == .content }
        XCTAssertEqual(timeline.phase, .idle)
        // What was loaded meanwhile is in the cache.
        timeline.appear()
        await scene.settle { timeline.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.interactions), 1)
        XCTAssertEqual(scene.server.requestCount(.events), 1)
        timeline.disappear()
        reports.disappear()
        await scene.assertAtRest()
    }

    func testPagesThatAreFreedWithoutBeingLeftAreForgotten() async {
        let scene = PageScene(Self.rows)
        for _ in 1...10 {
            let model = SocialFeedModel(scene.store)
            model.appear()
            await scene.settle { model.phase == .content }
        }
        let last = SocialAnalyticsModel(scene.store)
        await scene.settled()
        last.appear()
        XCTAssertEqual(scene.store.postObserverCount, 1)
    }

    func testAStoreIsFreedWithItsPages() async {
        weak var store: CompassStore?
        var references: [() -> AnyObject?] = []
        var server: PageServer?
        do {
            let scene = PageScene(Self.rows)
            store = scene.store
            server = scene.server
            for table in TableName.allCases { scene.server.hold(.rows(table)) }
            for type in PageScene.models {
                let model = type.init(scene.store)
                references.append { [weak model] in model }
                model.appear()
            }
            await scene.settled()
        }
        await waitUntil { store == nil && references.allSatisfy { $0() == nil } }
        await waitUntil { server?.inFlightCount == 0 && server?.subscriberCount == 0 }
    }

    func testAThousandOpeningsGrowNothing() async {
        // Long texts, as the measure is coarse.
        let text = String(repeating: "x", count: 6_000)
        let scene = PageScene(
            Self.rows + [
                .post("p2", content: text), .interaction("i2", content: text),
                .statusChange("c2", notes: text), .document("d2", title: text),
            ], followsPosts: false)
        var references: [() -> AnyObject?] = []
        var bytes = 0
        for round in 1...1_000 {
            if round == 200 { bytes = Self.residentByteCount() }
            for type in PageScene.models {
                let model = type.init(scene.store)
                references.append { [weak model] in model }
                model.appear()
                await scene.settle { model.phase == .content && !model.isRefreshing }
                model.disappear()
            }
            // All is stale for the next one.
            scene.clock.advance(by: .seconds(300))
            if round % 100 == 0 {
                await scene.settle { references.allSatisfy { $0() == nil } }
                references = []
                await scene.assertAtRest()
                XCTAssertEqual(scene.store.pageCount, 0)
            }
        }
        // XCTest's run loop on Linux loses some bytes with each turn of the main queue: about 8 MB in all. The rows
        // that a page holds, if they were kept, would be 10 MB or more. A sanitizer's own memory grows with each turn,
        // too; there the freed models are the test.
        if !Self.isSanitized { XCTAssertLessThan(Self.residentByteCount() - bytes, 14 << 20) }
    }

    /// Whether the process runs under a sanitizer, which keeps much memory of its own.
    private static var isSanitized: Bool {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        return maps.contains("libclang_rt.") || dlsym(nil, "__tsan_init") != nil
            || dlsym(nil, "__asan_init") != nil
    }

    /// The memory that the process occupies; 0 where that is not known.
    private static func residentByteCount() -> Int {
        guard
            let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        else { return 0 }
        return (Int(pages[1]) ?? 0) * 4096
    }
}
