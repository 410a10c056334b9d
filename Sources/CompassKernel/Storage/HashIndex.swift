/// A hash table that maps the hashes of keys to numbers.
///
/// Layout: an open-addressing table, at most half full. An entry consists of the upper half of a hash and the
/// number plus one; 0 is a free slot. The upper half also determines the entry's slot, so that growing does
/// not hash again. Numbers are never removed, but others may replace them: the caller's predicate selects the
/// number among those with the same hash.
/// ```
/// 7 inserted with the hash 0xAAAA_BBBB_CCCC_DDDD, 8 slots: slot 0xAAAABBBB & 7 = 3
/// places  0 0 0 AAAA_BBBB_0000_0008 0 0 0 0
/// ```
struct HashIndex: Sendable {
    private static let smallestSize = 16

    private var places = ColumnBuffer<UInt64>(zeros: smallestSize)
    private(set) var count = 0

    /// Creates an index without numbers.
    init() {}

    /// Creates an index of the rows of an id column.
    ///
    /// - Complexity: O(n) for n rows.
    init(of ids: IdentifierColumn) {
        reserve(additional: ids.count)
        for row in 0..<ids.count { insert(row, hash: ids.hash(row)) }
    }

    /// Returns a number that satisfies `isWanted` among those inserted with `hash`.
    ///
    /// - Complexity: O(1) on average.
    func first(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
        place(hash, where: isWanted).map { Int(places[$0] & 0xffff_ffff) - 1 }
    }

    private func place(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
        var probe = ProbeSequence(hash >> 32, slotCount: places.count)
        while places[probe.slot] != 0 {
            let entry = places[probe.slot]
            if entry >> 32 == hash >> 32, isWanted(Int(entry & 0xffff_ffff) - 1) { return probe.slot }
            probe.advance()
        }
        return nil
    }

    /// Reserves memory for `additional` numbers.
    mutating func reserve(additional: Int) {
        var size = places.count
        while size < 2 * (count + additional) { size *= 2 }
        guard size > places.count else { return }
        var larger = ColumnBuffer<UInt64>(zeros: size)
        places.withBuffer { entries in
            larger.update { target in
                for entry in entries where entry != 0 { HashIndex.insert(entry, into: target, size: size) }
            }
        }
        places = larger
    }

    /// Inserts a number below 2^32 - 1.
    mutating func insert(_ number: Int, hash: UInt64) {
        reserve(additional: 1)
        let size = places.count
        places.update { HashIndex.insert((hash & ~0xffff_ffff) | UInt64(number + 1), into: $0, size: size) }
        count += 1
    }

    /// Inserts a number below 2^32 - 1 in place of one with the same hash that satisfies `isDead`, or in a
    /// new slot if there is none.
    mutating func insert(_ number: Int, hash: UInt64, replacing isDead: (Int) -> Bool) {
        guard let place = place(hash, where: isDead) else { return insert(number, hash: hash) }
        places.update { $0[place] = (hash & ~0xffff_ffff) | UInt64(number + 1) }
    }

    var byteCount: Int { places.byteCount }

    private static func insert(_ entry: UInt64, into places: UnsafeMutablePointer<UInt64>, size: Int) {
        var probe = ProbeSequence(entry >> 32, slotCount: size)
        // SAFETY: slots are below the size, and half of them are free.
        while places[probe.slot] != 0 { probe.advance() }
        places[probe.slot] = entry
    }
}
