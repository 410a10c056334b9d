/// The slots of an open-addressing hash table in the order in which they are searched for one hash.
///
/// Method: linear probing. Of a table with 8 slots, the hash 14 is searched for in the slots 6 7 0 1 2 …, up
/// to its entry or the first free slot.
struct ProbeSequence {
    private(set) var slot: Int
    private let mask: Int

    /// - Parameter slotCount: the number of slots, a power of two.
    @inline(__always)
    init(_ hash: UInt64, slotCount: Int) {
        mask = slotCount &- 1
        slot = Int(truncatingIfNeeded: hash) & mask
    }

    @inline(__always)
    mutating func advance() { slot = (slot &+ 1) & mask }
}
