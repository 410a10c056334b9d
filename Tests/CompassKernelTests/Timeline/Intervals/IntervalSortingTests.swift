import XCTest

@testable import CompassKernel

final class IntervalSortingTests: XCTestCase {
    private func assertSorted(_ instants: [Int64], _ label: String) {
        let sorted = instants.withUnsafeBufferPointer { IntervalSorting.sorted($0) }
        // Sorting by both is stable in the rows.
        let expected = instants.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }
        XCTAssertEqual(sorted.rows.withBuffer { $0.map { Int($0) } }, expected, label)
        XCTAssertEqual(sorted.instants.withBuffer { Array($0) }, expected.map { instants[$0] }, label)
        let withoutRows = instants.withUnsafeBufferPointer { IntervalSorting.sortedInstants($0) }
        XCTAssertEqual(
            withoutRows.withBuffer { Array($0) }, expected.map { instants[$0] }, "\(label), without rows")
    }

    func testEveryOrderOfUpToFiveInstants() {
        func visit(_ instants: [Int64]) {
            for unit in [1, 1_000, 1_000_000, 999_999] as [Int64] {
                assertSorted(instants.map { $0 * unit - 1 }, "\(instants) of \(unit)")
            }
            if instants.count < 5 { for next in Int64(0)..<3 { visit(instants + [next]) } }
        }
        visit([])
    }

    func testUnitsSpansAndSizes() {
        for round in 0..<4 {
            var random = SeededRandom(round: round)
            for count in [2, 300, 511, 512, 513, 3_000] {
                for unit in [1, 1_000, 1_000_000] as [Int64] {
                    for bits in [1, 11, 20, 31, 32, 33, 43] as [Int64] {
                        let offset = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
                        let instants = (0..<count).map { _ in
                            offset + Int64.random(in: 0..<1 << bits, using: &random) * unit
                        }
                        let label = "\(random.label): \(count) of \(bits) bits by \(unit)"
                        assertSorted(instants, label)
                        // One instant between two others changes the unit.
                        assertSorted(instants.dropLast() + [offset + 1], label)
                    }
                }
            }
        }
    }

    func testDistancesThatLeaveNoRoomForRows() {
        for round in 0..<4 {
            var random = SeededRandom(round: round)
            for count in [3, 100, 511, 512, 2_000] {
                var instants = (0..<count).map { _ in Int64.random(in: .min ... .max, using: &random) }
                assertSorted(instants, "\(random.label): \(count)")
                instants += [.max, .min, .max, .min, 0]
                assertSorted(instants, "\(random.label): \(count) and limits")
                assertSorted(instants.map { $0 / 1_000 * 1_000 }, "\(random.label): \(count) milliseconds")
            }
        }
    }

    func testDistancesThatJustLeaveRoomForRows() {
        for round in 0..<4 {
            var random = SeededRandom(round: round)
            // 9 and 10 bits number these rows.
            for count in [512, 513] {
                for bits in [31, 32, 33, 53, 54, 55, 56, 63] as [UInt64] {
                    for latest in [UInt64(1) << bits - 1, 1 << bits] {
                        let distances =
                            (2..<count).map { _ in UInt64.random(in: 0...latest, using: &random) }
                            + [latest, 0]
                        let instants = distances.map { Int64.min &+ Int64(bitPattern: $0) }
                        assertSorted(instants, "\(random.label): \(count) up to \(latest)")
                    }
                }
            }
        }
    }

    func testManyInstantsThatAreAscendingOrEqual() {
        for count in [511, 512, 1_000] {
            let ascending = (0..<count).map { Int64($0 / 3) * 1_000 }
            assertSorted(ascending, "\(count) ascending")
            assertSorted(ascending.reversed(), "\(count) descending")
            assertSorted([Int64](repeating: .max, count: count), "\(count) equal")
            assertSorted([Int64](repeating: 7, count: count) + [3], "\(count) equal and an earlier one")
        }
    }
}
