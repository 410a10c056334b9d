import XCTest

@testable import BenchmarkHarness

final class QuestionScalingTests: XCTestCase {
    private func question(rows: Int, _ body: @escaping (Int) -> Void) -> PreparedQuestion {
        PreparedQuestion(rows: rows, cases: [QuestionCase(kernel: Call(body)) {}])
    }

    func testTheRowIsThatOfTheLargeSizeAndHoldsTheMedianOfRatios() throws {
        let row = try QuestionScaling.run(
            "page.scaling", large: question(rows: 1_000_000) { _ in usleep(20_000) },
            small: question(rows: 10_000) { _ in usleep(200) }, isQuick: true)
        XCTAssertEqual(row.name, "page.scaling")
        XCTAssertEqual(row.rows, 1_000_000)
        XCTAssertTrue(row.answerChecked)
        XCTAssertGreaterThan(row.kernel.nanoseconds.median, 20_000_000)
        // Sleeping takes longer than requested, relatively more so for the short one.
        XCTAssertTrue((1.5...100).contains(try XCTUnwrap(row.details[QuestionScaling.costRatio])))
        XCTAssertEqual(row.note?.hasSuffix("at 10,000 rows (median of ratios of pairs)"), true)
    }

    func testBothSizesAreAskedInTurn() throws {
        var calls = ""
        _ = try QuestionScaling.run(
            "page.scaling",
            large: question(rows: 2) { _ in
                calls += "L"
                usleep(50_000)
            }, small: question(rows: 1) { _ in calls += "s" }, isQuick: true)
        XCTAssertEqual(calls, "L" + String(repeating: "Ls", count: (calls.count - 1) / 2))
        XCTAssertGreaterThanOrEqual(calls.count, 7)
    }
}
