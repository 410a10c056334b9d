import CompassKernel
import CompassPages
import XCTest

/// Generating a report: what it shows, what fails, and what comes late.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ReportGenerationTests: ReportsTestCase {
    func testReport() async {
        let (_, model) = await generated()
        XCTAssertEqual(
            model.cards.map(\.label),
            [
                "Schools", "Coaches", "Interactions", "Metrics", "Response Rate",
            ])
        XCTAssertEqual(model.cards.map(\.value), ["3", "3", "2", "1", "33.3%"])
        XCTAssertEqual(
            model.cards.map(\.aloud),
            ["Schools: 3.", "Coaches: 3.", "Interactions: 2.", "Metrics: 1.", "Response Rate: 33.3%."])
        XCTAssertEqual(
            model.report?.sections.schools.byStatus,
            [CategoryCount(name: "interested", count: 2), CategoryCount(name: "contacted", count: 1)])
        XCTAssertEqual(model.report?.warnings, [])
        XCTAssertNil(model.report?.previous)
        XCTAssertNil(model.emptyText)
        XCTAssertNil(model.generateFailure)
    }

    func testResponseRateHasOneDecimal() async {
        // 2 of 3, 1 of 16 (6.25 is rounded up), 3 of 2, none of none.
        for (inbound, coaches, text) in [(2, 3, "66.7%"), (1, 16, "6.3%"), (3, 2, "150.0%"), (0, 0, "0.0%")] {
            var rows = (0..<inbound).map {
                ServerRow.interaction("i\($0)", date: "2026-02-01T10:00:00Z", direction: "inbound")
            }
            rows += (0..<coaches).map { ServerRow.coach("k\($0)") } + [.metric("m1")]
            let (_, model) = await generated(rows)
            XCTAssertEqual(model.cards.last?.value, text)
        }
    }

    func testComparison() async {
        let (scene, model) = await shown()
        model.choose(.last30Days)
        model.isComparing = true
        XCTAssertEqual(model.preset, .last30Days)
        model.from = day(2025, 12, 31)
        model.generate()
        await scene.settle { model.report != nil }
        // 42 days until 2026-02-10, and 42 days until 2025-12-30.
        XCTAssertEqual(model.report?.sections.interactions.total, 2)
        XCTAssertEqual(model.report?.previous?.interactions.total, 1)
    }

    func testAComparisonIsNotKeptForAnotherUser() async {
        let (scene, model) = await shown()
        model.isComparing = true
        scene.store.reset()
        XCTAssertFalse(model.isComparing)
        await scene.settle { model.phase == .content }
        model.generate()
        await scene.settle { model.report != nil }
        XCTAssertNil(model.report?.previous)
    }

    func testNothingToReport() async {
        let (scene, model) = await generated([.school("s1", "Duke")])
        XCTAssertEqual(
            model.emptyText, "No data found for selected date range. Try a different range.")
        model.choose(.last7Days)
        XCTAssertNil(model.emptyText)
        model.disappear()
        await scene.assertAtRest()
    }

    func testButton() async {
        let (scene, model) = await shown()
        XCTAssertEqual(model.generateLabel, "Generate Report")
        await scene.advance(by: .seconds(300))
        scene.server.hold(.rows(.metrics))
        model.generate()
        XCTAssertTrue(model.isGenerating)
        XCTAssertEqual(model.generateLabel, "Generating...")
        XCTAssertFalse(model.canGenerate)
        model.generate()
        await scene.settle { scene.server.heldCount == 1 }
        XCTAssertNil(model.report)
        scene.server.release()
        await scene.settle { !model.isGenerating }
        XCTAssertNotNil(model.report)
        XCTAssertEqual(model.generateLabel, "Generate Report")
        XCTAssertEqual(scene.server.requestCount(.metrics), 2)
        await scene.setOnline(false)
        XCTAssertFalse(model.canGenerate)
        model.generate()
        XCTAssertFalse(model.isGenerating)
        XCTAssertNotNil(model.report, "what was generated stays while offline")
        await scene.setOnline(true)
        XCTAssertTrue(model.canGenerate)
    }

    func testTablesAreLoadedFirstAtFiveMinutes() async {
        let (scene, model) = await shown()
        await scene.advance(by: .seconds(299))
        scene.server.put(.coach("k4"))
        model.generate()
        await scene.settle { model.report != nil }
        XCTAssertEqual(scene.server.requests.count, 4)
        XCTAssertEqual(model.report?.sections.coaches.total, 3)
        await scene.advance(by: .seconds(1))
        model.generate()
        XCTAssertNil(model.report)
        await scene.settle { model.report != nil }
        XCTAssertEqual(scene.server.requests.count, 8)
        XCTAssertEqual(model.report?.sections.coaches.total, 4)
        model.disappear()
        await scene.assertAtRest()
    }

    func testGeneratingFails() async {
        for error in [SourceError.timedOut, .server(status: 500, message: ""), .connection(reason: "")] {
            let (scene, model) = await shown()
            await scene.advance(by: .seconds(300))
            setFailure(error, scene)
            model.generate()
            await scene.settle { model.generateFailure != nil }
            XCTAssertEqual(
                model.generateFailure,
                PageNotice(
                    text: "Failed to generate report. Please try again.", kind: .banner, canRetry: true))
            XCTAssertFalse(model.isGenerating)
            XCTAssertNil(model.report)
            XCTAssertEqual(model.phase, .content)
            setFailure(nil, scene)
            model.generate()
            XCTAssertNil(model.generateFailure)
            await scene.settle { model.report != nil }
            model.disappear()
            await scene.assertAtRest()
        }
    }

    func testGeneratingIsSignedOut() async {
        let (scene, model) = await shown()
        await scene.advance(by: .seconds(300))
        scene.server.setFailure(.signedOut, of: .rows(.coaches))
        model.generate()
        await scene.settle { scene.store.destination == .login }
        XCTAssertNil(model.generateFailure)
        XCTAssertNil(model.banner)
        XCTAssertFalse(model.isGenerating)
        XCTAssertEqual(model.phase, .idle)
        let requestCount = scene.server.requests.count
        model.generate()
        await scene.settled()
        XCTAssertFalse(model.isGenerating)
        XCTAssertEqual(scene.server.requests.count, requestCount)
        model.disappear()
        await scene.assertAtRest()
    }

    func testTablesThatFailedAreWarnings() async {
        let scene = PageScene(Self.rows)
        let model = ReportsModel(scene.store)
        scene.server.setFailure(.forbidden(message: "no"), of: .rows(.coaches))
        scene.server.setMalformed(true, .rows(.metrics))
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertNil(model.banner)
        model.generate()
        await scene.settle { model.report != nil }
        XCTAssertEqual(model.report?.warnings.map(\.table), ["coaches", "performance_metrics"])
        XCTAssertEqual(model.report?.warnings.first?.reason, "access is refused: no")
        XCTAssertEqual(model.cards.map(\.value), ["3", "0", "2", "0", "0.0%"])
        scene.server.setFailure(nil, of: .rows(.coaches))
        scene.server.setMalformed(false, .rows(.metrics))
        model.generate()
        await scene.settle { model.report != nil }
        XCTAssertEqual(model.report?.warnings, [])
        XCTAssertEqual(model.cards.map(\.value), ["3", "3", "2", "1", "33.3%"])
        XCTAssertEqual(scene.server.requests.count, 8, "each report asks again for what failed")
        model.disappear()
        await scene.assertAtRest()
    }

    func testLargeRange() async {
        let (scene, model) = await shown()
        XCTAssertNil(model.largeRangeText)
        model.from = day(2016, 2, 10)
        XCTAssertNil(model.largeRangeText, "ten years")
        model.from = day(2016, 2, 9)
        XCTAssertEqual(model.largeRangeText, "Large date range may take longer to generate")
        model.generate()
        await scene.settle { model.report != nil }
        XCTAssertEqual(
            model.report?.warnings.map(\.reason), ["Large date range may take longer to generate"])
        XCTAssertEqual(model.largeRangeText, "Large date range may take longer to generate")
        model.from = nil
        XCTAssertNil(model.largeRangeText)
    }

    func testALateResultIsDropped() async {
        for change in ["from", "preset", "comparison", "leave", "reset"] {
            let (scene, model) = await shown()
            await scene.advance(by: .seconds(300))
            scene.server.hold(.rows(.metrics), ignoringCancellation: true)
            model.generate()
            await scene.settle { scene.server.heldCount == 1 }
            switch change {
            case "from": model.from = day(2026, 1, 1)
            case "preset": model.choose(.last7Days)
            case "comparison": model.isComparing = true
            case "leave": model.disappear()
            default: scene.store.reset()
            }
            XCTAssertFalse(model.isGenerating, change)
            scene.server.release()
            await scene.settled()
            XCTAssertNil(model.report, change)
            XCTAssertNil(model.generateFailure, change)
            model.disappear()
            await scene.assertAtRest()
        }
    }

    func testTheLaterOfTwoReportsIsShown() async {
        let (scene, model) = await shown()
        await scene.advance(by: .seconds(300))
        scene.server.hold(.rows(.metrics))
        model.generate()
        model.choose(.lastYear)
        model.generate()
        await scene.settle { scene.server.heldCount == 1 }
        scene.server.release()
        await scene.settle { model.report != nil }
        await scene.settled()
        XCTAssertEqual(model.report?.period.from, day(2025, 2, 10))
        XCTAssertEqual(model.report?.sections.interactions.total, 3)
        XCTAssertEqual(scene.server.requestCount(.metrics), 2, "one load for both")
    }

    func testIsFreedWhileGenerating() async {
        let scene = PageScene(Self.rows)
        var model: ReportsModel? = ReportsModel(scene.store)
        weak let reference = model
        model?.appear()
        await scene.settle { reference?.phase == .content }
        await scene.advance(by: .seconds(300))
        scene.server.hold(.rows(.metrics))
        model?.generate()
        await scene.settle { scene.server.heldCount == 1 }
        model = nil
        await scene.settle { reference == nil }
        scene.server.release()
        await scene.assertAtRest()
    }
}
