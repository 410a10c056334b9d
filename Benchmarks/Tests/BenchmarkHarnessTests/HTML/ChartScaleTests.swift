import XCTest

@testable import BenchmarkHarness

final class ChartScaleTests: XCTestCase {
    func testDecadesEncloseTheValuesAndCrossNone() {
        XCTAssertEqual(AxisTicks.decades(around: [2_000, 5e9]), 1e3...1e10)
        XCTAssertEqual(AxisTicks.decades(around: [1_000, 1e6]), 1e3...1e6)
        XCTAssertEqual(AxisTicks.decades(around: [1_000]), 1e3...1e4)
        XCTAssertEqual(AxisTicks.decades(around: [999.9, 1_000.1]), 1e2...1e4)
        XCTAssertEqual(AxisTicks.decades(around: [0.25]), 0.1...1)
        XCTAssertEqual(AxisTicks.decades(around: []), 1...10)
    }

    func testFewDecadesHaveALabelEachAndManyOnlyAtEveryThousand() {
        let few = AxisTicks.logarithmic(1e3...1e6, label: FigureText.time)
        XCTAssertEqual(few.map(\.label), ["1 µs", "10 µs", "100 µs", "1 ms"])
        let many = AxisTicks.logarithmic(1e3...1e9, label: FigureText.time)
        XCTAssertEqual(many.map(\.label), ["1 µs", nil, nil, "1 ms", nil, nil, "1 s"])
        XCTAssertEqual(many.map(\.value), [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9])
    }

    func testLinearTicksHaveRoundSteps() {
        func labels(_ most: Double) -> [String?] {
            AxisTicks.linear(upTo: most, label: FigureText.significant).map(\.label)
        }
        XCTAssertEqual(labels(700), ["0", "200", "400", "600", "800"])
        XCTAssertEqual(labels(1.25), ["0", "0.50", "1", "1.50"])
        XCTAssertEqual(labels(6), ["0", "1", "2", "3", "4", "5", "6"])
        XCTAssertEqual(labels(6.1), ["0", "2", "4", "6", "8"])
        XCTAssertEqual(labels(0), ["0", "1"])
    }

    func testLogarithmicPositionsAreProportionalToTheExponent() {
        let scale = ChartScale(kind: .logarithmic, domain: 1e3...1e9, start: 200, end: 80)
        XCTAssertEqual(scale.position(of: 1e3), 200, accuracy: 1e-9)
        XCTAssertEqual(scale.position(of: 1e6), 140, accuracy: 1e-9)
        XCTAssertEqual(scale.position(of: 1e9), 80, accuracy: 1e-9)
        // log10(2,000) = 3.30103; (3.30103 − 3) / 6 of 120.
        XCTAssertEqual(scale.position(of: 2_000), 193.9794, accuracy: 1e-4)
    }

    func testPositionsOfWhatIsOutsideAreAtTheNearerEnd() {
        let scale = ChartScale(kind: .linear, domain: 0...10, start: 5, end: 105)
        XCTAssertEqual(scale.position(of: 2.5), 30)
        XCTAssertEqual(scale.position(of: -1), 5)
        XCTAssertEqual(scale.position(of: 11), 105)
    }

    func testASingleValueIsInTheMiddle() {
        let scale = ChartScale(kind: .logarithmic, domain: 1e4...1e4, start: 0, end: 100)
        XCTAssertEqual(scale.position(of: 1e4), 50)
    }

    func testNamesMoveApartButStayWithinTheChart() {
        XCTAssertEqual(LineChart.spread([10, 50], gap: 14, within: 0...100), [10, 50])
        XCTAssertEqual(LineChart.spread([10, 12, 13], gap: 14, within: 0...100), [10, 24, 38])
        XCTAssertEqual(LineChart.spread([95, 96, 99], gap: 14, within: 0...100), [72, 86, 100])
        XCTAssertEqual(LineChart.spread([], gap: 14, within: 0...100), [])
    }

    func testEnginesWithSeveralThreadsDifferInTheirMarkAlone() {
        let (one, two) = (SeriesStyle.engine(2, threads: 1), SeriesStyle.engine(2, threads: 2))
        XCTAssertEqual(one.color, two.color)
        XCTAssertEqual(one.marker, two.marker)
        XCTAssertNotEqual(one.isHollow, two.isHollow)
    }

    func testSeriesThatShareAColorDifferInTheirMark() {
        let styles = [SeriesStyle.kernel, .careful, .specified] + (0..<7).map { .engine($0, threads: 1) }
        XCTAssertEqual(Set(styles.map(\.marker)).count, styles.count)
    }
}
