import XCTest

@testable import CompassKernel

/// Prefix counts of codes, and the rows where codes first occur.
final class CodePrefixCountsTests: XCTestCase {
    private let null = CodeDictionary.null

    /// Returns the counts before `row` as a query computes them, from the nearest checkpoint.
    private func counts(_ prefixCounts: CodePrefixCounts, _ codes: [UInt32], before row: Int) -> [UInt32] {
        var (counts, checkpoint) = stored(prefixCounts, nearest: row)
        for index in min(checkpoint, row)..<max(checkpoint, row) where codes[index] != null {
            counts[Int(codes[index])] = counts[Int(codes[index])] &+ (checkpoint <= row ? 1 : ~0)
        }
        return counts
    }

    /// Returns the counts stored nearest to `row`, and the row before which they count.
    private func stored(_ prefixCounts: CodePrefixCounts, nearest row: Int) -> (counts: [UInt32], row: Int) {
        // One more than needed, so that there is an address.
        var counts = [UInt32](repeating: 0, count: prefixCounts.codeCount + 1)
        let checkpoint = counts.withUnsafeMutableBufferPointer {
            prefixCounts.addCounts(nearest: row, isAdded: true, to: $0.baseAddress!)
        }
        return (counts.dropLast(), checkpoint)
    }

    private func expectPlainCounts(_ codes: [UInt32], codeCount: Int, rows: [Int]? = nil, _ label: String) {
        let column = ColumnBuffer(codes)
        let prefixCounts = CodePrefixCounts(codes: column, codeCount: codeCount)
        XCTAssertEqual(prefixCounts.checkInvariants(codes: column), [], label)
        let firstRows = FirstRowColumn(codes: column, codeCount: codeCount)
        XCTAssertEqual(firstRows.checkInvariants(codes: column), [], label)
        var expected = [UInt32](repeating: 0, count: codeCount)
        var wanted = Set(rows ?? Array(0...codes.count))
        for row in 0...codes.count {
            if wanted.remove(row) != nil {
                let checkpoint = stored(prefixCounts, nearest: row).row
                XCTAssertLessThanOrEqual(abs(checkpoint - row), prefixCounts.rowsPerBlock / 2, label)
                if counts(prefixCounts, codes, before: row) != expected {
                    XCTFail("before \(row) of \(label)")
                }
                if firstRows.distinctCount(before: row) != expected.filter({ $0 > 0 }).count {
                    XCTFail("distinct before \(row) of \(label)")
                }
            }
            if row < codes.count, codes[row] != null { expected[Int(codes[row])] += 1 }
        }
        XCTAssertEqual((0..<codeCount).map { UInt32(prefixCounts.count(of: $0)) }, expected, label)
        XCTAssertEqual(prefixCounts.usedCodeCount, expected.count { $0 > 0 }, label)
        var all = [UInt32](repeating: 7, count: codeCount + 1)
        all.withUnsafeMutableBufferPointer { prefixCounts.addCounts(isAdded: true, to: $0.baseAddress!) }
        XCTAssertEqual(all, expected.map { 7 + $0 } + [7], label)
        all.withUnsafeMutableBufferPointer { prefixCounts.addCounts(isAdded: false, to: $0.baseAddress!) }
        XCTAssertEqual(all, expected.map { _ in 7 } + [7], label)
    }

    func testEveryColumnOfUpToFiveRowsWithTwoCodesAndNull() {
        for count in 0...5 {
            var total = 1
            for _ in 0..<count { total *= 3 }
            for pattern in 0..<total {
                var rest = pattern
                let codes = (0..<count).map { _ -> UInt32 in
                    defer { rest /= 3 }
                    return rest % 3 == 2 ? null : UInt32(rest % 3)
                }
                expectPlainCounts(codes, codeCount: 2, "\(codes)")
            }
        }
    }

    func testNoCodes() {
        expectPlainCounts([], codeCount: 0, "nothing")
        expectPlainCounts([], codeCount: 3, "no rows")
        expectPlainCounts([UInt32](repeating: null, count: 1100), codeCount: 0, "only nulls")
        expectPlainCounts([UInt32](repeating: null, count: 3), codeCount: 3, "codes that no row has")
    }

    func testRowsAroundTheEdgesOfBlocks() {
        for count in [511, 512, 513, 1023, 1024, 1025, 1535, 1536, 1537, 2047, 2048, 2049, 2600] {
            let codes = (0..<count).map { $0 % 7 == 0 ? null : UInt32($0 * $0 % 5) }
            expectPlainCounts(codes, codeCount: 5, "\(count) rows")
        }
    }

    func testMoreRowsOfACodeThanSixteenBitsCount() {
        let codes = (0..<150_000).map { $0 % 50 == 49 ? null : UInt32($0 % 40 == 0 ? 1 : 0) }
        let rows = [0, 1, 66_000, 70_000, 131_000, 149_999, 150_000]
        expectPlainCounts(codes, codeCount: 2, rows: rows, "150,000 rows")
    }

    func testManyCodesMakeBlocksLonger() {
        var random = SeededRandom()
        for codeCount in [767, 768, 769, 1535, 1536, 1537, 5000] {
            let codes = (0..<20_000).map { _ in
                random.chance(1, of: 10) ? null : UInt32(random.below(codeCount))
            }
            let prefixCounts = CodePrefixCounts(codes: ColumnBuffer(codes), codeCount: codeCount)
            XCTAssertLessThanOrEqual(2 * codeCount, 3 * prefixCounts.rowsPerBlock)
            let rows = [0, 1, 10_000, 19_999, 20_000] + (0..<10).map { _ in random.below(20_001) }
            let label = "\(codeCount) codes, \(random.label)"
            for row in rows {
                var expected = [UInt32](repeating: 0, count: codeCount)
                for code in codes[..<row] where code != null { expected[Int(code)] += 1 }
                XCTAssertEqual(counts(prefixCounts, codes, before: row), expected, label)
                let distinct = FirstRowColumn(codes: ColumnBuffer(codes), codeCount: codeCount)
                    .distinctCount(before: row)
                XCTAssertEqual(distinct, expected.filter { $0 > 0 }.count, label)
            }
        }
    }

    func testInvariantsFindCountsOfOtherRows() {
        let counted = ColumnBuffer((0..<2000).map { UInt32($0 % 3) })
        let others = ColumnBuffer((0..<2000).map { UInt32($0 % 2) })
        let prefixCounts = CodePrefixCounts(codes: counted, codeCount: 3)
        XCTAssertTrue(
            prefixCounts.checkInvariants(codes: others).contains { $0.contains("before row 1024") })
        let firstRows = FirstRowColumn(codes: counted, codeCount: 3)
        XCTAssertEqual(
            firstRows.checkInvariants(codes: others), ["distinct codes before row 3 are wrong"])
    }
}
