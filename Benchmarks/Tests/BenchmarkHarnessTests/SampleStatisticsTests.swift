import XCTest

@testable import BenchmarkHarness

final class SampleStatisticsTests: XCTestCase {
    func testOneSampleIsEveryStatistic() {
        let statistics = SampleStatistics([7])
        XCTAssertEqual(statistics.median, 7)
        XCTAssertEqual(statistics.minimum, 7)
        XCTAssertEqual(statistics.ninetiethPercentile, 7)
        XCTAssertEqual(statistics.ninetyNinthPercentile, 7)
        XCTAssertEqual(statistics.spread, 0)
        XCTAssertEqual(statistics.sampleCount, 1)
    }

    func testMedianOfAnOddNumberOfSamplesIsTheMiddleOneInOrderOfSize() {
        XCTAssertEqual(SampleStatistics([9, 1, 5]).median, 5)
    }

    func testMedianOfAnEvenNumberOfSamplesIsTheLowerOfTheTwoInTheMiddle() {
        XCTAssertEqual(SampleStatistics([10, 1, 4, 5]).median, 4)
    }

    func testMedianOfValuesIsTheMeanOfTheTwoInTheMiddle() {
        XCTAssertEqual(SampleStatistics.median(of: [10, 1, 4, 5]), 4.5)
        XCTAssertEqual(SampleStatistics.median(of: [9, 1, 5]), 5)
        XCTAssertEqual(SampleStatistics.median(of: [3]), 3)
    }

    func testNinetiethPercentileIsTheSmallestSampleThatNineTenthsDoNotExceed() {
        XCTAssertEqual(SampleStatistics((1...10).map(Double.init)).ninetiethPercentile, 9)
        XCTAssertEqual(SampleStatistics((1...11).map(Double.init)).ninetiethPercentile, 10)
        // Above 20 the histogram's four digits become visible.
        XCTAssertEqual(
            SampleStatistics((1...100).reversed().map(Double.init)).ninetiethPercentile, 90, accuracy: 0.009)
        XCTAssertEqual(SampleStatistics([1, 2]).ninetiethPercentile, 2)
    }

    func testNinetyNinthPercentileIsTheSmallestSampleThat99In100DoNotExceed() {
        XCTAssertEqual(
            SampleStatistics((1...200).reversed().map(Double.init)).ninetyNinthPercentile, 198,
            accuracy: 0.0198)
        XCTAssertEqual(SampleStatistics((1...99).map(Double.init)).ninetyNinthPercentile, 99)
    }

    func testOneOutlierChangesNeitherMedianNorMinimumNorSpread() {
        let statistics = SampleStatistics([1, 1, 1, 1, 1_000_000])
        XCTAssertEqual(statistics.median, 1)
        XCTAssertEqual(statistics.minimum, 1)
        XCTAssertEqual(statistics.spread, 0)
    }

    func testSpreadIsTheNormalizedMedianAbsoluteDeviationAsAShareOfTheMedian() {
        // Distances from the median 10: 4, 1, 0, 2, 90; in order 0, 1, 2, 4, 90.
        XCTAssertEqual(SampleStatistics([6, 9, 10, 12, 100]).spread, 1.4826 * 0.2, accuracy: 1e-12)
    }

    func testPartsOfANanosecondAreKept() {
        XCTAssertEqual(SampleStatistics([0.25]).median, 0.25)
        XCTAssertEqual(SampleStatistics([0.25, 1.5, 1.75]).median, 1.5)
    }

    func testSpreadOfSamplesWithoutDurationIsNone() {
        XCTAssertEqual(SampleStatistics([0, 0, 0]).spread, 0)
    }

    func testMedianOfRatiosIgnoresASlowDownThatBothOfAPairShare() {
        XCTAssertEqual(SampleStatistics.medianOfRatios([2, 200, 2], [1, 100, 1]), 2)
    }
}
