import Histogram

/// The statistics of one measurement's samples.
public struct SampleStatistics: Hashable, Sendable {
    /// The smallest sample that at least half of the samples do not exceed (nearest rank).
    public var median: Double
    /// The smallest sample.
    public var minimum: Double
    /// The smallest sample that at least nine tenths of the samples do not exceed.
    public var ninetiethPercentile: Double
    /// The smallest sample that at least 99 in 100 samples do not exceed.
    public var ninetyNinthPercentile: Double
    /// The median distance from the median, as a share of it, scaled so that it equals the standard
    /// deviation of normally distributed samples (the normalized median absolute deviation): few outliers
    /// do not change it.
    public var spread: Double
    /// The number of samples.
    public var sampleCount: Int

    /// Summarizes samples in an HDR histogram, which keeps four significant digits.
    ///
    /// - Parameter samples: at least one, none negative, in any order, in nanoseconds or any unit of which a
    ///   thousandth is negligible.
    /// - Complexity: O(*n* log *n*).
    public init(_ samples: [Double]) {
        precondition(!samples.isEmpty, "statistics of no sample")
        var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .four)
        for sample in samples { histogram.record(UInt64((max(sample, 0) * Self.ticksPerUnit).rounded())) }
        func percentile(_ percentile: Double) -> Double {
            Double(histogram.valueAtPercentile(percentile)) / Self.ticksPerUnit
        }
        let median = percentile(50)
        self.median = median
        minimum = Double(histogram.min) / Self.ticksPerUnit
        ninetiethPercentile = percentile(90)
        ninetyNinthPercentile = percentile(99)
        let deviation = Self.median(of: samples.map { abs($0 - median) })
        spread = median > 0 ? 1.4826 * deviation / median : 0
        sampleCount = samples.count
    }

    init(
        median: Double, minimum: Double, ninetiethPercentile: Double, ninetyNinthPercentile: Double,
        spread: Double,
        sampleCount: Int
    ) {
        self.median = median
        self.minimum = minimum
        self.ninetiethPercentile = ninetiethPercentile
        self.ninetyNinthPercentile = ninetyNinthPercentile
        self.spread = spread
        self.sampleCount = sampleCount
    }

    /// Histograms count whole ticks.
    private static let ticksPerUnit = 1_000.0

    /// Returns the middle value, or the mean of the two in the middle.
    ///
    /// - Parameter values: at least one.
    /// - Complexity: O(*n* log *n*).
    public static func median(of values: [Double]) -> Double {
        precondition(!values.isEmpty, "the median of nothing")
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Returns the median of the ratios of paired samples, so that a temporary slowdown of the machine
    /// affects both.
    ///
    /// - Parameters:
    ///   - numerators: at least one sample.
    ///   - denominators: the same number of samples, none of them zero.
    public static func medianOfRatios(_ numerators: [Double], _ denominators: [Double]) -> Double {
        precondition(numerators.count == denominators.count, "samples that are no pairs")
        return median(of: zip(numerators, denominators).map { $0 / $1 })
    }
}
