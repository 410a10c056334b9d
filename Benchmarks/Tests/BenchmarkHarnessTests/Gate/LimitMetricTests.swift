import XCTest

@testable import BenchmarkHarness

final class LimitMetricTests: XCTestCase {
    func testBlocksAndBytesAreExact() {
        for metric in [LimitMetric.blocks, .bytes] {
            XCTAssertTrue(metric.isKept(20, limit: 20))
            XCTAssertFalse(metric.isKept(21, limit: 20))
            XCTAssertFalse(metric.isBetter(20, limit: 20))
            XCTAssertTrue(metric.isBetter(19, limit: 20))
            XCTAssertFalse(metric.isKept(1, limit: 0))
        }
    }

    func testInstructionsMayBeThreePercentMoreAndAreBetterWhenThreePercentFewer() {
        XCTAssertTrue(LimitMetric.instructions.isKept(103_000, limit: 100_000))
        XCTAssertFalse(LimitMetric.instructions.isKept(103_001, limit: 100_000))
        XCTAssertFalse(LimitMetric.instructions.isBetter(97_000, limit: 100_000))
        XCTAssertTrue(LimitMetric.instructions.isBetter(96_999, limit: 100_000))
    }

    func testATableMayOccupyAThousandthMore() {
        XCTAssertTrue(LimitMetric.liveBytesPerRow.isKept(330.3, limit: 330))
        XCTAssertFalse(LimitMetric.liveBytesPerRow.isKept(330.4, limit: 330))
    }

    func testRatiosAreKeptOnOneSideAndNeverBetter() {
        for metric in [LimitMetric.carefulRatio, .specifiedRatio] {
            XCTAssertTrue(metric.isKept(100, limit: 100))
            XCTAssertFalse(metric.isKept(99.9, limit: 100))
            XCTAssertFalse(metric.isBetter(1_000, limit: 100))
        }
        XCTAssertTrue(LimitMetric.rowsRatio.isKept(2, limit: 2))
        XCTAssertFalse(LimitMetric.rowsRatio.isKept(2.1, limit: 2))
        XCTAssertFalse(LimitMetric.rowsRatio.isBetter(0.5, limit: 2))
    }

    func testLimitsOfExactFiguresAreTheFiguresThemselves() {
        XCTAssertEqual(LimitMetric.blocks.limit(for: 20, old: 19), 20)
        XCTAssertEqual(LimitMetric.instructions.limit(for: 61_413, old: 61_000), 61_413)
        XCTAssertEqual(LimitMetric.liveBytesPerRow.limit(for: 327.6696, old: nil), 327.67)
    }

    func testLimitsOfRatiosHaveAMarginAndTwoDigits() {
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 749, old: nil), 370)
        XCTAssertEqual(LimitMetric.specifiedRatio.limit(for: 39_806, old: nil), 20_000)
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 42, old: nil), 21)
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 4.1, old: nil), 2.1)
        XCTAssertEqual(LimitMetric.rowsRatio.limit(for: 0.96, old: nil), 1.9)
    }

    func testLimitsOfRatiosStayUntilTheFigureHasMovedFarEnough() {
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 600, old: 250), 250)
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 1_200, old: 250), 600)
        XCTAssertEqual(LimitMetric.carefulRatio.limit(for: 300, old: 250), 150)
        XCTAssertEqual(LimitMetric.rowsRatio.limit(for: 1.1, old: 1.9), 1.9)
    }
}
