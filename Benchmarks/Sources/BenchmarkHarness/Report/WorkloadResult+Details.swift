extension WorkloadResult {
    /// Alternative kernel calls, such as with more threads: names and median nanoseconds.
    public var variants: [(name: String, nanoseconds: Double)] {
        details.keys.sorted().compactMap { key in
            guard key.hasPrefix("speedUp: ") else { return nil }
            let name = String(key.dropFirst("speedUp: ".count))
            return details[name].map { (name, $0) }
        }
    }

    /// Returns the speed of a variant relative to the kernel's first call, as the median of the pairs'
    /// ratios.
    public func speedUp(of variant: String) -> Double? { details["speedUp: " + variant] }

    /// Returns the kernel's time relative to that of a reference, as the median of the pairs' ratios.
    public func ratio(toReference name: String) -> Double? { details["÷ reference: " + name] }

    /// Returns the median nanoseconds of one of several cases.
    public func median(ofCase name: String) -> Double? { details["case: " + name] }

    /// The key, among a row's details, of the number of inputs of a call, each of them a sample.
    static let inputCount = "inputs"

    /// Whether the row's samples are those of several cases or inputs, which naturally differ.
    public var hasCases: Bool {
        details.keys.contains { $0.hasPrefix("case: ") || $0 == Self.inputCount }
    }

    /// Whether the kernel's or the careful baseline's time changed by more than a tenth while it was
    /// measured, or any measured samples scatter by more than a tenth.
    public var isNoisy: Bool {
        if let drift, max(drift, 1 / drift) > 1.1 { return true }
        if hasCases { return false }
        return [kernel, careful, baseline].contains { ($0?.nanoseconds.spread ?? 0) > 0.1 }
    }

    /// Whether the row compares two sizes of another workload.
    public var isScaling: Bool { details[QuestionScaling.costRatio] != nil }

    /// Returns bytes read per second for a time, in 10^9; nil if a call reads none.
    public func gigabytesPerSecond(at nanoseconds: Double) -> Double? {
        bytes.map { Double($0) / nanoseconds }
    }
}
