/// When a table throws away what nobody can see any more.
struct CompactionPolicy: Sendable {
    /// Deleted rows are removed from the counted columns when they are more than one in so many.
    var rowsPerTombstone = 16
    /// Records are written anew when those without a row, and changed notes, are more than one in so many.
    var recordsPerDeadOne = 4
    /// Fewer than these are never worth it.
    var minimum = 64
}

extension PostTable {
    /// Removes what deletions and changes have left behind, as happens by itself when it is more than a
    /// quarter of the records: afterwards columns and indexes are those of a table that was loaded with
    /// these posts, newest first.
    ///
    /// What was built for search is built again when it is needed next.
    ///
    /// - Complexity: O(n + b) for n posts with b bytes of text.
    public mutating func compact() {
        let rows = (0..<rowCount).filter { isLive($0) }
        let (newSchools, schoolMap) = schools.keeping(rowsInOrder: rows) { schoolCodes[$0] }
        let (newCoaches, coachMap) = coaches.keeping(rowsInOrder: rows) { row in
            let (records, index) = record(row)
            return records.coachCodes[index]
        }
        let segments = compactedRecords(rows, coachMap)
        let codes = rows.map { row in
            let code = schoolCodes[row]
            return code == CodeDictionary.null ? code : schoolMap[Int(code)]
        }
        counts = PostCounts(
            timestamps: TimestampColumn(descending: ColumnBuffer(rows.map { timestamps[$0].micros })),
            flags: ColumnBuffer(rows.map { counts.flags($0) }), schoolCodes: ColumnBuffer(codes),
            schoolCount: newSchools.count)
        schools = newSchools
        coaches = newCoaches
        records = PostRecordList(segments)
        slots = PostSlots(identity: rows.count)
        live = nil
        notesEdits = [:]
        keys = nil
    }

    /// Compacts what has grown too large a share.
    mutating func compactIfNeeded() {
        let policy = compactionPolicy
        let dead = records.slotCount - count + notesEdits.count
        if dead > max(policy.minimum, records.slotCount / policy.recordsPerDeadOne) {
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
        for row in rows {
            let slot = slots.slot(ofRow: row)
            let (source, index) = records.locate(slot)
            let code = source.coachCodes[index]
            let bytes = source.texts.reduce(PackedUUID.textByteCount) { max($0, $1.utf8(index)?.count ?? 0) }
            let edit = notesEdits[UInt32(slot)]
            if builder.largestTextByteCount + max(bytes, edit?.notes?.utf8.count ?? 0)
                > TextColumn.maximumByteCount, builder.count > 0
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
