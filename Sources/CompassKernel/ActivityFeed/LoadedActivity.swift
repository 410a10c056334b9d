/// The rows of one table in the order of the feed, shared by all copies of it.
///
/// Rows are numbered by their *rank*: 0 is the newest, equal times are in the order of their ids.
final class LoadedActivity: Sendable {
    /// The columns of a table that the feed reads.
    struct Columns: Sendable {
        let ids: IdentifierColumn
        let times: ColumnBuffer<Int64>
        let kinds: CodeColumn
        /// The schools of the rows; nil if the events are not about schools.
        let schools: CodeColumn?
        /// The candidates for descriptions, in order of preference.
        let texts: [TextColumn]
    }

    let type: ActivityType
    /// The number of rows that the feed shows.
    let count: Int
    let columns: Columns
    /// The texts that events share.
    let texts: ActivityTexts
    private let schools: SchoolLookup
    /// The table's row of each rank; nil if the table is already in this order.
    private let rows: ColumnBuffer<UInt32>?
    /// The index of the table's rows by id, built by the first change.
    private let index = BuiltOnce<HashIndex>()
    // Sendable: accessed by KeptValue only.
    private nonisolated(unsafe) var smallestHashes = KeptValue<[UInt64]>()
    private let titles = BuiltOnce<ActivityTitles>()
    private let shownDescriptions = BuiltOnce<ActivityDescriptions>()
    private let wholeDescriptions = BuiltOnce<ActivityDescriptions>()

    /// - Parameters:
    ///   - sorted: the order of the table's rows.
    ///   - schools: the names of the schools in titles.
    ///   - limit: the maximum number of newest rows to show.
    init(_ type: ActivityType, _ columns: Columns, _ sorted: NewestFirst, _ schools: SchoolLookup, limit: Int)
    {
        self.type = type
        self.columns = columns
        self.schools = schools
        texts = ActivityTexts(of: columns, type, schools)
        rows = sorted.rows
        count = min(columns.ids.count, max(limit, 0), ActivityEntry.maximumRankCount / 2)
    }

    /// Returns the table's row of a rank.
    @inline(__always)
    func row(_ rank: Int) -> Int { rows.map { Int($0[rank]) } ?? rank }

    /// Returns the time of a rank, in microseconds since 1970.
    @inline(__always)
    func micros(_ rank: Int) -> Int64 { columns.times[row(rank)] }

    /// Calls `body` with the text of a rank's description; with nil if there is none.
    @inline(__always)
    func withText<Result>(_ rank: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        let row = row(rank)
        // By its number: a column in a constant would be a copy with several references.
        let number = columns.texts.indices.first { columns.texts[$0].byteCount(row) > 0 }
        guard let number else { return body(nil) }
        return columns.texts[number].withUTF8(row, body)
    }

    /// Returns the time of the table's row with an id, shown or not, in microseconds since 1970; nil if there
    /// is none.
    ///
    /// - Complexity: O(1) on average; O(n) for n rows on the first call.
    func micros(id: UnsafeBufferPointer<UInt8>) -> Int64? {
        let row = preparedIndex().first(IdentifierColumn.hash(of: id)) {
            columns.ids.compare($0, with: id) == 0
        }
        return row.map { columns.times[$0] }
    }

    /// Returns the index of ids, building it if necessary.
    @discardableResult
    func preparedIndex() -> HashIndex { index.get { HashIndex(of: columns.ids) } }

    /// The smallest hashes of the ids of the table's rows, for ``RowGuard``; found on first access.
    var guardHashes: [UInt64] {
        KeptValue.get(self, \.smallestHashes) {
            var smallest = SmallestHashes()
            smallest.insert(columns.ids, table: UInt64(type.source))
            return smallest.finish()
        }
    }

    /// Returns the titles, building them if necessary.
    func preparedTitles() -> ActivityTitles { titles.get { ActivityTitles(of: self, schools) } }

    /// Returns the descriptions, building them if necessary.
    func preparedDescriptions(isWhole: Bool) -> ActivityDescriptions {
        (isWhole ? wholeDescriptions : shownDescriptions).get {
            ActivityDescriptions(
                of: self, isWhole: isWhole,
                index: count < ActivityDescriptions.indexedCount ? nil : ActivityTokens.configuration)
        }
    }

    /// The memory used by the search structures built so far, in bytes.
    var searchByteCount: Int {
        (titles.built?.byteCount ?? 0) + (shownDescriptions.built?.byteCount ?? 0)
            + (wholeDescriptions.built?.byteCount ?? 0)
    }
}

extension LoadedActivity.Columns {
    init(_ table: InteractionTable) {
        self.init(
            ids: table.ids, times: table.times.values, kinds: table.types, schools: table.schools,
            texts: [table.contents, table.subjects])
    }

    init(_ table: StatusChangeTable) {
        self.init(
            ids: table.ids, times: table.times.values, kinds: table.newStatuses, schools: table.schools,
            texts: [table.notes])
    }

    init(_ table: DocumentTable) {
        self.init(
            ids: table.ids, times: table.times.values, kinds: table.types, schools: nil,
            texts: [table.titles])
    }
}
