import XCTest

@testable import CompassKernel

final class CodeBlockBitmapTests: XCTestCase {
    private let null = CodeDictionary.null

    /// Returns the rows that a search for `codes` in `rows` would visit.
    private func candidates(_ bitmap: CodeBlockBitmap, _ codes: [UInt32], in rows: Range<Int>) -> [Int] {
        var found: [Int] = []
        codes.withUnsafeBufferPointer { codes in
            bitmap.forEachCandidate(of: codes, in: rows) { block in
                found += block.clamped(to: rows)
                return true
            }
        }
        return found
    }

    private func randomCodes(
        _ count: Int, codeCount: Int, _ random: inout SeededRandom
    ) -> [UInt32] {
        // Code 0 is frequent, the last code rare.
        (0..<count).map { _ in
            let code = min(random.below(codeCount + 1), random.below(codeCount + 1))
            return code == codeCount ? null : UInt32(code)
        }
    }

    func testCandidatesAreExactlyTheWordsWithTheSchools() {
        for count in edgeRowCounts + [256, 257, 4095, 4096, 4097, 9000] {
            var random = SeededRandom(round: count)
            let codes = randomCodes(count, codeCount: 60, &random)
            let bitmap = CodeBlockBitmap(codes: ColumnBuffer(codes), codeCount: 60)
            // Few rows are one block, which is visited for any code.
            let isOneBlock = count <= 256
            XCTAssertEqual(bitmap.rowsPerBlock, isOneBlock ? 256 : 64)
            XCTAssertEqual(bitmap.byteCount == 0, isOneBlock)
            for wanted: Set<UInt32> in [[59], [3, 57, 60], [60], [0], []] {
                for rows in [0..<count, count / 3..<count, count / 5..<count / 2] {
                    let expected = rows.filter { row in
                        if isOneBlock { return !wanted.isEmpty }
                        let word = row / 64 * 64..<min(row / 64 * 64 + 64, count)
                        return word.contains { wanted.contains(codes[$0] == null ? 60 : codes[$0]) }
                    }
                    XCTAssertEqual(candidates(bitmap, Array(wanted), in: rows), expected, random.label)
                }
            }
        }
    }

    func testTheSearchEndsWhenItIsTold() {
        let bitmap = CodeBlockBitmap(
            codes: ColumnBuffer([UInt32](repeating: 0, count: 1000)), codeCount: 1)
        var calls = 0
        [UInt32(0)].withUnsafeBufferPointer { codes in
            bitmap.forEachCandidate(of: codes, in: 0..<1000) { _ in
                calls += 1
                return calls < 3
            }
        }
        XCTAssertEqual(calls, 3)
    }

    func testManySchoolsMakeBlocksLonger() {
        for (codeCount, rowsPerBlock) in [(511, 64), (512, 128), (1023, 128), (5000, 1024)] {
            let codes = ColumnBuffer([UInt32](repeating: 0, count: 257))
            let bitmap = CodeBlockBitmap(codes: codes, codeCount: codeCount)
            XCTAssertEqual(bitmap.rowsPerBlock, rowsPerBlock)
            XCTAssertEqual(bitmap.byteCount, (codeCount + 1) * 8)
        }
    }

    func testInvariantsFindOtherRows() {
        let others = [UInt32](repeating: 0, count: 255)
        let bitmap = CodeBlockBitmap(codes: ColumnBuffer([0, 0, null] + others), codeCount: 2)
        XCTAssertEqual(bitmap.checkInvariants(codes: ColumnBuffer([0, null, 0] + others)), [])
        XCTAssertEqual(
            bitmap.checkInvariants(codes: ColumnBuffer([0, 1, 0] + others)), ["block bitmap misses row 1"])
        XCTAssertEqual(
            bitmap.checkInvariants(codes: ColumnBuffer([0])), ["block bitmap has 258 rows of 1"])
    }
}
