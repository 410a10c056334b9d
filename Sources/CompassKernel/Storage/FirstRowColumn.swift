/// A column of the first row of each code, ascending.
///
/// Layout: one row number for each code that occurs. For codes `b a b c` it is `0 1 3`. The number of
/// distinct codes in the rows before r is the number of entries below r.
struct FirstRowColumn: Sendable {
    private let rows: ColumnBuffer<UInt32>

    /// - Complexity: O(n) for n rows.
    init(codes: ColumnBuffer<UInt32>, codeCount: Int) {
        var seen = [Bool](repeating: false, count: codeCount)
        var firstRows = GrowableColumn<UInt32>(capacity: min(codeCount, codes.count))
        for row in 0..<codes.count {
            let code = codes[row]
            guard code != CodeDictionary.null, !seen[Int(code)] else { continue }
            seen[Int(code)] = true
            firstRows.append(UInt32(row))
            if firstRows.count == codeCount { break }
        }
        rows = firstRows.finish()
    }

    /// Returns the number of distinct codes in rows `0..<end`.
    ///
    /// - Complexity: O(log c) for c codes.
    func distinctCount(before end: Int) -> Int { (0..<rows.count).partitioningIndex { Int(rows[$0]) >= end } }

    var byteCount: Int { rows.byteCount }

    func checkInvariants(codes: ColumnBuffer<UInt32>) -> [String] {
        var seen = Set<UInt32>()
        for row in 0..<codes.count {
            if codes[row] != CodeDictionary.null { seen.insert(codes[row]) }
            if distinctCount(before: row + 1) != seen.count {
                return ["distinct codes before row \(row + 1) are wrong"]
            }
        }
        return []
    }
}
