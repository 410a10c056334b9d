/// Two builds of one program, sampled in interleaved pairs.
public struct BuildComparison: Hashable, Sendable {
    /// The older build's path.
    public var oldProgram: String
    /// The newer build's path.
    public var newProgram: String
    /// The environment in which they ran.
    public var environment: MachineEnvironment
    /// The sampling parameters.
    public var sampling: PairedSampling
    /// The compared workloads.
    public var rows: [BuildComparisonRow] = []
    /// Workloads that one of the builds does not know.
    public var notCompared: [String] = []

    /// Creates a comparison without rows.
    public init(
        oldProgram: String, newProgram: String, environment: MachineEnvironment, sampling: PairedSampling
    ) {
        self.oldProgram = oldProgram
        self.newProgram = newProgram
        self.environment = environment
        self.sampling = sampling
    }

    /// Whether any figure is worse than the limit allows.
    public var isAnythingWorse: Bool { rows.contains { $0.isWorse } }
}

/// One workload, measured in two builds.
public struct BuildComparisonRow: Hashable, Sendable {
    /// The workload's name.
    public var name: String
    /// Rows of the queried table.
    public var rows: Int
    /// The number of pairs of samples.
    public var pairs: Int
    /// The older build's median of the mean over all cases.
    public var oldNanoseconds: Double
    /// The newer build's median of the mean over all cases.
    public var newNanoseconds: Double
    /// The median of the pairs' ratios new ÷ old, each the geometric mean of all cases, with its interval.
    public var ratio: Bootstrap.Estimate
    /// The verdict on time.
    public var verdict: Verdict
    /// Whether the interval is too wide to exclude a change.
    public var isNoisy: Bool
    /// Cases, of a workload with several, whose own interval gives the verdict better or worse.
    public var changedCases: [Case]
    /// Blocks that the older build allocates for one call of each case; nil if they are not counted.
    public var oldAllocations: Int?
    /// Blocks that the newer build allocates.
    public var newAllocations: Int?
    /// Bytes of the older build's blocks.
    public var oldAllocatedBytes: Int?
    /// Bytes of the newer build's blocks.
    public var newAllocatedBytes: Int?
    /// The verdict on blocks; nil if they are not counted.
    public var allocationVerdict: Verdict?
    /// The verdict on bytes; nil if they are not counted.
    public var byteVerdict: Verdict?

    /// One case that changed.
    public struct Case: Hashable, Sendable, Codable {
        /// The case's name.
        public var name: String
        /// The median of its ratios with its interval.
        public var ratio: Bootstrap.Estimate
        /// Better or worse.
        public var verdict: Verdict
    }

    init(
        name: String, old: SampleGreeting, new: SampleGreeting, samples: PairedSamples,
        sampling: PairedSampling
    ) {
        self.name = name
        rows = new.rows
        pairs = samples.count
        (oldNanoseconds, newNanoseconds) = samples.medianNanoseconds
        ratio = sampling.bootstrap.median(ofGroups: samples.ratios)
        verdict = Verdict(ratio, thresholds: sampling.thresholds)
        isNoisy = ratio.isNoisy(sampling.thresholds)
        changedCases =
            new.cases.count == 1
            ? []
            : new.cases.indices.compactMap { position in
                let ratio = sampling.bootstrap.median(ofGroups: samples.ratios(ofCase: position))
                let verdict = Verdict(ratio, thresholds: sampling.thresholds)
                guard verdict == .worse || verdict == .better else { return nil }
                return Case(name: new.cases[position].name, ratio: ratio, verdict: verdict)
            }
        func total(_ greeting: SampleGreeting, _ count: (SampleGreeting.Case) -> Int?) -> Int? {
            let counts = greeting.cases.compactMap(count)
            return counts.count == greeting.cases.count ? counts.reduce(0, +) : nil
        }
        oldAllocations = total(old, \.allocations)
        newAllocations = total(new, \.allocations)
        oldAllocatedBytes = total(old, \.allocatedBytes)
        newAllocatedBytes = total(new, \.allocatedBytes)
        if let oldAllocations, let newAllocations {
            allocationVerdict = Verdict(
                exact: oldAllocations, newAllocations, thresholds: sampling.thresholds)
        }
        if let oldAllocatedBytes, let newAllocatedBytes {
            byteVerdict = Verdict(
                exact: oldAllocatedBytes, newAllocatedBytes, thresholds: sampling.thresholds)
        }
    }

    /// Whether time, one case's time, blocks or bytes are worse than the limit allows.
    public var isWorse: Bool {
        [verdict, allocationVerdict, byteVerdict].contains(.worse)
            || changedCases.contains { $0.verdict == .worse }
    }
}

extension BuildComparison: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, kind, oldProgram, newProgram, environment, sampling, rows, notCompared,
            isAnythingWorse
    }

    /// Writes all keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schemaVersion)
        try container.encode("builds", forKey: .kind)
        try container.encode(oldProgram, forKey: .oldProgram)
        try container.encode(newProgram, forKey: .newProgram)
        try container.encode(environment, forKey: .environment)
        try container.encode(sampling, forKey: .sampling)
        try container.encode(rows, forKey: .rows)
        try container.encode(notCompared, forKey: .notCompared)
        try container.encode(isAnythingWorse, forKey: .isAnythingWorse)
    }
}

extension BuildComparisonRow: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, rows, pairs, oldNanoseconds, newNanoseconds, ratio, verdict, isNoisy, changedCases
        case oldAllocations, newAllocations, oldAllocatedBytes, newAllocatedBytes, allocationVerdict,
            byteVerdict
    }

    /// Writes all keys; what was not counted is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(rows, forKey: .rows)
        try container.encode(pairs, forKey: .pairs)
        try container.encode(oldNanoseconds, forKey: .oldNanoseconds)
        try container.encode(newNanoseconds, forKey: .newNanoseconds)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(isNoisy, forKey: .isNoisy)
        try container.encode(changedCases, forKey: .changedCases)
        try container.encode(oldAllocations, forKey: .oldAllocations)
        try container.encode(newAllocations, forKey: .newAllocations)
        try container.encode(oldAllocatedBytes, forKey: .oldAllocatedBytes)
        try container.encode(newAllocatedBytes, forKey: .newAllocatedBytes)
        try container.encode(allocationVerdict, forKey: .allocationVerdict)
        try container.encode(byteVerdict, forKey: .byteVerdict)
    }
}
