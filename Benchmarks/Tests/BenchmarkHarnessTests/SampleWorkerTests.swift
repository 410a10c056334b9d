import Foundation
import XCTest

@testable import BenchmarkHarness

final class SampleWorkerTests: XCTestCase {
    private func answers(_ question: PreparedQuestion, _ commands: [String]) throws -> [SampleAnswer] {
        var remaining = commands[...]
        var answers: [SampleAnswer] = []
        try SampleWorker(question).serve(nextLine: { remaining.popFirst() }) { line in
            XCTAssertFalse(line.contains("\n"))
            answers.append(try JSONDecoder().decode(SampleAnswer.self, from: Data(line.utf8)))
        }
        return answers
    }

    private func question(_ names: [String] = [""], check: @escaping () throws -> Void = {})
        -> PreparedQuestion
    {
        PreparedQuestion(
            rows: 42,
            cases: names.map { QuestionCase(name: $0, kernel: Call { _ in usleep(200) }, check: check) })
    }

    func testItGreetsWithItsCasesAndThenAnswersEachCommand() throws {
        let answers = try answers(question(["a", "b"]), ["check", "sample 0 2 1 1"])
        XCTAssertEqual(answers.count, 3)
        guard case .greeting(let greeting) = answers[0] else { return XCTFail("\(answers[0])") }
        XCTAssertEqual(greeting.rows, 42)
        XCTAssertEqual(greeting.protocolVersion, SampleGreeting.currentVersion)
        XCTAssertEqual(greeting.cases.map(\.name), ["a", "b"])
        XCTAssertEqual(greeting.cases.map(\.callsPerBatch), [1, 1])
        XCTAssertTrue(greeting.cases.allSatisfy { $0.batchNanoseconds > 200_000 })
        XCTAssertEqual(answers[1], .checked)
        guard case .nanoseconds(let samples) = answers[2] else { return XCTFail("\(answers[2])") }
        XCTAssertEqual(samples.count, 2)
        XCTAssertTrue(samples.allSatisfy { $0 > 200_000 })
    }

    func testAWrongAnswerIsAFailureWithItsReason() throws {
        let answers = try answers(question { throw CheckFailure("differs") }, ["check", "sample 0 1 1"])
        XCTAssertEqual(answers[1], .failure("differs"))
    }

    func testSamplesUseTheRunningNumbersOfTheirBatches() throws {
        var indices: [Int] = []
        let question = PreparedQuestion(
            rows: 1,
            cases: [
                QuestionCase(
                    kernel: Call { index in
                        indices.append(index)
                        usleep(200)
                    }
                ) {}
            ])
        let worker = try SampleWorker(question)
        indices = []
        _ = try worker.nanoseconds(firstBatch: 10, batches: 2, callsPerBatch: [3])
        XCTAssertEqual(indices, Array(30..<36))
    }

    func testOtherCommandsAreFailures() throws {
        for command in ["", "sample", "sample 0 1", "sample 0 1 1 1", "sample 0 1 x", "sample 0 1 0", "stop"]
        {
            let answers = try answers(question(), [command])
            guard case .failure(let reason) = answers[1] else { return XCTFail("\(command): \(answers[1])") }
            XCTAssertTrue(reason.contains("'\(command)'"), reason)
        }
    }
}
