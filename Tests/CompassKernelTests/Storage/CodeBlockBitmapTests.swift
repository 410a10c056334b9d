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
        for count in edgeRowCounts + [4095, 4096, 4097, 9000] {
            var random = SeededRandom(round: count)
            let codes = randomCodes(count, codeCount: 60, &random)
            let bitmap = CodeBlockBitmap(codes: ColumnBuffer(codes), codeCount: 60)
            XCTAssertEqual(bitmap.rowsPerBlock, 64)
            for wanted: Set<UInt32> in [[59], [3, 57, 60], [60], [0], []] {
                for rows in [0..<count, count / 3..<count, count / 5..<count / 2] {
                    let expected = rows.filter { row in
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
            let bitmap = CodeBlockBitmap(codes: ColumnBuffer(), codeCount: codeCount)
            XCTAssertEqual(bitmap.rowsPerBlock, rowsPerBlock)
            XCTAssertEqual(bitmap.byteCount, 0)
        }
    }

    func testInvariantsFindOtherRows() {
        let bitmap = CodeBlockBitmap(codes: ColumnBuffer([0, 0, null]), codeCount: 2)
        XCTAssertEqual(bitmap.checkInvariants(codes: ColumnBuffer([0, null, 0])), [])
        XCTAssertEqual(
            bitmap.checkInvariants(codes: ColumnBuffer([0, 1, 0])), ["block bitmap misses row 1"]
        )
        XCTAssertEqual(
            bitmap.checkInvariants(codes: ColumnBuffer([0])), ["block bitmap has 3 rows of 1"])
    }
}
