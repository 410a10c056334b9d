/// An assignment of extents to rows in which extents that overlap have different rows.
///
/// The extents are processed by left edge; each is assigned to the lowest free row. This gives the minimum
/// number of rows: the maximum number of extents that overlap at one place. Extents that only touch share a
/// row, and edges within ``tolerance`` of each other touch.
///
/// Method: the greedy coloring of an interval graph, swept over both orders of edges. An extent's row
/// becomes free once the sweep has reached its right edge, and the set of free rows returns its lowest in a
/// few steps.
public struct IntervalStacking: Hashable, Sendable {
    /// The maximum distance of a right edge after a left one that it still touches, in the unit of the edges.
    public static let tolerance = 1e-9

    /// The row of each extent, from 0.
    public let rows: [UInt32]
    /// The number of rows.
    public let rowCount: Int
    /// The number of steps performed, for tests.
    let stepCount: Int

    /// Stacks extents. Equal left edges are processed in the given order.
    ///
    /// - Parameters:
    ///   - lefts: the left edges in ascending order. Of all edges, those that are not numbers are infinite.
    ///   - rights: the right edges of the same extents, none before its left one.
    ///   - byRight: the extents' positions in these arrays, by right edge; each once.
    /// - Throws: ``IntervalStackingError`` when an edge is missing, or the edges are not in order.
    /// - Complexity: O(n) for n extents.
    public init(
        ascendingLefts lefts: [Double], rights: [Double], byRight: [UInt32]
    ) throws(IntervalStackingError) {
        guard lefts.count == rights.count, lefts.count == byRight.count else { throw .unequalCounts }
        var (rowCount, stepCount, isOrdered) = (0, 0, true)
        rows = [UInt32](filling: lefts.count) { rows, count in
            lefts.withUnsafeBufferPointer { lefts in
                rights.withUnsafeBufferPointer { rights in
                    byRight.withUnsafeBufferPointer { byRight in
                        isOrdered = Self.sweep(lefts, rights, byRight, into: rows, &rowCount, &stepCount)
                    }
                }
            }
            count = isOrdered ? lefts.count : 0
        }
        guard isOrdered else { throw .unorderedEdges }
        (self.rowCount, self.stepCount) = (rowCount, stepCount)
    }

    /// Writes the row of each extent; returns whether the edges are in order, as rows are invalid otherwise.
    private static func sweep(
        _ lefts: UnsafeBufferPointer<Double>, _ rights: UnsafeBufferPointer<Double>,
        _ byRight: UnsafeBufferPointer<UInt32>, into rows: UnsafeMutableBufferPointer<UInt32>,
        _ rowCount: inout Int, _ stepCount: inout Int
    ) -> Bool {
        var free = FreeRows(capacity: lefts.count)
        var released = 0
        // SAFETY: all buffers have the same number of elements; positions in `byRight` are checked.
        for position in 0..<lefts.count {
            let left = number(lefts[position])
            let reach = left + tolerance
            while released < byRight.count {
                let extent = Int(byRight[released])
                if extent >= rights.count { return false }
                let right = number(rights[extent])
                if right > reach { break }
                released &+= 1
                if blocks(left: number(lefts[extent]), right: right) {
                    if extent >= position { return false }
                    free.insert(Int(rows[extent]))
                }
            }
            let row = free.removeLowest() ?? rowCount
            if row == rowCount { rowCount &+= 1 }
            rows[position] = UInt32(truncatingIfNeeded: row)
            if !blocks(left: left, right: number(rights[position])) { free.insert(row) }
        }
        stepCount = lefts.count + released + free.visitedGroupCount
        return true
    }

    /// Returns whether an extent blocks its row for any later one. An extent of almost no width does not: the
    /// sweep reaches its right edge before the extent itself.
    @inline(__always)
    private static func blocks(left: Double, right: Double) -> Bool { right > left + tolerance }

    /// Returns an edge, infinite where it is not a number, as such an edge has no order.
    @inline(__always)
    private static func number(_ edge: Double) -> Double { edge.isNaN ? .infinity : edge }
}

/// An error for extents that cannot be stacked.
public enum IntervalStackingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The numbers of left edges, right edges or positions differ.
    case unequalCounts
    /// Edges given as sorted are not in order, or a position is not that of an extent.
    case unorderedEdges

    /// A description of the error.
    public var description: String {
        switch self {
        case .unequalCounts: "an extent has a left and a right edge; some are missing"
        case .unorderedEdges: "the edges are not in ascending order"
        }
    }
}
