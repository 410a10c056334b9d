/// The conditions under which a table discards obsolete data.
struct CompactionPolicy: Sendable {
    /// Deleted rows are removed from the counted columns if they are more than one in this many.
    var rowsPerTombstone = 16
    /// Records are rewritten if those without a row, and changed notes, are more than one in this many.
    var recordsPerDeadOne = 4
    /// Codes of schools and coaches are reassigned if those without a post are more than one in this many.
    var codesPerDeadOne = 4
    /// Fewer obsolete items than this are never removed.
    var minimum = 64
    /// Whether a change compacts the table itself if it leaves too much obsolete data.
    var isAutomatic = true
    /// The maximum number of bytes in a text column of one segment of records.
    var maximumTextBytes = TextColumn.maximumByteCount
}

extension PostTable {
    /// Removes obsolete data of deletions and changes. This happens automatically if it is more than a
    /// quarter of the records. Columns and indexes are then those of a table that was loaded with these
    /// posts, newest first.
    ///
    /// The search indexes are rebuilt when they are next required; the index of posts by id is rebuilt
    /// immediately.
    ///
    /// - Complexity: O(n + b) for n posts with b bytes of text; about 0.6 seconds for a million posts.
    public mutating func compact() {
        let isPrepared = keys != nil
        self = compacted((0..<rowCount).filter { isLive($0) })
        if isPrepared { prepareForChanges() }
    }

    /// Returns a table of the posts of `rows`, in this order, and without obsolete data.
    func compacted(_ rows: [Int]) -> PostTable {
        let (newSchools, schoolMap) = schools.keeping(rowsInOrder: rows) { schoolCodes[$0] }
        let (newCoaches, coachMap) = coaches.keeping(rowsInOrder: rows) { coachCodes[$0] }
        func mapped(_ code: UInt32, _ map: [UInt32]) -> UInt32 {
            code == CodeDictionary.null ? code : map[Int(code)]
        }
        let newCounts = PostCounts(
            timestamps: TimestampColumn(descending: ColumnBuffer(rows.map { timestamps[$0].micros })),
            flags: ColumnBuffer(rows.map { counts.flags($0) }),
            schools: CountedCodes(
                ColumnBuffer(rows.map { mapped(schoolCodes[$0], schoolMap) }), codeCount: newSchools.count),
            coaches: CountedCodes(
                ColumnBuffer(rows.map { mapped(coachCodes[$0], coachMap) }), codeCount: newCoaches.count))
        return PostTable(
            PostTableParts(
                counts: newCounts, slots: PostSlots(identity: rows.count),
                records: PostRecordList(compactedRecords(rows)), schools: newSchools,
                coaches: newCoaches, history: history, compactionPolicy: compactionPolicy,
                searching: searching))
    }

    /// Whether a change that leaves too much obsolete data compacts the table itself; true by default.
    /// Otherwise the table's owner calls ``compact()`` at a suitable time when ``isCompactionDue`` is true.
    public var compactsAutomatically: Bool {
        get { compactionPolicy.isAutomatic }
        set { parts.compactionPolicy.isAutomatic = newValue }
    }

    /// Whether more than a quarter of the records, or of the codes of schools or coaches, no longer belong to a
    /// post.
    public var isCompactionDue: Bool {
        let policy = compactionPolicy
        let deadRecords = records.slotCount - count + notesEdits.count
        func hasManyDead(_ codes: CountedCodes) -> Bool {
            codes.codeCount - codes.usedCodeCount
                > Swift.max(policy.minimum, codes.codeCount / policy.codesPerDeadOne)
        }
        return deadRecords > Swift.max(policy.minimum, records.slotCount / policy.recordsPerDeadOne)
            || hasManyDead(counts.schools) || hasManyDead(counts.coaches)
    }

    /// Discards obsolete data whose share has become too large.
    mutating func compactIfNeeded() {
        let policy = compactionPolicy
        if policy.isAutomatic, isCompactionDue {
            compact()
        } else if let live,
            live.count - live.total > Swift.max(policy.minimum, live.count / policy.rowsPerTombstone)
        {
            rebuildCounts([])
        }
    }

    /// Returns the records of `rows` in order, in as few segments as their texts allow.
    private func compactedRecords(_ rows: [Int]) -> [PostRecords] {
        var segments: [PostRecords] = []
        var builder = PostRecordsBuilder()
        // Most tables fit into one segment regardless of which rows are kept.
        let editBytes = notesEdits.values.reduce(0) { $0 + ($1.notes?.utf8.count ?? 0) }
        let fits = records.largestTextByteCount + editBytes <= compactionPolicy.maximumTextBytes
        for row in rows {
            let slot = slots.slot(ofRow: row)
            let (source, index) = records.locate(slot)
            let edit = notesEdit(ofSlot: slot)
            if !fits {
                builder.cut(
                    before: source.largestTextByteCount(index, edit),
                    maximum: compactionPolicy.maximumTextBytes, to: &segments)
            }
            builder.append(source, index, notes: edit)
        }
        segments.append(builder.finish())
        return segments
    }
}

extension PostRecordList {
    /// The maximum size of a text column over all records together, in bytes, including ids as text.
    fileprivate var largestTextByteCount: Int {
        let columns = segments.map { segment in segment.texts.map(\.textByteCount) }
        let texts = (0..<(columns.first?.count ?? 0)).map { column in columns.reduce(0) { $0 + $1[column] } }
        let ids = segments.reduce(0) { $0 + $1.ids.byteCountAsText }
        return texts.reduce(ids, max)
    }
}

extension PostRecords {
    /// Returns the number of bytes of the largest text of one record.
    fileprivate func largestTextByteCount(_ record: Int, _ edit: NotesEdit?) -> Int {
        let bytes = Swift.max(ids.withUTF8(record) { $0.count }, edit?.notes?.utf8.count ?? 0)
        return texts.reduce(bytes) { Swift.max($0, $1.byteCount(record)) }
    }
}

extension CodeDictionary {
    /// Returns a dictionary of the codes that rows have, in order of first appearance, and the new code of
    /// each old one.
    func keeping(rowsInOrder rows: [Int], code: (Int) -> UInt32) -> (CodeDictionary, [UInt32]) {
        var map = [UInt32](repeating: CodeDictionary.null, count: count)
        var interner = Interner()
        for row in rows {
            let code = code(row)
            guard code != CodeDictionary.null, map[Int(code)] == CodeDictionary.null else { continue }
            map[Int(code)] = withUTF8(Int(code)) { interner.intern($0.baseAddress!, count: $0.count) }
        }
        return (interner.finish(), map)
    }
}
