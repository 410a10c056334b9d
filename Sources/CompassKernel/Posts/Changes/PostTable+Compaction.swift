/// When a table throws away what nobody can see any more.
struct CompactionPolicy: Sendable {
    /// Deleted rows are removed from the counted columns when they are more than one in so many.
    var rowsPerTombstone = 16
    /// Records are written anew when those without a row, and changed notes, are more than one in so many.
    var recordsPerDeadOne = 4
    /// Codes of schools are given anew when those without a post are more than one in so many.
    var schoolsPerDeadOne = 4
    /// Fewer than these are never worth it.
    var minimum = 64
    /// Whether a change that leaves too much behind throws it away itself.
    var isAutomatic = true
    /// A segment of records has no more bytes in a column of text.
    var maximumTextBytes = TextColumn.maximumByteCount
}

extension PostTable {
    /// Removes what deletions and changes have left behind, as happens by itself when it is more than a
    /// quarter of the records: afterwards columns and indexes are those of a table that was loaded with
    /// these posts, newest first.
    ///
    /// What was built for search is built again when it is needed next; what finds posts by id is built anew at
    /// once.
    ///
    /// - Complexity: O(n + b) for n posts with b bytes of text; about 0.6 seconds for a million posts.
    public mutating func compact() {
        let isPrepared = keys != nil
        self = PostTable(compactedParts())
        if isPrepared { prepareForChanges() }
    }

    /// The parts of a table of the same posts without what nobody can see any more.
    private func compactedParts() -> PostTableParts {
        let rows = (0..<rowCount).filter { isLive($0) }
        let (newSchools, schoolMap) = schools.keeping(rowsInOrder: rows) { schoolCodes[$0] }
        let (newCoaches, coachMap) = coaches.keeping(rowsInOrder: rows) { row in
            let (records, index) = record(row)
            return records.coachCodes[index]
        }
        let codes = rows.map { row in
            let code = schoolCodes[row]
            return code == CodeDictionary.null ? code : schoolMap[Int(code)]
        }
        let newCounts = PostCounts(
            timestamps: TimestampColumn(descending: ColumnBuffer(rows.map { timestamps[$0].micros })),
            flags: ColumnBuffer(rows.map { counts.flags($0) }), schoolCodes: ColumnBuffer(codes),
            schoolCount: newSchools.count)
        return PostTableParts(
            counts: newCounts, slots: PostSlots(identity: rows.count),
            records: PostRecordList(compactedRecords(rows, coachMap)), schools: newSchools,
            coaches: newCoaches, history: history, compactionPolicy: compactionPolicy)
    }

    /// Whether a change that leaves too much behind compacts the table itself, as by default. Otherwise whoever
    /// owns the table calls ``compact()`` when ``isCompactionDue`` says so, at a time of its choice.
    public var compactsAutomatically: Bool {
        get { compactionPolicy.isAutomatic }
        set { compactionPolicy.isAutomatic = newValue }
    }

    /// Whether more than a quarter of the records, or of the schools' codes, belong to no post any more.
    public var isCompactionDue: Bool {
        let policy = compactionPolicy
        let deadRecords = records.slotCount - count + notesEdits.count
        let deadSchools = schools.count - counts.firstRows.distinctCount(before: rowCount)
        return deadRecords > max(policy.minimum, records.slotCount / policy.recordsPerDeadOne)
            || deadSchools > max(policy.minimum, schools.count / policy.schoolsPerDeadOne)
    }

    /// Throws away what has grown too large a share.
    mutating func compactIfNeeded() {
        let policy = compactionPolicy
        if policy.isAutomatic, isCompactionDue {
            compact()
        } else if let live,
            live.count - live.total > max(policy.minimum, live.count / policy.rowsPerTombstone)
        {
            rebuildCounts([])
        }
    }

    /// The records of `rows` in their order, in as few segments as their texts allow.
    private func compactedRecords(_ rows: [Int], _ coachMap: [UInt32]) -> [PostRecords] {
        var segments: [PostRecords] = []
        var builder = PostRecordsBuilder()
        // Most tables fit into one segment whatever their rows are.
        let editBytes = notesEdits.values.reduce(0) { $0 + ($1.notes?.utf8.count ?? 0) }
        let fits = records.largestTextByteCount + editBytes <= compactionPolicy.maximumTextBytes
        for row in rows {
            let slot = slots.slot(ofRow: row)
            let (source, index) = records.locate(slot)
            let code = source.coachCodes[index]
            let edit = notesEdits.isEmpty ? nil : notesEdits[UInt32(slot)]
            if !fits, builder.count > 0,
                builder.largestTextByteCount + source.largestTextByteCount(index, edit)
                    > compactionPolicy.maximumTextBytes
            {
                var full = PostRecordsBuilder()
                swap(&full, &builder)
                segments.append(full.finish())
            }
            builder.append(
                source, index, coachCode: code == CodeDictionary.null ? code : coachMap[Int(code)],
                notes: edit)
        }
        segments.append(builder.finish())
        return segments
    }
}

extension PostRecordList {
    /// The bytes that a text column of all records together has at most, ids as text included.
    fileprivate var largestTextByteCount: Int {
        let columns = segments.map { segment in segment.texts.map(\.textByteCount) }
        let texts = (0..<(columns.first?.count ?? 0)).map { column in columns.reduce(0) { $0 + $1[column] } }
        let ids = segments.reduce(0) { $0 + $1.ids.byteCountAsText }
        return texts.reduce(ids, max)
    }
}

extension PostRecords {
    /// The bytes of the largest text of one record.
    fileprivate func largestTextByteCount(_ record: Int, _ edit: NotesEdit?) -> Int {
        let bytes = max(ids.withUTF8(record) { $0.count }, edit?.notes?.utf8.count ?? 0)
        return texts.reduce(bytes) { max($0, $1.utf8(record)?.count ?? 0) }
    }
}

extension CodeDictionary {
    /// The codes that rows have, in the order of their first appearance; and what becomes of each code.
    func keeping(rowsInOrder rows: [Int], code: (Int) -> UInt32) -> (CodeDictionary, [UInt32]) {
        var map = [UInt32](repeating: CodeDictionary.null, count: count)
        var interner = Interner()
        for row in rows {
            let code = code(row)
            guard code != CodeDictionary.null, map[Int(code)] == CodeDictionary.null else { continue }
            let text = utf8(Int(code))
            guard let start = text.baseAddress else { continue }
            map[Int(code)] = interner.intern(start, count: text.count)
        }
        return (interner.finish(), map)
    }
}
