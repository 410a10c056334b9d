/// An index of posts by id and by URL, and of the codes of schools and coaches by id.
///
/// Made of blocks of consecutive slots. The blocks of the records that a table was loaded with are built one
/// by one, each change builds one of them; until a block is there, its records are read. Records that are
/// added are read until there are enough for a small block, and small blocks are merged as the segments of
/// ``PostRecordList`` are.
struct PostKeys: Sendable {
    /// Records that are added are read one by one up to this number.
    private static let unindexedCount = 64

    private var list = KeyBlockList()
    /// The first slot that no block has.
    private(set) var indexedCount = 0
    /// Where the ids and URLs of a batch are among the records without a block.
    private var scan: KeyScan?
    var schools = HashIndex()
    var coaches = HashIndex()

    var byteCount: Int {
        list.blocks.reduce(0) { $0 + $1.byteCount } + schools.byteCount + coaches.byteCount
    }

    var blocks: [KeyBlock] { list.blocks }

    /// Creates an index without posts, schools and coaches.
    init() {}

    /// Creates an index without posts.
    ///
    /// - Complexity: O(c) for c schools and coaches.
    init(schools: CodeDictionary, coaches: CodeDictionary) {
        self.schools.insert(schools, from: 0)
        self.coaches.insert(coaches, from: 0)
    }

    /// Replaces the blocks by those of another index.
    mutating func takeBlocks(of other: PostKeys) {
        list = other.list
        indexedCount = other.indexedCount
        scan = nil
    }

    /// Whether all records are indexed, except for a few that are read.
    func isComplete(for records: PostRecordList) -> Bool {
        records.slotCount - indexedCount <= PostKeys.unindexedCount
    }

    /// Indexes one more block, if there is one.
    ///
    /// - Complexity: O(1), that of at most ``KeyBlock/maximumCount`` records; if records are added one by
    ///   one, it is O(log n) for each on average.
    mutating func advance(_ records: PostRecordList) {
        if isComplete(for: records) { return }
        let end = min(records.slotCount, indexedCount + KeyBlock.maximumCount)
        var slots = indexedCount..<end
        while let last = list.blocks.last, last.slots.count < 2 * slots.count,
            last.slots.count + slots.count <= KeyBlock.maximumCount
        {
            slots = last.slots.lowerBound..<end
            list.removeLast()
        }
        list.append(KeyBlock(slots, of: records))
        indexedCount = end
    }

    /// Looks up ids and URLs among the records without a block, all at once; until records are added, or a
    /// block, these are known.
    mutating func scan(
        _ ids: [String], _ urls: [String], in records: PostRecordList, isLive: (_ slot: Int) -> Bool
    ) {
        scan = KeyScan(
            ids, urls, in: indexedCount..<max(indexedCount, records.slotCount), of: records, isLive: isLive)
    }

    /// Forgets what has been looked up at once.
    mutating func endScan() { scan = nil }

    private func scan(of records: PostRecordList) -> KeyScan? {
        scan.flatMap { $0.slots == indexedCount..<records.slotCount ? $0 : nil }
    }

    /// Returns the slot of a record with an id that satisfies `isWanted`.
    ///
    /// - Complexity: O(n / 65,536) on average for n records; O(n) for those that are not indexed yet.
    func slot(
        ofID id: UnsafeBufferPointer<UInt8>, in records: PostRecordList, where isWanted: (_ slot: Int) -> Bool
    ) -> Int? {
        let hash = IdentifierColumn.hash(of: id)
        func hasID(_ slot: Int) -> Bool {
            let (segment, index) = records.locate(slot)
            return segment.ids.compare(index, with: id) == 0 && isWanted(slot)
        }
        if let slot = list.slot(.id, hash, where: hasID) { return slot }
        switch scan(of: records)?.firstID(hash, where: hasID) {
        case .found(let slot): return slot
        case .absent: return nil
        case .unknown, nil: return records.firstSlot(ofID: id, from: indexedCount, where: isWanted)
        }
    }

    /// Returns the slot of a record with a URL that satisfies `isWanted`.
    ///
    /// - Complexity: as for ``slot(ofID:in:where:)``.
    func slot(
        ofURL url: UnsafeBufferPointer<UInt8>, in records: PostRecordList,
        where isWanted: (_ slot: Int) -> Bool
    ) -> Int? {
        let hash = IdentifierColumn.hash(of: url)
        func hasURL(_ slot: Int) -> Bool {
            let (segment, index) = records.locate(slot)
            return segment.hasURL(index, url) && isWanted(slot)
        }
        if let slot = list.slot(.url, hash, where: hasURL) { return slot }
        switch scan(of: records)?.firstURL(hash, where: hasURL) {
        case .found(let slot): return slot
        case .absent: return nil
        case .unknown, nil: return records.firstSlot(ofURL: url, from: indexedCount, where: isWanted)
        }
    }
}

/// Looking up records by reading them.
extension PostRecordList {
    /// Returns the first slot from `start` on that satisfies `isWanted` and whose id is `id`.
    ///
    /// - Complexity: O(n) for n records, about a nanosecond each.
    func firstSlot(
        ofID id: UnsafeBufferPointer<UInt8>, from start: Int, where isWanted: (_ slot: Int) -> Bool
    ) -> Int? {
        var found: Int?
        forEachPart(of: min(start, slotCount)..<slotCount) { segment, records, firstSlot in
            var rest = records
            while found == nil, let record = segment.ids.firstRow(of: id, in: rest) {
                if isWanted(firstSlot + record) { found = firstSlot + record }
                rest = record + 1..<rest.upperBound
            }
        }
        return found
    }

    /// Returns the first slot from `start` on that satisfies `isWanted` and whose URL is `url`.
    ///
    /// - Complexity: O(n) for n records.
    func firstSlot(
        ofURL url: UnsafeBufferPointer<UInt8>, from start: Int, where isWanted: (_ slot: Int) -> Bool
    ) -> Int? {
        var found: Int?
        forEachPart(of: min(start, slotCount)..<slotCount) { segment, records, firstSlot in
            var rest = records
            while found == nil, let record = segment.postURLs.firstRow(of: url, in: rest) {
                if isWanted(firstSlot + record) { found = firstSlot + record }
                rest = record + 1..<rest.upperBound
            }
        }
        return found
    }
}

extension HashIndex {
    /// Adds the codes of a dictionary from `first` on.
    mutating func insert(_ dictionary: CodeDictionary, from first: Int) {
        for code in first..<dictionary.count {
            insert(code, hash: dictionary.withUTF8(code) { IdentifierColumn.hash(of: $0) })
        }
    }
}

extension PostTable {
    /// Whether ``prepareForChanges()`` has nothing left to do.
    package var isPreparedForChanges: Bool { keys?.isComplete(for: records) ?? false }

    /// Builds the whole index of posts by id and URL, which the first changes build otherwise, a part each:
    /// about 40 milliseconds and 16 bytes a post for a million posts.
    ///
    /// - Complexity: O(n) for n posts, O(1) if it exists.
    public mutating func prepareForChanges() {
        beginKeys()
        let records = self.records
        while !isPreparedForChanges { parts.keys?.advance(records) }
    }

    /// Creates the index if there is none, and indexes one more block; all of them for more than a few posts,
    /// because each would read the records that are not indexed.
    mutating func advanceKeys(forChangesOf postCount: Int) {
        if postCount > 4 { return prepareForChanges() }
        beginKeys()
        let records = self.records
        parts.keys?.advance(records)
    }

    /// Prepares the look-up of ids and URLs: those of a batch that is small against the records that are not
    /// indexed yet are found by reading these once; each batch but the first also indexes one more block.
    mutating func prepareKeys(_ ids: [String], _ urls: [String]) {
        let isFirst = keys == nil
        beginKeys()
        if isPreparedForChanges { return }
        let records = self.records
        let unindexedCount = records.slotCount - (keys?.indexedCount ?? 0)
        guard unindexedCount > KeyBlock.maximumCount, ids.count <= PostTable.maximumScannedCount else {
            return prepareForChanges()
        }
        if !isFirst { parts.keys?.advance(records) }
        scanKeys(ids, urls)
    }

    /// Batches of more rows index all records first. Derived: their look-up takes half as long as indexing
    /// a million posts, even if the filter admits every tenth of these.
    private static let maximumScannedCount = 4096

    /// Looks up ids and URLs at once.
    mutating func scanKeys(_ ids: [String], _ urls: [String]) {
        let table = self
        parts.keys?.scan(ids, urls, in: table.records) { table.place(ofSlot: $0) != nil }
    }

    private mutating func beginKeys() {
        if keys == nil { parts.keys = PostKeys(schools: schools, coaches: coaches) }
    }

    /// Returns the place of the post with an id; nil if there is none.
    ///
    /// - Complexity: O(1) once the table is prepared for changes, otherwise O(n) for n posts.
    func place(ofID id: String) -> PostPlace? {
        var place: PostPlace?
        func isWanted(_ slot: Int) -> Bool {
            place = self.place(ofSlot: slot)
            return place != nil
        }
        let slot = id.withBytes { id in
            if let keys {
                keys.slot(ofID: id, in: records, where: isWanted)
            } else {
                records.firstSlot(ofID: id, from: 0, where: isWanted)
            }
        }
        return slot == nil ? nil : place
    }

    /// Returns the place of the post with a URL; nil if there is none.
    ///
    /// - Complexity: as for ``place(ofID:)``.
    func place(ofURL url: String) -> PostPlace? {
        var place: PostPlace?
        func isWanted(_ slot: Int) -> Bool {
            place = self.place(ofSlot: slot)
            return place != nil
        }
        let slot = url.withBytes { url in
            if let keys {
                keys.slot(ofURL: url, in: records, where: isWanted)
            } else {
                records.firstSlot(ofURL: url, from: 0, where: isWanted)
            }
        }
        return slot == nil ? nil : place
    }

    /// Returns the place of the post whose record is in `slot`; nil if that belongs to none any more.
    ///
    /// - Complexity: O(log d) for d changed rows; O(d) for posts that are among these.
    func place(ofSlot slot: Int) -> PostPlace? {
        let first = slots.row(ofSlot: slot).map { PostPlace($0) }
        guard let delta else { return first }
        // The columns first, because levels have no index of their slots.
        if let first, !delta.isRemoved(first) { return first }
        for level in (1..<delta.levelCount).reversed() {
            guard let row = delta.table(level).slots.row(ofSlot: slot) else { continue }
            let place = PostPlace(level: level, row: row)
            if !delta.isRemoved(place) { return place }
        }
        return nil
    }
}
