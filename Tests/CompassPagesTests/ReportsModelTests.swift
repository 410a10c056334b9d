import CompassKernel
import CompassPages
import XCTest

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ReportsModelTests: XCTestCase {
    private static let rows: [ServerRow] = [
        .school("s1", "Duke", status: "interested"), .school("s2", "Rice", status: "interested"),
        .school("s3", "Yale", status: "contacted"), .coach("k1"), .coach("k2"), .coach("k3", school: "s2"),
        .interaction("i1", date: "2026-02-01T10:00:00Z", direction: "inbound"),
        .interaction("i2", date: "2026-02-02T10:00:00Z", direction: "outbound"),
        .interaction("i3", date: "2025-12-01T10:00:00Z", direction: "inbound"),
        .metric("m1", date: "2026-02-03"),
    ]
    private static let tables: [TableName] = [.schools, .coaches, .interactions, .metrics]

    private let checks = LoadingChecks<ReportsModel>(
        rows: rows, tables: tables, loadText: "Unable to load report data. Check your connection.",
        timedOutText: "Connection timed out. Check your connection.",
        serverText: "Server error. Unable to load data.",
        isEmpty: { $0.report == nil && $0.cards.isEmpty }, showsRows: false)

    private func shown(_ rows: [ServerRow] = rows) async -> (PageScene, ReportsModel) {
        let scene = PageScene(rows)
        let model = ReportsModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return (scene, model)
    }

    private func generated(_ rows: [ServerRow] = rows) async -> (PageScene, ReportsModel) {
        let (scene, model) = await shown(rows)
        model.generate()
        await scene.settle { model.report != nil }
        return (scene, model)
    }

    private func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        CivilDate(year: year, month: month, day: day)
    }

    private func setFailure(_ error: SourceError?, _ scene: PageScene) {
        for table in Self.tables { scene.server.setFailure(error, of: .rows(table)) }
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

    func testTablesAreLoadedWhole() async {
        let (scene, _) = await shown()
        XCTAssertEqual(Set(scene.server.requests), Set(Self.tables.map { RowRequest($0) }))
    }

    func testTexts() {
        let texts = ReportsModel(PageScene().store).texts.reports
        XCTAssertEqual(texts.title, "Reports & Analytics")
        XCTAssertEqual(texts.subtitle, "Generate comprehensive reports and export recruiting data")
        XCTAssertEqual(texts.summary, "Report Summary")
        XCTAssertEqual(texts.schoolsByStatus, "Schools by Status")
        XCTAssertEqual(texts.from, "From")
        XCTAssertEqual(texts.to, "To")
        XCTAssertEqual(texts.generateAloud, "Generate report for selected date range")
        XCTAssertEqual(texts.exportAloud, "Export report to CSV file")
    }

    // Dates

    func testOpensWithTheLast30Days() async {
        let (_, model) = await shown()
        XCTAssertEqual(model.preset, .last30Days)
        XCTAssertEqual(model.from, day(2026, 1, 11))
        XCTAssertEqual(model.to, day(2026, 2, 10))
        XCTAssertEqual(model.aloud(.last30Days), "Last 30 days preset")
        XCTAssertEqual(model.fromAloud, "From date: January 11, 2026")
        XCTAssertEqual(model.toAloud, "To date: February 10, 2026")
        XCTAssertNil(model.report)
        XCTAssertNil(model.emptyText)
        XCTAssertTrue(model.canGenerate)
    }

    func testPresets() async {
        let (_, model) = await shown()
        let first = ReportPreset.allCases.map { preset -> CivilDate? in
            model.choose(preset)
            XCTAssertEqual(model.preset, preset)
            XCTAssertEqual(model.to, day(2026, 2, 10))
            return model.from
        }
        XCTAssertEqual(
            first,
            [
                day(2026, 2, 3), day(2026, 1, 11), day(2025, 11, 12), day(2025, 8, 14), day(2026, 1, 1),
                day(2025, 2, 10),
            ])
        XCTAssertEqual(
            ReportPreset.allCases.map { model.aloud($0) },
            [
                "Last 7 days preset", "Last 30 days preset", "Last 90 days preset", "Last 6 months preset",
                "Year to date preset", "Last year preset",
            ])
    }

    func testADateByHandLeavesNoPresetActive() async {
        let (_, model) = await shown()
        model.from = day(2026, 1, 12)
        XCTAssertNil(model.preset)
        model.choose(.last7Days)
        XCTAssertEqual(model.preset, .last7Days)
        model.to = day(2026, 2, 9)
        XCTAssertNil(model.preset)
        XCTAssertEqual(model.from, day(2026, 2, 3))
    }

    func testDatesAreNotKept() async {
        let (scene, model) = await generated()
        model.choose(.lastYear)
        model.generate()
        await scene.settle { model.report != nil }
        model.disappear()
        XCTAssertNil(model.report)
        model.appear()
        XCTAssertNil(model.report)
        XCTAssertEqual(model.preset, .last30Days)
        XCTAssertEqual(model.from, day(2026, 1, 11))
        model.from = nil
        model.disappear()
        // Two days later.
        await scene.advance(by: .seconds(2 * 86_400))
        model.appear()
        XCTAssertEqual(model.from, day(2026, 1, 13))
        XCTAssertEqual(model.to, day(2026, 2, 12))
        model.disappear()
        await scene.assertAtRest()
    }

    func testReversedDates() async {
        let (_, model) = await shown()
        XCTAssertNil(model.dateNotice)
        model.from = day(2026, 2, 11)
        XCTAssertEqual(
            model.dateNotice, PageNotice(text: "End date must be after start date", kind: .inline))
        XCTAssertFalse(model.canGenerate)
        model.generate()
        XCTAssertFalse(model.isGenerating)
        model.from = day(2026, 2, 10)
        XCTAssertNil(model.dateNotice, "equal is allowed")
        XCTAssertTrue(model.canGenerate)
    }

    func testMissingDates() async {
        let (_, model) = await shown()
        model.from = nil
        XCTAssertFalse(model.canGenerate)
        XCTAssertNil(model.dateNotice)
        model.from = day(2026, 2, 1)
        XCTAssertTrue(model.canGenerate)
        model.to = nil
        XCTAssertFalse(model.canGenerate)
        model.generate()
        XCTAssertFalse(model.isGenerating)
    }

    func testTheReportGoesWhenADateChanges() async {
        for change in ["from", "to", "preset", "comparison"] {
            let (scene, model) = await generated()
            model.choose(.last30Days)
            XCTAssertNotNil(model.report, "the same dates")
            model.from = model.from
            XCTAssertNotNil(model.report, "the same date")
            XCTAssertEqual(model.preset, .last30Days)
            switch change {
            case "from": model.from = day(2026, 1, 12)
            case "to": model.to = day(2026, 2, 9)
            case "preset": model.choose(.last7Days)
            default: model.isComparing = true
            }
            XCTAssertNil(model.report, change)
            XCTAssertEqual(model.cards, [])
            model.disappear()
            await scene.assertAtRest()
        }
    }

    // Report

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

    // Export

    func testExport() async throws {
        let (_, model) = await generated()
        XCTAssertEqual(ReportsModel.fileName, "recruiting-report.csv")
        XCTAssertEqual(model.exportLabel, "Export CSV")
        XCTAssertEqual(model.texts.reports.exporting, "Exporting...")
        let bytes = await model.exportCSV()
        XCTAssertEqual(bytes, model.report?.csv())
        XCTAssertTrue(String(decoding: try XCTUnwrap(bytes), as: UTF8.self).contains("Recruiting Report"))
        XCTAssertNil(model.exportFailure)
        XCTAssertFalse(model.isExporting)
        XCTAssertEqual(model.exportLabel, "Export CSV")
    }

    func testTheButtonWhileExporting() async {
        let (_, model) = await generated()
        var labels: Set<String> = [model.exportLabel]
        // An export may be done before anything else gets a turn.
        for _ in 0..<200 where labels.count < 2 {
            var isDone = false
            let export = Task {
                _ = await model.exportCSV()
                isDone = true
            }
            while !model.isExporting, !isDone { await Task.yield() }
            labels.insert(model.exportLabel)
            await export.value
        }
        XCTAssertEqual(labels, ["Export CSV", "Exporting..."])
        XCTAssertFalse(model.isExporting)
    }

    func testAnExportFromBeforeAResetIsDropped() async {
        let (scene, model) = await generated()
        var wasDropped = false
        // An export may be done before anything else gets a turn.
        for _ in 0..<200 where !wasDropped {
            if model.report == nil {
                await scene.settle { model.phase == .content }
                model.generate()
                await scene.settle { model.report != nil }
            }
            var isDone = false
            let export = Task {
                let csv = await model.exportCSV()
                isDone = true
                return csv
            }
            while !model.isExporting, !isDone { await Task.yield() }
            scene.store.reset()
            XCTAssertFalse(model.isExporting)
            wasDropped = await export.value == nil
        }
        XCTAssertTrue(wasDropped)
        XCTAssertNil(model.exportFailure)
    }

    func testNothingToExport() async {
        let (_, model) = await shown()
        let bytes = await model.exportCSV()
        XCTAssertNil(bytes)
        XCTAssertEqual(
            model.exportFailure,
            PageNotice(text: "Generate a report first before exporting", kind: .alert))
        model.closeAlert()
        XCTAssertNil(model.exportFailure)
    }

    func testTheAppCannotSaveTheFile() async {
        let (_, model) = await generated()
        model.exportFailed()
        XCTAssertEqual(
            model.exportFailure,
            PageNotice(text: "Failed to export CSV. Please try again.", kind: .alert))
        _ = await model.exportCSV()
        XCTAssertNil(model.exportFailure)
        model.exportFailed()
        model.disappear()
        XCTAssertNil(model.exportFailure)
    }
}
