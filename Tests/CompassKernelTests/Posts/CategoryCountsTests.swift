import XCTest

@testable import CompassKernel

final class CategoryCountsTests: XCTestCase {
    /// Random flag bytes with at most one sentiment.
    private func flags(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in
            let sentiment = random.below(5)
            return UInt8(random.below(8)) | (sentiment == 4 ? 0 : 8 << UInt8(sentiment))
        }
    }

    /// A table of one row less has no counts.
    func testTheSmallestTableWithCounts() {
        XCTAssertEqual(CategoryCounts.minimumRowCount, 4_096)
        let zeros = [UInt8](repeating: 0, count: 4_096)
        XCTAssertEqual(CategoryCounts(flags: ColumnBuffer(Array(zeros.dropLast()))).byteCount, 0)
        XCTAssertGreaterThanOrEqual(CategoryCounts(flags: ColumnBuffer(zeros)).byteCount, 2 * 40 * 4)
    }

    func testRangesAroundEveryBoundary() {
        for count in [4_096, 4_097, 5_119, 5_120, 6_143, 6_144, 10_000] {
            var random = SeededRandom(round: count)
            let flags = flags(count, &random)
            let counts = CategoryCounts(flags: ColumnBuffer(flags))
            XCTAssertEqual(counts.checkInvariants(rowCount: count) { PostCategory(flags: flags[$0]) }, [])
            let chosen: [UInt64] = [0, 1, 1 << 39, 0xff_ffff_ffff, UInt64(random.below(1 << 40))]
            for categories in chosen {
                let isChosen = flags.map { categories >> UInt64(PostCategory(flags: $0).rawValue) & 1 != 0 }
                var before = [0]
                for chosen in isChosen { before.append(before.last! + (chosen ? 1 : 0)) }
                let ends = Set([0, 1_024, 2_048, 3_072, 4_096, 5_120, 6_144, 8_192, count - 1, count])
                    .flatMap { [$0 - 1, $0, $0 + 1] }.filter { (0...count).contains($0) }
                for lower in ends {
                    for upper in ends where lower <= upper {
                        var readCount = 0
                        let found = counts.count(of: categories, in: lower..<upper) { rows in
                            readCount += rows.count
                            return before[rows.upperBound] - before[rows.lowerBound]
                        }
                        XCTAssertEqual(
                            found, before[upper] - before[lower], "\(lower)..<\(upper) of \(count)")
                        XCTAssertLessThanOrEqual(readCount, CategoryCounts.minimumRowCount)
                    }
                }
            }
        }
    }

    func testOtherRowsAreNoticed() {
        var random = SeededRandom()
        var flags = flags(5_000, &random)
        let counts = CategoryCounts(flags: ColumnBuffer(flags))
        flags[4_999] ^= 1
        XCTAssertEqual(
            counts.checkInvariants(rowCount: 5_000) { PostCategory(flags: flags[$0]) },
            ["counts of categories are wrong before row 5000"])
        XCTAssertEqual(
            counts.checkInvariants(rowCount: 4_999) { PostCategory(flags: flags[$0]) },
            ["categories are counted of 5000 rows of 4999"])
        XCTAssertEqual(
            PostCounts.none.categories.checkInvariants(rowCount: 5_000) { PostCategory(flags: flags[$0]) },
            ["categories are counted of 0 rows of 5000"])
    }

    /// The categories of all filters are those that ``PostConditions/admits(_:)`` admits.
    func testCategoriesOfAllFilters() {
        let choices: [Bool?] = [nil, false, true]
        for recruiting in choices {
            for flagged in choices {
                for instagram in choices {
                    for sentiments in [nil] + (0..<16).map({ UInt8($0) }) {
                        var conditions = PostConditions(.all)
                        conditions.recruiting = recruiting
                        conditions.flagged = flagged
                        conditions.instagram = instagram
                        conditions.sentiments = sentiments
                        assertCategories(of: conditions)
                        conditions.isNever = true
                        assertCategories(of: conditions)
                    }
                }
            }
        }
    }

    private func assertCategories(of conditions: PostConditions, line: UInt = #line) {
        var expected: UInt64 = 0
        for category in 0..<PostCategory.count where conditions.admits(PostCategory(rawValue: category)) {
            expected |= 1 << UInt64(category)
        }
        XCTAssertEqual(conditions.admittedCategories, expected, line: line)
    }
}
