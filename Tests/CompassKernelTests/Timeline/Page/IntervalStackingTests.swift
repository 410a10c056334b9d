import XCTest

@testable import CompassKernel

final class IntervalStackingTests: XCTestCase {
    /// Stacks extents in any order, and returns their rows in this order.
    private func stacked(lefts: [Double], rights: [Double]) throws -> Stacked {
        func order(of edges: [Double]) -> [Int] {
            let keys = edges.map { $0.isNaN ? .infinity : $0 }
            return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        }
        let byLeft = order(of: lefts)
        let sortedRights = byLeft.map { rights[$0] }
        let stacking = try IntervalStacking(
            ascendingLefts: byLeft.map { lefts[$0] }, rights: sortedRights,
            byRight: order(of: sortedRights).map { UInt32($0) })
        var rows = [UInt32](repeating: 0, count: lefts.count)
        for (position, extent) in byLeft.enumerated() { rows[extent] = stacking.rows[position] }
        return Stacked(rows: rows, rowCount: stacking.rowCount, stepCount: stacking.stepCount)
    }

    private struct Stacked {
        let rows: [UInt32]
        let rowCount: Int
        let stepCount: Int
    }

    func testEachExtentTakesTheLowestFreeRow() throws {
        let stacking = try stacked(lefts: [1, 2, 3, 6, 6, 6], rights: [5, 4, 8, 7, 7, 7])
        XCTAssertEqual(stacking.rows, [0, 1, 2, 0, 1, 3])
        XCTAssertEqual(stacking.rowCount, 4)
    }

    func testNothingNeedsNoRow() throws {
        let stacking = try stacked(lefts: [], rights: [])
        XCTAssertEqual(stacking.rows, [])
        XCTAssertEqual(stacking.rowCount, 0)
    }

    func testExtentsThatOnlyTouchShareARow() throws {
        XCTAssertEqual(try stacked(lefts: [0, 2, 4], rights: [2, 4, 6]).rows, [0, 0, 0])
        // Edges within a billionth of a percent of each other count as equal.
        XCTAssertEqual(try stacked(lefts: [0, 2], rights: [2.000_000_000_5, 4]).rows, [0, 0])
        XCTAssertEqual(try stacked(lefts: [0, 2], rights: [2.000_000_002, 4]).rows, [0, 1])
    }

    func testExtentsWithoutAWidthShareARow() throws {
        XCTAssertEqual(try stacked(lefts: [5, 5, 5], rights: [5, 5, 5]).rows, [0, 0, 0])
        XCTAssertEqual(try stacked(lefts: [5, 5, 5], rights: [5, 6, 5]).rows, [0, 0, 1])
        XCTAssertEqual(try stacked(lefts: [1, 5, 5], rights: [9, 5, 6]).rows, [0, 1, 1])
    }

    func testExtentsInAnyOrderAreTakenByLeftEdge() throws {
        let stacking = try stacked(lefts: [6, 3, 1, 2], rights: [7, 8, 5, 4])
        XCTAssertEqual(stacking.rows, [0, 2, 0, 1])
        XCTAssertEqual(stacking.rowCount, 3)
    }

    func testEdgesBelowZeroAreInOrder() throws {
        let stacking = try stacked(lefts: [0, -1, -3, -0.0, -2], rights: [1, 1, -2, 1, 0.5])
        XCTAssertEqual(stacking.rows, [2, 1, 0, 3, 0])
    }

    func testEdgesThatAreNotNumbersAreInfinite() throws {
        let nan = Double.nan
        XCTAssertEqual(try stacked(lefts: [0, 1, 2], rights: [nan, 2, 3]).rows, [0, 1, 1])
        XCTAssertEqual(try stacked(lefts: [nan, -nan, 2], rights: [nan, 5, 3]).rows, [0, 0, 0])
        XCTAssertEqual(
            try stacked(lefts: [0, .infinity], rights: [.infinity, .infinity]).rows,
            try stacked(lefts: [0, nan], rights: [-nan, nan]).rows)
        XCTAssertEqual(
            try IntervalStacking(ascendingLefts: [0, 1, nan], rights: [nan, 2, nan], byRight: [1, 0, 2]).rows,
            [0, 1, 0])
        XCTAssertEqual(
            try stacked(lefts: [-.infinity, -.infinity], rights: [-.infinity, .infinity]).rows,
            [0, 0])
    }

    func testEdgesThatAreMissingOrInNoOrderAreRefused() {
        func reason(_ make: () throws -> Any) -> IntervalStackingError? {
            do {
                _ = try make()
                return nil
            } catch {
                return error as? IntervalStackingError
            }
        }
        XCTAssertEqual(
            reason { try IntervalStacking(ascendingLefts: [1], rights: [], byRight: []) }, .unequalCounts)
        XCTAssertEqual(
            reason { try IntervalStacking(ascendingLefts: [1], rights: [2], byRight: []) }, .unequalCounts)
        XCTAssertEqual(
            reason { try IntervalStacking(ascendingLefts: [1], rights: [2], byRight: [7]) }, .unorderedEdges)
        XCTAssertEqual(
            reason { try IntervalStacking(ascendingLefts: [5, 1], rights: [6, 2], byRight: [1, 0]) },
            .unorderedEdges)
        XCTAssertNil(reason { try stacked(lefts: [5, 3], rights: [4, 1]) })
    }

    func testAnExtentOverThousandsOfOthersStaysLinear() throws {
        let count = 30_000
        let lefts = [0.0] + (0..<count).map { Double($0) * 100 / Double(count) }
        let rights = [100.0] + (0..<count).map { Double($0 + 1) * 100 / Double(count) }
        let stacking = try stacked(lefts: lefts, rights: rights)
        XCTAssertEqual(stacking.rows, [0] + [UInt32](repeating: 1, count: count))
        XCTAssertEqual(stacking.rowCount, 2)
        XCTAssertLessThan(stacking.stepCount, 4 * (count + 1))
    }

    func testAllOverEachOtherStaysLinear() throws {
        let count = 30_000
        let stacking = try stacked(
            lefts: (0..<count).map { Double($0) / 1_000 },
            rights: (0..<count).map { 100 - Double($0) / 1_000 })
        XCTAssertEqual(stacking.rows, Array(0..<UInt32(count)))
        XCTAssertLessThan(stacking.stepCount, 4 * count)
    }

    /// Compares all sets of up to three extents on a grid of five with a scan of all rows.
    func testEverySmallSetTakesTheLowestFreeRow() throws {
        let extents = (0..<5).flatMap { left in (left..<5).map { (Double(left), Double($0)) } }
        for first in extents {
            for second in extents {
                for third in extents {
                    try expectFirstFreeRows([first, second, third], "\(first) \(second) \(third)")
                }
                try expectFirstFreeRows([first, second], "\(first) \(second)")
            }
        }
    }

    func testRandomSetsTakeTheLowestFreeRow() throws {
        for round in 0..<SeededRandom.rounds(200) {
            var random = SeededRandom(round: round)
            let (count, grid) = (random.below(300), 1 + random.below(200))
            let widest = 1 + random.below(40)
            let extents = (0..<count).map { _ in
                let left = Double(random.below(grid))
                return (left, left + Double(random.below(widest)) / Double(1 + random.below(4)))
            }
            try expectFirstFreeRows(extents, random.label)
        }
    }

    private func expectFirstFreeRows(
        _ extents: [(Double, Double)], _ context: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let stacking = try stacked(lefts: extents.map(\.0), rights: extents.map(\.1))
        var rowEnds: [Double] = []
        var expected = [UInt32](repeating: 0, count: extents.count)
        let order = extents.indices.sorted { (extents[$0].0, $0) < (extents[$1].0, $1) }
        for extent in order {
            let (left, right) = extents[extent]
            if let row = rowEnds.firstIndex(where: { $0 <= left + 1e-9 }) {
                rowEnds[row] = right
                expected[extent] = UInt32(row)
            } else {
                expected[extent] = UInt32(rowEnds.count)
                rowEnds.append(right)
            }
        }
        XCTAssertEqual(stacking.rows, expected, context, file: file, line: line)
        XCTAssertEqual(stacking.rowCount, rowEnds.count, context, file: file, line: line)
        // The row count is the maximum depth: at each left edge, the extents that have begun and not ended.
        let depths = order.indices.map { place in
            1 + order[..<place].count { extents[$0].1 > extents[order[place]].0 + 1e-9 }
        }
        XCTAssertEqual(stacking.rowCount, depths.max() ?? 0, context, file: file, line: line)
    }
}
