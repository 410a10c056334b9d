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
    private static let bitCount = 18

    private var words = [UInt64](repeating: 0, count: 1 << bitCount / 64)

    mutating func add(_ key: UnsafeBufferPointer<UInt8>) {
        guard let start = key.baseAddress, key.count >= 8 else { return }
        var places = [KeyFilter.place(ofTextUpTo: start + key.count)]
        if key.count == PackedUUID.textByteCount, let uuid = PackedUUID(canonical: start) {
            places.append(KeyFilter.place(uuid))
        }
        for place in places { words[place >> 6] |= 1 << UInt64(place & 63) }
    }

    @inline(__always)
    static func place(_ uuid: PackedUUID) -> Int { place(uuid.high ^ uuid.low) }

    /// Returns the place of a text of at least eight bytes that ends before `end`.
    @inline(__always)
    static func place(ofTextUpTo end: UnsafePointer<UInt8>) -> Int {
        // SAFETY: eight bytes precede the end.
        place(UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self))
    }

    private static func place(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - bitCount))
    }

    /// Calls `body` with the bits.
    @inline(__always)
    func withWords<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result {
        words.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}

extension IdentifierColumn {
    /// Calls `body` with the rows whose ids a filter does not exclude.
    fileprivate func forEachRow(
        in rows: Range<Int>, admittedBy filter: KeyFilter, _ body: (_ row: Int) -> Void
    ) {
        switch self {
        case .text(let ids): ids.forEachRow(in: rows, admittedBy: filter, body)
        case .uuid(let ids):
            filter.withWords { words in
                ids.withBuffer(of: rows) { ids in
                    for (index, id) in ids.enumerated() {
                        let place = KeyFilter.place(id)
                        // SAFETY: there is a bit for each place.
                        if words[place >> 6] >> UInt64(place & 63) & 1 != 0 { body(rows.lowerBound + index) }
                    }
                }
            }
        }
    }
}

extension TextColumn {
    /// Calls `body` with the rows whose texts a filter does not exclude; with null rows, too.
    fileprivate func forEachRow(
        in rows: Range<Int>, admittedBy filter: KeyFilter, _ body: (_ row: Int) -> Void
    ) {
        if validity.isEmpty { return }
        filter.withWords { words in
            offsets.withBuffer { offsets in
                bytes.withBuffer { bytes in
                    guard let start = bytes.baseAddress else { return rows.forEach(body) }
                    for row in rows {
                        // SAFETY: there is a bit for each place, and texts are within the bytes.
                        if offsets[row + 1] - offsets[row] >= 8 {
                            let place = KeyFilter.place(ofTextUpTo: start + Int(offsets[row + 1]))
                            if words[place >> 6] >> UInt64(place & 63) & 1 == 0 { continue }
                        }
                        body(row)
                    }
                }
            }
        }
    }
}
