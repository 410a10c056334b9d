/// A column of nullable calendar days and instants in no particular order.
///
/// Layout: one 64-bit value per row (for a day the days since 1970-01-01, for an instant the microseconds
/// since 1970-01-01T00:00:00Z, 0 where null) and two sets of rows: those that hold a day, and those that are
/// not null. For the day 1970-01-03, the instant 1970-01-01T00:00:01Z and null:
/// ```
/// values    2 1000000 0
/// days      0b001           a bitmap only where some rows hold a day and others do not
/// valid     0b011           a bitmap only where some rows are null and others are not
/// ```
/// A column with only nulls stores nothing but its row count.
struct DayOrInstantColumn: Sendable {
    /// The number of rows.
    let count: Int
    /// Days or microseconds since 1970; empty when every row is null.
    let values: ColumnBuffer<Int64>
    /// The rows that hold a day.
    let days: RowSet
    /// The rows that are not null.
    let valid: RowSet

    init(_ values: ColumnBuffer<Int64>, count: Int? = nil, days: RowSet = .none, valid: RowSet) {
        self.count = count ?? values.count
        self.values = valid.isEmpty ? ColumnBuffer() : values
        self.days = valid.isEmpty ? .none : days
        self.valid = valid
    }

    /// Returns the value of `row`; nil if null.
    subscript(row: Int) -> DayOrInstant? {
        guard valid[row] else { return nil }
        if days[row] { return .day(CivilDate(saturatingDays: values[row])) }
        return .instant(Timestamp(micros: values[row]))
    }

    /// Returns the value of `row` in a column without nulls.
    func required(_ row: Int) -> DayOrInstant { self[row] ?? .instant(Timestamp(micros: 0)) }

    /// Returns the instant of `row` in a column of instants; nil if null.
    func instant(_ row: Int) -> Timestamp? { valid[row] ? Timestamp(micros: values[row]) : nil }

    /// Returns the instant of `row` in a column of instants without nulls.
    func requiredInstant(_ row: Int) -> Timestamp { Timestamp(micros: values[row]) }

    var byteCount: Int { values.byteCount + days.byteCount + valid.byteCount }

    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> DayOrInstantColumn {
        let valid = valid.gathered(permutation)
        return DayOrInstantColumn(
            valid.isEmpty ? ColumnBuffer() : values.gathered(permutation), count: permutation.count,
            days: days.gathered(permutation), valid: valid)
    }

    func checkInvariants() -> [String] {
        var violations: [String] = []
        if values.count != (valid.isEmpty ? 0 : count) {
            violations.append("\(values.count) days or instants for \(count) rows")
        }
        for (name, rows) in [("days", days), ("valid", valid)] {
            guard let bits = rows.bitmap else { continue }
            violations += bits.checkInvariants()
            if bits.count != count || bits.total == 0 || bits.total == count {
                violations.append("\(name) needs no bitmap, or another one")
            }
        }
        return violations
    }
}
