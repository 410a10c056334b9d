extension IntervalColumns {
    func checkInvariants() -> [String] {
        var violations: [String] = []
        for part in 0..<parts.count {
            let (low, high) = (parts[part].starts.low, parts[part].starts.high)
            for row in low..<high where row > low {
                let isAscending =
                    starts[row - 1] < starts[row]
                    || (starts[row - 1] == starts[row] && (ids.count == 0 || ids[row - 1] < ids[row]))
                if !isAscending { violations.append("row \(row) does not follow the one before") }
            }
        }
        if ids.count > 0, Set(ids.withBuffer { Array($0) }) != Set(0..<UInt32(starts.count)) {
            violations.append("the ids are not those of \(starts.count) intervals")
        }
        for interval in 0..<nonEmptyEnds.count
        where nonEmptyEnds[interval] <= starts[Int(nonEmptyRows[interval])] {
            violations.append("non-empty interval \(interval) does not end after its start")
        }
        return violations + differences(from: IntervalColumns(IntervalRows(self)))
    }

    /// Returns the columns that differ from those of another index.
    func differences(from other: IntervalColumns) -> [String] {
        var names: [String] = []
        func compare<Element: Equatable>(
            _ name: String, _ left: ColumnBuffer<Element>, _ right: ColumnBuffer<Element>
        ) {
            let areEqual = left.withBuffer { left in right.withBuffer { left.elementsEqual($0) } }
            if !areEqual { names.append("other \(name) than a fresh build") }
        }
        compare("starts", starts, other.starts)
        compare("ids", ids, other.ids)
        compare("lines", lines, other.lines)
        compare("rows of non-empty intervals", nonEmptyRows, other.nonEmptyRows)
        compare("ends of non-empty intervals", nonEmptyEnds, other.nonEmptyEnds)
        compare("latest ends", blocks.latest, other.blocks.latest)
        compare("earliest ends", blocks.earliest, other.blocks.earliest)
        compare("sorted ends", sortedEnds, other.sortedEnds)
        compare("lines of ends", endLines, other.endLines)
        compare("sums of ends", endSums, other.endSums)
        compare("cells", cells, other.cells)
        compare("bands", bands, other.bands)
        compare("parts", parts, other.parts)
        return names
    }
}

extension IntervalIndex {
    func checkInvariants() -> [String] { columns.checkInvariants() }
}

extension LaneIntervals {
    func checkInvariants() -> [String] {
        var violations = columns.checkInvariants() + all.checkInvariants()
        if all.count != count { violations.append("\(all.count) intervals in all, \(count) in lanes") }
        for row in 0..<min(all.count, count) {
            let number = Int(all.columns.ids[row])
            if all.columns.starts[row] != start(number) { violations.append("other start of \(number)") }
            if all.columns.lines.kind(row) != kind(number) { violations.append("other kind of \(number)") }
        }
        for interval in 0..<all.columns.nonEmptyEnds.count {
            let number = Int(all.columns.ids[Int(all.columns.nonEmptyRows[interval])])
            if all.columns.nonEmptyEnds[interval] != end(number) {
                violations.append("other end of \(number)")
            }
        }
        return violations
    }
}
