/// The least and the largest value of several series in any run of blocks of rows.
///
/// Layout: a tree in which each node covers 16 of the level before it, the first level being the blocks. A
/// node has the least and the largest value of each series, infinite where there is none. For one series with
/// the values 5 and 2 in the first of 17 blocks, 7 in each other:
/// ```
/// blocks     2 5, 7 7, 7 7 …
/// nodes      2 7, 7 7
/// ```
/// A run is covered by at most 30 nodes of each level. A table of all runs whose lengths are powers of two
/// would be read twice only, but takes as many values as there are such lengths for each block.
struct BlockExtremes: Sendable {
    private static let fanOut = 16

    private let seriesCount: Int
    private let levels: [ColumnBuffer<Double>]

    /// Returns the approximate memory for each block.
    static func bytesPerBlock(seriesCount: Int) -> Int {
        seriesCount * 2 * MemoryLayout<Double>.stride * (fanOut + 1) / fanOut
    }

    /// - Parameter blocks: the least and the largest value of each series, block by block.
    init(_ blocks: ColumnBuffer<Double>, seriesCount: Int) {
        let width = 2 * seriesCount
        var levels = [blocks]
        var count = blocks.count / max(width, 1)
        while count > Self.fanOut {
            let (children, childCount) = (levels[levels.count - 1], count)
            count = (childCount + Self.fanOut - 1) / Self.fanOut
            levels.append(
                ColumnBuffer(count: count * width) { target in
                    children.withBuffer { children in
                        for node in 0..<count {
                            // SAFETY: there are `width` values for each node.
                            let own = target + node * width
                            for place in 0..<width {
                                own[place] = children[node * Self.fanOut * width + place]
                            }
                            let end = min((node + 1) * Self.fanOut, childCount)
                            for child in node * Self.fanOut + 1..<end {
                                for place in stride(from: 0, to: width, by: 2) {
                                    own[place] = min(own[place], children[child * width + place])
                                    own[place + 1] = max(own[place + 1], children[child * width + place + 1])
                                }
                            }
                        }
                    }
                })
        }
        self.seriesCount = seriesCount
        self.levels = levels
    }

    var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }

    /// Calls `body` with the least and the largest values of the nodes that cover a run of blocks, of each
    /// series in turn.
    ///
    /// - Complexity: O(s log b) for s series and b blocks.
    @inline(__always)
    func forEachNode(
        covering blocks: Range<Int>, _ body: (_ series: Int, _ minimum: Double, _ maximum: Double) -> Void
    ) {
        var nodes = blocks
        for level in levels.indices {
            let isTop = level == levels.count - 1
            levels[level].withBuffer { values in
                // SAFETY: there are two values for each series of each node, and `blocks` has no others.
                func visit(_ node: Int) {
                    for series in 0..<seriesCount {
                        let place = 2 * (node * seriesCount + series)
                        body(series, values[place], values[place + 1])
                    }
                }
                var (first, end) = (nodes.lowerBound, nodes.upperBound)
                while first < end, isTop || first % Self.fanOut != 0 {
                    visit(first)
                    first += 1
                }
                while first < end, end % Self.fanOut != 0 {
                    end -= 1
                    visit(end)
                }
                nodes = first / Self.fanOut..<end / Self.fanOut
            }
            if nodes.isEmpty { return }
        }
    }
}
