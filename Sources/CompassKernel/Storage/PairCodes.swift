/// Assigns one code to each distinct pair of numbers, in order of first appearance.
///
/// Layout: as ``Interner``, with a 64-bit word for each pair in place of a string.
struct PairCodes: Sendable {
    private(set) var pairs: [UInt64] = []
    private var slots: CodeSlots

    /// - Parameter count: the number of pairs for which memory is reserved.
    init(reserving count: Int = 0) { slots = CodeSlots(reserving: count) }

    /// Frees what only finding pairs requires; none may be added afterwards.
    mutating func close() { slots = CodeSlots() }

    /// Removes all pairs and keeps the memory.
    mutating func removeAll() {
        pairs.removeAll(keepingCapacity: true)
        slots.removeAll()
    }

    @inline(__always)
    mutating func code(_ first: UInt32, _ second: UInt32) -> UInt32 { code(PairCodes.pair(first, second)) }

    @inline(__always)
    private mutating func code(_ pair: UInt64) -> UInt32 {
        var probe = slots.probe(PairCodes.hash(pair))
        while let code = slots[probe.slot] {
            if pairs[code] == pair { return UInt32(code) }
            probe.advance()
        }
        pairs.append(pair)
        slots.insert(pairs.count - 1, at: probe.slot) { PairCodes.hash(pairs[$0]) }
        return UInt32(pairs.count - 1)
    }

    /// Calls `body` with the number and the code of each of some pairs in order, at most ``CodeSlots/batchLimit``.
    @inline(__always)
    mutating func forEachCode(of sought: UnsafeBufferPointer<UInt64>, _ body: (Int, UInt32) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: CodeSlots.batchLimit) { found in
            guard let found = found.baseAddress else { return }
            pairs.withUnsafeBufferPointer { pairs in
                slots.findInFirstSlots(
                    sought.count, into: found, hash: { PairCodes.hash(sought[$0]) },
                    isEqual: { pairs[$0] == sought[$1] })
            }
            for index in 0..<sought.count {
                body(index, found[index] != 0 ? found[index] &- 1 : code(sought[index]))
            }
        }
    }

    /// Returns the code of a pair; nil if it has none.
    func existingCode(_ first: UInt32, _ second: UInt32) -> UInt32? {
        let pair = PairCodes.pair(first, second)
        var probe = slots.probe(PairCodes.hash(pair))
        while let code = slots[probe.slot] {
            if pairs[code] == pair { return UInt32(code) }
            probe.advance()
        }
        return nil
    }

    /// The word of a pair.
    @inline(__always)
    static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    var byteCount: Int { pairs.count * 8 + slots.byteCount }

    @inline(__always)
    private static func hash(_ pair: UInt64) -> UInt64 { ByteHash.hash(pair, 0, seed: ByteHash.seed) }
}
