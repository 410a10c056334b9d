extension IntervalRows {
    /// Puts an interval before `row`, into a part.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, row: Int, part: Int) {
        let isBar = end != start
        if isBar { barEnds = barEnds.inserting(end, at: barRank(row)) }
        starts = starts.inserting(start, at: row)
        let (old, count) = (lines, starts.count)
        lines = ColumnBuffer(count: count / 64 + 1) { target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            for line in 0..<count / 64 + 1 {
                let bits = line < old.count ? old[line] : IntervalLine()
                target[line] = bits
                if line < firstLine { continue }
                // The bits from the row on move up by one; the topmost of the line below comes in.
                let (kept, carry) = line == firstLine ? (below, IntervalLine()) : (0, old[line - 1])
                func moved(_ word: UInt64, _ carry: UInt64) -> UInt64 {
                    word & kept | (word & ~kept) << 1 | (line == firstLine ? 0 : carry >> 63)
                }
                target[line].kindLow = moved(bits.kindLow, carry.kindLow)
                target[line].kindHigh = moved(bits.kindHigh, carry.kindHigh)
                target[line].bars = moved(bits.bars, carry.bars)
            }
            let bit = UInt64(row & 63)
            target[firstLine].kindLow |= UInt64(kind & 1) << bit
            target[firstLine].kindHigh |= UInt64(kind >> 1) << bit
            target[firstLine].bars |= (isBar ? 1 : 0) << bit
        }
        for later in part..<partEnds.count { partEnds[later] += 1 }
    }

    /// Takes the interval of `row` out of its part.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func remove(row: Int, part: Int) {
        if lines[row >> 6].bars >> UInt64(row & 63) & 1 != 0 { barEnds = barEnds.removing(at: barRank(row)) }
        starts = starts.removing(at: row)
        let (old, count) = (lines, starts.count)
        lines = ColumnBuffer(count: count / 64 + 1) { target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            for line in 0..<count / 64 + 1 {
                target[line] = old[line]
                if line < firstLine { continue }
                // The bits behind the row move down by one; the lowest of the line above comes in.
                let kept = line == firstLine ? below : 0
                let carry = line + 1 < old.count ? old[line + 1] : IntervalLine()
                func moved(_ word: UInt64, _ carry: UInt64) -> UInt64 {
                    word & kept | word >> 1 & ~kept | carry << 63
                }
                target[line].kindLow = moved(old[line].kindLow, carry.kindLow)
                target[line].kindHigh = moved(old[line].kindHigh, carry.kindHigh)
                target[line].bars = moved(old[line].bars, carry.bars)
            }
        }
        for later in part..<partEnds.count { partEnds[later] -= 1 }
    }

    /// Gives the row's interval, which was just put there, an id; the same and higher ones move up.
    mutating func insertId(_ id: UInt32, row: Int) {
        let old = ids
        ids = ColumnBuffer(count: old.count + 1) { target in
            for place in 0..<old.count {
                target[place < row ? place : place + 1] = old[place] &+ (old[place] >= id ? 1 : 0)
            }
            target[row] = id
        }
    }

    /// Forgets the id of the row's interval, which was just taken out; higher ones move down.
    mutating func removeId(row: Int) {
        let (old, id) = (ids, ids[row])
        ids = ColumnBuffer(count: old.count - 1) { target in
            for place in 0..<old.count where place != row {
                target[place < row ? place : place - 1] = old[place] &- (old[place] > id ? 1 : 0)
            }
        }
    }

    /// The number of bars before `row`: lines may have been changed since they were counted.
    private func barRank(_ row: Int) -> Int {
        var rank = (lines[row >> 6].bars & IntervalLine.below(row)).nonzeroBitCount
        for line in 0..<row >> 6 { rank += lines[line].bars.nonzeroBitCount }
        return rank
    }
}

extension ColumnBuffer {
    /// A copy with one element more, at `index`.
    fileprivate func inserting(_ element: Element, at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count + 1) { target in
            // SAFETY: the index is at most the count; both halves have their room.
            target.update(from: base, count: index)
            target[index] = element
            (target + index + 1).update(from: base + index, count: count - index)
        }
    }

    /// A copy without the element at `index`.
    fileprivate func removing(at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count - 1) { target in
            // SAFETY: the index is below the count; both halves have their room.
            target.update(from: base, count: index)
            (target + index).update(from: base + index + 1, count: count - index - 1)
        }
    }
}
