extension WorkloadResult {
    /// Other ways of the kernel to do the same, such as with more threads: names and median nanoseconds.
    public var variants: [(name: String, nanoseconds: Double)] {
        details.keys.sorted().compactMap { key in
            guard key.hasPrefix("speedUp: ") else { return nil }
            let name = String(key.dropFirst("speedUp: ".count))
            return details[name].map { (name, $0) }
        }
    }

    /// How many times as fast as the kernel's first way a variant is, as the median of ratios of pairs.
    public func speedUp(of variant: String) -> Double? { details["speedUp: " + variant] }

    /// The median nanoseconds of one of several cases.
    public func median(ofCase name: String) -> Double? { details["case: " + name] }

    /// The key, among a row's details, of how many inputs a call went through, each of them a sample.
    static let inputCount = "inputs"

    /// Whether the row's samples are those of several cases or inputs, which differ by nature.
    public var hasCases: Bool {
        details.keys.contains { $0.hasPrefix("case: ") || $0 == Self.inputCount }
    }

    /// Whether the kernel's or the careful baseline's time changed by more than a tenth while it was
    /// measured, or the samples of anything that was measured scatter by more than a tenth.
    public var isNoisy: Bool {
        if let drift, max(drift, 1 / drift) > 1.1 { return true }
        if hasCases { return false }
        return [kernel, careful, baseline].contains { ($0?.nanoseconds.spread ?? 0) > 0.1 }
    }

    /// Whether the row sets two sizes of another workload against each other.
    public var isScaling: Bool { details[QuestionScaling.costRatio] != nil }

    /// Bytes read per second at a time, in 10^9; nil where a call reads none.
    public func gigabytesPerSecond(at nanoseconds: Double) -> Double? {
        bytes.map { Double($0) / nanoseconds }
    }
}
