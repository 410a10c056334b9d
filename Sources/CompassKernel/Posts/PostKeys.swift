/// An index of posts by id and by URL, and of the codes of schools and coaches by id.
///
/// Built when a table is first changed, because queries do not use it.
struct PostKeys: Sendable {
    var ids = HashIndex()
    var urls = HashIndex()
    var schools = HashIndex()
    var coaches = HashIndex()

    var byteCount: Int { ids.byteCount + urls.byteCount + schools.byteCount + coaches.byteCount }

    /// Indexes the given records and dictionaries.
    ///
    /// - Complexity: O(n) for n records.
    init(_ records: PostRecordList, schools: CodeDictionary, coaches: CodeDictionary) {
        for (segment, firstSlot) in zip(records.segments, records.firstSlots) {
            insert(segment, firstSlot: firstSlot)
        }
        self.schools.insert(schools, from: 0)
        self.coaches.insert(coaches, from: 0)
    }

    /// Adds the records of a segment.
    private mutating func insert(_ records: PostRecords, firstSlot: Int) {
        ids.reserve(additional: records.count)
        urls.reserve(additional: records.count)
        for record in 0..<records.count {
            ids.insert(firstSlot + record, hash: records.ids.hash(record))
            if let hash = records.urlHash(record) { urls.insert(firstSlot + record, hash: hash) }
        }
    }

    /// Adds the records of a new segment, replacing dead ones with the same id or URL.
    mutating func insert(_ records: PostRecords, firstSlot: Int, replacing isDead: (Int) -> Bool) {
        for record in 0..<records.count {
            ids.insert(firstSlot + record, hash: records.ids.hash(record), replacing: isDead)
            if let hash = records.urlHash(record) {
                urls.insert(firstSlot + record, hash: hash, replacing: isDead)
            }
        }
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

extension PostRecords {
    /// Returns a hash of the URL of `record`; nil if it has none.
    fileprivate func urlHash(_ record: Int) -> UInt64? {
        postURLs.withUTF8(record) { $0.map(IdentifierColumn.hash(of:)) }
    }
}

extension PostTable {
    /// Whether ``prepareForChanges()`` has nothing left to do.
    package var isPreparedForChanges: Bool { keys != nil }

    /// Builds the index of posts by id and URL, which the first change builds otherwise: about 130
    /// milliseconds and 35 MB for a million posts.
    ///
    /// - Complexity: O(n) for n posts, O(1) if it exists.
    public mutating func prepareForChanges() {
        if keys == nil { parts.keys = PostKeys(records, schools: schools, coaches: coaches) }
    }

    /// Returns the row of the post with an id; nil if there is none.
    ///
    /// - Complexity: O(1) once the table is prepared for changes, otherwise O(n) for n posts.
    func row(ofID id: String) -> Int? { row(of: id, in: keys?.ids) { $0.ids.compare($1, with: $2) == 0 } }

    /// Returns the row of the post with a URL; nil if there is none.
    ///
    /// - Complexity: as for ``row(ofID:)``.
    func row(ofURL url: String) -> Int? {
        row(of: url, in: keys?.urls) { records, index, url in
            records.postURLs.withUTF8(index) { $0.map { ByteComparison.areEqual($0, url) } ?? false }
        }
    }

    @inline(__always)
    private func row(
        of key: String, in index: HashIndex?,
        where hasKey: (PostRecords, Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int? {
        var key = key
        return key.withUTF8 { key in
            func isWanted(_ row: Int) -> Bool {
                let (records, index) = record(row)
                return isLive(row) && hasKey(records, index, key)
            }
            guard let index else { return (0..<rowCount).first(where: isWanted) }
            let slot = index.first(IdentifierColumn.hash(of: key)) { slot in
                slots.row(ofSlot: slot).map(isWanted) ?? false
            }
            return slot.flatMap { slots.row(ofSlot: $0) }
        }
    }
}
