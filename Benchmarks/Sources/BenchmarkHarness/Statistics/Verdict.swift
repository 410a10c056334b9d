/// How a newer figure compares with an older one when less is better.
public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    case better
    case slightlyBetter
    case same
    case slightlyWorse
    case worse

    /// The verdict in words.
    public var text: String {
        switch self {
        case .better, .same, .worse: rawValue
        case .slightlyBetter: "slightly better"
        case .slightlyWorse: "slightly worse"
        }
    }

    /// The thresholds at which a change counts.
    ///
    /// Both directions are treated alike: half the time is as far from 1 as twice the time.
    public struct Thresholds: Hashable, Sendable, Codable {
        /// A change up to this share is noise.
        public var noise: Double
        /// A change beyond this share is better or worse; up to it, slightly so.
        public var limit: Double

        /// Creates thresholds; by default 2% and 10%.
        public init(noise: Double = 0.02, limit: Double = 0.10) {
            self.noise = noise
            self.limit = limit
        }
    }

    /// Judges one ratio with its uncertainty.
    ///
    /// - Parameters:
    ///   - ratio: new ÷ old.
    ///   - uncertainty: the relative uncertainty of the ratio; a change within it counts as the same.
    ///   - thresholds: the thresholds at which a change counts; a change equal to a threshold does not exceed
    ///     it.
    public init(ratio: Double, uncertainty: Double = 0, thresholds: Thresholds = Thresholds()) {
        let factor = max(ratio, 1 / ratio)
        if Verdict.isWithin(max(thresholds.noise, uncertainty), factor) {
            self = .same
        } else {
            self = Verdict(isWorse: ratio > 1, isSlight: Verdict.isWithin(thresholds.limit, factor))
        }
    }

    /// Judges a ratio with its confidence interval: the verdict is the same unless the whole interval is
    /// beyond the noise threshold on one side; the ratio itself determines how much better or worse.
    public init(_ ratio: Bootstrap.Estimate, thresholds: Thresholds = Thresholds()) {
        let lower = Verdict(ratio: ratio.lower, thresholds: thresholds)
        let upper = Verdict(ratio: ratio.upper, thresholds: thresholds)
        let isWorse = lower.isWorse && upper.isWorse
        if isWorse || (lower.isBetter && upper.isBetter) {
            let factor = max(ratio.median, 1 / ratio.median)
            self = Verdict(isWorse: isWorse, isSlight: Verdict.isWithin(thresholds.limit, factor))
        } else {
            self = .same
        }
    }

    /// Judges counts, which have no noise: only equal ones are the same.
    public init(exact old: Int, _ new: Int, thresholds: Thresholds = Thresholds()) {
        if old == new {
            self = .same
        } else {
            let (less, more) = (Double(min(old, new)), Double(max(old, new)))
            self = Verdict(
                isWorse: new > old, isSlight: less > 0 && Verdict.isWithin(thresholds.limit, more / less))
        }
    }

    /// Whether the figure is worse or slightly worse.
    public var isWorse: Bool { self == .worse || self == .slightlyWorse }
    /// Whether the figure is better or slightly better.
    public var isBetter: Bool { self == .better || self == .slightlyBetter }

    private init(isWorse: Bool, isSlight: Bool) {
        self = isWorse ? (isSlight ? .slightlyWorse : .worse) : (isSlight ? .slightlyBetter : .better)
    }

    /// Returns whether a factor of 1 or more is a change of at most this share; 110 ÷ 100 is one of 10%,
    /// although neither is a binary fraction.
    private static func isWithin(_ share: Double, _ factor: Double) -> Bool {
        factor <= (1 + share) * (1 + 1e-12)
    }
}

extension Bootstrap.Estimate {
    /// Returns whether an interval that shows no change is too wide to exclude one beyond the noise
    /// threshold.
    public func isNoisy(_ thresholds: Verdict.Thresholds = Verdict.Thresholds()) -> Bool {
        let ends = [
            Verdict(ratio: lower, thresholds: thresholds), Verdict(ratio: upper, thresholds: thresholds),
        ]
        return Verdict(self, thresholds: thresholds) == .same && ends.contains { $0 != .same }
    }
}
