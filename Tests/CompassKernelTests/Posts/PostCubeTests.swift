import XCTest

@testable import CompassKernel

final class PostCubeTests: XCTestCase {
    private let null = CodeDictionary.null

    /// Random flag bytes with at most one sentiment, and codes of which some are null.
    private func columns(
        _ count: Int, codeCount: Int, _ random: inout SeededRandom
    ) -> (flags: [UInt8], codes: [UInt32]) {
        var flags: [UInt8] = []
        var codes: [UInt32] = []
        for _ in 0..<count {
            let sentiment = random.below(5)
            flags.append(UInt8(random.below(8)) | (sentiment == 4 ? 0 : 8 << UInt8(sentiment)))
            codes.append(codeCount == 0 || random.chance(1, of: 9) ? null : UInt32(random.below(codeCount)))
        }
        return (flags, codes)
    }

    func testCategoriesOfAllFlagBytes() {
        for low in UInt8(0)..<8 {
            for sentiment in 0..<5 {
                let category = PostCategory(flags: low | (sentiment == 0 ? 0 : 4 << UInt8(sentiment)))
                XCTAssertEqual(category.isRecruiting, low & 1 != 0)
                XCTAssertEqual(category.isFlagged, low & 2 != 0)
                XCTAssertEqual(category.isInstagram, low & 4 != 0)
                XCTAssertEqual(category.sentimentIndex, sentiment == 0 ? nil : sentiment - 1)
                XCTAssertLessThan(category.rawValue, PostCategory.count)
            }
        }
    }

    func testCountsBeforeEveryBlock() {
        for (count, codeCount) in [(0, 3), (8191, 2), (8192, 2), (8193, 0), (20_000, 3), (24_576, 1)] {
            var random = SeededRandom()
            let (flags, codes) = columns(count, codeCount: codeCount, &random)
            let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: codeCount)
            XCTAssertEqual(cube.width, codeCount + 1)
            let rows = [0, 1, 4095, 4096, 8191, 8192, 12_287, 12_288, 14_095, 14_096, 14_097, count]
            for row in rows where row <= count {
                let (block, boundary) = cube.boundary(nearest: row)
                XCTAssertLessThanOrEqual(boundary, count)
                XCTAssertLessThan(abs(boundary - row), cube.rowsPerBlock)
                if row == count, count >= cube.rowsPerBlock { XCTAssertEqual(boundary, count) }
                var expected = [UInt32](repeating: 0, count: cube.width * PostCategory.count)
                for index in 0..<boundary {
                    let code = min(Int(codes[index]), codeCount)
                    expected[PostCategory(flags: flags[index]).rawValue * cube.width + code] += 1
                }
                for category in 0..<PostCategory.count {
                    var found = [UInt32](repeating: 0, count: cube.width)
                    cube.forEachCount(of: category, in: 0..<block) { found[$0] = $1 }
                    if found[...] != expected[category * cube.width..<(category + 1) * cube.width] {
                        XCTFail("category \(category) before row \(boundary) of \(count)")
                    }
                    XCTAssertEqual(
                        cube.total(of: category, in: 0..<block), found.reduce(0) { $0 + Int($1) })
                }
            }
        }
    }

    func testMatchesInEveryRangeOfBlocks() {
        let filters: [PostFilter] = [
            .all, .recruiting, .platform(.instagram) && .flagged(false), .sentiment([.positive, .negative]),
            .sentiment(.neutral) && .recruiting(false),
        ]
        var random = SeededRandom()
        let count = 26_000
        let (flags, codes) = columns(count, codeCount: 3, &random)
        let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 3)
        let borders = [0, 8_192, 16_384, count]
        let admitted: [UInt32] = [~0, 0, ~0, ~0]
        for filter in filters {
            let conditions = PostConditions(filter, searched: nil)
            for lower in 0..<borders.count {
                for upper in lower..<borders.count {
                    let expected = (borders[lower]..<borders[upper]).count { row in
                        conditions.admits(PostCategory(flags: flags[row]))
                            && admitted[min(Int(codes[row]), 3)] != 0
                    }
                    XCTAssertEqual(
                        cube.matchCount(in: lower..<upper, conditions, admitted: admitted), expected,
                        "blocks \(lower) to \(upper), \(filter), \(random.label)")
                }
            }
        }
    }

    /// What is too short for blocks must not make a table from a file count its rows.
    func testOnlyRangesOfMoreThanHalfABlockMayHaveBlocks() {
        for count in [40, 8_191, 8_192, 20_000, 30_000] {
            var random = SeededRandom(round: count)
            let (flags, codes) = columns(count, codeCount: 2, &random)
            let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
            var shortest = Int.max
            let step = count < 100 ? 1 : 61
            for lower in stride(from: 0, to: count, by: step) {
                for upper in stride(from: lower, through: count, by: step)
                where cube.split(lower..<upper) != nil {
                    XCTAssertTrue(PostCube.mayHaveBlocks(in: upper - lower, of: count))
                    shortest = min(shortest, upper - lower)
                }
            }
            XCTAssertLessThan(shortest, min(count, 8_192) / 2 + 2 * step, "\(count) rows")
        }
    }

    func testManySchoolsMakeBlocksLonger() {
        for (codeCount, rows) in [(203, 8192), (204, 16_384), (818, 32_768), (819, 65_536)] {
            let cube = PostCube(flags: ColumnBuffer(), codes: ColumnBuffer(), codeCount: codeCount)
            XCTAssertEqual(cube.rowsPerBlock, rows, "\(codeCount) codes")
        }
    }

    /// The counts of all rows, whatever their sentiment, are those of their categories together.
    func testCountsOfFlags() throws {
        for count in [40, 8191, 20_000] {
            var random = SeededRandom(round: count)
            let (flags, codes) = columns(count, codeCount: 2, &random)
            let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
            let blocks = try XCTUnwrap(cube.split(0..<count)).blocks
            XCTAssertTrue(cube.areAll(blocks))
            XCTAssertFalse(cube.areAll(0..<blocks.upperBound - 1))
            for wanted in 0..<8 {
                var expected: [UInt32] = [0, 0, 0]
                for row in 0..<count where Int(flags[row] & 7) == wanted {
                    expected[min(Int(codes[row]), 2)] += 1
                }
                var found: [UInt32] = []
                cube.forEachCount(ofFlags: wanted) { _, count in found.append(count) }
                XCTAssertEqual(found, expected, "flags \(wanted) of \(count) rows")
            }
        }
        XCTAssertFalse(PostCube(flags: ColumnBuffer(), codes: ColumnBuffer(), codeCount: 2).areAll(0..<0))
    }

    /// With two codes there are 120 counts, which take 8 bytes a row of 30 rows.
    func testASmallTableHasOneBlock() {
        for (count, hasBlock) in [(1, false), (29, false), (30, true), (8191, true)] {
            var random = SeededRandom()
            let (flags, codes) = columns(count, codeCount: 2, &random)
            let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
            XCTAssertEqual(cube.split(0..<count) != nil, hasBlock, "\(count) rows")
        }
        // 6,551 codes would fill a block of 8 bytes a row in a table that is not small.
        for (count, hasBlock) in [(65_536, true), (65_537, false)] {
            let cube = PostCube(
                flags: ColumnBuffer(zeros: count), codes: ColumnBuffer(zeros: count), codeCount: 6_550)
            XCTAssertEqual(cube.split(0..<count) != nil, hasBlock, "\(count) rows")
        }
    }

    /// Most posts are of one category and code, so that the counts have bases; codes far apart are admitted.
    func testCountsOfMoreRowsThanSixteenBitsCount() throws {
        var random = SeededRandom()
        let (count, codeCount) = (200_000, 120)
        var (flags, codes) = columns(count, codeCount: codeCount, &random)
        for row in 0..<count where !random.chance(1, of: 20) { (flags[row], codes[row]) = (1, 40) }
        let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: codeCount)
        let violations = cube.checkInvariants(rowCount: count, codes: ColumnBuffer(codes)) {
            PostCategory(flags: flags[$0])
        }
        XCTAssertEqual(violations, [], random.label)
        let admitted = (0...codeCount).map { [3, 40, 41, 77, 119].contains($0) ? UInt32.max : 0 }
        let blockCount = try XCTUnwrap(cube.split(0..<count)).blocks.upperBound
        for filter in [PostFilter.all, .recruiting, .sentiment(.neutral) && .flagged(false)] {
            let conditions = PostConditions(filter, searched: nil)
            var matches = [0]
            for row in 0..<count {
                let code = min(Int(codes[row]), codeCount)
                let isMatch = conditions.admits(PostCategory(flags: flags[row])) && admitted[code] != 0
                matches.append(matches[row] + (isMatch ? 1 : 0))
            }
            for upper in 0...blockCount {
                for lower in 0...upper {
                    func row(_ block: Int) -> Int { block == blockCount ? count : block * cube.rowsPerBlock }
                    XCTAssertEqual(
                        cube.matchCount(in: lower..<upper, conditions, admitted: admitted),
                        matches[row(upper)] - matches[row(lower)],
                        "blocks \(lower)..<\(upper), \(filter), \(random.label)")
                }
            }
        }
    }

    /// Runs have all codes that are admitted; other codes only within eight of these, or after the last run.
    func testRunsOfAdmittedCodes() {
        let codeCount = 402
        let cube = PostCube(flags: ColumnBuffer(), codes: ColumnBuffer(), codeCount: codeCount)
        func runs(_ admitted: Set<Int>) -> [Range<Int>] {
            (0..<cube.width).map { admitted.contains($0) ? UInt32.max : 0 }.withUnsafeBufferPointer {
                cube.withRuns(of: $0.baseAddress!) { Array($0) }
            }
        }
        XCTAssertEqual(runs([]), [400..<403], "what is less than eight codes is always read")
        XCTAssertEqual(runs([0]), [0..<8, 400..<403])
        XCTAssertEqual(runs([399, 402]), [392..<403])
        XCTAssertEqual(runs(Set(0..<403)), [0..<403])
        XCTAssertEqual(runs([7, 8, 100]), [0..<16, 96..<104, 400..<403])
        var random = SeededRandom()
        for count in [1, 2, 10, 15, 16, 17, 40, 200, 402] {
            let admitted = Set((0..<count).map { _ in random.below(cube.width) })
            let found = runs(admitted)
            let codes = found.flatMap { Array($0) }
            XCTAssertEqual(codes, Set(codes).sorted(), random.label)
            XCTAssertTrue(admitted.isSubset(of: codes), random.label)
            XCTAssertLessThanOrEqual(found.count, 16)
            if found.count < 16 { XCTAssertLessThanOrEqual(codes.count, 8 * count + 3, random.label) }
        }
        let small = PostCube(flags: ColumnBuffer(), codes: ColumnBuffer(), codeCount: 2)
        [0, UInt32.max, 0].withUnsafeBufferPointer {
            XCTAssertEqual(small.withRuns(of: $0.baseAddress!) { Array($0) }, [0..<3])
        }
    }

    func testInvariantsFindCountsOfOtherRows() {
        var random = SeededRandom()
        let (flags, codes) = columns(9000, codeCount: 2, &random)
        let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
        let right = cube.checkInvariants(rowCount: 9000, codes: ColumnBuffer(codes)) {
            PostCategory(flags: flags[$0])
        }
        XCTAssertEqual(right, [])
        let wrong = cube.checkInvariants(rowCount: 9000, codes: ColumnBuffer(codes)) {
            PostCategory(flags: flags[$0] ^ 1)
        }
        XCTAssertEqual(wrong, ["category counts are wrong before row 9000"])
        let shorter = cube.checkInvariants(rowCount: 8999, codes: ColumnBuffer(codes)) {
            PostCategory(flags: flags[$0])
        }
        XCTAssertEqual(shorter, ["category counts have 9000 rows of 8999"])
    }

    /// Blocks plus and minus the rows beside them are the rows of the range, by category and code.
    func testRangesAroundEveryBoundary() {
        for count in [40, 5_000, 8192, 16_383, 20_000] {
            var random = SeededRandom()
            let (flags, codes) = columns(count, codeCount: 2, &random)
            let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
            func cell(_ row: Int) -> Int {
                PostCategory(flags: flags[row]).rawValue * cube.width + min(Int(codes[row]), 2)
            }
            let ends = [0, count / 2, 4096, 8192, 12_288, 14_096, count].flatMap { [$0 - 1, $0, $0 + 1] }
                .filter { (0...count).contains($0) }
            for lower in ends {
                for upper in ends where lower < upper {
                    guard let (blocks, first, last) = cube.split(lower..<upper) else { continue }
                    XCTAssertLessThan(first.rows.count + last.rows.count, upper - lower)
                    var cells = [Int](repeating: 0, count: cube.width * PostCategory.count)
                    for category in 0..<PostCategory.count {
                        var sum = 0
                        cube.forEachCount(of: category, in: blocks) {
                            cells[category * cube.width + $0] += Int($1)
                            sum += Int($1)
                        }
                        XCTAssertEqual(cube.total(of: category, in: blocks), sum)
                    }
                    for (rows, sign) in [first, last] { for row in rows { cells[cell(row)] += sign } }
                    for row in lower..<upper { cells[cell(row)] -= 1 }
                    XCTAssertTrue(cells.allSatisfy { $0 == 0 }, "\(lower)..<\(upper) of \(count)")
                }
            }
            XCTAssertNotNil(cube.split(0..<count))
        }
    }

    /// The boundaries nearest to the ends of a short range may be those of a whole block.
    func testAShortRangeIsReadByItself() {
        var random = SeededRandom()
        let (flags, codes) = columns(16_383, codeCount: 2, &random)
        let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 2)
        XCTAssertTrue(cube.boundary(nearest: 8191) == (0, 0))
        XCTAssertTrue(cube.boundary(nearest: 8192) == (1, 16_383))
        XCTAssertNil(cube.split(8191..<8192))
    }

    /// The block 1..<2 ends at row 20,000; its boundaries are 8,192 and 20,000, whose middle is 14,096.
    func testTheLastBlockContainsTheRowsThatDoNotFillOne() {
        var random = SeededRandom()
        let (flags, codes) = columns(20_000, codeCount: 3, &random)
        let cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 3)
        XCTAssertEqual(cube.rowsPerBlock, 8192)
        XCTAssertTrue(cube.boundary(nearest: 14_095) == (1, 8192))
        XCTAssertTrue(cube.boundary(nearest: 14_096) == (2, 20_000))
        let totals = (0..<PostCategory.count).map { cube.total(of: $0, in: 1..<2) }
        XCTAssertEqual(totals.reduce(0, +), 20_000 - 8192)
    }
}
