/// Confidence intervals of a median, without assumptions about the distribution of the values.
///
/// The interval is the percentile interval of Efron and Tibshirani, "An Introduction to the Bootstrap"
/// (1993), section 13.3: many samples are drawn from the sample with replacement, and the interval is the
/// middle 95% of their medians. Grouped values, such as those of one process each, are drawn in two steps,
/// first groups and then values of each group, as in Davison and Hinkley, "Bootstrap Methods and their
/// Application" (1997), section 3.8, and as Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time"
/// (2013), recommend: the uncertainty then includes the differences between processes. With few groups such
/// an interval is too narrow rather than too wide.
public struct Bootstrap: Hashable, Sendable, Codable {
    /// The number of resamples.
    public var resampleCount: Int
    /// The share of resampled medians within the interval.
    public var confidence: Double
    /// The seed of all draws.
    public var seed: UInt64

    /// Creates a bootstrap; by default 2,000 resamples and an interval of 95%.
    public init(resampleCount: Int = 2_000, confidence: Double = 0.95, seed: UInt64 = 1) {
        precondition(resampleCount > 0 && confidence > 0 && confidence < 1, "no such bootstrap")
        self.resampleCount = resampleCount
        self.confidence = confidence
        self.seed = seed
    }

    /// The median of values and its confidence interval.
    public struct Estimate: Hashable, Sendable, Codable {
        /// The median of all values.
        public var median: Double
        /// The interval's lower end.
        public var lower: Double
        /// The interval's upper end.
        public var upper: Double
    }

    /// Returns the median of independent values with its interval.
    ///
    /// - Parameter values: at least one.
    public func median(of values: [Double]) -> Estimate { median(ofGroups: [values]) }

    /// Returns the median of all values of some groups with its interval.
    ///
    /// - Parameter groups: at least one, each with at least one value.
    /// - Complexity: O(*r* *n* log *n*) with *r* resamples of *n* values.
    public func median(ofGroups groups: [[Double]]) -> Estimate {
        precondition(!groups.isEmpty && groups.allSatisfy { !$0.isEmpty }, "the median of nothing")
        var random = SplitMix64(seed: seed)
        var medians: [Double] = []
        medians.reserveCapacity(resampleCount)
        var drawn: [Double] = []
        for _ in 0..<resampleCount {
            drawn.removeAll(keepingCapacity: true)
            for _ in groups {
                let group =
                    groups.count == 1 ? groups[0] : groups[Int.random(in: groups.indices, using: &random)]
                for _ in group { drawn.append(group[Int.random(in: group.indices, using: &random)]) }
            }
            medians.append(SampleStatistics.median(of: drawn))
        }
        let ends = middle(of: medians)
        return Estimate(
            median: SampleStatistics.median(of: groups.flatMap(\.self)), lower: ends.lower, upper: ends.upper)
    }

    /// Returns the ends of the middle share of values; each side omits the same number, rounded down.
    func middle(of values: [Double]) -> (lower: Double, upper: Double) {
        let sorted = values.sorted()
        // Without the addition, 0.025 of 2,000 is 49.999….
        let leftOut = Int(((1 - confidence) / 2 * Double(sorted.count) + 1e-9).rounded(.down))
        return (sorted[leftOut], sorted[sorted.count - 1 - leftOut])
    }
}
