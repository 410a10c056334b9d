import XCTest

@testable import CompassKernel

final class TimestampColumnTests: XCTestCase {
    /// 0001-01-01T00:00:00Z and the last microsecond of the year 99999.
    private let firstMicros = instant("0001-01-01T00:00:00Z").micros
    private let lastMicros = instant("99999-12-31T23:59:59.999999Z").micros

    private func expectPlainCounts(_ micros: [Int64], _ label: String) {
        let column = TimestampColumn(descending: ColumnBuffer(micros))
        XCTAssertEqual(column.count, micros.count, label)
        XCTAssertEqual(column.checkInvariants(), [], label)
        var bounds = Set([Int64.min, Int64.max, 0])
        for value in micros { bounds.formUnion([value - 1, value, value + 1]) }
        for bound in bounds {
            let expected = micros.filter { $0 >= bound }.count
            if column.prefixCount(since: bound) != expected {
                return XCTFail(
                    "since \(bound): \(column.prefixCount(since: bound)), not \(expected), \(label)")
            }
        }
        for bounds in [bounds.sorted(), bounds.sorted(by: >), [], [0, 0], Array(bounds)] {
            expectSeparateCounts(column, bounds, label)
        }
        for (row, value) in micros.enumerated() where column[row].micros != value {
            return XCTFail("row \(row) of \(label)")
        }
    }

    /// Compares both ways of searching for many instants with searches for each.
    private func expectSeparateCounts(_ column: TimestampColumn, _ bounds: [Int64], _ label: String) {
        for search in [column.prefixCounts, column.interleavedPrefixCounts] {
            let counts = [Int](unsafeUninitializedCapacity: bounds.count) { counts, count in
                bounds.withUnsafeBufferPointer { search($0, counts) }
                count = bounds.count
            }
            XCTAssertEqual(counts, bounds.map { column.prefixCount(since: $0) }, label)
        }
    }

    /// Passes every descending array of up to `longest` elements of the descending `values` to `body`.
    private func forEachDescending(_ values: [Int64], longest: Int, _ body: ([Int64]) -> Void) {
        func extend(_ array: [Int64], from start: Int) {
            body(array)
            guard array.count < longest else { return }
            for index in start..<values.count { extend(array + [values[index]], from: index) }
        }
        extend([], from: 0)
    }

    func testEverySmallArrayWithTies() {
        forEachDescending([7, 6, 4, 3, 0, -1, -5], longest: 5) { expectPlainCounts($0, "\($0)") }
    }

    func testEverySmallArrayOfExtremes() {
        let values = [lastMicros, lastMicros - 1, 1, 0, -1, firstMicros + 1, firstMicros]
        forEachDescending(values, longest: 4) { expectPlainCounts($0, "\($0)") }
    }

    func testManyRowsOfFewCells() {
        for count in [7, 8, 9, 15, 16, 17, 64, 100] {
            expectPlainCounts([Int64](repeating: 5, count: count), "\(count) equal rows")
            expectPlainCounts(
                [lastMicros] + [Int64](repeating: 0, count: count), "\(count) rows and a late one")
            expectPlainCounts(
                [Int64](repeating: 0, count: count) + [firstMicros], "\(count) rows and an early one")
            expectPlainCounts(
                [lastMicros] + (0..<Int64(count)).reversed() + [firstMicros], "\(count) rows between")
        }
    }

    func testRandomSpreads() {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let count = 1 + random.below(600)
            let span = Int64(1) << Int64(random.below(58))
            let micros = (0..<count).map { _ in Int64.random(in: -span...span, using: &random) }
            expectPlainCounts(micros.sorted(by: >), "\(count) rows within \(span), \(random.label)")
        }
    }

    func testManyInstantsOfSmallAndLargeColumns() {
        for count in [-1, 0].map({ TimestampColumn.minimumRowsForInterleaving + $0 }) {
            var random = SeededRandom(round: 0)
            let micros = (0..<count).map { _ in Int64.random(in: 0...1 << 40, using: &random) }
            let column = TimestampColumn(descending: ColumnBuffer(micros.sorted(by: >)))
            let bounds = (-10...1_000).map { Int64($0) << 30 + Int64(random.below(3)) }
            expectSeparateCounts(column, bounds, "\(count) rows, \(random.label)")
        }
    }

    func testInvariantsFindRowsOutOfOrder() {
        let damaged = TimestampColumn(descending: ColumnBuffer([9, 3, 5, 1]))
        XCTAssertTrue(damaged.checkInvariants().contains("row 2 is newer than the one before"))
    }
}
