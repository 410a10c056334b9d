extension IntervalRows {
    /// Puts an interval before `row`, into a part.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, row: Int, part: Int) {
        let isBar = end != start
        if isBar { barEnds = barEnds.inserting(end, at: barRank(row)) }
        starts = starts.inserting(start, at: row)
        let count = starts.count
        lines = lines.replaced(count: count / 64 + 1) { old, target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            // SAFETY: lines stay below the new number of lines; each that has none before is not read.
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
        let count = starts.count
        lines = lines.replaced(count: count / 64 + 1) { old, target in
            let (firstLine, below) = (row >> 6, IntervalLine.below(row))
            // SAFETY: there are at least as many old lines as new ones.
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
        ids = ids.replaced(count: ids.count + 1) { old, target in
            // SAFETY: the row is at most the old count; places from it on move up by one.
            for place in 0..<old.count {
                target[place < row ? place : place + 1] = old[place] &+ (old[place] >= id ? 1 : 0)
            }
            target[row] = id
        }
    }

    /// Forgets the id of the row's interval, which was just taken out; higher ones move down.
    mutating func removeId(row: Int) {
        let id = ids[row]
        ids = ids.replaced(count: ids.count - 1) { old, target in
            // SAFETY: the row is below the old count; places behind it move down by one.
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
    /// A column of `count` elements that `fill` makes of those of this one, which may then take its place.
    fileprivate func replaced(
        count: Int, _ fill: (UnsafeBufferPointer<Element>, UnsafeMutablePointer<Element>) -> Void
    ) -> ColumnBuffer {
        withBuffer { old in ColumnBuffer(count: count) { fill(old, $0) } }
    }

    /// A copy with one element more, at `index`.
    fileprivate func inserting(_ element: Element, at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count + 1) { target in
            // SAFETY: the index is at most the count; both halves have their room.
            copy(0..<index, to: target)
            target[index] = element
            copy(index..<count, to: target + index + 1)
        }
    }

    /// A copy without the element at `index`.
    fileprivate func removing(at index: Int) -> ColumnBuffer {
        ColumnBuffer(count: count - 1) { target in
            // SAFETY: the index is below the count; both halves have their room.
            copy(0..<index, to: target)
            copy(index + 1..<count, to: target + index)
        }
    }
}
