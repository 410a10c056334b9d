extension IntervalColumns {
    /// Returns the violated invariants; empty when the columns agree with each other and with a fresh build.
    func invariantViolations() -> [String] {
        var violations = blocks.invariantViolations(nonEmptyEnds)
        let rows = IntervalRows(self)
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
        for bar in 0..<nonEmptyEnds.count where nonEmptyEnds[bar] <= starts[Int(nonEmptyRows[bar])] {
            violations.append("bar \(bar) does not end after its start")
        }
        return violations + differences(from: IntervalColumns(rows))
    }

    /// Returns the columns that differ from those of another index.
    func differences(from other: IntervalColumns) -> [String] {
        var names: [String] = []
        func compare<Element>(
            _ name: String, _ left: ColumnBuffer<Element>, _ right: ColumnBuffer<Element>
        ) {
            let (leftBytes, rightBytes) = (
                left.withBuffer { Array(UnsafeRawBufferPointer($0)) },
                right.withBuffer { Array(UnsafeRawBufferPointer($0)) }
            )
            if leftBytes != rightBytes { names.append("other \(name) than a fresh build") }
        }
        compare("starts", starts, other.starts)
        compare("ids", ids, other.ids)
        compare("rows of non-empty intervals", nonEmptyRows, other.nonEmptyRows)
        compare("ends of non-empty intervals", nonEmptyEnds, other.nonEmptyEnds)
        compare("sorted ends", sortedEnds, other.sortedEnds)
        compare("sums of ends", endSums, other.endSums)
        compare("cells", cells, other.cells)
        for line in 0..<min(lines.count, other.lines.count) where lines[line] != other.lines[line] {
            names.append("other line \(line) than a fresh build")
        }
        for line in 0..<min(endLines.count, other.endLines.count) where endLines[line] != other.endLines[line]
        {
            names.append("other line of ends \(line) than a fresh build")
        }
        for band in 0..<min(bands.count, other.bands.count) where bands[band] != other.bands[band] {
            names.append("other band \(band) than a fresh build")
        }
        for part in 0..<min(parts.count, other.parts.count) where parts[part] != other.parts[part] {
            names.append("other part \(part) than a fresh build")
        }
        let counts = [lines.count, endLines.count, bands.count, parts.count]
        if counts != [other.lines.count, other.endLines.count, other.bands.count, other.parts.count] {
            names.append("other numbers of lines, bands or parts than a fresh build")
        }
        return names
    }
}

extension IntervalIndex {
    /// Returns the violated invariants; empty when the index's parts agree with each other and with a fresh
    /// build.
    func invariantViolations() -> [String] { columns.invariantViolations() }
}

extension LaneIntervals {
    /// Returns the violated invariants; empty when the indexes agree with each other and with fresh builds.
    func invariantViolations() -> [String] {
        var violations = columns.invariantViolations() + all.invariantViolations()
        if all.count != count { violations.append("\(all.count) intervals in all, \(count) in lanes") }
        for row in 0..<min(all.count, count) {
            let number = Int(all.columns.ids[row])
            if all.columns.starts[row] != start(number) { violations.append("other start of \(number)") }
            if all.columns.lines.kind(row) != kind(number) { violations.append("other kind of \(number)") }
        }
        for bar in 0..<all.columns.nonEmptyEnds.count {
            let number = Int(all.columns.ids[Int(all.columns.nonEmptyRows[bar])])
            if all.columns.nonEmptyEnds[bar] != end(number) { violations.append("other end of \(number)") }
        }
        return violations
    }
}
