/// Confidence intervals of a median, without a belief about how the values are distributed.
///
/// The interval is the percentile interval of Efron and Tibshirani, "An Introduction to the Bootstrap"
/// (1993), section 13.3: the median of many samples drawn from the sample, with replacement, and of these
/// medians the middle 95%. Values that come in groups, such as those of one process each, are drawn in two
/// steps, groups first and then values of each, as Davison and Hinkley, "Bootstrap Methods and their
/// Application" (1997), section 3.8, do it and Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time"
/// (2013), ask for: what differs between processes is then part of the uncertainty. With few groups such an
/// interval is too narrow rather than too wide.
public struct Bootstrap: Hashable, Sendable, Codable {
    /// How many samples are drawn.
    public var resampleCount: Int
    /// The share of resampled medians within the interval.
    public var confidence: Double
    /// What all draws follow from.
    public var seed: UInt64

    /// By default 2,000 samples and an interval of 95%.
    public init(resampleCount: Int = 2_000, confidence: Double = 0.95, seed: UInt64 = 1) {
        precondition(resampleCount > 0 && confidence > 0 && confidence < 1, "no such bootstrap")
        self.resampleCount = resampleCount
        self.confidence = confidence
        self.seed = seed
    }

    /// The median of values and its interval.
    public struct Estimate: Hashable, Sendable, Codable {
        /// The median of all values.
        public var median: Double
        /// The interval's lower end.
        public var lower: Double
        /// The interval's upper end.
        public var upper: Double
    }

    /// The median of values that are independent of each other.
    ///
    /// - Parameter values: at least one.
    public func median(of values: [Double]) -> Estimate { median(ofGroups: [values]) }

    /// The median of all values of some groups.
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

    /// The ends of the middle share of values: equally many are left out on either side, rounded down.
    func middle(of values: [Double]) -> (lower: Double, upper: Double) {
        let sorted = values.sorted()
        // Without the addition, 0.025 of 2,000 is 49.999….
        let leftOut = Int(((1 - confidence) / 2 * Double(sorted.count) + 1e-9).rounded(.down))
        return (sorted[leftOut], sorted[sorted.count - 1 - leftOut])
    }
}
