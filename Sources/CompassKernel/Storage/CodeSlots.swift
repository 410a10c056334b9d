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

    /// The keys whose first slots are read at once: more than the loads that a processor waits for at a time, and few
    /// enough for all that is known about them to stay in the first-level cache.
    static let batchLimit = 64

    /// Stores one more than the code of each of `count` keys that has the slot at which the search for it begins,
    /// and 0 for the others.
    ///
    /// Method: all slots are read before any key, and all keys before anything depends on one of them, so that
    /// the processor waits for them together (the group prefetching of Chen, Ailamaki, Gibbons and Mowry,
    /// *Improving hash join performance through prefetching*, by ordinary loads).
    ///
    /// - Parameters:
    ///   - count: at most ``batchLimit``.
    ///   - found: room for as many numbers.
    ///   - hash: the hash of a key.
    ///   - isEqual: whether a code is that of a key.
    @inline(__always)
    func findInFirstSlots(
        _ count: Int, into found: UnsafeMutablePointer<UInt32>, hash: (_ key: Int) -> UInt64,
        isEqual: (_ code: Int, _ key: Int) -> Bool
    ) {
        assert(count <= CodeSlots.batchLimit, "more keys than there is room for")
        // SAFETY: the caller has room for the number of keys, and each slot is within the table.
        slots.withBuffer { slots in
            for key in 0..<count {
                found[key] = slots[ProbeSequence(hash(key), slotCount: slots.count).slot]
            }
        }
        for key in 0..<count {
            let number = found[key]
            found[key] = number != 0 && isEqual(Int(number) &- 1, key) ? number : 0
        }
    }

    /// Stores the next code in a free slot, and doubles the slots if half of them are then in use.
    ///
    /// - Parameter hash: the hash of each code, including the new one.
    mutating func insert(_ code: Int, at slot: Int, hash: (Int) -> UInt64) {
        slots.update { $0[slot] = UInt32(code + 1) }
        if slots.count <= 2 * (code + 1) { self = CodeSlots(codeCount: code + 1, hash: hash) }
    }
}
