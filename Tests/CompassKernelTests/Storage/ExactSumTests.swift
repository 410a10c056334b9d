import XCTest

@testable import CompassKernel

final class ExactSumTests: XCTestCase {
    private func sum(_ values: [Double]) -> ExactSum {
        let sums = ValueSums(count: 1)
        for value in values { sums.add(value, to: 0) }
        return sums.summary(0).sum
    }

    func testSumsComputedByHand() {
        let (tiny, huge) = (Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude)
        let cases: [(values: [Double], sum: Double)] = [
            ([], 0), ([0], 0), ([1], 1), ([-1], -1), ([1, 2, 3], 6), ([0.1, 0.2], 0.30000000000000004),
            // Values that cancel.
            ([1e100, 1, -1e100], 1), ([1, -1], 0), ([-0.1, 0.1], 0), ([huge, -huge, tiny], tiny),
            // Intermediate sums that are too large for a double.
            ([huge, huge, -huge], huge), ([-huge, -huge, huge, 1e292], -huge + 1e292),
            ([huge, huge], .infinity),
            ([-huge, -huge], -.infinity),
            // Subnormal numbers, and the step to normal ones.
            ([tiny, tiny], 2 * tiny), ([-tiny, tiny * 3], 2 * tiny),
            ([.leastNormalMagnitude, -tiny], .leastNormalMagnitude.nextDown),
            // Ties at the 54th bit go to the even neighbor, but any lower bit decides.
            ([0x1p53, 1], 0x1p53), ([0x1p53, 1, tiny], 0x1p53 + 2), ([0x1p53 + 2, 1], 0x1p53 + 4),
            ([0x1p53 + 2, 1, -tiny], 0x1p53 + 2), ([-0x1p53, -1], -0x1p53),
            ([-0x1p53, -1, -tiny], -0x1p53 - 2),
            ([1, 0x1p-53], 1), ([1, 0x1p-53, 0x1p-106], 1 + 0x1p-52), ([0x1p53 - 1, 0.5], 0x1p53),
            // The largest double is the last that is nearer than the next power of two.
            ([huge, 0x1p969], huge), ([huge, 0x1p970], .infinity),
        ]
        for (values, wanted) in cases {
            XCTAssertEqual(sum(values).rounded, wanted, "\(values)")
            XCTAssertEqual(sum(values.reversed()), sum(values), "\(values)")
        }
        XCTAssertEqual(sum([0.1, -0.1]).rounded.sign, .plus)
    }

    func testSumsOfPython() {
        for (bits, wanted) in PythonSums.cases {
            let values = bits.map { Double(bitPattern: $0) }
            XCTAssertEqual(sum(values).rounded, Double(bitPattern: wanted), "\(values)")
        }
    }

    /// More values than may be added between carries, all of which change the same digits.
    func testManyEqualValues() {
        for value in [1.5, -1.5, 0x1.fffffffffffffp52, -0x1.fffffffffffffp83] {
            let count = 3 * ExactSumDigits.valuesBetweenCarries + 1
            XCTAssertEqual(
                sum(Array(repeating: value, count: count)).mean(ofCount: count), value, "\(value)")
        }
    }

    func testAValueThatIsNoNumberIsNoValue() {
        let sums = ValueSums(count: 2)
        for value in [Double.nan, 2, -Double.nan, 3] { sums.add(value, to: 1) }
        let summary = sums.summary(1)
        XCTAssertEqual(summary.count, 2)
        XCTAssertEqual(summary.minimum, 2)
        XCTAssertEqual(summary.maximum, 3)
        XCTAssertEqual(summary.mean, 2.5)
        XCTAssertNil(sums.summary(0).mean)
    }

    /// A summary may be read while values are still added.
    func testASeriesContinuesAfterItWasRead() {
        let sums = ValueSums(count: 1)
        for value in [-5, -7.25] { sums.add(value, to: 0) }
        XCTAssertEqual(sums.summary(0).sum.rounded, -12.25)
        sums.add(2.25, to: 0)
        XCTAssertEqual(sums.summary(0).sum.rounded, -10)
        sums.clear(0)
        XCTAssertEqual(sums.summary(0), ValueSummary())
    }

    func testDigitsOfASum() throws {
        XCTAssertEqual(sum([]).digits, [])
        XCTAssertEqual(sum([1]).digits, [.init(place: 33, value: 1 << 18)])
        XCTAssertEqual(sum([-1]).digits, sum([1]).digits)
        XCTAssertTrue(sum([-1]).isNegative)
        XCTAssertEqual(
            sum([1, .leastNonzeroMagnitude]).digits,
            [.init(place: 0, value: 1), .init(place: 33, value: 1 << 18)]
        )
        let one = ExactSum.Digit(place: 33, value: 1 << 18)
        XCTAssertEqual(ExactSum(isNegative: false, digits: [one]), sum([1]))
        XCTAssertNil(ExactSum(isNegative: true, digits: []))
        XCTAssertNil(ExactSum(isNegative: false, digits: [one, one]))
        XCTAssertNil(ExactSum(isNegative: false, digits: [one, .init(place: 32, value: 1)]))
        XCTAssertNil(ExactSum(isNegative: false, digits: [.init(place: 1, value: 0)]))
        XCTAssertNil(ExactSum(isNegative: false, digits: [.init(place: 67, value: 1)]))
        XCTAssertNil(ExactSum(isNegative: false, digits: [.init(place: -1, value: 1)]))
    }

    /// A sum that exceeds all digits is refused and leaves the other one as it was.
    func testASumThatIsTooLarge() throws {
        var large = try XCTUnwrap(
            ExactSum(isNegative: false, digits: [.init(place: 66, value: 0xffff_ffff)]))
        let unchanged = large
        XCTAssertFalse(large.add(unchanged))
        XCTAssertEqual(large, unchanged)
        XCTAssertEqual(large.rounded, .infinity)
        XCTAssertTrue(large.add(sum([-1])))
        var negative = try XCTUnwrap(
            ExactSum(isNegative: true, digits: [.init(place: 66, value: 0xffff_ffff)]))
        XCTAssertTrue(negative.add(unchanged))
        XCTAssertEqual(negative, ExactSum())
    }
}
