/// Extents in rows, so that those which overlap have different ones.
///
/// The extents are taken by left edge; each goes to the lowest row that is free. That needs the fewest rows there
/// can be: as many as extents overlap at the place where most of them do. Extents that only touch share a row,
/// and edges within ``tolerance`` of each other touch.
///
/// Method: the greedy colouring of an interval graph, swept over both orders of edges. An extent's row is free
/// again once the sweep has come to its right edge, and the set of free rows hands out its lowest in a few steps
/// (``init(ascendingLefts:rights:byRight:)`` is linear).
public struct IntervalStacking: Hashable, Sendable {
    /// How far a right edge may lie behind a left one and still touch it, in the unit of the edges.
    public static let tolerance = 1e-9

    /// The row of each extent, from 0.
    public let rows: [UInt32]
    /// The number of rows.
    public let rowCount: Int
    /// The work that was done, for tests.
    let stepCount: Int

    /// Stacks extents that are given in any order. Equal left edges are taken in the order given.
    ///
    /// - Parameters:
    ///   - lefts: the left edges.
    ///   - rights: as many right edges, none before its left one.
    /// - Complexity: O(n) for n extents.
    public init(lefts: [Double], rights: [Double]) {
        precondition(lefts.count == rights.count, "an extent has two edges")
        let byLeft = Self.ascendingOrder(of: lefts)
        let sortedRights = byLeft.map { rights[Int($0)] }
        let sorted = IntervalStacking(
            ascendingLefts: byLeft.map { lefts[Int($0)] }, rights: sortedRights,
            byRight: Self.ascendingOrder(of: sortedRights))
        var rows = [UInt32](repeating: 0, count: lefts.count)
        for (position, extent) in byLeft.enumerated() { rows[Int(extent)] = sorted.rows[position] }
        (self.rows, rowCount, stepCount) = (rows, sorted.rowCount, sorted.stepCount)
    }

    /// Stacks extents whose edges have been sorted.
    ///
    /// - Parameters:
    ///   - ascendingLefts: the left edges in ascending order.
    ///   - rights: the right edges of the same extents, none before its left one.
    ///   - byRight: the extents' positions in these arrays, by right edge; each once.
    /// - Complexity: O(n) for n extents.
    public init(ascendingLefts lefts: [Double], rights: [Double], byRight: [UInt32]) {
        precondition(lefts.count == rights.count && lefts.count == byRight.count, "an extent has two edges")
        var (rowCount, stepCount) = (0, 0)
        rows = [UInt32](unsafeUninitializedCapacity: lefts.count) { rows, count in
            lefts.withUnsafeBufferPointer { lefts in
                rights.withUnsafeBufferPointer { rights in
                    byRight.withUnsafeBufferPointer { byRight in
                        Self.sweep(lefts, rights, byRight, into: rows, &rowCount, &stepCount)
                    }
                }
            }
            count = lefts.count
        }
        (self.rowCount, self.stepCount) = (rowCount, stepCount)
    }

    private static func sweep(
        _ lefts: UnsafeBufferPointer<Double>, _ rights: UnsafeBufferPointer<Double>,
        _ byRight: UnsafeBufferPointer<UInt32>, into rows: UnsafeMutableBufferPointer<UInt32>,
        _ rowCount: inout Int, _ stepCount: inout Int
    ) {
        var free = FreeRows(capacity: lefts.count)
        var released = 0
        // SAFETY: all buffers have as many elements; a position that is not among them traps.
        for position in 0..<lefts.count {
            let left = lefts[position]
            let reach = left + tolerance
            while released < byRight.count {
                let extent = Int(byRight[released])
                precondition(extent < rights.count, "no such extent")
                if rights[extent] > reach { break }
                released &+= 1
                if blocks(left: lefts[extent], right: rights[extent]) {
                    precondition(extent < position, "edges are not in order")
                    free.insert(Int(rows[extent]))
                }
            }
            let row: Int
            if let lowest = free.removeLowest() {
                row = lowest
            } else {
                row = rowCount
                rowCount &+= 1
            }
            rows[position] = UInt32(truncatingIfNeeded: row)
            if !blocks(left: left, right: rights[position]) { free.insert(row) }
        }
        stepCount = lefts.count + released + free.visitedGroupCount
    }

    /// Whether an extent keeps any later one out of its row. One that is hardly wider than nothing does not:
    /// the sweep comes to its right edge before it comes to the extent.
    @inline(__always)
    private static func blocks(left: Double, right: Double) -> Bool { right > left + tolerance }

    /// The positions of edges in ascending order, those of equal edges in their order.
    private static func ascendingOrder(of edges: [Double]) -> [UInt32] {
        // The bits of numbers that are not negative are in the order of the numbers, those of others in the
        // opposite one. Adding zero makes one zero of both.
        let keys = edges.map { edge in
            let bits = Int64(bitPattern: (edge + 0).bitPattern)
            return bits < 0 ? bits ^ Int64.max : bits
        }
        return keys.withUnsafeBufferPointer { keys in
            IntervalSorting.order(of: keys).withBuffer { Array($0) }
        }
    }
}
