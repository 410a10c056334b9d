/// The count, sum, maximum and minimum of a series of values.
///
/// The sum compensates rounding errors (Knuth's two-sum in the manner of Kahan and Babuška), as if it had
/// twice as many digits: the order of the values affects only its last bits, unless values cancel that differ
/// by a factor of 10³⁰.
struct ValueSum: BitwiseCopyable {
    /// The factor that keeps every sum finite: there are fewer than 2³² rows. Scaling values of this size by
    /// a power of two changes none of their digits.
    static let safeScale = 0x1p-40

    private(set) var count = 0
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private var sum = 0.0
    private var compensation = 0.0

    /// Adds `value`, multiplied by `scale`, unless it is NaN.
    @inline(__always)
    mutating func add(_ value: Double, scale: Double) {
        let isValue = !value.isNaN
        count &+= isValue ? 1 : 0
        minimum = value < minimum ? value : minimum
        maximum = value > maximum ? value : maximum
        let addend = isValue ? value * scale : 0
        let total = sum + addend
        let added = total - sum
        compensation += (sum - (total - added)) + (addend - added)
        sum = total
    }

    /// Whether the sum is finite, so that ``mean(scale:)`` is correct.
    var isFinite: Bool { (sum + compensation).isFinite }

    /// Returns the mean; nil without values.
    ///
    /// - Parameter scale: the factor that the values were multiplied with.
    func mean(scale: Double) -> Double? {
        if count == 0 { return nil }
        let mean = (sum + compensation) / Double(count) / scale
        // Rounding must neither leave the range of the values nor produce a negative zero, which adding zero
        // removes.
        return min(max(mean, minimum), maximum) + 0
    }

    /// Returns the mean of a column's numbers; nil if all are null.
    static func mean(of column: NumberColumn) -> Double? {
        column.values.withBuffer { values in
            func mean(scale: Double) -> (mean: Double?, isFinite: Bool) {
                var sum = ValueSum()
                for value in values { sum.add(value, scale: scale) }
                return (sum.mean(scale: scale), sum.isFinite)
            }
            let plain = mean(scale: 1)
            return plain.isFinite ? plain.mean : mean(scale: safeScale).mean
        }
    }
}
