/// Means that do not overflow and depend on the order of the values only in their last bits.
enum CarefulMean {
    /// A power of two that keeps sums of huge values finite.
    private static let scale = 0x1p-64

    /// Returns the mean; nil of no values.
    static func mean(of values: [Double]) -> Double? {
        guard let smallest = values.min(), let largest = values.max() else { return nil }
        let count = Double(values.count)
        var mean = compensatedSum(values) / count
        if !mean.isFinite { mean = compensatedSum(values.map { $0 * scale }) / count / scale }
        // Rounding may leave the range of the values.
        return min(max(mean, smallest), largest)
    }

    /// Returns the sum, corrected by its rounding errors and theirs in turn (Klein, "A generalized
    /// Kahan–Babuška summation algorithm", 2006).
    private static func compensatedSum(_ values: [Double]) -> Double {
        var (sum, lost, lostAgain) = (0.0, 0.0, 0.0)
        for value in values {
            let (newSum, error) = exactSum(sum, value)
            let (newLost, secondError) = exactSum(lost, error)
            (sum, lost) = (newSum, newLost)
            lostAgain += secondError
        }
        return sum + (lost + lostAgain)
    }

    /// Returns the rounded sum of two numbers, and its rounding error.
    private static func exactSum(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
        let sum = left + right
        return (sum, abs(left) >= abs(right) ? left - sum + right : right - sum + left)
    }
}
