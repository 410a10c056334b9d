/// Prefix counts of each text of some interned columns, stored once per block of rows.
///
/// Layout: before each block, and after the last one, the numbers of preceding rows with each text of the
/// first column and without one, then those of the next column. For one column with the texts a and b, and
/// blocks of two rows over `a b b – a`:
/// ```
///               a b –
/// before row 0  0 0 0
/// before row 2  1 1 0
/// before row 4  1 2 1
/// after all     2 2 1
/// ```
struct BlockCounts: Sendable {
    /// The counters of each column.
    private let places: [Range<Int>]
    /// The number of counters of a block.
    private let width: Int
    private let counts: ColumnBuffer<UInt32>

    /// Returns the memory for each block.
    static func bytesPerBlock(_ columns: [CodeColumn]) -> Int {
        columns.reduce(0) { $0 + $1.dictionary.count + 1 } * MemoryLayout<UInt32>.stride
    }

    /// - Complexity: O(n) for n rows.
    init(_ columns: [CodeColumn], rowsPerBlock: Int) {
        var places: [Range<Int>] = []
        for column in columns {
            let first = places.last?.upperBound ?? 0
            places.append(first..<first + column.dictionary.count + 1)
        }
        let width = places.last?.upperBound ?? 0
        let rowCount = columns.first?.codes.count ?? 0
        let blockCount = (rowCount + rowsPerBlock - 1) / rowsPerBlock
        counts = ColumnBuffer(count: (blockCount + 1) * width) { target in
            // SAFETY: there are `blockCount + 1` rows of `width` counters, and the code of null is larger than
            // all others, whose counters precede the last one of their column.
            target.initialize(repeating: 0, count: width)
            for block in 0..<blockCount {
                let running = target + (block + 1) * width
                running.update(from: target + block * width, count: width)
                for (column, places) in zip(columns, places) {
                    let (own, null) = (running + places.lowerBound, places.count - 1)
                    column.codes.withBuffer { codes in
                        for row in block * rowsPerBlock..<min((block + 1) * rowsPerBlock, rowCount) {
                            own[min(Int(codes[row]), null)] += 1
                        }
                    }
                }
            }
        }
        self.places = places
        self.width = width
    }

    var byteCount: Int { counts.byteCount }

    /// Calls `body` with the number of rows of some blocks that have each text of a column, in the order of
    /// their codes, and at last with the number of those without a text.
    @inline(__always)
    func forEachCount(
        ofColumn column: Int, in blocks: Range<Int>, _ body: (_ code: Int, _ count: Int) -> Void
    ) {
        let places = places[column]
        let (first, end) = (blocks.lowerBound * width, blocks.upperBound * width)
        // SAFETY: there are `width` counters before each block and after the last one.
        counts.withBuffer { counts in
            for place in places {
                body(place - places.lowerBound, Int(counts[end + place]) - Int(counts[first + place]))
            }
        }
    }
}
