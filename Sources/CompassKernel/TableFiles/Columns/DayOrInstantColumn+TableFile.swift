/// Days and instants: the sections `values`, `days` if some rows hold a day, and `validity` if some but not
/// all rows are null; no section if all are.
extension DayOrInstantColumn {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        if valid.isEmpty { return }
        try writer.append(name + ".values", values)
        if !days.isEmpty {
            // One bit for each row also if all of them hold a day.
            let bits = days.bitmap ?? BitColumn(repeatElement(true, count: count).map { $0 })
            try writer.append(name + ".days", bits.words)
        }
        try valid.writeBitmap(name + ".validity", to: &writer)
    }

    /// Reads the days or instants of `count` rows.
    ///
    /// - Parameters:
    ///   - isRequired: whether no row may be null.
    ///   - hasDays: whether rows may hold a day.
    /// - Complexity: O(n) for n rows.
    static func read(
        _ name: String, count: Int, isRequired: Bool = false, hasDays: Bool = false,
        from reader: TableFileReader
    ) throws(TableFileError) -> DayOrInstantColumn {
        let (daysName, validityName) = (name + ".days", name + ".validity")
        guard isRequired || reader.contains(name + ".values") else {
            return DayOrInstantColumn(ColumnBuffer(), count: count, valid: .none)
        }
        let values: ColumnBuffer<Int64> = try reader.column(name + ".values", count: count, isRead: false)
        var (days, valid) = (RowSet.none, RowSet.all)
        if reader.contains(daysName) {
            guard hasDays else { throw reader.inconsistent(daysName, "the column has no days") }
            days = RowSet(try BitColumn.read(daysName, count: count, from: reader))
            let wrong = (0..<count).first { days[$0] && Int32(exactly: values[$0]) == nil }
            if let wrong {
                throw reader.inconsistent(name + ".values", element: wrong, "a day is out of range")
            }
        }
        if reader.contains(validityName) {
            guard !isRequired else { throw reader.inconsistent(validityName, "the column has no nulls") }
            valid = RowSet(try BitColumn.read(validityName, count: count, from: reader))
        }
        return DayOrInstantColumn(values, days: days, valid: valid)
    }
}

/// Numbers: the section `values`.
extension NumberColumn {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try writer.append(name + ".values", values)
    }

    /// Reads the numbers of `count` rows.
    ///
    /// - Complexity: O(n) for n rows.
    static func read(
        _ name: String, count: Int, from reader: TableFileReader
    ) throws(TableFileError) -> NumberColumn {
        let values: ColumnBuffer<Double> = try reader.column(name + ".values", count: count, isRead: true)
        if let row = ColumnVerification.firstWrongNumber(values) {
            throw reader.inconsistent(name + ".values", element: row, "a number is not finite")
        }
        return NumberColumn(values)
    }
}
