import XCTest

@testable import BenchmarkHarness

final class QuestionRunnerTests: XCTestCase {
    private let runner = QuestionRunner(isQuick: true)

    private func run(
        _ question: PreparedQuestion
    ) throws -> (row: WorkloadResult, countedQueries: Int) {
        try runner.run("page.question", question) { _ in }
    }

    func testAWrongAnswerThrowsBeforeAnythingIsTimed() {
        var calls = 0
        let question = QuestionCase(kernel: Call { _ in calls += 1 }, careful: Call { _ in calls += 1 }) {
            throw CheckFailure("the answer differs")
        }
        XCTAssertThrowsError(try run(PreparedQuestion(rows: 1, cases: [question]))) { error in
            XCTAssertEqual((error as? CheckFailure)?.description, "the answer differs")
        }
        XCTAssertEqual(calls, 0)
    }

    func testAWrongAnswerOfTheLastCaseThrowsBeforeTheFirstIsTimed() {
        var calls = 0
        let right = QuestionCase(name: "right", kernel: Call { _ in calls += 1 }) {}
        let wrong = QuestionCase(name: "wrong", kernel: Call { _ in calls += 1 }) {
            throw CheckFailure("differs")
        }
        XCTAssertThrowsError(try run(PreparedQuestion(rows: 1, cases: [right, wrong])))
        // Warmed up and counted, or warmed up only.
        XCTAssertLessThanOrEqual(calls, 2)
    }

    func testABlockBeyondTheResultsThrowsBeforeAnythingIsTimed() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
        var calls = 0
        var question = QuestionCase(
            name: "form",
            kernel: Call { index in
                calls += 1
                return [[Int](repeating: index, count: 10)]
            }
        ) {}
        question.resultBlocks = ([0, 1], { _ in 1 })
        XCTAssertThrowsError(try run(PreparedQuestion(rows: 1_000, cases: [question]))) { error in
            XCTAssertEqual(
                (error as? CheckFailure)?.description,
                "page.question, form, 1,000 rows: 2 allocations, but the result owns 1")
        }
        XCTAssertEqual(calls, 2)
    }

    func testQueriesThatAllocateTheirResultOnlyAreCounted() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
        var question = QuestionCase(kernel: Call { index in [Int](repeating: index, count: 10) }) {}
        question.resultBlocks = ([0, 1, 2], { _ in 1 })
        let (row, queries) = try run(PreparedQuestion(rows: 1, cases: [question]))
        XCTAssertEqual(queries, 3)
        XCTAssertEqual(row.kernel.allocations, 1)
        XCTAssertTrue(row.answerChecked)
    }

    func testAQuestionWithoutAPromiseMayAllocateAsItLikes() throws {
        let question = QuestionCase(kernel: Call { index in [[Int](repeating: index, count: 10)] }) {}
        let (row, queries) = try run(PreparedQuestion(rows: 1, cases: [question]))
        XCTAssertEqual(queries, 0)
        if AllocationCount.isAvailable { XCTAssertEqual(row.kernel.allocations, 2) }
    }

    func testBaselinesThatAreNotMeasuredAreMissing() throws {
        let question = QuestionCase(kernel: Call { $0 }, careful: Call { $0 }) {}
        let row = try run(PreparedQuestion(rows: 5, cases: [question], bytesRead: 9, notes: ["one", "two"]))
            .row
        XCTAssertNil(row.baseline)
        XCTAssertNil(row.ratio)
        XCTAssertNotNil(row.careful)
        XCTAssertNotNil(row.carefulRatio)
        XCTAssertEqual(row.bytes, 9)
        XCTAssertEqual(row.rows, 5)
        XCTAssertEqual(row.name, "page.question")
        XCTAssertEqual(row.note, "one; two")
    }

    func testTheRowOfSeveralCasesIsMadeOfTheirMediansAndNamesTheSlowest() throws {
        let cases = [("fast", 200, ""), ("slow", 20_000, "late"), ("middle", 2_000, "late")].map {
            name, micros, group in
            var one = QuestionCase(name: name, kernel: Call { _ in usleep(UInt32(micros)) }) {}
            one.group = group
            return one
        }
        let row = try run(PreparedQuestion(rows: 1, cases: cases)).row
        XCTAssertEqual(row.kernel.nanoseconds.sampleCount, 3)
        let medians = try ["fast", "middle", "slow"].map { try XCTUnwrap(row.details["case: " + $0]) }
        XCTAssertEqual(medians, medians.sorted())
        XCTAssertEqual(row.kernel.nanoseconds.median, medians[1], accuracy: medians[1] * 0.001)
        XCTAssertEqual(row.details[QuestionRunner.slowestCase], medians[2])
        XCTAssertEqual(row.details["slowest: late"], medians[2])
        XCTAssertNil(row.details["slowest: "])
        XCTAssertEqual(row.note?.contains("median of one of 3 cases; the slowest is \"slow\""), true)
    }

    /// The kernel takes twenty times as long after the baseline was measured.
    func testDriftIsTheKernelsTimeAfterTheBaselinesOverThatBefore() throws {
        var isLate = false
        let question = QuestionCase(
            kernel: Call { _ in usleep(isLate ? 6_000 : 300) }, careful: Call { _ in isLate = true }
        ) {}
        let drift = try XCTUnwrap(try run(PreparedQuestion(rows: 1, cases: [question])).row.drift)
        XCTAssertGreaterThan(drift, 1.5)
    }

    func testVariantsAreReportedWithTheirSpeedUp() throws {
        var question = PreparedQuestion(
            rows: 1, cases: [QuestionCase(kernel: Call { _ in usleep(5_000) }) {}], bytesRead: 1_000)
        question.variants = [.init(name: "short", call: Call { _ in usleep(200) })]
        let row = try run(question).row
        XCTAssertGreaterThan(try XCTUnwrap(row.details["speedUp: short"]), 1)
        XCTAssertGreaterThan(try XCTUnwrap(row.details["short"]), 200_000)
        XCTAssertEqual(row.note?.contains("short: "), true)
    }

    func testReferencesAreReportedWithTheKernelsMultipleAndAreNoVariants() throws {
        var question = PreparedQuestion(
            rows: 1, cases: [QuestionCase(kernel: Call { _ in usleep(5_000) }) {}])
        question.references = [.init(name: "copying", call: Call { _ in usleep(200) })]
        let row = try run(question).row
        XCTAssertGreaterThan(try XCTUnwrap(row.ratio(toReference: "copying")), 5)
        XCTAssertGreaterThan(try XCTUnwrap(row.details["reference: copying"]), 200_000)
        XCTAssertEqual(row.note?.contains("copying: "), true)
        XCTAssertTrue(row.variants.isEmpty)
    }

    func testFiguresOtherThanTimesAreDetailsAfterTheCheck() throws {
        var steps: [String] = []
        var question = PreparedQuestion(
            rows: 1, cases: [QuestionCase(kernel: Call { $0 }) { steps.append("checked") }])
        question.figures = {
            steps.append("measured")
            return ["bytes": 12]
        }
        XCTAssertEqual(try run(question).row.details["bytes"], 12)
        XCTAssertEqual(steps, ["checked", "measured"])
    }

    func testErrorsOfTheKernelAreThrownOn() {
        struct Refusal: Error {}
        let question = QuestionCase(kernel: Call { _ in throw Refusal() }) {}
        XCTAssertThrowsError(try run(PreparedQuestion(rows: 1, cases: [question]))) {
            XCTAssertTrue($0 is Refusal)
        }
    }

    func testProgressTellsWhatIsChecked() throws {
        var told: [String] = []
        let question = QuestionCase(name: "form", kernel: Call { $0 }) {}
        _ = try runner.run("page.question", PreparedQuestion(rows: 1_000, cases: [question])) {
            told.append($0)
        }
        XCTAssertEqual(
            told, ["checking page.question, form, 1,000 rows", "timing page.question, form, 1,000 rows"])
    }
}
