import BenchmarkHarness
import XCTest

@testable import CompassWorkloads

final class ImplicitIntervalTreeTests: XCTestCase {
    private func expectAllFound(_ starts: [Int64], _ ends: [Int64], _ windows: [(Int64, Int64)]) {
        let tree = ImplicitIntervalTree(starts: starts, ends: ends)
        var ids: [UInt32] = [7]
        for (from, to) in windows {
            let expected = starts.indices.filter { starts[$0] <= to && ends[$0] >= from }.map(UInt32.init)
            tree.ids(from: from, to: to, into: &ids)
            XCTAssertEqual(ids.sorted(), expected, "\(from)...\(to) of \(starts) to \(ends)")
            XCTAssertEqual(tree.count(from: from, to: to), expected.count)
        }
    }

    func testEveryNumberOfFewIntervals() {
        for seed in 0..<4 as Range<UInt64> {
            for count in 0...70 {
                var random = SplitMix64(seed: seed << 8 + UInt64(count))
                let span: Int64 = seed == 0 ? 10 : 1_000_000
                let starts = (0..<count).map { _ in Int64.random(in: -span...span, using: &random) }
                let ends = starts.map { $0 + Int64.random(in: 0...span / 3, using: &random) }
                let windows = (0..<20).map { _ in
                    let from = Int64.random(in: -span...span, using: &random)
                    return (from, from + Int64.random(in: 0...span / 5, using: &random))
                }
                expectAllFound(starts, ends, windows + [(.min, .max), (span * 2, span * 3)])
            }
        }
    }

    func testExtremeTimes() {
        let starts: [Int64] = [.max, .min, 0, -1, .min, .max - 1]
        expectAllFound(
            starts, [.max, .max, 0, 5, .min, .max], [(.min, .min), (.max, .max), (0, 0), (1, 4), (6, .max)])
    }
}
