/// A column of nullable finite numbers.
///
/// Layout: one double per row, NaN where null, so that nulls require no bitmap and no branch when a column is
/// summed. For 12.5, null and 0:
/// ```
/// values    12.5 NaN 0
/// ```
/// A negative zero is stored as zero, as people write it.
struct NumberColumn: Sendable {
    let values: ColumnBuffer<Double>

    init(_ values: ColumnBuffer<Double>) { self.values = values }

    /// Returns the number of `row`; nil if null.
    subscript(row: Int) -> Double? {
        let value = values[row]
        return value.isNaN ? nil : value
    }

    /// Returns the value stored for `number`: NaN for null and for numbers that are not finite.
    @inline(__always)
    static func stored(_ number: Double?) -> Double {
        guard let number, number.isFinite else { return .nan }
        // Adding zero makes a negative zero positive and changes nothing else.
        return number + 0
    }

    var byteCount: Int { values.byteCount }

    /// Returns the column's invalid values; empty if it holds only finite numbers and nulls.
    func checkInvariants() -> [String] {
        values.withBuffer { $0.filter { $0.isInfinite || ($0 == 0 && $0.sign == .minus) } }
            .map { "a column of numbers holds \($0)" }
    }
}
