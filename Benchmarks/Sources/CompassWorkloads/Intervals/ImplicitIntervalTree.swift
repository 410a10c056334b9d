/// An implicit interval tree after Li and Rong ("Bedtk: finding interval overlap with implicit interval tree",
/// Bioinformatics 37, 2021), as cgranges has it: what other interval indexes cost.
///
/// Layout: the intervals sorted by start are the tree in order, so that a node needs no pointers: those at places
/// with `k` trailing ones are on level `k`, and the children of such a place `p` are `p ± 2^(k-1)`. Each node has
/// the latest end in its subtree, so that a search skips subtrees that have ended.
public struct ImplicitIntervalTree: Sendable {
    private struct Node: Sendable {
        var start: Int64
        var end: Int64
        /// The latest end among the node and its descendants.
        var latestEnd: Int64
        var id: UInt32
    }

    /// A place that a search has yet to visit.
    private struct Visit {
        var place: Int
        var level: Int
        /// Whether the intervals before the place have been visited.
        var isSecond: Bool
    }

    private let nodes: [Node]
    private let rootLevel: Int

    /// Creates a tree of closed intervals, whose ids are their indices.
    ///
    /// - Complexity: O(n) for n intervals: a radix sort, and a pass for each level.
    public init(starts: [Int64], ends: [Int64]) {
        var nodes = starts.indices.map {
            Node(start: starts[$0], end: ends[$0], latestEnd: ends[$0], id: UInt32($0))
        }
        Self.sortByStart(&nodes)
        rootLevel = Self.findLatestEnds(&nodes)
        self.nodes = nodes
    }

    /// Sorts by 16-bit digits of the distance from the earliest start, the lowest digit first.
    private static func sortByStart(_ nodes: inout [Node]) {
        guard let earliest = nodes.lazy.map(\.start).min(), let latest = nodes.lazy.map(\.start).max() else {
            return
        }
        let span = UInt64(bitPattern: latest &- earliest)
        var (source, target) = (nodes, nodes)
        for shift in stride(from: 0, to: 64, by: 16) where span >> UInt64(shift) > 0 {
            func digit(_ node: Node) -> Int {
                Int(UInt64(bitPattern: node.start &- earliest) >> UInt64(shift) & 0xffff)
            }
            var places = [Int](repeating: 0, count: 1 << 16 + 1)
            for node in source { places[digit(node) + 1] += 1 }
            for value in 1..<places.count { places[value] += places[value - 1] }
            target.withUnsafeMutableBufferPointer { target in
                for node in source {
                    target[places[digit(node)]] = node
                    places[digit(node)] += 1
                }
            }
            swap(&source, &target)
        }
        nodes = source
    }

    /// Stores the latest end of each subtree, from the leaves up; returns the level of the root.
    private static func findLatestEnds(_ nodes: inout [Node]) -> Int {
        let count = nodes.count
        return nodes.withUnsafeMutableBufferPointer { nodes in
            // The tree ends within a perfect one: the last place of each level stands for children that are
            // beyond the end.
            var (lastPlace, last) = ((count - 1) & ~1, Int64.min)
            if count > 0 { last = nodes[lastPlace].latestEnd }
            var level = 1
            while 1 << level <= count {
                let half = 1 << (level - 1)
                for place in stride(from: (half << 1) - 1, to: count, by: half << 2) {
                    let right = place + half < count ? nodes[place + half].latestEnd : last
                    nodes[place].latestEnd = max(nodes[place].end, nodes[place - half].latestEnd, right)
                }
                lastPlace = lastPlace >> level & 1 == 1 ? lastPlace - half : lastPlace + half
                if lastPlace < count { last = max(last, nodes[lastPlace].latestEnd) }
                level += 1
            }
            return level - 1
        }
    }

    /// Calls `body` with the id of each interval that meets a window, both ends included.
    ///
    /// - Complexity: O(log n + h) for n intervals and h of them.
    @inline(__always)
    private func forEachID(from: Int64, to: Int64, _ body: (UInt32) -> Void) {
        nodes.withUnsafeBufferPointer { nodes in
            withUnsafeTemporaryAllocation(of: Visit.self, capacity: 2 * (rootLevel + 2)) { stack in
                stack[0] = Visit(place: (1 << rootLevel) - 1, level: rootLevel, isSecond: false)
                var depth = 1
                while depth > 0 {
                    depth -= 1
                    let visit = stack[depth]
                    if visit.level <= 3 {
                        // A small subtree is faster to read than to search.
                        let first = (visit.place >> visit.level) << visit.level
                        let end = min(first + (1 << (visit.level + 1)) - 1, nodes.count)
                        var place = first
                        while place < end, nodes[place].start <= to {
                            if nodes[place].end >= from { body(nodes[place].id) }
                            place += 1
                        }
                        continue
                    }
                    let half = 1 << (visit.level - 1)
                    if visit.isSecond {
                        guard visit.place < nodes.count, nodes[visit.place].start <= to else { continue }
                        if nodes[visit.place].end >= from { body(nodes[visit.place].id) }
                        stack[depth] = Visit(
                            place: visit.place + half, level: visit.level - 1, isSecond: false)
                        depth += 1
                    } else {
                        stack[depth] = Visit(place: visit.place, level: visit.level, isSecond: true)
                        depth += 1
                        let left = visit.place - half
                        if left >= nodes.count || nodes[left].latestEnd >= from {
                            stack[depth] = Visit(place: left, level: visit.level - 1, isSecond: false)
                            depth += 1
                        }
                    }
                }
            }
        }
    }

    /// Replaces `ids` by those of the intervals that meet a window; its memory is used again.
    public func ids(from: Int64, to: Int64, into ids: inout [UInt32]) {
        ids.removeAll(keepingCapacity: true)
        if !nodes.isEmpty { forEachID(from: from, to: to) { ids.append($0) } }
    }

    /// Returns the number of intervals that meet a window.
    public func count(from: Int64, to: Int64) -> Int {
        var count = 0
        if !nodes.isEmpty { forEachID(from: from, to: to) { _ in count += 1 } }
        return count
    }
}
