/// A row of a builder in whose place a later one stays.
struct ReplacedRow: Equatable {
    /// The row that is left out.
    var row: UInt32
    /// The first later row with the same id or URL.
    var by: UInt32
    /// What both have in common; the id where it is both.
    var rule: IngestReplacement.Rule
}

extension ReplacedRow {
    /// Each row once, ascending, with the first later row that has its id or its URL.
    static func merging(_ sameIds: [ReplacedRow], _ sameURLs: [ReplacedRow]) -> [ReplacedRow] {
        if sameIds.isEmpty, sameURLs.isEmpty { return [] }
        let sorted = (sameIds + sameURLs).sorted {
            if $0.row != $1.row { return $0.row < $1.row }
            return $0.by != $1.by ? $0.by < $1.by : $0.rule == .id && $1.rule != .id
        }
        var merged: [ReplacedRow] = []
        merged.reserveCapacity(sorted.count)
        for replaced in sorted where merged.last?.row != replaced.row { merged.append(replaced) }
        return merged
    }

    /// The rows of a builder that stay, ascending.
    ///
    /// - Parameter replaced: those that do not, ascending.
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

extension ProblemLog {
    /// Lists rows that were replaced, as many as problems.
    ///
    /// - Parameters:
    ///   - replaced: the rows, ascending.
    ///   - document: where they come from, if from a document.
    ///   - id: the id of a row.
    mutating func list(
        _ replaced: [ReplacedRow], in document: UnsafeBufferPointer<UInt8>?, id: (Int) -> String
    ) {
        var place: RowPlaces.Place?
        for replacement in replaced {
            guard
                add(
                    { places in
                        let row = Int(replacement.row)
                        return IngestReplacement(
                            row: places.documentRow(row),
                            byteOffset: places.byteOffset(row, in: document, after: &place), id: id(row),
                            rule: replacement.rule,
                            byRow: places.documentRow(Int(replacement.by)))
                    })
            else { return }
        }
    }
}
