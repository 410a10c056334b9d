import BenchmarkHarness
import XCTest

@testable import CompassWorkloads

final class WorkloadAnswersTests: XCTestCase {
    /// Also checks after calls of each kind, which must leave the posts unchanged.
    func testEveryWorkloadOfTheFeedAnswersAsTheBaselinesDo() throws {
        let datasets = try SmallDatasets()
        let names = Workloads.questions.map(\.name).filter { name in
            ["feed.", "cold.", "live.", "file.", "partial."].contains { name.hasPrefix($0) }
                || name == "social.search"
        }
        XCTAssertGreaterThanOrEqual(names.count, 47)
        for workload in Workloads.questions where names.contains(workload.name) {
            let question = try workload.prepare(datasets.inputs, .tenThousand)
            if workload.name == FileTables.name {
                XCTAssertEqual(Double(question.rows), 30_000, accuracy: 6_000)
            } else {
                XCTAssertEqual(
                    question.rows, workload.name == LiveTimeline.name ? 10_000 : SmallDatasets.posts)
            }
            for one in question.cases {
                try one.check()
                for _ in 0..<2 {
                    try one.kernel.prepare()
                    for index in 0..<5 { try one.kernel(index) }
                }
                for variant in question.variants {
                    try variant.call.prepare()
                    for index in 0..<3 { try variant.call(index) }
                }
                try one.kernel.prepare()
                try one.check()
            }
        }
    }

    func testEveryReferenceCanBeCalledWithAnyIndex() throws {
        let inputs = try SmallDatasets().inputs
        var names: Set<String> = []
        for workload in Workloads.questions {
            let prefixes = ["ingest.", "social.page.", "timeline."]
            guard prefixes.contains(where: { workload.name.hasPrefix($0) }) else { continue }
            for reference in try workload.prepare(inputs, .tenThousand).references {
                names.insert(reference.name)
                try reference.call.prepare()
                for index in [0, 1, 99] { try reference.call(index) }
            }
        }
        XCTAssertEqual(
            names,
            [
                SocialPage.copy, TimelineLayouts.copy, LevelQuestions.reading, IngestPosts.copy,
                IngestPosts.twoLoads,
            ])
    }

    func testEveryLayoutOfTheTimelineIsTheBaselines() throws {
        let inputs = try SmallDatasets().inputs
        for workload in TimelineLayouts.workloads {
            let question = try workload.prepare(inputs, .tenThousand)
            XCTAssertEqual(Double(question.rows), 10_000, accuracy: 10)
            for one in question.cases {
                try one.check()
                try one.kernel(0)
            }
        }
        XCTAssertEqual(Double(try inputs.timeline(itemCount: 100).itemCount), 100, accuracy: 3)
    }

    func testEveryQuestionOfTheIntervalsIsAnsweredAsByLookingAtEach() throws {
        let inputs = try SmallDatasets().inputs
        for workload in IntervalQuestions.workloads {
            let question = try workload.prepare(inputs, .tenThousand)
            XCTAssertEqual(question.rows, 10_000)
            for one in question.cases {
                try one.check()
                try one.kernel.prepare()
                for index in 0..<3 { try one.kernel(index) }
                try one.kernel.prepare()
                try one.check()
            }
        }
    }

    /// Also checks after calls, which must leave feeds unchanged.
    func testActivityReportsAndExportsAreTheBaselines() throws {
        let datasets = try SmallDatasets()
        let workloads =
            ActivityPages.workloads + ActivityInserts.workloads + ReportGeneration.workloads
            + CSVExports.workloads
        for workload in workloads {
            // As specified, more rows take seconds for each page.
            let question = try workload.prepare(datasets.inputs, .tenThousand)
            for one in question.cases {
                try one.checkCareful()
                for _ in 0..<2 {
                    try one.kernel.prepare()
                    for index in 0..<3 { try one.kernel(index) }
                }
                try one.kernel.prepare()
                try one.checkCareful()
            }
        }
        XCTAssertEqual(try datasets.inputs.activity(rowsPerTable: 10_000).rows, 30_000)
        XCTAssertEqual(try datasets.inputs.report(rowsPerTable: 100).rows, 200 + 50 + 152)
    }

    func testPlainCSVIsReadAsItWasWritten() {
        let cells = ["", "a", "a,b", "\"", "a\r\nb", "é", "'=1", " x "]
        let line = cells.map { SpreadsheetText.cell($0) }.joined(separator: ",") + "\r\n"
        XCTAssertEqual(SpreadsheetText.blocks(Array("h\r\n\r\n\(line)".utf8)), [[["h"]], [cells]])
        XCTAssertEqual(SpreadsheetText.cell("=1"), "'=1")
        XCTAssertEqual(SpreadsheetText.cell("-"), "'-")
    }
}
