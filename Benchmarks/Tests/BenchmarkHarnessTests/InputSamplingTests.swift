import XCTest

@testable import BenchmarkHarness

final class InputSamplingTests: XCTestCase {
    func testEachInputKeepsTheMedianOfItsRounds() {
        var sampling = InputSampling(inputCount: 2)
        for round in [[1.0, 10], [3, 30], [2, 20]] { sampling.addRound(round) }
        XCTAssertEqual(sampling.medians, [2, 20])
        XCTAssertEqual(sampling.lastRound, [2, 20])
    }

    func testDriftIsTheLaterHalfDividedByTheEarlierOne() {
        var sampling = InputSampling(inputCount: 3)
        for round in [[1.0, 2, 4], [2.0, 2, 8]] { sampling.addRound(round) }
        XCTAssertEqual(sampling.drift, 2)
        XCTAssertNil(InputSampling(inputCount: 3).drift)
    }

    func testARoundCallsEveryInputOnceAndPreparesEachTime() throws {
        var events: [String] = []
        let call = Call(before: { events.append("before") }, { index in events.append("\(index)") })
        var sampling = InputSampling(inputCount: 2)
        try sampling.addRound(of: call)
        XCTAssertEqual(events, ["before", "0", "before", "1"])
        XCTAssertTrue(sampling.samples.allSatisfy { $0.count == 1 && $0[0] >= 0 })
    }

    func testARowOfInputsHasTheirPercentilesAndNamesTheSlowest() throws {
        var question = QuestionCase(
            kernel: Call { index in
                if index == 2 { Thread.sleep(forTimeInterval: 0.005) }
            }
        ) {}
        question.inputNames = ["one", "two", "slow"]
        let (row, _) = try QuestionRunner(isQuick: true).run(
            "page.question", PreparedQuestion(rows: 1, cases: [question])
        ) { _ in }
        XCTAssertEqual(row.kernel.nanoseconds.sampleCount, 3)
        XCTAssertGreaterThanOrEqual(row.details[QuestionRunner.slowestCase] ?? 0, 5e6)
        XCTAssertTrue(row.note?.contains("the slowest is \"slow\"") ?? false, row.note ?? "no note")
        XCTAssertTrue(row.hasCases)
        XCTAssertTrue(row.answerChecked)
    }
}
