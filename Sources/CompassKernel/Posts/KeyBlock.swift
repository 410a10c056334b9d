/// A hash table of the ids and URLs of consecutive records, at most ``maximumCount``.
///
/// Layout: two open-addressing tables, at most half full. An entry has the upper 15 bits of a hash, a bit that is set, and
/// the record's number in the block in the lower half; 0 is a free place. The lower bits of the hash determine the place.
/// Blocks are immutable, so that snapshots share them, and small enough to be filled within a second-level cache: a block
/// of 65,536 records takes 1 to 3 milliseconds, and 16 bytes a record.
final class KeyBlock: Sendable {
    static let maximumCount = 1 << 16

    /// The slots of the block's records.
    let slots: Range<Int>
    private let ids: ColumnBuffer<UInt32>
    private let urls: ColumnBuffer<UInt32>

    /// Indexes the records in `slots`, which are at most ``maximumCount``.
    ///
    /// - Complexity: O(b) for b bytes of ids and URLs.
    init(_ slots: Range<Int>, of records: PostRecordList) {
        self.slots = slots
        var size = 16
        while size < 2 * slots.count { size *= 2 }
        var (ids, urls) = (ColumnBuffer<UInt32>(zeros: size), ColumnBuffer<UInt32>(zeros: size))
        ids.update { ids in
            urls.update { urls in
                // SAFETY: places are below the size, and half of them are free.
                func insert(_ number: Int, _ hash: UInt64, _ table: UnsafeMutablePointer<UInt32>) {
                    var probe = ProbeSequence(hash, slotCount: size)
                    while table[probe.slot] != 0 { probe.advance() }
                    table[probe.slot] = KeyBlock.mark(hash) | UInt32(number)
                }
                records.forEachPart(of: slots) { segment, range, firstSlot in
                    let first = firstSlot + range.lowerBound - slots.lowerBound
                    for (index, record) in range.enumerated() {
                        insert(first + index, segment.ids.hash(record), ids)
                        if let hash = segment.urlHash(record) { insert(first + index, hash, urls) }
                    }
                }
            }
        }
        (self.ids, self.urls) = (ids, urls)
    }

    private static func mark(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & 0xfffe_0000 | 0x0001_0000
    }

    /// Returns a slot that satisfies `isWanted` among those whose ids may have `hash`.
    ///
    /// - Complexity: O(1) on average.
    func firstID(_ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Int? { first(hash, in: ids, isWanted) }

    /// Likewise for a URL.
    func firstURL(_ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Int? {
        first(hash, in: urls, isWanted)
    }

    private func first(
        _ hash: UInt64, in table: ColumnBuffer<UInt32>, _ isWanted: (_ slot: Int) -> Bool
    ) -> Int? {
        let mark = KeyBlock.mark(hash)
        var probe = ProbeSequence(hash, slotCount: table.count)
        while table[probe.slot] != 0 {
            let entry = table[probe.slot]
            if entry & 0xffff_0000 == mark {
                let slot = slots.lowerBound + Int(entry & 0xffff)
                if isWanted(slot) { return slot }
            }
            probe.advance()
        }
        return nil
    }

    var byteCount: Int { ids.byteCount + urls.byteCount }
}

extension PostRecords {
    /// Returns a hash of the URL of `record`; nil if it has none.
    func urlHash(_ record: Int) -> UInt64? {
        postURLs.withUTF8(record) { $0.map(IdentifierColumn.hash(of:)) }
    }
}

extension PostRecordList {
    /// Calls `body` with each segment that has some of `slots`, the records in it, and the segment's first slot.
    func forEachPart(
        of slots: Range<Int>, _ body: (_ segment: PostRecords, _ records: Range<Int>, _ firstSlot: Int) -> Void
    ) {
        for (segment, first) in zip(segments, firstSlots) {
            let part = slots.clamped(to: first..<first + segment.count)
            if !part.isEmpty { body(segment, part.lowerBound - first..<part.upperBound - first, first) }
        }
    }
}
