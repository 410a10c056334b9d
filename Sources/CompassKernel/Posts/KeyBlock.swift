/// A hash table of the ids and URLs of consecutive records, at most ``maximumCount``.
///
/// Of several records with an id or a URL only the last is found, because the others belong to no post any
/// more: a post that changes gets a new record, and a post whose URL another one takes is removed.
///
/// Layout: two open-addressing tables, at most half full. An entry has the upper 15 bits of a hash, a bit
/// that is set, and the record's number in the block in the lower half; 0 is a free place. The lower bits of
/// the hash determine the place. Blocks are immutable, so that snapshots share them, and small enough to be
/// filled within a second-level cache: a block of 65,536 records takes 1 to 3 milliseconds, and 16 bytes a
/// record.
final class KeyBlock: Sendable {
    static let maximumCount = 1 << 16

    /// The slots of the block's records.
    let slots: Range<Int>
    private let ids: ColumnBuffer<UInt32>
    private let urls: ColumnBuffer<UInt32>
    /// The number of ids.
    let idCount: Int

    /// Indexes the records in `slots`, which are at most ``maximumCount``.
    ///
    /// - Complexity: O(b) for b bytes of ids and URLs.
    init(_ slots: Range<Int>, of records: PostRecordList) {
        self.slots = slots
        var size = 16
        while size < 2 * slots.count { size *= 2 }
        let tableSize = size
        var (ids, urls) = (ColumnBuffer<UInt32>(zeros: size), ColumnBuffer<UInt32>(zeros: size))
        var idCount = 0
        records.forEachPart(of: slots) { segment, range, firstSlot in
            ids.update { ids in
                for record in range {
                    let isNew = KeyBlock.insert(
                        firstSlot + record - slots.lowerBound, segment.ids.hash(record), into: ids, tableSize
                    ) { number in
                        let (other, index) = records.locate(slots.lowerBound + number)
                        return segment.ids.withUTF8(record) { other.ids.compare(index, with: $0) } == 0
                    }
                    if isNew { idCount += 1 }
                }
            }
            urls.update { urls in
                for record in range {
                    guard let hash = segment.urlHash(record) else { continue }
                    _ = KeyBlock.insert(
                        firstSlot + record - slots.lowerBound, hash, into: urls, tableSize
                    ) { number in
                        let (other, index) = records.locate(slots.lowerBound + number)
                        return segment.postURLs.withUTF8(record) {
                            $0.map { other.hasURL(index, $0) } ?? false
                        }
                    }
                }
            }
        }
        (self.ids, self.urls, self.idCount) = (ids, urls, idCount)
    }

    /// Inserts a record's number in place of that of an earlier record with the same key; returns whether
    /// there is none.
    @inline(__always)
    private static func insert(
        _ number: Int, _ hash: UInt64, into table: UnsafeMutablePointer<UInt32>, _ size: Int,
        replacing isSame: (_ number: Int) -> Bool
    ) -> Bool {
        let mark = KeyBlock.mark(hash)
        var probe = ProbeSequence(hash, slotCount: size)
        // SAFETY: places are below the size, and half of them are free.
        while table[probe.slot] != 0 {
            let entry = table[probe.slot]
            if entry & 0xffff_0000 == mark, isSame(Int(entry & 0xffff)) {
                table[probe.slot] = mark | UInt32(number)
                return false
            }
            probe.advance()
        }
        table[probe.slot] = mark | UInt32(number)
        return true
    }

    /// Returns the upper half of an entry of a key with `hash`.
    static func mark(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & 0xfffe_0000 | 0x0001_0000
    }

    /// What records are looked up by.
    enum Key { case id, url }

    /// Calls `body` with the entries of ids and of URLs, as many of both.
    func withTables<Result>(
        _ body: (_ ids: UnsafeBufferPointer<UInt32>, _ urls: UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        ids.withBuffer { ids in urls.withBuffer { body(ids, $0) } }
    }

    var byteCount: Int { ids.byteCount + urls.byteCount }
}

extension PostRecords {
    /// Returns a hash of the URL of `record`; nil if it has none.
    func urlHash(_ record: Int) -> UInt64? {
        postURLs.withUTF8(record) { $0.map { IdentifierColumn.hash(of: $0) } }
    }

    /// Returns whether `record` has a URL.
    func hasURL(_ record: Int, _ url: UnsafeBufferPointer<UInt8>) -> Bool {
        postURLs.withUTF8(record) { $0.map { ByteComparison.areEqual($0, url) } ?? false }
    }
}

extension PostRecordList {
    /// Calls `body` with each segment that has some of `slots`, the records in it, and the segment's first
    /// slot.
    func forEachPart(
        of slots: Range<Int>,
        _ body: (_ segment: PostRecords, _ records: Range<Int>, _ firstSlot: Int) -> Void
    ) {
        for (segment, first) in zip(segments, firstSlots) {
            let part = slots.clamped(to: first..<first + segment.count)
            if !part.isEmpty { body(segment, part.lowerBound - first..<part.upperBound - first, first) }
        }
    }
}
