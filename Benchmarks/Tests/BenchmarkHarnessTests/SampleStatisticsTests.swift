import XCTest

@testable import BenchmarkHarness

final class SampleStatisticsTests: XCTestCase {
    func testOneSampleIsEveryStatistic() {
        let statistics = SampleStatistics([7])
        XCTAssertEqual(statistics.median, 7)
        XCTAssertEqual(statistics.minimum, 7)
        XCTAssertEqual(statistics.ninetiethPercentile, 7)
        XCTAssertEqual(statistics.sampleCount, 1)
    }

    func testMedianOfAnOddNumberOfSamplesIsTheMiddleOneInOrderOfSize() {
        XCTAssertEqual(SampleStatistics([9, 1, 5]).median, 5)
    }

    func testMedianOfAnEvenNumberOfSamplesIsTheMeanOfTheTwoInTheMiddle() {
        XCTAssertEqual(SampleStatistics([10, 1, 4, 5]).median, 4.5)
    }

    func testNinetiethPercentileIsTheSmallestSampleThatNineTenthsDoNotExceed() {
        XCTAssertEqual(SampleStatistics((1...10).map(Double.init)).ninetiethPercentile, 9)
        XCTAssertEqual(SampleStatistics((1...11).map(Double.init)).ninetiethPercentile, 10)
        XCTAssertEqual(SampleStatistics((1...100).reversed().map(Double.init)).ninetiethPercentile, 90)
        XCTAssertEqual(SampleStatistics([1, 2]).ninetiethPercentile, 2)
    }

    func testOneOutlierChangesNeitherMedianNorMinimum() {
        let statistics = SampleStatistics([1, 1, 1, 1, 1_000_000])
        XCTAssertEqual(statistics.median, 1)
        XCTAssertEqual(statistics.minimum, 1)
    }

    func testMedianOfRatiosIgnoresASlowDownThatBothOfAPairShare() {
        XCTAssertEqual(SampleStatistics.medianOfRatios([2, 200, 2], [1, 100, 1]), 2)
    }
}
