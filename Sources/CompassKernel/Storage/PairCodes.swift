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
    mutating func code(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let pair = UInt64(first) << 32 | UInt64(second)
        var probe = slots.probe(PairCodes.hash(pair))
        while let code = slots[probe.slot] {
            if pairs[code] == pair { return UInt32(code) }
            probe.advance()
        }
        pairs.append(pair)
        slots.insert(pairs.count - 1, at: probe.slot) { PairCodes.hash(pairs[$0]) }
        return UInt32(pairs.count - 1)
    }

    /// Returns the code of a pair; nil if it has none.
    func existingCode(_ first: UInt32, _ second: UInt32) -> UInt32? {
        let pair = UInt64(first) << 32 | UInt64(second)
        var probe = slots.probe(PairCodes.hash(pair))
        while let code = slots[probe.slot] {
            if pairs[code] == pair { return UInt32(code) }
            probe.advance()
        }
        return nil
    }

    var byteCount: Int { pairs.count * 8 + slots.byteCount }

    @inline(__always)
    private static func hash(_ pair: UInt64) -> UInt64 { ByteHash.hash(pair, 0, seed: ByteHash.seed) }
}
