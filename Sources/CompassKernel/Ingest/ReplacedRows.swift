/// A row of a builder that a later row replaces.
struct ReplacedRow: Equatable {
    /// The row that is left out.
    var row: UInt32
    /// The first later row with the same id or URL.
    var by: UInt32
    /// What the two rows have in common; the id if they share both id and URL.
    var rule: IngestReplacement.Rule

    /// Returns each replaced row once, ascending, with the first later row that has its id or URL.
    static func merging(_ sameIDs: [ReplacedRow], _ sameURLs: [ReplacedRow]) -> [ReplacedRow] {
        if sameIDs.isEmpty, sameURLs.isEmpty { return [] }
        let sorted = (sameIDs + sameURLs).sorted {
            if $0.row != $1.row { return $0.row < $1.row }
            return $0.by != $1.by ? $0.by < $1.by : $0.rule == .id && $1.rule != .id
        }
        var merged: [ReplacedRow] = []
        merged.reserveCapacity(sorted.count)
        for replaced in sorted where merged.last?.row != replaced.row { merged.append(replaced) }
        return merged
    }

    /// Returns the rows of a builder that are kept, ascending.
    ///
    /// - Parameter replaced: the rows that are not kept, ascending.
    static func remaining(of rowCount: Int, without replaced: [ReplacedRow]) -> [UInt32] {
        var remaining: [UInt32] = []
        remaining.reserveCapacity(rowCount - replaced.count)
        var next = 0
        for row in 0..<UInt32(rowCount) {
            if next < replaced.count, replaced[next].row == row {
                next += 1
            } else {
                remaining.append(row)
            }
        }
        return remaining
    }
}
