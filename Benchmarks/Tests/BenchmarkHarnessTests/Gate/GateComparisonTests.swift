import XCTest

@testable import BenchmarkHarness

final class GateComparisonTests: XCTestCase {
    private func outcomes(_ comparison: GateComparison) -> [String] {
        comparison.entries.map { "\($0.subject) \($0.metric.rawValue) \($0.outcome)" }
    }

    func testEachFigureMeetsItsOwnLimit() {
        let comparison = GateComparison(
            [
                GateFigure("page", .blocks, 20), GateFigure("page", .bytes, 4_000),
                GateFigure("filter: a", .blocks, 3),
            ], with: ["page": [.blocks: 20, .bytes: 3_999], "filter: a": [.blocks: 4]])
        XCTAssertEqual(
            outcomes(comparison), ["filter: a blocks better", "page blocks kept", "page bytes missed"])
        XCTAssertFalse(comparison.isPassed)
    }

    func testBetterAndKeptPass() {
        let comparison = GateComparison(
            [GateFigure("a", .blocks, 1), GateFigure("b", .blocks, 2)],
            with: ["a": [.blocks: 2], "b": [.blocks: 2]])
        XCTAssertTrue(comparison.isPassed)
    }

    func testFiguresWithoutLimitsAndLimitsWithoutFiguresFail() {
        let new = GateComparison([GateFigure("new", .blocks, 1)], with: [:])
        XCTAssertEqual(outcomes(new), ["new blocks withoutLimit"])
        XCTAssertFalse(new.isPassed)
        let gone = GateComparison([], with: ["gone": [.blocks: 1, .bytes: 2]])
        XCTAssertEqual(outcomes(gone), ["gone blocks withoutFigure", "gone bytes withoutFigure"])
        XCTAssertFalse(gone.isPassed)
    }

    func testLimitsOfWhatWasNotChosenAreLeftAlone() {
        let comparison = GateComparison([], with: ["other": [.blocks: 1]], isChosen: { $0 != "other" })
        XCTAssertEqual(comparison.entries, [])
        XCTAssertTrue(comparison.isPassed)
    }

    func testLinesSayWhatWasComparedAndWhatToDo() {
        let comparison = GateComparison(
            [
                GateFigure("page", .instructions, 1_040_000), GateFigure("kept", .instructions, 5),
                GateFigure("new", .instructions, 7), GateFigure("fast", .instructions, 90),
            ],
            with: [
                "page": [.instructions: 1_000_000], "kept": [.instructions: 5], "gone": [.instructions: 6],
                "fast": [.instructions: 100],
            ])
        XCTAssertEqual(
            comparison.lines(.instructions, seconds: 1.25),
            [
                "instructions: 5 limits of 5 cases compared in 1.2 s: 3 FAILED, 1 better",
                "  better: fast, instructions a call: limit 100 (tolerance 3%), measured 90 (-10, -10.0%); "
                    + "lower the limit with `make limits-renew`",
                "  FAILED: gone, instructions a call: limit 6, but this is not measured any more; "
                    + "remove the limit with `make limits-renew`",
                "  FAILED: new, instructions a call: no limit, measured 7; set it with `make limits-renew`",
                "  FAILED: page, instructions a call: limit 1,000,000 (tolerance 3%), measured 1,040,000 "
                    + "(+40,000, +4.0%); mend it, or accept it with `make limits-renew`",
            ])
    }

    func testALineForFiguresThatAreNotWhole() {
        let comparison = GateComparison(
            [GateFigure("page", .carefulRatio, 45.9)], with: ["page": [.carefulRatio: 100]])
        XCTAssertEqual(
            comparison.lines(.ratios, seconds: 0),
            [
                "ratios: 1 limit of 1 case compared in 0.0 s: 1 FAILED",
                "  FAILED: page, careful baseline ÷ kernel: limit 100, measured 45.90 (-54.10, -54.1%); "
                    + "mend it, or accept it with `make limits-renew`",
            ])
    }

    func testALimitOfZeroHasNoPercentage() {
        let comparison = GateComparison([GateFigure("page", .blocks, 2)], with: ["page": [.blocks: 0]])
        XCTAssertTrue(comparison.lines(.allocations, seconds: 0)[1].contains("measured 2 (+2);"))
    }
}
