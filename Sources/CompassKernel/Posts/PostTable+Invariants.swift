extension PostTable {
    /// Describes the inconsistencies of the table; empty if all its parts agree with each other.
    ///
    /// For tests and debugging: the result is empty for every input.
    ///
    /// - Complexity: O(n · log n).
    public func checkInvariants() -> [String] {
        // Each check relies on what the previous ones have verified.
        for check in [lengthViolations, recordViolations, codeViolations, columnViolations] {
            let violations = check()
            if !violations.isEmpty { return violations }
        }
        return rowViolations() + indexViolations() + keyViolations()
    }

    private func lengthViolations() -> [String] {
        var columns = [
            ("school codes", schoolCodes.count), ("coach codes", coachCodes.count),
            ("slots", slots.rowCount), ("recruiting", recruiting.count), ("flagged", flagged.count),
            ("instagram", instagram.count),
        ]
        columns += zip(Sentiment.allCases, sentiments).map { ("\($0)", $1.count) }
        if let live { columns.append(("living rows", live.count)) }
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
            codes.codeCount == dictionary.count
                ? codes.checkInvariants().map { "\(name): \($0)" }
                : ["\(codes.codeCount) \(name) codes for a dictionary of \(dictionary.count)"]
        }
    }

    private func columnViolations() -> [String] {
        (counts.planes + [live].compactMap { $0 }).flatMap { $0.checkInvariants() }
            + timestamps.checkInvariants()
    }

    private func rowViolations() -> [String] {
        var violations: [String] = []
        for row in 0..<rowCount where sentiments.filter({ $0[row] }).count > 1 {
            violations.append("row \(row) has several sentiments")
        }
        for row in 0..<rowCount where !isLive(row) {
            let codes = [schoolCodes[row], coachCodes[row]]
            if counts.flags(row) != 0 || codes != [CodeDictionary.null, CodeDictionary.null] {
                violations.append("row \(row) is deleted and still counts")
            }
        }
        for row in 1..<Swift.max(rowCount, 1) where timestamps[row - 1] == timestamps[row] {
            var id = id(row)
            if id.withUTF8({ compareID(row - 1, with: $0) }) >= 0, isLive(row - 1), isLive(row) {
                violations.append("rows \(row - 1) and \(row) have equal times and ids out of order")
            }
        }
        return violations
    }

    private func indexViolations() -> [String] {
        func category(_ row: Int) -> PostCategory? { isLive(row) ? self.category(of: row) : nil }
        return cube.checkInvariants(rowCount: rowCount, codes: schoolCodes, category: category)
            + affiliations.checkInvariants(
                coaches: counts.coaches, schools: counts.schools, category: category)
            + firstRows.checkInvariants(codes: schoolCodes)
    }

    private func keyViolations() -> [String] {
        guard keys != nil else { return [] }
        return (0..<rowCount).filter { isLive($0) && row(ofID: id($0)) != $0 }
            .map { "row \($0) is not found by its id" }
            + (0..<rowCount).filter { row in
                isLive(row) && (postURL(row).map { self.row(ofURL: $0) != row } ?? false)
            }.map { "row \($0) is not found by its URL" }
    }
}
