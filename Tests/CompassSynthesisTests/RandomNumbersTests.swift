import XCTest

@testable import CompassSynthesis

final class RandomNumbersTests: XCTestCase {
    func testSplitMix64GivesThePublishedSequence() {
        var random = SplitMix64(seed: 1_234_567)
        XCTAssertEqual(
            (0..<5).map { _ in random.next() },
            [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    func testBoundedNumbersReachEveryValueAndNothingElse() {
        var random = SplitMix64(seed: 7)
        for bound in 1...20 {
            let drawn = Set((0..<2000).map { _ in random.below(bound) })
            XCTAssertEqual(drawn.sorted(), Array(0..<bound))
        }
    }

    func testZipfFrequenciesFollowTheWeights() {
        let count = 50
        let table = ZipfTable(count: count, flattening: 3)
        var random = SplitMix64(seed: 3)
        let draws = 400_000
        var counts = [Int](repeating: 0, count: count)
        for _ in 0..<draws { counts[table.draw(&random)] += 1 }
        let weights = (1...count).map { rank in 1 / Double(rank + 3) }
        let sum = weights.reduce(0, +)
        for rank in 0..<count {
            let expected = Double(draws) * weights[rank] / sum
            XCTAssertEqual(
                Double(counts[rank]), expected, accuracy: 6 * expected.squareRoot(), "rank \(rank)")
        }
    }

    func testZipfBeyondTheKernelFallsWithTheSquare() {
        let table = ZipfTable(count: 400, flattening: 0, kernel: 100)
        var random = SplitMix64(seed: 4)
        var counts = [Int](repeating: 0, count: 400)
        for _ in 0..<1_000_000 { counts[table.draw(&random)] += 1 }
        let atKernel = counts[90..<110].reduce(0, +)
        let beyond = counts[290..<310].reduce(0, +)
        XCTAssertEqual(Double(atKernel) / Double(beyond), 9, accuracy: 1)
    }

    func testZipfOfOneRankAlwaysDrawsIt() {
        let table = ZipfTable(count: 1, flattening: 0)
        var random = SplitMix64(seed: 5)
        for _ in 0..<1000 { XCTAssertEqual(table.draw(&random), 0) }
    }
}
