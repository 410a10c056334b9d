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

    /// Adds a pair, if it is new; returns its code.
    @inline(__always)
    mutating func add(_ pair: UInt64) -> UInt32 {
        let code = codes.code(UInt32(pair >> 32), UInt32(truncatingIfNeeded: pair))
        if Int(code) == rowCounts.count { rowCounts.append(0) }
        return code
    }

    mutating func addRows(_ count: UInt32, ofPair code: UInt32) { rowCounts[Int(code)] += count }

    /// Frees what only ``add(_:)`` requires.
    mutating func close() { codes.close() }
}
