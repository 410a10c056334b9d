/// A CSV writer of post rows that reads the columns directly, newest first, without creating a `String` for
/// any text.
struct FeedRowsCSV {
    private let social: SocialPosts
    private let zone: ZoneOffsets
    /// The instant that relative dates refer to; nil if they are not written.
    private let now: Timestamp?
    /// The cells of each school, `id,name,`.
    private let schoolCells: [UInt8]
    private let schoolOffsets: [Int]
    private var offsets: OffsetReader

    init(of social: SocialPosts, asOf now: Timestamp?, in zone: ZoneOffsets, escapesFormulas: Bool) {
        self.social = social
        self.zone = zone
        self.now = now
        var writer = CSVWriter(escapesFormulas: escapesFormulas)
        var ends = [0]
        for (id, name) in zip(social.schoolNames.ids, social.schoolNames.names) {
            writer.cell(id)
            writer.cell(name)
            ends.append(writer.byteCount)
        }
        schoolCells = writer.bytes
        schoolOffsets = ends
        self.offsets = OffsetReader(zone)
    }

    /// Writes the post at a place.
    mutating func write(_ place: PostPlace, to writer: inout CSVWriter) {
        let (columns, row) = (social.posts.columns(of: place), place.row)
        let slot = columns.slots.slot(ofRow: row)
        let (records, index) = social.posts.records.locate(slot)
        write(columns, row, slot, records, index, to: &writer)
    }

    /// Writes one row with the record at `index`. It is a separate function because a parameter's columns are
    /// not retained for each text.
    @inline(never)
    private mutating func write(
        _ posts: PostTable, _ row: Int, _ slot: Int, _ records: PostRecords, _ index: Int,
        to writer: inout CSVWriter
    ) {
        if case .uuid(let ids) = records.ids {
            writer.cell(upTo: PackedUUID.textByteCount) { target in
                ids[index].write(target)
                return PackedUUID.textByteCount
            }
        } else {
            records.ids.withUTF8(index) { writer.cell(utf8: $0) }
        }
        if let coach = posts.coachCode(row) {
            social.posts.coaches.withUTF8(coach) { writer.cell(utf8: $0) }
        } else {
            writer.emptyCell()
        }
        writeSchool(posts.schoolCode(row), to: &writer)
        writer.cell(word: posts.instagram[row] ? "instagram" : "twitter")
        records.postURLs.withUTF8(index) { writer.cell(utf8: $0) }
        records.contents.withUTF8(index) { writer.cell(utf8: $0) }
        writeDate(posts.timestamps[row], to: &writer)
        records.handles.withUTF8(index) { writer.cell(utf8: $0) }
        records.names.withUTF8(index) { writer.cell(utf8: $0) }
        writer.cell(word: posts.isRecruiting(row) ? "true" : "false")
        writer.cell(word: posts.isFlagged(row) ? "true" : "false")
        switch posts.sentiment(row) {
        case .veryPositive: writer.cell(word: "very_positive")
        case .positive: writer.cell(word: "positive")
        case .neutral: writer.cell(word: "neutral")
        case .negative: writer.cell(word: "negative")
        case nil: writer.emptyCell()
        }
        if let edit = social.posts.notesEdit(ofSlot: slot) {
            writer.cell(edit.notes)
        } else {
            records.notes.withUTF8(index) { writer.cell(utf8: $0) }
        }
        writer.endRow()
    }

    @inline(__always)
    private func writeSchool(_ code: Int?, to writer: inout CSVWriter) {
        guard let code else {
            writer.emptyCell()
            return writer.emptyCell()
        }
        schoolCells.withUnsafeBufferPointer { cells in
            // SAFETY: each school's cells end after those of the previous one.
            let places = schoolOffsets[code]..<schoolOffsets[code + 1]
            writer.cells(written: UnsafeBufferPointer(rebasing: cells[places]))
        }
    }

    @inline(__always)
    private mutating func writeDate(_ timestamp: Timestamp, to writer: inout CSVWriter) {
        let date = offsets.zoned(timestamp)
        writer.cell(upTo: ZonedTimestamp.maximumTextLength) { date.write(into: $0) }
        if let now { writer.cell(RelativeTime(of: timestamp, asOf: now, in: zone).description) }
    }
}
