/// The number, the sum, the largest and the smallest of some values.
///
/// The sum keeps what rounding takes from it (Knuth's two-sum in the manner of Kahan and Babuška), as if it had
/// twice as many digits: it depends on the order of the values in its last bits only, unless values of which some
/// are 10³⁰ times as large as others cancel.
struct ValueSum: BitwiseCopyable {
    /// The factor that keeps a sum finite whatever its values are: there are fewer than 2³² rows. A power of
    /// two changes no digit of values of such a size.
    static let safeScale = 0x1p-40

    private(set) var count = 0
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private var sum = 0.0
    private var compensation = 0.0

    /// Adds `value`, unless it is NaN, times `scale`.
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

    /// Whether the sum stayed within what a double can hold, so that ``mean(scale:)`` is right.
    var isFinite: Bool { (sum + compensation).isFinite }

    /// The mean; nil without values.
    ///
    /// - Parameter scale: the factor that the values were added with.
    func mean(scale: Double) -> Double? {
        if count == 0 { return nil }
        let mean = (sum + compensation) / Double(count) / scale
        // Rounding must not leave the values' range, nor make a negative zero, which adding zero removes.
        return min(max(mean, minimum), maximum) + 0
    }

    /// The mean of a column's numbers; nil when all are null.
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
