/// The slots of an open-addressing table of codes, at most half of them in use.
///
/// Layout: a code plus one in each slot in use, 0 in a free one. For the codes 0 and 1:
/// ```
/// slots  [ … 1 … 2 … ]
/// ```
/// `Dictionary` took five times as long, with which 400 chosen schools cost more than the rest of a page.
struct CodeSlots: Sendable {
    private static let minimumCount = 64

    private var slots: ColumnBuffer<UInt32>

    /// Creates free slots, enough for `codeCount` codes.
    init(reserving codeCount: Int = 0) {
        var slotCount = CodeSlots.minimumCount
        while slotCount <= codeCount * 2 { slotCount *= 2 }
        slots = ColumnBuffer(zeros: slotCount)
    }

    /// Creates the slots of the codes below `codeCount`.
    init(codeCount: Int, hash: (Int) -> UInt64) {
        self.init(reserving: codeCount)
        let slotCount = slots.count
        // SAFETY: a probe stays below the number of slots, at most half of which are in use.
        slots.update { slots in
            for code in 0..<codeCount {
                var probe = ProbeSequence(hash(code), slotCount: slotCount)
                while slots[probe.slot] != 0 { probe.advance() }
                slots[probe.slot] = UInt32(code + 1)
            }
        }
    }

    var byteCount: Int { slots.byteCount }

    /// Frees all slots and keeps their memory.
    mutating func removeAll() {
        let slotCount = slots.count
        slots.update { $0.update(repeating: 0, count: slotCount) }
    }

    @inline(__always)
    func probe(_ hash: UInt64) -> ProbeSequence { ProbeSequence(hash, slotCount: slots.count) }

    /// The code in a slot; nil if it is free.
    @inline(__always)
    subscript(slot: Int) -> Int? { slots[slot] == 0 ? nil : Int(slots[slot]) - 1 }

    /// Stores the next code in a free slot, and doubles the slots if half of them are then in use.
    ///
    /// - Parameter hash: the hash of each code, including the new one.
    mutating func insert(_ code: Int, at slot: Int, hash: (Int) -> UInt64) {
        slots.update { $0[slot] = UInt32(code + 1) }
        if slots.count <= 2 * (code + 1) { self = CodeSlots(codeCount: code + 1, hash: hash) }
    }
}
