/// The first rows of a selection: those of one page.
extension PostTable {
    /// The first rows that pass, at or behind `start`, at most `limit` of them.
    ///
    /// - Complexity: O(k) for k rows up to the last one found; 64 of them a step, and where schools are chosen
    ///   only those of blocks in which one of them occurs.
    func firstRows(_ selection: PostSelection, from start: Int, limit: Int) -> [Int] {
        var found: [Int] = []
        let start = max(start, selection.rows.lowerBound)
        guard limit > 0, start < selection.rows.upperBound, !selection.conditions.isNever else { return found }
        let rows = start..<selection.rows.upperBound
        // A page's rows need no second allocation, and an absurd limit none at all.
        found.reserveCapacity(min(limit, 64))
        if selection.conditions.restrictsSchools {
            schoolPresence.forEachCandidate(in: rows, admitted: selection.admittedSchools) { candidates in
                appendRows(selection, in: candidates, limit: limit, to: &found)
            }
        } else {
            _ = appendRows(selection, in: rows, limit: limit, to: &found)
        }
        return found
    }

    /// Appends the rows of `rows` that pass; answers whether more than those are wanted.
    @inline(__always)
    private func appendRows(
        _ selection: PostSelection, in rows: Range<Int>, limit: Int, to found: inout [Int]
    ) -> Bool {
        forEachMatchingWord(selection, in: rows) { word, bits in
            var bits = bits
            while bits != 0, found.count < limit {
                found.append(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
            return found.count < limit
        }
        return found.count < limit
    }

    /// The first row behind a place in the list, whether or not a post stands there.
    ///
    /// - Complexity: O(log n) for n rows.
    func firstRow(behind cursor: FeedCursor) -> Int {
        let micros = cursor.timestamp.micros
        var low = micros == .max ? 0 : timestamps.prefixCount(since: micros + 1)
        var high = timestamps.prefixCount(since: micros)
        var id = cursor.id
        // Rows of one time ascend by id.
        id.withUTF8 { id in
            while low < high {
                let middle = (low + high) / 2
                if compareId(middle, with: id) <= 0 { low = middle + 1 } else { high = middle }
            }
        }
        return low
    }
}
