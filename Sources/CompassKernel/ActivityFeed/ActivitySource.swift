/// One of the feed's three sources: the rows of its table, and those that came afterwards.
///
/// Ranks below ``LoadedActivity/count`` are those of the table; rows that are inserted take the ranks behind
/// them in the order in which they come, wherever their time puts them in the feed.
struct ActivitySource: Sendable {
    let loaded: LoadedActivity
    /// The rows that were inserted.
    private(set) var added: [ActivityRow] = []
    private var addedIds: Set<ByteText> = []

    init(_ loaded: LoadedActivity) { self.loaded = loaded }

    var type: ActivityType { loaded.type }

    /// The number of rows.
    var count: Int { loaded.count + added.count }

    /// The time of a row, in microseconds since 1970.
    @inline(__always)
    func micros(_ rank: Int) -> Int64 {
        rank < loaded.count ? loaded.micros(rank) : added[rank - loaded.count].time.micros
    }

    /// Negative when the id of a row comes before that of another, 0 when equal, else positive.
    func compareIds(_ rank: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        if rank < loaded.count { return loaded.columns.ids.compare(loaded.row(rank), with: id) }
        var own = added[rank - loaded.count].id
        return own.withUTF8 { ByteComparison.compare($0, id) }
    }

    /// Whether a row with this id is known.
    func contains(id: String) -> Bool {
        if addedIds.contains(ByteText(id)) { return true }
        var id = id
        return id.withUTF8 { loaded.contains(id: $0) }
    }

    /// Takes a row with an id that is not known; answers its rank.
    mutating func append(_ row: ActivityRow) -> Int {
        addedIds.insert(ByteText(row.id))
        added.append(row)
        return count - 1
    }

    /// What the description of a row shows of its text; nil when it has none.
    func shownText(_ rank: Int) -> String? {
        if rank < loaded.count { return loaded.text(rank).map { ShownText.string($0) } }
        return added[rank - loaded.count].text.map { text in
            var text = text
            return text.withUTF8 { ShownText.string($0) }
        }
    }

    /// The whole text that the description of a row is made of; nil when there is none.
    func wholeText(_ rank: Int) -> String? {
        if rank < loaded.count { return loaded.text(rank).map { String(decoding: $0, as: UTF8.self) } }
        return added[rank - loaded.count].text
    }

    /// A row, for one of the table without its text.
    func row(_ rank: Int) -> ActivityRow {
        guard rank < loaded.count else { return added[rank - loaded.count] }
        let (columns, row) = (loaded.columns, loaded.row(rank))
        return ActivityRow(
            id: columns.ids.string(row), time: Timestamp(micros: columns.times[row]),
            kind: columns.kinds.needed(row), schoolId: columns.schools?.string(row))
    }
}
