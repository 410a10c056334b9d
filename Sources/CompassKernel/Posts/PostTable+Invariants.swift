extension PostTable {
    /// What is wrong with the table; empty when all its parts agree with each other.
    ///
    /// For tests and debugging: no input makes it anything but empty.
    ///
    /// - Complexity: O(n · log n).
    public func checkInvariants() -> [String] {
        // Each check relies on what the ones before have found to be sound.
        for check in [columnLengthViolations, codeViolations, columnViolations] {
            let violations = check()
            if !violations.isEmpty { return violations }
        }
        return rowViolations() + indexViolations()
    }

    private func columnLengthViolations() -> [String] {
        var columns = [
            ("ids", ids.count), ("timestamps", timestamps.count), ("recruiting", recruiting.count),
            ("flagged", flagged.count), ("instagram", instagram.count), ("school codes", schoolCodes.count),
            ("coach codes", coachCodes.count), ("post URLs", postURLs.count), ("contents", contents.count),
            ("handles", handles.count), ("names", names.count), ("notes", notes.count),
            ("creation times", createdAt.count), ("update times", updatedAt.count),
        ]
        columns += zip(Sentiment.allCases, sentiments).map { ("\($0)", $1.count) }
        return columns.filter { $1 != count }.map { "\($0) have \($1) rows of \(count)" }
    }

    private func codeViolations() -> [String] {
        let columns = [("school", schoolCodes, schools), ("coach", coachCodes, coaches)]
        return columns.flatMap { name, codes, dictionary in
            (0..<codes.count).filter { codes[$0] != CodeDictionary.null && codes[$0] >= dictionary.count }
                .map { "row \($0) has an unknown \(name) code" }
        }
    }

    private func columnViolations() -> [String] {
        ([recruiting, flagged, instagram] + sentiments).flatMap { $0.invariantViolations() }
            + [postURLs, contents, handles, names, notes].flatMap { $0.invariantViolations() }
            + [createdAt, updatedAt].flatMap { $0.invariantViolations() }
            + ids.invariantViolations() + timestamps.invariantViolations()
    }

    private func rowViolations() -> [String] {
        var violations: [String] = []
        for row in 0..<count where sentiments.filter({ $0[row] }).count > 1 {
            violations.append("row \(row) has several sentiments")
        }
        for row in 1..<max(count, 1)
        where timestamps[row - 1] == timestamps[row] && ids.compare(row - 1, row) >= 0 {
            violations.append("rows \(row - 1) and \(row) have equal times and ids out of order")
        }
        return violations
    }

    private func indexViolations() -> [String] {
        schoolHistogram.invariantViolations(codes: schoolCodes)
            + cube.invariantViolations(rowCount: count, codes: schoolCodes) { category(of: $0) }
            + firstRows.invariantViolations(codes: schoolCodes)
            + schoolPresence.invariantViolations(codes: schoolCodes)
    }
}
