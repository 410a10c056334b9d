extension IntervalRows {
    /// Inserts an interval before `row`, into a part.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, row: Int, part: Int) {
        let isNonEmpty = end != start
        if isNonEmpty { nonEmptyEnds = nonEmptyEnds.inserting(end, at: nonEmptyRank(row)) }
        starts = starts.inserting(start, at: row)
        let count = starts.count
        lines = lines.replaced(count: count / 64 + 1) { old, target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            // SAFETY: lines are below the new count; `old[line - 1]` is read for lines after `firstLine`.
            for line in 0..<count / 64 + 1 {
                let bits = line < old.count ? old[line] : IntervalLine()
                target[line] = bits
                if line < firstLine { continue }
                // The bits from the row on move up by one; the preceding line's highest bit moves in.
                let (kept, carry) = line == firstLine ? (below, IntervalLine()) : (0, old[line - 1])
                func moved(_ word: UInt64, _ carry: UInt64) -> UInt64 {
                    word & kept | (word & ~kept) << 1 | (line == firstLine ? 0 : carry >> 63)
                }
                target[line].kindLow = moved(bits.kindLow, carry.kindLow)
                target[line].kindHigh = moved(bits.kindHigh, carry.kindHigh)
                target[line].nonEmpty = moved(bits.nonEmpty, carry.nonEmpty)
            }
            let bit = UInt64(row & 63)
            target[firstLine].kindLow |= UInt64(kind & 1) << bit
            target[firstLine].kindHigh |= UInt64(kind >> 1) << bit
            target[firstLine].nonEmpty |= (isNonEmpty ? 1 : 0) << bit
        }
        for later in part..<partEnds.count { partEnds[later] += 1 }
    }

    /// Removes the interval of `row` from its part.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func remove(row: Int, part: Int) {
        if lines[row >> 6].nonEmpty >> UInt64(row & 63) & 1 != 0 {
            nonEmptyEnds = nonEmptyEnds.removing(at: nonEmptyRank(row))
        }
        starts = starts.removing(at: row)
        let count = starts.count
        lines = lines.replaced(count: count / 64 + 1) { old, target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            // SAFETY: there are at least as many old lines as new ones.
            for line in 0..<count / 64 + 1 {
                target[line] = old[line]
                if line < firstLine { continue }
                // The bits after the row move down by one; the following line's lowest bit moves in.
                let kept = line == firstLine ? below : 0
                let carry = line + 1 < old.count ? old[line + 1] : IntervalLine()
                func moved(_ word: UInt64, _ carry: UInt64) -> UInt64 {
                    word & kept | word >> 1 & ~kept | carry << 63
                }
                target[line].kindLow = moved(old[line].kindLow, carry.kindLow)
                target[line].kindHigh = moved(old[line].kindHigh, carry.kindHigh)
                target[line].nonEmpty = moved(old[line].nonEmpty, carry.nonEmpty)
            }
        }
        for later in part..<partEnds.count { partEnds[later] -= 1 }
    }

    /// Assigns an id to the interval that was just inserted at `row`; the same and higher ids move up.
    mutating func insertID(_ id: UInt32, row: Int) {
        ids = ids.replaced(count: ids.count + 1) { old, target in
            // SAFETY: the row is at most the old count; places from it on move up by one.
            for place in 0..<old.count {
                target[place < row ? place : place + 1] = old[place] &+ (old[place] >= id ? 1 : 0)
            }
            target[row] = id
        }
    }

    /// Removes the id of the interval that was just removed from `row`; higher ids move down.
    mutating func removeID(row: Int) {
        let id = ids[row]
        ids = ids.replaced(count: ids.count - 1) { old, target in
            // SAFETY: the row is below the old count; places after it move down by one.
            for place in 0..<old.count where place != row {
                target[place < row ? place : place - 1] = old[place] &- (old[place] > id ? 1 : 0)
            }
        }
    }

    /// Returns the number of non-empty intervals before `row`, without the counts of lines.
    private func nonEmptyRank(_ row: Int) -> Int {
        var rank = (lines[row >> 6].nonEmpty & IntervalLine.below(row)).nonzeroBitCount
        for line in 0..<row >> 6 { rank += lines[line].nonEmpty.nonzeroBitCount }
        return rank
    }
}

extension ColumnBuffer {
    /// Returns a column of `count` elements that `fill` creates from this one, and that may take its place.
    fileprivate func replaced(
        count: Int, _ fill: (UnsafeBufferPointer<Element>, UnsafeMutablePointer<Element>) -> Void
    ) -> ColumnBuffer {
        withBuffer { old in ColumnBuffer(count: count) { fill(old, $0) } }
    }

    /// Returns a copy with an additional element at `index`.
    fileprivate func inserting(_ element: Element, at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count + 1) { target in
            // SAFETY: the index is at most the count; the capacity covers both halves.
            copy(0..<index, to: target)
            target[index] = element
            copy(index..<count, to: target + index + 1)
        }
    }

    /// Returns a copy without the element at `index`.
    fileprivate func removing(at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count - 1) { target in
            // SAFETY: the index is below the count; the capacity covers both halves.
            copy(0..<index, to: target)
            copy(index + 1..<count, to: target + index)
        }
    }
}
