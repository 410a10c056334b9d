/// A column of nullable numbers, finite all of them.
///
/// Layout: one double a row, NaN where null, so that a null needs no bitmap and no branch when a column is
/// summed. For 12.5, null and 0:
/// ```
/// values    12.5 NaN 0
/// ```
/// A negative zero is kept as zero, which is how people write it.
struct NumberColumn: Sendable {
    let values: ColumnBuffer<Double>

    init(_ values: ColumnBuffer<Double>) { self.values = values }

    /// The number of `row`; nil when null.
    subscript(row: Int) -> Double? {
        let value = values[row]
        return value.isNaN ? nil : value
    }

    /// What a row keeps for `number`: NaN for null and for what is no finite number.
    @inline(__always)
    static func stored(_ number: Double?) -> Double {
        guard let number, number.isFinite else { return .nan }
        // Adding zero makes a negative zero positive and changes nothing else.
        return number + 0
    }

    /// The memory that the column occupies, in bytes.
    var byteCount: Int { values.byteCount }

    /// What is wrong with the column; empty when it keeps finite numbers and nulls only.
    func invariantViolations() -> [String] {
        values.withBuffer { $0.filter { $0.isInfinite || ($0 == 0 && $0.sign == .minus) } }
            .map { "a column of numbers holds \($0)" }
    }
}
