internal import CCompassScan

/// The records that have some ids and URLs, found by reading all records without a ``KeyBlock`` once.
///
/// For the first sync of a table: to index a million posts takes ten times as long as to read their ids and
/// URLs, most of which a small filter excludes.
struct KeyScan: Sendable {
    /// Ids or URLs.
    private struct Keys: Sendable {
        /// The hashes whose records were all found.
        var hashes: Set<UInt64> = []
        var filter = KeyFilter()
        /// Slots by hash.
        var slots = HashIndex()

        mutating func add(_ key: UnsafeBufferPointer<UInt8>) {
            hashes.insert(IdentifierColumn.hash(of: key))
            filter.add(key)
        }

        /// Notes the slot of a record that the filter admits, if its key is one of those.
        mutating func note(_ slot: Int, _ hash: UInt64?) -> Bool {
            guard let hash, hashes.contains(hash) else { return false }
            slots.insert(slot, hash: hash)
            return true
        }
    }

    /// The slots of the records that were read.
    let slots: Range<Int>
    private var ids = Keys()
    private var urls = Keys()

    /// Finds the records with any of `ids` or `urls`.
    ///
    /// - Parameter isLive: whether the record in a slot belongs to a post.
    /// - Complexity: O(n) for n records, some nanoseconds each.
    init(
        _ wantedIDs: [String], _ wantedURLs: [String], in slots: Range<Int>, of records: PostRecordList,
        isLive: (_ slot: Int) -> Bool
    ) {
        self.slots = slots
        for id in wantedIDs { id.withBytes { ids.add($0) } }
        for url in wantedURLs { url.withBytes { urls.add($0) } }
        var (byID, byURL): ([Int], [Int]) = ([], [])
        records.forEachPart(of: slots) { segment, range, firstSlot in
            segment.ids.forEachRow(in: range, admittedBy: ids.filter) { record in
                if ids.note(firstSlot + record, segment.ids.hash(record)) { byID.append(firstSlot + record) }
            }
            segment.postURLs.forEachRow(in: range, admittedBy: urls.filter) { record in
                if urls.note(firstSlot + record, segment.urlHash(record)) { byURL.append(firstSlot + record) }
            }
        }
        // A post that is found by one is then looked for by its other one; no second post has that.
        for slot in byID where isLive(slot) {
            let (segment, index) = records.locate(slot)
            if let hash = segment.urlHash(index) { urls.slots.insert(slot, hash: hash) }
        }
        for slot in byURL where isLive(slot) {
            let (segment, index) = records.locate(slot)
            ids.slots.insert(slot, hash: segment.ids.hash(index))
        }
    }

    /// The result of looking for a record.
    enum Result {
        case found(slot: Int)
        case absent
        /// The id or URL is none of those that were looked for.
        case unknown
    }

    /// Returns the slot that satisfies `isWanted` among those whose ids may have `hash`.
    func firstID(_ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Result {
        first(hash, ids, isWanted)
    }

    /// Likewise for a URL.
    func firstURL(_ hash: UInt64, where isWanted: (_ slot: Int) -> Bool) -> Result {
        first(hash, urls, isWanted)
    }

    private func first(_ hash: UInt64, _ keys: Keys, _ isWanted: (_ slot: Int) -> Bool) -> Result {
        if let slot = keys.slots.first(hash, where: isWanted) { return .found(slot: slot) }
        return keys.hashes.contains(hash) ? .absent : .unknown
    }
}

/// A set of bits that excludes most texts which are none of some hundreds.
///
/// Layout: a bit for each value of the upper bits of a product, 32 KB that stay in the caches: a quarter of them
/// admits four times as many other texts, whose hashes take a tenth of a first sync (`cold.sync`). Texts are told
/// apart by their last eight bytes, and UUIDs by both of their words; all shorter texts are admitted.
private struct KeyFilter: Sendable {
    private var words = [UInt64](repeating: 0, count: 1 << compasskernel_key_filter_bits / 64)

    mutating func add(_ key: UnsafeBufferPointer<UInt8>) {
        guard let start = key.baseAddress, key.count >= 8 else { return }
        // SAFETY: eight bytes precede the end.
        let last = UnsafeRawPointer(start + key.count - 8).loadUnaligned(as: UInt64.self)
        compasskernel_key_filter_add(&words, last)
        if key.count == PackedUUID.textByteCount, let uuid = PackedUUID(canonical: start) {
            compasskernel_key_filter_add(&words, uuid.exclusiveOr)
        }
    }

    /// Calls `body` with the rows that `list` admits.
    ///
    /// Rows are listed without a branch for each: which ones are admitted cannot be predicted.
    ///
    /// - Parameter list: stores the admitted ones of some rows, at most ``rowsPerList``, as numbers from the first of
    ///   them; returns how many there are.
    @inline(__always)
    func forEachRow(
        in rows: Range<Int>,
        list: (Range<Int>, _ words: UnsafePointer<UInt64>, UnsafeMutablePointer<UInt32>) -> Int,
        _ body: (_ row: Int) -> Void
    ) {
        words.withUnsafeBufferPointer { words in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: KeyFilter.rowsPerList) { admitted in
                // SAFETY: neither is empty.
                let (words, admitted) = (words.baseAddress!, admitted.baseAddress!)
                for first in stride(from: rows.lowerBound, to: rows.upperBound, by: KeyFilter.rowsPerList) {
                    let end = min(first + KeyFilter.rowsPerList, rows.upperBound)
                    let count = list(first..<end, words, admitted)
                    for index in 0..<count { body(first + Int(admitted[index])) }
                }
            }
        }
    }

    /// Derived: their numbers, 8 KiB, stay in the first-level cache.
    private static let rowsPerList = 2_048
}

extension IdentifierColumn {
    /// Calls `body` with the rows whose ids a filter does not exclude.
    fileprivate func forEachRow(
        in rows: Range<Int>, admittedBy filter: KeyFilter, _ body: (_ row: Int) -> Void
    ) {
        switch self {
        case .text(let ids): ids.forEachRow(in: rows, admittedBy: filter, body)
        case .uuid(let ids):
            filter.forEachRow(
                in: rows,
                list: { rows, words, admitted in
                    ids.withBuffer(of: rows) {
                        guard let start = $0.baseAddress else { return 0 }
                        return compasskernel_key_filter_list_pairs(words, start, $0.count, admitted)
                    }
                }, body)
        }
    }
}

extension TextColumn {
    /// Calls `body` with the rows whose texts a filter does not exclude; with null rows, too.
    fileprivate func forEachRow(
        in rows: Range<Int>, admittedBy filter: KeyFilter, _ body: (_ row: Int) -> Void
    ) {
        if validity.isEmpty { return }
        bytes.withBuffer { bytes in
            guard let start = bytes.baseAddress, bytes.count >= 8 else { return rows.forEach(body) }
            filter.forEachRow(
                in: rows,
                list: { rows, words, admitted in
                    offsets.withBuffer(of: rows.lowerBound..<rows.upperBound + 1) {
                        guard let offsets = $0.baseAddress else { return 0 }
                        return compasskernel_key_filter_list_texts(
                            words, offsets, start, rows.count, admitted)
                    }
                }, body)
        }
    }
}
