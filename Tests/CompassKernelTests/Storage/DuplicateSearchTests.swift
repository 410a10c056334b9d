import XCTest

@testable import CompassKernel

final class DuplicateSearchTests: XCTestCase {
    private func groups(_ hashes: [UInt64], ignoring ignored: UInt64? = nil) -> Set<[UInt32]> {
        let found = hashes.withUnsafeBufferPointer {
            DuplicateSearch.rowsWithEqualHashes($0, ignoring: ignored)
        }
        XCTAssertEqual(Set(found).count, found.count, "a group twice")
        return Set(found)
    }

    private func expected(_ hashes: [UInt64], ignoring ignored: UInt64? = nil) -> Set<[UInt32]> {
        var rows: [UInt64: [UInt32]] = [:]
        for (row, hash) in hashes.enumerated() where hash != ignored {
            rows[hash, default: []].append(UInt32(row))
        }
        return Set(rows.values.filter { $0.count > 1 })
    }

    func testEverySmallColumnWithTheHashesZeroAndOne() {
        let values: [UInt64] = [0, 1, .max]
        for count in 0...6 {
            var total = 1
            for _ in 0..<count { total *= 3 }
            for pattern in 0..<total {
                var rest = pattern
                let hashes = (0..<count).map { _ -> UInt64 in
                    defer { rest /= 3 }
                    return values[rest % 3]
                }
                XCTAssertEqual(groups(hashes), expected(hashes), "\(hashes)")
                for ignored in values {
                    XCTAssertEqual(
                        groups(hashes, ignoring: ignored), expected(hashes, ignoring: ignored), "\(hashes)")
                }
            }
        }
    }

    func testAllEqual() {
        for count in [2, 1024, 16_385, 65_535, 65_536] {
            for hash in [0, 1, 7, UInt64.max] {
                let hashes = [UInt64](repeating: hash, count: count)
                XCTAssertEqual(groups(hashes), [Array(0..<UInt32(count))])
                XCTAssertEqual(groups(hashes, ignoring: hash), [])
            }
        }
    }

    func testNoneEqualAroundTheSizeOfAPartition() {
        var random = SeededRandom()
        for count in [1, 15, 16, 17, 1024, 1025, 16_384, 16_385, 32_769] {
            XCTAssertEqual(groups((0..<UInt64(count)).map { $0 }), [], "ascending")
            XCTAssertEqual(groups((0..<count).map { _ in random.next() }), [], random.label)
        }
    }

    /// More rows than the table of a partition can number, and rows with other hashes in the same partition.
    func testMoreRowsWithOneHashThanAPartitionHas() {
        var random = SeededRandom()
        for top in [UInt64(0), 1] {
            let hash = random.next() >> 1 | top << 63
            var hashes = [UInt64](repeating: hash, count: 66_000)
            for row in 0..<300 { hashes[row * 220] = (row % 3 == 0 ? hashes[row] : random.next()) ^ 4 }
            XCTAssertEqual(groups(hashes), expected(hashes), random.label)
            XCTAssertEqual(groups(hashes, ignoring: hash), expected(hashes, ignoring: hash), random.label)
        }
    }

    /// Different hashes that are alike in all other bits.
    func testHashesThatDifferInOneBitOnly() {
        for count in [3, 200, 20_000] {
            var random = SeededRandom()
            let base = random.next()
            let hashes = (0..<count).map { row in row % 3 == 0 ? base : base ^ 1 << UInt64(random.below(64)) }
            XCTAssertEqual(groups(hashes), expected(hashes), "\(count), \(random.label)")
            XCTAssertEqual(
                groups(hashes, ignoring: base), expected(hashes, ignoring: base), "\(count), \(random.label)")
        }
    }

    func testPlantedDuplicates() {
        for round in 0..<SeededRandom.rounds(8) {
            var random = SeededRandom(round: round)
            for count in round % 8 == 0 ? [10, 1024, 16_384, 16_385] : [10, 1024, 1025] {
                var hashes = (0..<count).map { _ in random.next() }
                for _ in 0..<random.below(count / 4 + 1) {
                    hashes[random.below(count)] = hashes[random.below(count)]
                }
                for _ in 0..<random.below(5) { hashes[random.below(count)] = 0 }
                XCTAssertEqual(groups(hashes), expected(hashes), "\(count) rows, \(random.label)")
                XCTAssertEqual(
                    groups(hashes, ignoring: 0), expected(hashes, ignoring: 0), "\(count), \(random.label)")
            }
        }
    }

    func testAllButTheLastOfEqualRowsAreReplacedByTheNext() {
        let values = ["a", "b", "a", "c", "b", "a"]
        func replaced(_ groups: [[UInt32]], _ areEqual: (Int, Int) -> Bool) -> [[UInt32]] {
            DuplicateSearch.replacedRows(groups, .id, areEqual).map { [$0.row, $0.by] }
                .sorted { $0[0] < $1[0] }
        }
        XCTAssertEqual(
            replaced([[0, 1, 2, 3, 4, 5]]) { values[$0] == values[$1] }, [[0, 2], [1, 4], [2, 5]])
        XCTAssertEqual(replaced([[0, 2], [1, 4]]) { _, _ in true }, [[0, 2], [1, 4]])
        XCTAssertEqual(replaced([[0, 1, 2]]) { _, _ in false }, [])
        XCTAssertEqual(replaced([[0, 1, 2, 3]]) { _, _ in true }, [[0, 1], [1, 2], [2, 3]])
        XCTAssertEqual(replaced([]) { _, _ in true }, [])
    }
}
