extension PostTable {
    /// Describes the inconsistencies of the table; empty if all its parts agree with each other.
    ///
    /// For tests and debugging: the result is empty for every input, except for files that ``TableFile`` has
    /// not written, in which several posts may have one id or URL.
    ///
    /// - Complexity: O(n · log n).
    public func checkInvariants() -> [String] { checkInvariants(ofKeys: true) }

    /// - Parameters:
    ///   - hasKeys: whether every post must be found by its id and its URL.
    ///   - buildsCounts: whether counts by coach that no query has used yet are built, and checked.
    func checkInvariants(ofKeys hasKeys: Bool, buildingCounts buildsCounts: Bool = true) -> [String] {
        // Each check relies on what the previous ones have verified.
        for check in [lengthViolations, recordViolations, codeViolations, columnViolations] {
            let violations = check()
            if !violations.isEmpty { return violations }
        }
        for check in [
            { rowViolations(records) + indexViolations(buildsCounts) }, { deltaViolations(buildsCounts) },
        ] {
            let violations = check()
            if !violations.isEmpty { return violations }
        }
        return hasKeys ? keyViolations() : []
    }

    private func lengthViolations() -> [String] {
        var columns = [
            ("school codes", schoolCodes.count), ("coach codes", coachCodes.count),
            ("slots", slots.rowCount), ("recruiting", recruiting.count), ("flagged", flagged.count),
            ("instagram", instagram.count),
        ]
        columns += zip(Sentiment.allCases, sentiments).map { ("\($0)", $1.count) }
        return columns.filter { $1 != rowCount }.map { "\($0) have \($1) rows of \(rowCount)" }
    }

    private func recordViolations() -> [String] {
        let total = records.segments.reduce(0) { $0 + $1.count }
        if total != records.slotCount { return ["\(records.slotCount) slots for \(total) records"] }
        return slots.checkInvariants(slotCount: records.slotCount)
            + records.segments.flatMap { $0.checkInvariants() }
    }

    private func codeViolations() -> [String] {
        [("school", counts.schools, schools), ("coach", counts.coaches, coaches)].flatMap {
            name, codes, dictionary in
            // Changes add codes that the columns do not have yet.
            codes.codeCount == dictionary.count || codes.codeCount < dictionary.count && delta != nil
                ? codes.checkInvariants().map { "\(name): \($0)" }
                : ["\(codes.codeCount) \(name) codes for a dictionary of \(dictionary.count)"]
        }
    }

    private func columnViolations() -> [String] {
        counts.planes.flatMap { $0.checkInvariants() } + timestamps.checkInvariants()
    }

    /// - Parameter records: the records that the slots of the rows refer to.
    private func rowViolations(_ records: PostRecordList) -> [String] {
        var violations: [String] = []
        for row in 0..<rowCount where sentiments.filter({ $0[row] }).count > 1 {
            violations.append("row \(row) has several sentiments")
        }
        for row in 1..<Swift.max(rowCount, 1) where timestamps[row - 1] == timestamps[row] {
            let (first, second) = (slots.slot(ofRow: row - 1), slots.slot(ofRow: row))
            let (segment, index) = records.locate(second)
            let (other, otherIndex) = records.locate(first)
            if segment.ids.withUTF8(index, { other.ids.compare(otherIndex, with: $0) }) >= 0 {
                violations.append("rows \(row - 1) and \(row) have equal times and ids out of order")
            }
        }
        return violations
    }

    private func indexViolations(_ buildsCounts: Bool) -> [String] {
        categories.checkInvariants(rowCount: rowCount) { self.category(of: $0) }
            + cube.checkInvariants(rowCount: rowCount, codes: schoolCodes) { self.category(of: $0) }
            + affiliationViolations(buildsCounts) + firstRows.checkInvariants(codes: schoolCodes)
    }

    private func affiliationViolations(_ buildsCounts: Bool) -> [String] {
        guard let affiliations = buildsCounts ? self.affiliations : counts.existingAffiliations else {
            return []
        }
        return affiliations.checkInvariants(coaches: counts.coaches, schools: counts.schools) {
            self.category(of: $0)
        }
    }

    private func deltaViolations(_ buildsCounts: Bool) -> [String] {
        guard let delta else { return [] }
        var violations: [String] = []
        for run in delta.runs {
            violations += run.table.lengthViolations() + run.table.columnViolations()
            violations += run.table.codeViolations() + run.table.indexViolations(buildsCounts)
            if !run.isRemoved { violations += run.table.rowViolations(records) }
        }
        for (number, level) in delta.levels.enumerated() {
            if level.removed.count != number + 1 { return ["level \(number + 1) has no rows of some level"] }
            for (target, removed) in level.removed.enumerated() {
                violations += violationsOfRemoved(removed, from: delta.table(target), target)
            }
        }
        if !violations.isEmpty { return violations }
        let places = places
        if places.count != delta.postCount { violations.append("\(places.count) places of \(count) posts") }
        if Set(places.map { slot(of: $0) }).count != places.count {
            violations.append("several rows have the same record")
        }
        return violations
    }

    private func violationsOfRemoved(_ removed: RemovedRows, from table: PostTable, _ level: Int) -> [String]
    {
        (0..<removed.rows.count).filter { index in
            let row = Int(removed.rows[index])
            return row >= table.rowCount || index > 0 && Int(removed.rows[index - 1]) >= row
                || removed.table.counts.kind(index) != table.counts.kind(row)
                || removed.table.timestamps[index] != table.timestamps[row]
                || removed.table.slots.slot(ofRow: index) != table.slots.slot(ofRow: row)
        }.map { "removed row \($0) is not one of level \(level)" }
    }

    private func keyViolations() -> [String] {
        guard keys != nil else { return [] }
        let places = places
        return places.filter { place(ofID: id($0)) != $0 }.map {
            "row \($0.row) of level \($0.level) is not found by its id"
        }
            + places.filter { place in postURL(place).map { self.place(ofURL: $0) != place } ?? false }
            .map { "row \($0.row) of level \($0.level) is not found by its URL" }
    }
}
