/// What the samples of one measurement say.
public struct SampleStatistics: Hashable, Sendable {
    /// The middle sample, or the mean of the two in the middle.
    public var median: Double
    /// The smallest sample.
    public var minimum: Double
    /// The smallest sample that at least nine tenths of the samples do not exceed (nearest rank).
    public var ninetiethPercentile: Double
    /// The number of samples.
    public var sampleCount: Int

    /// Sums up samples.
    ///
    /// - Parameter samples: at least one, in any order and unit.
    /// - Complexity: O(*n* log *n*).
    public init(_ samples: [Double]) {
        precondition(!samples.isEmpty, "statistics of no sample")
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        minimum = sorted[0]
        // The rank is ceil(0.9 n), without the rounding errors of 0.9.
        ninetiethPercentile = sorted[(sorted.count * 9 + 9) / 10 - 1]
        sampleCount = sorted.count
    }

    /// The median of the ratios of samples that were taken in pairs, so that a machine that slows down for a
    /// while slows down both.
    ///
    /// - Parameters:
    ///   - numerators: at least one sample.
    ///   - denominators: as many samples, none of them zero.
    public static func medianOfRatios(_ numerators: [Double], _ denominators: [Double]) -> Double {
        precondition(numerators.count == denominators.count, "samples that are no pairs")
        return SampleStatistics(zip(numerators, denominators).map { $0 / $1 }).median
    }
}
