/// Means that neither overflow nor depend on the order of the values beyond their last bits.
enum CarefulMean {
    /// The mean, nil of nothing.
    static func mean(of values: [Double]) -> Double? {
        guard let smallest = values.min(), let largest = values.max() else { return nil }
        let count = Double(values.count)
        var mean = pairwiseSum(values[...]) / count
        if !mean.isFinite { mean = pairwiseSum(values.map { $0 / count }[...]) }
        // Rounding may lead out of the range of the values.
        return min(max(mean, smallest), largest)
    }

    /// Sums halves, so that errors grow with the logarithm of the number of values only.
    private static func pairwiseSum(_ values: ArraySlice<Double>) -> Double {
        if values.count <= 8 { return values.reduce(0, +) }
        let middle = values.startIndex + values.count / 2
        return pairwiseSum(values[..<middle]) + pairwiseSum(values[middle...])
    }
}
