/// The pairs of tokens of all blocks that have been read, numbered in order of first appearance.
///
/// Apart from ``TokenVocabulary``, because one thread adds the pairs of a block while another one adds the
/// tokens of a later block.
struct PairVocabulary: ~Copyable {
    private var codes: PairCodes
    private(set) var rowCounts = GrowableColumn<UInt32>()

    /// - Parameter pairCount: the number of pairs for which memory is reserved.
    init(reserving pairCount: Int) {
        codes = PairCodes(reserving: pairCount)
        rowCounts.reserve(total: pairCount)
    }

    /// The pair with a code.
    subscript(code: Int) -> UInt64 { codes.pairs[code] }

    var count: Int { rowCounts.count }

    /// About the bytes of all pairs, each with a separator: usually two and a half bytes of each side.
    var byteCount: Int { count * 7 }

    /// Adds the next pairs of a block, up to `end`, as far as they are new; appends their codes to those of
    /// the pairs before them.
    mutating func add(_ block: PairCodes, upTo end: Int, to numbers: inout GrowableColumn<UInt32>) {
        block.pairs.withUnsafeBufferPointer { pairs in
            while numbers.count < end {
                let next = numbers.count..<min(numbers.count + CodeSlots.batchLimit, end)
                codes.forEachCode(of: UnsafeBufferPointer(rebasing: pairs[next])) { _, number in
                    if Int(number) == rowCounts.count { rowCounts.append(0) }
                    numbers.append(number)
                }
            }
        }
    }

    mutating func addRows(_ count: UInt32, ofPair code: UInt32) { rowCounts[Int(code)] += count }

    /// Returns the number of rows of each pair; called once, at last.
    mutating func takeRowCounts() -> ColumnBuffer<UInt32> {
        var counts = GrowableColumn<UInt32>()
        swap(&counts, &rowCounts)
        return counts.finish()
    }

    /// Frees what only ``add(_:upTo:to:)`` requires.
    mutating func close() { codes.close() }
}
