/// Blocks of keys in the order of their slots, and where their tables are: a look-up examines those of all blocks,
/// and retaining and releasing each block would take longer than that (`live.sync`).
struct KeyBlockList: Sendable {
    private(set) var blocks: [KeyBlock] = []
    /// Those of the blocks, in the same order.
    private var tables: [Tables] = []

    /// Pointers to the tables of a block; valid as long as the block.
    private struct Tables: @unchecked Sendable {
        // Sendable: the tables are never changed.
        let ids: UnsafePointer<UInt32>
        let urls: UnsafePointer<UInt32>
        let entryCount: Int
        let lowestSlot: Int

        @inline(__always)
        func entries(_ key: KeyBlock.Key) -> UnsafePointer<UInt32> { key == .id ? ids : urls }

        /// Returns the first entry that a look-up of `hash` examines.
        @inline(__always)
        func entry(_ key: KeyBlock.Key, _ hash: UInt64) -> UInt32 {
            // SAFETY: probes are below the number of entries.
            entries(key)[ProbeSequence(hash, slotCount: entryCount).slot]
        }

        /// Returns a slot that satisfies `isWanted` among those whose keys may have `hash`.
        ///
        /// - Complexity: O(1) on average.
        func slot(_ key: KeyBlock.Key, _ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Int? {
            let (entries, mark) = (entries(key), KeyBlock.mark(hash))
            var probe = ProbeSequence(hash, slotCount: entryCount)
            // SAFETY: probes are below the number of entries, at least half of which are free.
            while entries[probe.slot] != 0 {
                let entry = entries[probe.slot]
                if entry & 0xffff_0000 == mark {
                    let slot = lowestSlot + Int(entry & 0xffff)
                    if isWanted(slot) { return slot }
                }
                probe.advance()
            }
            return nil
        }
    }

    /// Appends the block of the next slots.
    mutating func append(_ block: KeyBlock) {
        blocks.append(block)
        // SAFETY: a column's memory does not move, and lives as long as the block, which this list keeps.
        tables.append(
            block.withTables { ids, urls in
                Tables(
                    ids: ids.baseAddress!, urls: urls.baseAddress!, entryCount: ids.count,
                    lowestSlot: block.slots.lowerBound)
            })
    }

    mutating func removeLast() {
        blocks.removeLast()
        tables.removeLast()
    }

    /// Returns a slot that satisfies `isWanted` among those whose keys may have `hash`.
    func slot(_ key: KeyBlock.Key, _ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Int? {
        withExtendedLifetime(blocks) {
            // All blocks' first entries before any is examined: the processor then waits for them together, and
            // not for one after the other.
            if tables.reduce(0, { $0 | $1.entry(key, hash) }) == 0 { return nil }
            for block in tables.reversed() {
                if let slot = block.slot(key, hash, where: isWanted) { return slot }
            }
            return nil
        }
    }
}
