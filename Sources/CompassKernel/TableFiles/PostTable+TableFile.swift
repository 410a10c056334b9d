/// Posts: the counted columns in the segment `counted`, records in segments from 0 on, and the times of the
/// last changes in the segment `history`.
///
/// Facts are stored, and what is derived from them in some milliseconds is built when a file is opened:
/// prefix counts of codes, bitmaps of blocks and the like; the counts that only filters use, by the first filter
/// that uses them. So they cannot contradict the columns, and how finely they count is no part of the format. The
/// index by id and URL is never stored, because its hashes are seeded at random.
extension PostTable {
    private static let prefix = PostColumnsBuilder.tableName + "/"

    /// Writes the posts. Pending changes are compacted first, in a copy.
    ///
    /// - Complexity: O(b) for b bytes.
    func write(searchIndex: Bool, to writer: inout TableFileWriter) throws(TableFileError) {
        guard !hasPendingChanges else {
            var compacted = self
            compacted.compact()
            return try compacted.writeColumns(searchIndex: searchIndex, to: &writer)
        }
        try writeColumns(searchIndex: searchIndex, to: &writer)
    }

    private func writeColumns(
        searchIndex: Bool, to writer: inout TableFileWriter
    ) throws(TableFileError) {
        let counted = Self.prefix + "counted/"
        try writer.append(counted + "post_date.micros", timestamps.micros)
        try writer.append(counted + "flags.bytes", counts.flagBytes)
        try CodeColumn(codes: schoolCodes, dictionary: schools).write(counted + "school_id", to: &writer)
        try CodeColumn(codes: coachCodes, dictionary: coaches).write(counted + "coach_id", to: &writer)
        for (number, segment) in records.segments.enumerated() {
            try segment.write(Self.prefix + "\(number)/", to: &writer)
            // Smaller texts are only scanned.
            let isIndexed = segment.searchedByteCount >= SearchIndexConfiguration().minimumTextByteCount
            guard searchIndex, isIndexed || segment.availableSearch != nil else { continue }
            try segment.searchIndex(threads: searching.threads)
                .write(Self.prefix + "\(number)/search_", to: &writer)
        }
        try history.write(Self.prefix + "history/", to: &writer)
    }

    /// Reads the posts; nil if the file does not have them.
    ///
    /// - Complexity: O(n) for n posts, independent of the size of their texts.
    static func read(from reader: TableFileReader) throws(TableFileError) -> PostTable? {
        let counted = prefix + "counted/"
        let (microsName, flagsName) = (counted + "post_date.micros", counted + "flags.bytes")
        guard reader.contains(microsName) else { return nil }
        let records = try readRecords(from: reader)
        let count = records.slotCount
        let micros: ColumnBuffer<Int64> = try reader.column(microsName, count: count, isRead: true)
        if let row = ColumnVerification.firstAscent(micros) {
            throw reader.inconsistent(microsName, element: row, "posts are not newest first")
        }
        let flags: ColumnBuffer<UInt8> = try reader.column(flagsName, count: count, isRead: true)
        if let row = ColumnVerification.firstWrongFlags(flags) {
            throw reader.inconsistent(flagsName, element: row, "a post has flags that there are not")
        }
        try verifyOrder(micros, records, reader, microsName)
        let schools = try CodeColumn.read(
            counted + "school_id", count: count, isRequired: false, isID: true, from: reader)
        let coaches = try CodeColumn.read(
            counted + "coach_id", count: count, isRequired: false, isID: true, from: reader)
        let history = try ChangeHistory.read(prefix + "history/", from: reader)
        let counts = PostCounts(
            timestamps: TimestampColumn(descending: micros), flags: flags,
            schools: CountedCodes(schools.codes, codeCount: schools.dictionary.count),
            coaches: CountedCodes(coaches.codes, codeCount: coaches.dictionary.count),
            deferring: .all)
        return PostTable(
            PostTableParts(
                counts: counts, slots: PostSlots(identity: count), records: records,
                schools: schools.dictionary, coaches: coaches.dictionary, mayHaveEqualIDs: true,
                history: history))
    }

    /// Verifies that posts of equal times are in the order of their ids, which merging them with others
    /// relies on.
    private static func verifyOrder(
        _ micros: ColumnBuffer<Int64>, _ records: PostRecordList, _ reader: TableFileReader, _ name: String
    ) throws(TableFileError) {
        for (segment, first) in zip(records.segments, records.firstSlots) {
            var wrong = ColumnVerification.firstEqualPair(
                micros, first..<first + segment.count,
                where: { segment.ids.compare($0 - first - 1, $0 - first) >= 0 }
            ).map { $0 - first }
            if first > 0, micros[first - 1] == micros[first] {
                let (last, index) = records.locate(first - 1)
                if segment.ids.withUTF8(0, { last.ids.compare(index, with: $0) }) >= 0 { wrong = 0 }
            }
            if let wrong {
                throw reader.inconsistent(
                    name, element: first + wrong, "posts of one time are not in the order of their ids")
            }
        }
    }

    private static func readRecords(from reader: TableFileReader) throws(TableFileError) -> PostRecordList {
        var segments: [PostRecords] = []
        var count = 0
        while true {
            let prefix = prefix + "\(segments.count)/"
            guard IdentifierColumn.exists(prefix + "id", in: reader) else { break }
            let segment = try PostRecords.read(prefix, from: reader)
            guard segment.count <= Int(Int32.max) - count, segments.isEmpty || segment.count > 0 else {
                throw reader.inconsistent(prefix + "id", "the segment has no rows, or too many")
            }
            count += segment.count
            segments.append(segment)
        }
        guard segments.count == 1 || segments.allSatisfy({ $0.count > 0 }) else {
            throw reader.inconsistent(prefix + "0/id", "the segment has no rows")
        }
        return PostRecordList(segments)
    }
}

extension PostRecords {
    private func columns() -> [(name: String, column: TextColumn)] {
        Array(zip(["post_url", "post_content", "author_handle", "author_name", "notes"], texts))
    }

    fileprivate func write(_ prefix: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try ids.write(prefix + "id", to: &writer)
        for (name, column) in columns() { try column.write(prefix + name, to: &writer) }
        try createdAt.write(prefix + "created_at", to: &writer)
        try updatedAt.write(prefix + "updated_at", to: &writer)
    }

    fileprivate static func read(
        _ prefix: String, from reader: TableFileReader
    ) throws(TableFileError) -> PostRecords {
        let ids = try IdentifierColumn.read(prefix + "id", from: reader)
        return PostRecords(
            ids: ids,
            postURLs: try TextColumn.read(prefix + "post_url", count: ids.count, from: reader),
            contents: try TextColumn.read(prefix + "post_content", count: ids.count, from: reader),
            handles: try TextColumn.read(prefix + "author_handle", count: ids.count, from: reader),
            names: try TextColumn.read(prefix + "author_name", count: ids.count, from: reader),
            notes: try TextColumn.read(prefix + "notes", count: ids.count, from: reader),
            createdAt: try DayOrInstantColumn.read(prefix + "created_at", count: ids.count, from: reader),
            updatedAt: try DayOrInstantColumn.read(prefix + "updated_at", count: ids.count, from: reader),
            storedSearch: StoredSearchIndex(prefix + "search_", rowCount: ids.count, in: reader))
    }
}
