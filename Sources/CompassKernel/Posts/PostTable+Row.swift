/// Access to the values of one row. Queries read rows through these members rather than the columns, so they
/// are independent of where a row's texts are stored.
extension PostTable {
    /// The number of rows of the table's columns, without those of its delta.
    @inline(__always)
    var rowCount: Int { timestamps.count }

    /// Returns the location of the record of `row`.
    @inline(__always)
    func record(_ row: Int) -> (records: PostRecords, index: Int) { records.locate(slots.slot(ofRow: row)) }

    /// Returns the slot of the post at a place.
    func slot(of place: PostPlace) -> Int { columns(of: place).slots.slot(ofRow: place.row) }

    /// Returns the location of the record of the post at a place.
    func record(of place: PostPlace) -> (records: PostRecords, index: Int) { records.locate(slot(of: place)) }

    func id(_ place: PostPlace) -> String {
        let (records, index) = record(of: place)
        return records.ids.string(index)
    }

    func postURL(_ place: PostPlace) -> String? {
        let (records, index) = record(of: place)
        return records.postURLs.string(index)
    }

    func notesText(_ place: PostPlace) -> String? {
        let slot = slot(of: place)
        if let edit = notesEdit(ofSlot: slot) { return edit.notes }
        let (records, index) = records.locate(slot)
        return records.notes.string(index)
    }

    /// Returns the change of a record's notes after it was created; nil if there is none.
    func notesEdit(ofSlot slot: Int) -> NotesEdit? { notesEdits.isEmpty ? nil : notesEdits[slot] }

    /// Returns the code of the row's coach; nil without one.
    @inline(__always)
    func coachCode(_ row: Int) -> Int? {
        let code = coachCodes[row]
        return code == CodeDictionary.null ? nil : Int(code)
    }

    /// Returns the code of the row's school; nil without one.
    @inline(__always)
    func schoolCode(_ row: Int) -> Int? {
        let code = schoolCodes[row]
        return code == CodeDictionary.null ? nil : Int(code)
    }

    func platform(_ row: Int) -> Platform { instagram[row] ? .instagram : .twitter }
    func isRecruiting(_ row: Int) -> Bool { recruiting[row] }
    func isFlagged(_ row: Int) -> Bool { flagged[row] }

    func sentiment(_ row: Int) -> Sentiment? {
        category(of: row).sentimentIndex.map { Sentiment.allCases[$0] }
    }

    /// Returns the category of `row`, combined from its bits.
    func category(of row: Int) -> PostCategory { PostCategory(flags: counts.flags(row)) }

    /// Returns all values of the post at a place.
    func post(at place: PostPlace) -> Post {
        let (columns, row) = (columns(of: place), place.row)
        let (records, index) = records.locate(columns.slots.slot(ofRow: row))
        return Post(
            id: records.ids.string(index), platform: columns.platform(row), postDate: columns.timestamps[row],
            coachID: columns.coachCode(row).map { coaches.string($0) },
            schoolID: columns.schoolCode(row).map { schools.string($0) },
            postURL: records.postURLs.string(index), postContent: records.contents.string(index),
            authorHandle: records.handles.string(index), authorName: records.names.string(index),
            isRecruitingRelated: columns.isRecruiting(row), flaggedForReview: columns.isFlagged(row),
            sentiment: columns.sentiment(row), notes: notesText(place),
            createdAt: records.createdAt.instant(index), updatedAt: records.updatedAt.instant(index))
    }
}
