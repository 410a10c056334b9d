import CompassKernel
import CompassPages
import XCTest

/// Reports: its load, its dates and its export.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class ReportsModelTests: ReportsTestCase {
    private let checks = LoadingChecks<ReportsModel>(
        rows: rows, tables: tables, loadText: "Unable to load report data. Check your connection.",
        timedOutText: "Connection timed out. Check your connection.",
        serverText: "Server error. Unable to load data.",
        isEmpty: { $0.report == nil && $0.cards.isEmpty }, showsRows: false)

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
        XCTAssertEqual(model.exportLabel, "Export CSV")
        let label = await whileExporting(model) { model.exportLabel }
        XCTAssertEqual(label.read, "Exporting...")
        XCTAssertEqual(label.csv, model.report?.csv())
        XCTAssertEqual(model.exportLabel, "Export CSV")
        XCTAssertFalse(model.isExporting)
    }

    func testAnExportFromBeforeAResetIsDropped() async {
        let (scene, model) = await generated()
        let reset = await whileExporting(model) {
            XCTAssertTrue(model.isExporting)
            scene.store.reset()
            return model.isExporting
        }
        XCTAssertFalse(reset.read)
        XCTAssertNil(reset.csv)
        XCTAssertNil(model.exportFailure)
        XCTAssertFalse(model.isExporting)
    }

    /// Exports, and reads something after the export began and before it can end.
    ///
    /// The main actor performs tasks in the order in which they are queued: the reader before the export begins,
    /// the export's end after that.
    private func whileExporting<Value: Sendable>(
        _ model: ReportsModel, read: @escaping @MainActor () -> Value
    ) async -> (read: Value, csv: [UInt8]?) {
        let export = Task { await model.exportCSV() }
        let reader = Task { read() }
        return (await reader.value, await export.value)
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
