/// One of the feed's three sources: the rows of its table, and the rows that were inserted later.
///
/// Ranks below ``LoadedActivity/count`` are those of the table; inserted rows take the following ranks in the
/// order of insertion, wherever their time places them in the feed.
struct ActivitySource: Sendable {
    let loaded: LoadedActivity
    /// The rows that were inserted.
    private(set) var added: [ActivityRow] = []
    private var addedIDs: Set<ByteText> = []

    init(_ loaded: LoadedActivity) { self.loaded = loaded }

    var type: ActivityType { loaded.type }

    /// The number of rows.
    var count: Int { loaded.count + added.count }

    /// Returns the time of a row, in microseconds since 1970.
    func micros(_ rank: Int) -> Int64 {
        rank < loaded.count ? loaded.micros(rank) : added[rank - loaded.count].time.micros
    }

    /// Returns a negative value if the row's id is ordered before `id`, 0 if they are equal, otherwise a
    /// positive value.
    func compareIDs(_ rank: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        if rank < loaded.count { return loaded.columns.ids.compare(loaded.row(rank), with: id) }
        var own = added[rank - loaded.count].id
        return own.withUTF8 { ByteComparison.compare($0, id) }
    }

    /// Returns whether a row with this id is known.
    func contains(id: String) -> Bool {
        if addedIDs.contains(ByteText(id)) { return true }
        var id = id
        return id.withUTF8 { loaded.contains(id: $0) }
    }

    /// Appends a row whose id is not known yet, and returns its rank.
    mutating func append(_ row: ActivityRow) -> Int {
        addedIDs.insert(ByteText(row.id))
        added.append(row)
        return count - 1
    }

    /// Returns the part of a row's text that its description shows; nil if the row has no text.
    func shownText(_ rank: Int) -> String? {
        if rank < loaded.count { return loaded.text(rank).map { ShownText.string($0) } }
        return added[rank - loaded.count].text.map { text in
            var text = text
            return text.withUTF8 { ShownText.string($0) }
        }
    }

    /// Returns the whole text of a row's description; nil if there is none.
    func wholeText(_ rank: Int) -> String? {
        if rank < loaded.count { return loaded.text(rank).map { String(decoding: $0, as: UTF8.self) } }
        return added[rank - loaded.count].text
    }

    /// Returns a row; table rows are returned without their text.
    func row(_ rank: Int) -> ActivityRow {
        guard rank < loaded.count else { return added[rank - loaded.count] }
        let (columns, row) = (loaded.columns, loaded.row(rank))
        return ActivityRow(
            id: columns.ids.string(row), time: Timestamp(micros: columns.times[row]),
            kind: columns.kinds.needed(row), schoolID: columns.schools?.string(row))
    }
}
