/// One workload in two reports.
public struct RowComparison: Hashable, Sendable {
    /// The workload's name.
    public var name: String
    /// Rows of the queried table.
    public var rows: Int
    /// The older row's kernel.
    public var old: Measurement
    /// The newer row's kernel.
    public var new: Measurement
    /// Kernel medians, new ÷ old: more is worse.
    public var timeRatio: Double
    /// The careful baseline's time ÷ the kernel's in the older run; nil if the baseline was not measured.
    public var oldCarefulRatio: Double?
    /// The same ratio in the newer run.
    public var newCarefulRatio: Double?
    /// The relative uncertainty of ``judgedRatio``, from the figures of the rows.
    public var uncertainty: Double
    /// The quantity that the verdict judges.
    public var basis: Basis
    /// The verdict on time; nil if nothing is comparable.
    public var verdict: Verdict?
    /// The verdict on allocated blocks; nil if they were not counted in both runs.
    public var allocationVerdict: Verdict?
    /// The verdict on allocated bytes; nil if they were not counted in both runs.
    public var byteVerdict: Verdict?
    /// Whether the rows are too noisy to detect a change at the noise threshold.
    public var isNoisy: Bool

    /// The quantity that a verdict judges.
    public enum Basis: String, Hashable, Sendable, Codable {
        /// The kernel's times, if both ran on one kind of processor.
        case time
        /// The kernel's times relative to the careful baseline's of the same run, which depend less on the
        /// processor.
        case careful
    }

    /// Compares two rows of the same name and size.
    ///
    /// - Parameters:
    ///   - old: the older row.
    ///   - new: the newer row.
    ///   - thresholds: the thresholds at which a change counts.
    ///   - areTimesComparable: whether both rows come from one kind of processor.
    public init(
        old: WorkloadResult, new: WorkloadResult, thresholds: Verdict.Thresholds, areTimesComparable: Bool
    ) {
        name = new.name
        rows = new.rows
        self.old = old.kernel
        self.new = new.kernel
        timeRatio = new.kernel.nanoseconds.median / old.kernel.nanoseconds.median
        oldCarefulRatio = old.carefulRatio
        newCarefulRatio = new.carefulRatio
        basis = areTimesComparable ? .time : .careful
        uncertainty = old.kernelUncertainty + new.kernelUncertainty
        if basis == .careful { uncertainty += old.carefulUncertainty + new.carefulUncertainty }
        isNoisy = uncertainty > thresholds.noise
        if let ratio = judgedRatio {
            verdict = Verdict(ratio: ratio, uncertainty: uncertainty, thresholds: thresholds)
        }
        if let before = old.kernel.allocations, let after = new.kernel.allocations {
            allocationVerdict = Verdict(exact: before, after, thresholds: thresholds)
        }
        if let before = old.kernel.allocatedBytes, let after = new.kernel.allocatedBytes {
            byteVerdict = Verdict(exact: before, after, thresholds: thresholds)
        }
    }

    /// The kernel relative to the careful baseline of the same run, new ÷ old: more is worse.
    public var carefulRelativeRatio: Double? {
        guard let oldCarefulRatio, let newCarefulRatio else { return nil }
        return oldCarefulRatio / newCarefulRatio
    }

    /// The ratio that the verdict judges.
    public var judgedRatio: Double? { basis == .time ? timeRatio : carefulRelativeRatio }

    /// Whether time, blocks or bytes are worse than the limit allows.
    public var isWorse: Bool { [verdict, allocationVerdict, byteVerdict].contains(.worse) }
}

extension RowComparison: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, rows, old, new, timeRatio, oldCarefulRatio, newCarefulRatio, carefulRelativeRatio,
            uncertainty
        case basis, verdict, allocationVerdict, byteVerdict, isNoisy
    }

    /// Writes all keys; missing values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(rows, forKey: .rows)
        try container.encode(old, forKey: .old)
        try container.encode(new, forKey: .new)
        try container.encode(timeRatio, forKey: .timeRatio)
        try container.encode(oldCarefulRatio, forKey: .oldCarefulRatio)
        try container.encode(newCarefulRatio, forKey: .newCarefulRatio)
        try container.encode(carefulRelativeRatio, forKey: .carefulRelativeRatio)
        try container.encode(uncertainty, forKey: .uncertainty)
        try container.encode(basis, forKey: .basis)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(allocationVerdict, forKey: .allocationVerdict)
        try container.encode(byteVerdict, forKey: .byteVerdict)
        try container.encode(isNoisy, forKey: .isNoisy)
    }
}

extension WorkloadResult {
    /// The relative uncertainty of the kernel's median: its change while the row was measured, or the
    /// standard error of a median, whichever is larger.
    var kernelUncertainty: Double {
        let drift = drift.map { max($0, 1 / $0) - 1 } ?? 0
        return max(drift, standardError(of: kernel))
    }

    /// The relative uncertainty of the careful baseline, which is measured once.
    var carefulUncertainty: Double { careful.map(standardError) ?? 0 }

    /// 1.2533 (the root of π ÷ 2) standard deviations over the root of the number of samples: the standard
    /// error of a median of normally distributed samples. The samples of several cases differ because the
    /// cases do.
    private func standardError(of measurement: Measurement) -> Double {
        if details[QuestionRunner.slowestCase] != nil { return 0 }
        return 1.2533 * measurement.nanoseconds.spread
            / Double(max(measurement.nanoseconds.sampleCount, 1)).squareRoot()
    }
}
