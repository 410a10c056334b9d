/// The timeline's rows of one table: those that were loaded, and those that were put later.
///
/// Rows are numbered: first those of the table, then those that were put. A row of the table whose id was put
/// or removed is no longer live. The place of a row that was put and removed is reused for the next one, so
/// that there are never more places than put rows that were live at the same time.
struct TimelineSource<Record: TimelineRecord>: Sendable {
    let table: RecordTable<Record>
    let columns: TimelineColumns
    /// The lane of each school of the table, by its code.
    private(set) var laneOfCode: [UInt32] = []
    /// Nil where a row was removed.
    private var added = BlockList<AddedRow?>()
    private var vacantPlaces: [Int] = []
    /// The places in `added`, by id.
    private var places = NumbersByID()
    private(set) var replaced = RowMarks()
    private var rowsByID = RowsByID()
    private var lastDocumentRow: Int

    private struct AddedRow: Sendable {
        var record: Record
        var documentRow: Int
    }

    /// - Parameter documentRowCount: the number of rows in the table's document, if known.
    init(_ table: RecordTable<Record>, documentRowCount: Int?) {
        self.table = table
        columns = Record.columns(of: table)
        let last = table.isEmpty ? 0 : table.documentRow(table.count - 1)
        lastDocumentRow = max(last, documentRowCount ?? 0)
    }

    /// Finds the lanes of the table's schools.
    mutating func findLanes(in lanes: LaneDirectory) {
        laneOfCode = lanes.lanes(of: columns.schools.dictionary)
    }

    /// The number of rows, including those that are no longer live.
    var rowCount: Int { table.count + added.count }

    /// Whether the ids of all rows are packed.
    var hasOnlyPackedIDs: Bool {
        guard case .uuid = table.ids else { return false }
        return places.isEmpty
    }

    /// Returns whether a row is live.
    func isLive(_ row: Int) -> Bool {
        row < table.count ? !replaced.contains(row) : added[row - table.count] != nil
    }

    /// Returns a row with the fields that the timeline shows.
    func shown(_ row: Int) -> Record {
        row < table.count ? Record.shown(row, of: table) : addedRow(row).record
    }

    /// Returns the id of a row.
    func id(_ row: Int) -> String { row < table.count ? table.ids.string(row) : addedRow(row).record.id }

    /// Returns the live row with an id; nil when there is none.
    func row(of id: String) -> Int? {
        if let place = places[id] { return table.count + place }
        return tableRow(of: id).flatMap { replaced.contains($0) ? nil : $0 }
    }

    /// Returns a row's number in the document, from 1; rows that were put come after the document's.
    func documentRow(_ row: Int) -> Int {
        row < table.count ? table.documentRow(row) : addedRow(row).documentRow
    }

    /// Returns a negative number when the id of row `a` is before that of `b`, 0 when they are equal.
    func compareIDs(_ a: Int, _ b: Int) -> Int {
        if a < table.count, b < table.count { return table.ids.compare(a, b) }
        return withID(a) { left in withID(b) { ByteComparison.compare(left, $0) } }
    }

    /// Calls `body` with the bytes of a row's id.
    func withID<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if row < table.count { return table.ids.withUTF8(row, body) }
        var id = addedRow(row).record.id
        return id.withUTF8(body)
    }

    private func addedRow(_ row: Int) -> AddedRow {
        guard let added = added[row - table.count] else { preconditionFailure("the row was removed") }
        return added
    }

    private func tableRow(of id: String) -> Int? {
        var id = id
        return id.withUTF8 { rowsByID.row(of: $0, in: table.ids) }
    }

    /// Indexes some of the table's rows by id, until all are.
    mutating func prepareForChanges() { rowsByID.prepare(for: table.ids) }

    /// Puts a record in the place of the one with its id, if there is one; returns its row.
    mutating func put(_ record: Record) -> Int {
        if let row = tableRow(of: record.id) { replaced.insert(row) }
        lastDocumentRow += 1
        let row = AddedRow(record: record, documentRow: lastDocumentRow)
        let id = record.id
        if let place = places[id] {
            added[place] = row
            return table.count + place
        }
        let place = vacantPlaces.popLast() ?? added.count
        if place == added.count { added.append(row) } else { added[place] = row }
        places[id] = place
        return table.count + place
    }

    /// Marks a row as no longer live.
    mutating func remove(_ row: Int) {
        if row < table.count {
            replaced.insert(row)
        } else {
            let place = row - table.count
            places[addedRow(row).record.id] = nil
            added[place] = nil
            vacantPlaces.append(place)
        }
    }
}
