/// The rows of a table by id, indexed a few segments at a time.
///
/// Layout: a small hash table for each 16,384 rows, of 4 bytes a slot: 14 bits of a row in its segment and 17
/// bits of its hash; `UInt32.max` is a free slot. A search probes the tables of all indexed segments, and
/// compares the ids of the other rows, so that no change waits for an index of the whole table. A table in
/// the second-level cache is filled ten times as fast as one of all rows would be.
struct RowsByID: Sendable {
    private static let rowBits = 14
    static let segmentRowCount = 1 << rowBits
    private static let freeSlot = UInt32.max

    private var segments: [ColumnBuffer<UInt32>] = []

    /// Indexes some more segments.
    ///
    /// - Parameter segmentCount: the number of segments. Derived: 16 tables take 2 ms, and comparing the
    ///   packed ids of the rest of 1,000,000 rows one more.
    mutating func prepare(for ids: IdentifierColumn, segmentCount: Int = 16) {
        for _ in 0..<segmentCount {
            let first = segments.count << Self.rowBits
            if first >= ids.count { return }
            segments.append(Self.table(of: ids, first..<min(first + Self.segmentRowCount, ids.count)))
        }
    }

    private static func table(of ids: IdentifierColumn, _ rows: Range<Int>) -> ColumnBuffer<UInt32> {
        var slotCount = 16
        while slotCount < 2 * rows.count { slotCount *= 2 }
        return ColumnBuffer(count: slotCount) { slots in
            slots.update(repeating: freeSlot, count: slotCount)
            for row in rows {
                let hash = ids.hash(row) >> 32
                var probe = ProbeSequence(hash, slotCount: slotCount)
                // SAFETY: slots are below the count, and half of them remain free.
                while slots[probe.slot] != freeSlot { probe.advance() }
                slots[probe.slot] = entry(hash, row - rows.lowerBound)
            }
        }
    }

    /// Returns the entry of a row; its hash's last bits are left out, as they determine the slot. The highest
    /// bit is never set, so that no entry is a free slot.
    @inline(__always)
    private static func entry(_ hash: UInt64, _ row: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: (hash >> 15 & 0x1_ffff) << UInt64(rowBits)) | UInt32(row)
    }

    /// Returns the row with an id; nil if there is none.
    func row(of id: UnsafeBufferPointer<UInt8>, in ids: IdentifierColumn) -> Int? {
        let hash = IdentifierColumn.hash(of: id) >> 32
        let hashBits = Self.entry(hash, 0)
        for (segment, slots) in segments.enumerated() {
            var probe = ProbeSequence(hash, slotCount: slots.count)
            while slots[probe.slot] != Self.freeSlot {
                let entry = slots[probe.slot]
                if entry & ~UInt32(Self.segmentRowCount - 1) == hashBits {
                    let row = segment << Self.rowBits + Int(entry) & (Self.segmentRowCount - 1)
                    if ids.compare(row, with: id) == 0 { return row }
                }
                probe.advance()
            }
        }
        let first = segments.count << Self.rowBits
        return first < ids.count ? ids.firstRow(of: id, in: first..<ids.count) : nil
    }
}
