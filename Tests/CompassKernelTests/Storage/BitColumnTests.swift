import XCTest

@testable import CompassKernel

final class BitColumnTests: XCTestCase {
    /// Compares all results of a column with the plain bits.
    private func expectPlainCounts(_ bits: [Bool], everyRange: Bool, _ label: String) {
        let column = BitColumn(bits)
        XCTAssertEqual(column.count, bits.count, label)
        XCTAssertEqual(column.checkInvariants(), [], label)
        var ranks = [0]
        var setRows: [Int] = []
        for (row, bit) in bits.enumerated() {
            if column[row] != bit { return XCTFail("bit \(row) of \(label)") }
            if bit { setRows.append(row) }
            ranks.append(setRows.count)
        }
        XCTAssertEqual(column.total, setRows.count, label)
        for row in 0...bits.count where column.rank(row) != ranks[row] {
            return XCTFail("rank \(row) of \(label)")
        }
        for (rank, row) in setRows.enumerated() where column.select(rank) != row {
            return XCTFail("select \(rank) of \(label)")
        }
        for rank in [-1, setRows.count, setRows.count + 1, Int.max, Int.min] {
            XCTAssertNil(column.select(rank), "select \(rank) of \(label)")
        }
        guard everyRange else { return }
        for from in 0...bits.count {
            for to in from...bits.count where column.count(in: from..<to) != ranks[to] - ranks[from] {
                return XCTFail("count in \(from)..<\(to) of \(label)")
            }
        }
    }

    func testEveryColumnOfUpToTenRows() {
        for count in 0...10 {
            for pattern in 0..<(1 << count) {
                expectPlainCounts(
                    (0..<count).map { pattern >> $0 & 1 != 0 }, everyRange: true, "\(pattern) of \(count)")
            }
        }
    }

    func testAllAndNoneAndOneAtEdges() {
        for count in edgeRowCounts {
            expectPlainCounts(
                [Bool](repeating: true, count: count), everyRange: count <= 129, "all of \(count)")
            expectPlainCounts([Bool](repeating: false, count: count), everyRange: false, "none of \(count)")
            for row in edgeRowCounts where row < count {
                var bits = [Bool](repeating: false, count: count)
                bits[row] = true
                expectPlainCounts(bits, everyRange: false, "only \(row) of \(count)")
            }
        }
    }

    func testRandomBitsOfEveryDensity() {
        for round in 0..<SeededRandom.rounds(3) {
            var random = SeededRandom(round: round)
            for count in edgeRowCounts + [random.below(5000)] {
                for density in [1, 50, 99] {
                    let bits = (0..<count).map { _ in random.chance(density, of: 100) }
                    expectPlainCounts(
                        bits, everyRange: count <= 129, "\(count) rows, \(density) %, \(random.label)")
                }
            }
        }
    }

    func testEveryRangeAcrossABlockEdge() {
        var random = SeededRandom()
        expectPlainCounts((0..<520).map { _ in random.chance(1, of: 2) }, everyRange: true, random.label)
    }

    func testInvariantsFindBitsBehindTheLastRow() {
        let damaged = BitColumn(words: ColumnBuffer([UInt64(0b10000)]), count: 4)
        XCTAssertEqual(damaged.checkInvariants(), ["bits are set after the last row"])
    }

    func testInvariantsFindMissingAndSurplusWords() {
        XCTAssertFalse(BitColumn(words: ColumnBuffer([UInt64(1)]), count: 65).checkInvariants().isEmpty)
        XCTAssertFalse(
            BitColumn(words: ColumnBuffer([UInt64(1), 0]), count: 64).checkInvariants().isEmpty)
        XCTAssertFalse(BitColumn(words: ColumnBuffer([UInt64(0)]), count: 0).checkInvariants().isEmpty)
    }
}
