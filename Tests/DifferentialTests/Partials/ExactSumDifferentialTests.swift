import CompassBaseline
import XCTest

@testable import CompassKernel

/// Sums equal those of whole numbers of any size, whatever the order of values and of parts.
final class ExactSumDifferentialTests: XCTestCase {
    private func value(_ style: Int, using random: inout SeededRandom) -> Double {
        switch style {
        case 0: return Double(random.int(-1_000_000...1_000_000)) / 1000
        case 1: return random.element([0.1, 1e16, -1e16, 0x1p53, 1, -1, 0.5, 0x1p-53, 0x1p-54, -0x1p-106])
        case 2:
            return random.element([
                1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1,
            ])
        case 3: return Double(bitPattern: random.next() & 0x800f_ffff_ffff_ffff)
        case 4: return Double(bitPattern: random.next() & 0x801f_ffff_ffff_ffff)
        default:
            let value = Double(bitPattern: random.next())
            return value.isFinite ? value : 0
        }
    }

    func testRandomValues() {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(600) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let style = round % 6
            // More values than are added between carries.
            let count = round % 40 < 6 ? 3_000 : random.element([0, 1, 2, 3, 10, 100])
            var values = (0..<count).map { _ in
                value(style, using: &random)
            }
            // Values that cancel leave the lowest digits.
            if random.oneIn(2) { values += values.dropFirst().map { -$0 } }
            values.shuffle(using: &random)
            let wanted = ExactMean.sum(of: values)
            let sum = sum(values)
            XCTAssertEqual(sum.rounded.bitPattern, wanted.bitPattern, name)
            XCTAssertEqual(self.sum(values.shuffled(using: &random)), sum, name)
            var parts = (0..<random.int(1...9)).map { _ in [Double]() }
            for value in values { parts[random.int(0...parts.count - 1)].append(value) }
            var merged = ExactSum()
            for part in parts.shuffled(using: &random) { XCTAssertTrue(merged.add(self.sum(part)), name) }
            XCTAssertEqual(merged, sum, name)
        }
    }

    private func sum(_ values: [Double]) -> ExactSum {
        let sums = ValueSums(count: 1)
        for value in values { sums.add(value, to: 0) }
        return sums.summary(0).sum
    }

    /// As many values of one sign as a word can take, and more, all at the same two digits.
    func testCarriesOfManyEqualValues() {
        for value in [1, -1, 0x1.fffffffffffffp52, -0x1.fffffffffffffp1000, .greatestFiniteMagnitude] {
            for count in [1_023, 1_024, 1_025, 5_000] {
                let values = [Double](repeating: value, count: count)
                XCTAssertEqual(
                    sum(values).rounded.bitPattern, ExactMean.sum(of: values).bitPattern,
                    "\(count) times \(value)")
            }
        }
    }

    func testTheMeanOfZerosHasNoSign() {
        for zeros in [[-0.0], [-0.0, -0.0], [0, -0.0]] {
            let table = MetricTable(
                zeros.enumerated().map {
                    PerformanceMetric(
                        id: "\($0)", type: "t", time: .day(CivilDate(daysSinceEpoch: 0)), value: $1)
                })
            XCTAssertEqual(ExactMean.mean(of: zeros)?.sign, .plus)
            XCTAssertEqual(ValueSummary.summary(of: table.values).mean?.sign, .plus)
        }
    }

    /// Tables with more types than sums that are kept at once.
    func testTypesThatAreSummedOneAfterTheOther() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(20) {
            var random = random.forRound(round)
            let table = MetricTable(
                (0..<random.int(0...300)).map { row in
                    PerformanceMetric(
                        id: "\(row)", type: "t\(random.int(0...40))",
                        time: .day(CivilDate(daysSinceEpoch: Int32(random.int(0...30)))),
                        value: random.oneIn(4) ? nil : value(random.int(0...4), using: &random))
                })
            let periods = try [(0, 12), (5, 20)].map {
                PeriodBounds(
                    try ReportPeriod(
                        from: CivilDate(daysSinceEpoch: $0.0), to: CivilDate(daysSinceEpoch: $0.1)), in: .utc)
            }
            let atOnce = MetricTally(table, in: periods)
            let sorted = MetricTally(table, in: periods, maximumSimultaneousSums: 3)
            for period in 0..<2 {
                XCTAssertEqual(
                    atOnce.report(period).json(), sorted.report(period).json(),
                    "COMPASS_TEST_SEED=\(random.seed), round \(round)")
            }
        }
    }
}
