import XCTest

@testable import CompassKernel

final class FreeRowsTests: XCTestCase {
    func testAnEmptySetHasNoLowestRow() {
        for capacity in [0, 1, 64, 65, 5_000] {
            var free = FreeRows(capacity: capacity)
            XCTAssertNil(free.removeLowest(), "\(capacity)")
        }
    }

    func testTheLowestRowComesFirst() {
        var free = FreeRows(capacity: 300_000)
        for row in [299_999, 64, 63, 4_096, 0, 262_144] { free.insert(row) }
        for row in [0, 63, 64, 4_096, 262_144, 299_999] { XCTAssertEqual(free.removeLowest(), row) }
        XCTAssertNil(free.removeLowest())
    }

    func testRandomSetsAgreeWithASet() {
        for round in 0..<SeededRandom.rounds(50) {
            var random = SeededRandom(round: round)
            let capacity = [1, 63, 64, 65, 4_095, 4_097, 300_000][random.below(7)]
            var free = FreeRows(capacity: capacity)
            var expected: Set<Int> = []
            for _ in 0..<300 {
                let row = random.below(capacity)
                if random.chance(3, of: 5), !expected.contains(row) {
                    free.insert(row)
                    expected.insert(row)
                } else {
                    let lowest = expected.min()
                    XCTAssertEqual(free.removeLowest(), lowest, random.label)
                    if let lowest { expected.remove(lowest) }
                }
            }
        }
    }
}
