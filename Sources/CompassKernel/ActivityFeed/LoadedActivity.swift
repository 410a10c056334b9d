/// The rows of one table in the order of the feed, shared by all copies of it.
///
/// Rows are numbered by their *rank*: 0 is the newest, equal times are in the order of their ids.
final class LoadedActivity: Sendable {
    /// The columns of a table that the feed reads.
    struct Columns: Sendable {
        let ids: IdentifierColumn
        let times: ColumnBuffer<Int64>
        let kinds: CodeColumn
        /// nil where events are about no school.
        let schools: CodeColumn?
        /// What descriptions are made of, the preferred one first.
        let texts: [TextColumn]
    }

    let type: ActivityType
    /// The number of rows that the feed shows.
    let count: Int
    let columns: Columns
    private let schools: SchoolLookup
    /// The table's row of each rank; nil when its rows are in order.
    private let rows: ColumnBuffer<UInt32>?
    /// The rows of the table by their ids; made for the first row that is inserted.
    private let index = BuiltOnce<HashIndex>()
    private let titles = BuiltOnce<ActivityTitles>()
    private let shownDescriptions = BuiltOnce<ActivityDescriptions>()
    private let wholeDescriptions = BuiltOnce<ActivityDescriptions>()

    /// - Parameters:
    ///   - sorted: the order of the table's rows.
    ///   - schools: what schools are called in titles.
    ///   - limit: how many of the newest rows are shown.
    init(_ type: ActivityType, _ columns: Columns, _ sorted: NewestFirst, _ schools: SchoolLookup, limit: Int)
    {
        self.type = type
        self.columns = columns
        self.schools = schools
        rows = sorted.rows
        count = min(columns.ids.count, max(limit, 0), ActivityEntry.mostRanks / 2)
    }

    /// The table's row of a rank.
    @inline(__always)
    func row(_ rank: Int) -> Int { rows.map { Int($0[rank]) } ?? rank }

    /// The time of a rank, in microseconds since 1970.
    @inline(__always)
    func micros(_ rank: Int) -> Int64 { columns.times[row(rank)] }

    /// The text that the description of a rank is made of; nil when there is none.
    @inline(__always)
    func text(_ rank: Int) -> UnsafeBufferPointer<UInt8>? {
        let row = row(rank)
        for column in columns.texts {
            if let text = column.utf8(row), !text.isEmpty { return text }
        }
        return nil
    }

    /// Whether the table has a row with this id, shown or not.
    ///
    /// - Complexity: O(1) on average; O(n) for n rows when asked for the first time.
    func contains(id: UnsafeBufferPointer<UInt8>) -> Bool {
        let found = preparedIndex().first(IdentifierColumn.hash(of: id)) {
            columns.ids.compare($0, with: id) == 0
        }
        return found != nil
    }

    /// The index of ids, built now unless it has been.
    @discardableResult
    func preparedIndex() -> HashIndex {
        index.get { HashIndex(of: columns.ids) }
    }

    /// The titles, built now unless they have been.
    func preparedTitles() -> ActivityTitles { titles.get { ActivityTitles(of: self, schools) } }

    /// The descriptions, built now unless they have been.
    func preparedDescriptions(isWhole: Bool) -> ActivityDescriptions {
        (isWhole ? wholeDescriptions : shownDescriptions).get {
            ActivityDescriptions(of: self, isWhole: isWhole)
        }
    }

    /// The memory that was built for search occupies, in bytes.
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
