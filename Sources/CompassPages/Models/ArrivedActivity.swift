import CompassKernel

/// A row of the activity feed that arrived by itself.
enum ArrivedActivity: Sendable {
    case interaction(Interaction)
    case statusChange(StatusChange)
    case document(Document)

    /// Reads the rows that payloads add.
    static func read<Record: TableRecord>(
        _ json: [UInt8], _ table: TableName, _ wrap: (Record) -> ArrivedActivity
    ) -> [ArrivedActivity] {
        guard let changes = try? RecordChange<Record>.read(json, of: table) else { return [] }
        return changes.compactMap { if case .put(let record) = $0 { wrap(record) } else { nil } }
    }

    /// The id of the row, with its table's name, as the ids of two tables may be the same.
    private var key: String {
        switch self {
        case .interaction(let row): "interaction " + row.id
        case .statusChange(let row): "statusChange " + row.id
        case .document(let row): "document " + row.id
        }
    }

    private var time: Timestamp {
        switch self {
        case .interaction(let row): row.time
        case .statusChange(let row): row.time
        case .document(let row): row.time
        }
    }

    /// Adds rows to those that arrived before, each once, and keeps the newest ones.
    static func add(_ rows: [ArrivedActivity], to arrived: inout [ArrivedActivity], maximumCount: Int) {
        for row in rows {
            arrived.removeAll { $0.key == row.key }
            arrived.append(row)
        }
        if arrived.count <= maximumCount { return }
        arrived.sort { $0.time < $1.time }
        arrived.removeFirst(arrived.count - maximumCount)
    }

    /// The school of the row; nil if it has none.
    var schoolID: String? {
        switch self {
        case .interaction(let row): row.schoolID
        case .statusChange(let row): row.schoolID
        case .document: nil
        }
    }

    /// Adds the row to a feed; one with its id is replaced.
    func put(into feed: inout ActivityFeed) {
        switch self {
        case .interaction(let row): feed.put(row)
        case .statusChange(let row): feed.put(row)
        case .document(let row): feed.put(row)
        }
    }
}
