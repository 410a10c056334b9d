/// One of the feed's three sources: the rows of its table, and the rows that were inserted later.
///
/// Ranks below ``LoadedActivity/count`` are those of the table; inserted rows take the following ranks in the
/// order of insertion, wherever their time places them in the feed. The rank of a removed row is reused.
struct ActivitySource: Sendable {
    let loaded: LoadedActivity
    /// The rows that were inserted; empty where one was removed.
    private(set) var added: [ActivityRow] = []
    /// The ranks of inserted rows that were removed.
    private var vacantRanks: [UInt32] = []
    /// The ranks of the inserted rows that are still there, by id.
    private(set) var addedRanks: [ByteText: UInt32] = [:]

    init(_ loaded: LoadedActivity) { self.loaded = loaded }

    var type: ActivityType { loaded.type }

    /// The number of rows, removed ones included.
    var count: Int { loaded.count + added.count }

    /// Returns the time of a row, in microseconds since 1970.
    @inline(__always)
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

    /// Returns the rank of the inserted row with an id, nil if there is none, and the time of it or of the
    /// table's row, in microseconds since 1970. That row may be hidden, or have been removed.
    func find(id: String) -> (rank: Int?, micros: Int64?) {
        if let rank = addedRanks[ByteText(id)].map(Int.init) { return (rank, micros(rank)) }
        var id = id
        return (nil, id.withUTF8 { loaded.micros(id: $0) })
    }

    /// Adds a row, or replaces the inserted one with its id, which has the given rank; returns the rank.
    mutating func put(_ row: ActivityRow, replacing rank: Int?) -> Int {
        let rank = rank ?? vacantRanks.popLast().map(Int.init) ?? count
        if rank == count { added.append(row) } else { added[rank - loaded.count] = row }
        addedRanks[ByteText(row.id)] = UInt32(rank)
        return rank
    }

    /// Removes the inserted row with an id, if there is one.
    mutating func remove(id: String) {
        guard let rank = addedRanks.removeValue(forKey: ByteText(id)) else { return }
        added[Int(rank) - loaded.count] = ActivityRow(
            id: "", time: Timestamp(micros: 0), kind: "", schoolID: nil)
        vacantRanks.append(rank)
    }

    /// Returns the part of a row's text that its description shows; nil if the row has no text.
    func shownText(_ rank: Int) -> String? {
        if rank < loaded.count { return loaded.withText(rank) { $0.map { ShownText.string($0) } } }
        return added[rank - loaded.count].text.map { text in
            var text = text
            return text.withUTF8 { ShownText.string($0) }
        }
    }

    /// Returns the whole text of a row's description; nil if there is none.
    func wholeText(_ rank: Int) -> String? {
        if rank < loaded.count {
            return loaded.withText(rank) { $0.map { String(utf8: $0) } }
        }
        return added[rank - loaded.count].text
    }

    /// Returns a row; table rows are returned without their text.
    func row(_ rank: Int) -> ActivityRow {
        guard rank < loaded.count else { return added[rank - loaded.count] }
        let (columns, row) = (loaded.columns, loaded.row(rank))
        return ActivityRow(
            id: columns.ids.string(row), time: Timestamp(micros: columns.times[row]),
            kind: columns.kinds.required(row), schoolID: columns.schools?.string(row))
    }
}
