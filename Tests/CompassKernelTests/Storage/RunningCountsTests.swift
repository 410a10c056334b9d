import XCTest

@testable import CompassKernel

/// Running counts at the ends of blocks, with and without bases.
final class RunningCountsTests: XCTestCase {
    private func counts(
        of cells: [Int], width: Int, rowsPerBlock: Int, blockCount: Int, largestCount: UInt16
    ) -> RunningCounts {
        RunningCounts(
            width: width, rowCount: cells.count, rowsPerBlock: rowsPerBlock, blockCount: blockCount,
            largestCount: largestCount
        ) { rows, count in
            for row in rows { count(cells[row]) }
        }
    }

    /// Compares every range of blocks, and of cells, with the rows.
    private func expectCounts(_ counts: RunningCounts, of cells: [Int], rowsPerBlock: Int, _ label: String) {
        let ends = (0...counts.blockCount).map { $0 == counts.blockCount ? cells.count : $0 * rowsPerBlock }
        for lower in 0...counts.blockCount {
            for upper in lower...counts.blockCount {
                let rows = cells[
                    (lower == 0 ? 0 : ends[lower])..<(upper == 0 ? 0 : max(ends[upper], ends[lower]))]
                let expected = (0..<counts.width).map { cell in UInt32(rows.count { $0 == cell }) }
                for first in 0..<counts.width {
                    for end in first...counts.width {
                        var found: [UInt32] = []
                        counts.forEachCount(of: first..<end, in: lower..<upper) { index, count in
                            XCTAssertEqual(index, found.count)
                            found.append(count)
                        }
                        if found != (upper > 0 ? Array(expected[first..<end]) : []) {
                            XCTFail("\(first)..<\(end), blocks \(lower)..<\(upper) of \(label)")
                        }
                    }
                }
                var sums = [UInt32](repeating: 5, count: counts.width + 1)
                sums.withUnsafeMutableBufferPointer {
                    counts.add(0..<counts.width, before: upper, isAdded: true, to: $0.baseAddress!)
                    counts.add(0..<counts.width, before: lower, isAdded: false, to: $0.baseAddress!)
                }
                if sums != expected.map({ 5 + $0 }) + [5] {
                    XCTFail("sums of \(lower)..<\(upper) of \(label)")
                }
                for cell in 0..<counts.width where lower == 0 {
                    XCTAssertEqual(counts.count(of: cell, before: upper), expected[cell], label)
                }
            }
        }
    }

    /// The limits make bases of every kind: none, one now and then, and one in each block.
    func testEveryColumnOfUpToSixRowsInTwoCells() {
        for rowCount in 0...6 {
            for pattern in 0..<1 << rowCount {
                let cells = (0..<rowCount).map { pattern >> $0 & 1 }
                for rowsPerBlock in 1...3 {
                    let blockCount = rowCount / rowsPerBlock
                    for largestCount: UInt16 in [0, 1, 2, 3, .max] {
                        let label = "\(cells), \(rowsPerBlock) a block, \(largestCount) at most"
                        let counts = counts(
                            of: cells, width: 2, rowsPerBlock: rowsPerBlock, blockCount: blockCount,
                            largestCount: largestCount)
                        expectCounts(counts, of: cells, rowsPerBlock: rowsPerBlock, label)
                    }
                }
            }
        }
    }

    /// The example of the type: of counts up to 7, the third block has a base.
    func testATableOfOneBase() {
        let cells = [Int](repeating: 0, count: 3) + [1]
        let rows = cells + cells + cells + cells
        let none = counts(of: rows, width: 2, rowsPerBlock: 4, blockCount: 4, largestCount: .max)
        XCTAssertEqual(none.byteCount, 4 * 2 * 2)
        let one = counts(of: rows, width: 2, rowsPerBlock: 4, blockCount: 4, largestCount: 7)
        XCTAssertEqual(one.byteCount, 4 * 2 * 2 + 2 * 4 + 4 * 4)
        expectCounts(one, of: rows, rowsPerBlock: 4, "the example")
    }

    func testMoreRowsThanSixteenBitsCount() {
        var random = SeededRandom()
        for (rowCount, rowsPerBlock) in [(65_535, 4096), (65_536, 4096), (200_000, 8192), (300_000, 131_072)]
        {
            // Nine in ten rows have the first cell.
            let cells = (0..<rowCount).map { _ in random.chance(9, of: 10) ? 0 : random.below(5) }
            let counts = counts(
                of: cells, width: 5, rowsPerBlock: rowsPerBlock, blockCount: rowCount / rowsPerBlock,
                largestCount: .max)
            var expected = [UInt32](repeating: 0, count: 5)
            var expectedByBlock = [expected]
            var row = 0
            for block in 1...counts.blockCount {
                let end = block == counts.blockCount ? rowCount : block * rowsPerBlock
                while row < end {
                    expected[cells[row]] += 1
                    row += 1
                }
                let found = (0..<5).map { counts.count(of: $0, before: block) }
                XCTAssertEqual(found, expected, "\(rowCount) rows, block \(block), \(random.label)")
                expectedByBlock.append(expected)
            }
            for upper in 1...counts.blockCount {
                for lower in 0...upper {
                    var found: [UInt32] = []
                    counts.forEachCount(of: 0..<4, in: lower..<upper) { found.append($1) }
                    let expected = (0..<4).map { expectedByBlock[upper][$0] - expectedByBlock[lower][$0] }
                    if found != expected {
                        XCTFail("\(rowCount) rows, blocks \(lower)..<\(upper), \(random.label)")
                    }
                }
            }
        }
    }

    func testNoCellsAndNoBlocks() {
        let noBlocks = counts(of: [0, 1], width: 2, rowsPerBlock: 4, blockCount: 0, largestCount: .max)
        expectCounts(noBlocks, of: [], rowsPerBlock: 4, "no blocks")
        XCTAssertEqual(noBlocks.byteCount, 0)
        let noCells = RunningCounts(width: 0, rowCount: 100_000, rowsPerBlock: 4096, blockCount: 24) { _, _ in
        }
        XCTAssertEqual(noCells.byteCount, 0)
        noCells.forEachCount(of: 0..<0, in: 3..<24) { _, _ in XCTFail("there is no cell") }
    }
}
