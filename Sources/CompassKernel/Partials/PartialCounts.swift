/// Counts by text, in the order of the texts.
struct PartialCounts: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let key: PartialText
        var count: Int
    }

    private(set) var rows: [Row] = []

    init() {}

    /// Creates counts of texts that differ.
    init(_ counts: some Sequence<(text: String, count: Int)>) {
        rows = counts.map { Row(key: PartialText($0.text), count: $0.count) }.sorted { $0.key < $1.key }
    }

    /// Creates counts of texts in ascending order.
    init(sorted rows: [Row]) { self.rows = rows }

    /// The sum of all counts.
    ///
    /// It is exact for counts that were read or merged: there are too few bytes for an overflow.
    var total: Int { rows.reduce(0) { $0 &+ $1.count } }

    mutating func merge(_ other: PartialCounts) throws(PartialAnswerError) {
        rows = try rows.merging(other.rows, by: { $0.key < $1.key }) {
            (row: inout Row, other: Row) throws(PartialAnswerError) in try row.count.addCount(other.count)
        }
    }
}

extension Array {
    /// Returns the rows of two lists in ascending order; rows in the same place are combined.
    ///
    /// Inlined, so that comparing rows neither calls a closure nor copies them: workload `partial.merge`.
    @inline(__always)
    func merging<Fault: Error>(
        _ others: [Element], by precedes: (Element, Element) -> Bool,
        combining combine: (inout Element, Element) throws(Fault) -> Void
    ) throws(Fault) -> [Element] {
        if others.isEmpty { return self }
        if isEmpty { return others }
        var merged: [Element] = []
        merged.reserveCapacity(count + others.count)
        var (own, other) = (0, 0)
        while own < count, other < others.count {
            if precedes(self[own], others[other]) {
                merged.append(self[own])
                own += 1
            } else if precedes(others[other], self[own]) {
                merged.append(others[other])
                other += 1
            } else {
                var row = self[own]
                try combine(&row, others[other])
                merged.append(row)
                own += 1
                other += 1
            }
        }
        merged.append(contentsOf: self[own...])
        merged.append(contentsOf: others[other...])
        return merged
    }

    /// Whether each element precedes the next one.
    func isAscending(by precedes: (Element, Element) -> Bool) -> Bool {
        indices.dropFirst().allSatisfy { precedes(self[$0 - 1], self[$0]) }
    }
}

extension PartialWriter {
    mutating func counts(_ counts: PartialCounts) {
        list(counts.rows) { writer, row in
            writer.text(row.key)
            writer.count(row.count)
        }
    }

    /// Writes texts in ascending order.
    mutating func keys(_ keys: [PartialText]) { list(keys) { $0.text($1) } }
}

extension PartialReader {
    mutating func counts() throws(PartialAnswerError) -> PartialCounts {
        let rows = try list { (reader) throws(PartialAnswerError) in
            PartialCounts.Row(key: try reader.text(), count: try reader.count())
        }
        guard rows.isAscending(by: { $0.key < $1.key }) else { throw damaged("texts that are not in order") }
        return PartialCounts(sorted: rows)
    }

    mutating func keys() throws(PartialAnswerError) -> [PartialText] {
        let keys = try list { (reader) throws(PartialAnswerError) in try reader.text() }
        guard keys.isAscending(by: <) else { throw damaged("texts that are not in order") }
        return keys
    }
}
