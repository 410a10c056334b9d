/// The tables that could not be read in some shards, with reasons.
struct PartialFailures: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let table: PartialText
        let reason: PartialText
        /// The first place of the failure in the list of a shard.
        var place: UInt32
    }

    /// By table and reason.
    private(set) var rows: [Row] = []

    init() {}

    /// Creates a list; equal failures are listed once.
    init(_ failures: [(table: String, reason: String)]) {
        for (place, failure) in failures.enumerated() {
            var single = PartialFailures()
            single.rows = [
                Row(
                    table: PartialText(failure.table), reason: PartialText(failure.reason),
                    place: UInt32(truncatingIfNeeded: place))
            ]
            merge(single)
        }
    }

    mutating func merge(_ other: PartialFailures) {
        rows = rows.merging(other.rows, by: Self.precede) { $0.place = min($0.place, $1.place) }
    }

    private static func precede(_ left: Row, _ right: Row) -> Bool {
        left.table == right.table ? left.reason < right.reason : left.table < right.table
    }

    /// Returns whether a table failed.
    func contain(table: String) -> Bool { rows.contains { $0.table == PartialText(table) } }

    /// Returns the failures of some tables, one after the other, then all others; those of a table, and all
    /// others, in the order in which the shards list them.
    func ordered(by tables: [String] = []) -> [(table: String, reason: String)] {
        let tables = tables.map { PartialText($0) }
        func key(_ row: Row) -> (Int, UInt32) {
            (tables.firstIndex(of: row.table) ?? tables.count, row.place)
        }
        return rows.sorted { left, right in
            key(left) == key(right) ? Self.precede(left, right) : key(left) < key(right)
        }.map { ($0.table.string, $0.reason.string) }
    }

    func write(to writer: inout PartialWriter) {
        writer.list(rows) { writer, row in
            writer.text(row.table)
            writer.text(row.reason)
            writer.number(UInt64(row.place))
        }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        rows = try reader.list { (reader) throws(PartialAnswerError) in
            Row(table: try reader.text(), reason: try reader.text(), place: try reader.number32())
        }
        guard rows.isAscending(by: Self.precede) else {
            throw reader.damaged("failures that are not in order")
        }
    }
}
