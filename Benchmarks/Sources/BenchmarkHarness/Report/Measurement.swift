/// The cost of one call, as the report shows it.
public struct Measurement: Hashable, Sendable {
    /// Nanoseconds per call.
    public var nanoseconds: SampleStatistics
    /// Heap blocks that a call allocates, result included; nil if they were not counted.
    public var allocations: Int?
    /// Bytes of these blocks; nil if they were not counted.
    public var allocatedBytes: Int?

    /// Creates a measurement from times, and counts if there are any.
    public init(nanoseconds: SampleStatistics, count: AllocationCount? = nil) {
        self.nanoseconds = nanoseconds
        allocations = count?.allocations
        allocatedBytes = count?.allocatedBytes
    }
}

extension Measurement: Codable {
    private enum CodingKeys: String, CodingKey {
        case median, min, p90, p99, spread, samples, allocations, allocatedBytes
    }

    /// Writes all keys; missing counts are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nanoseconds.median, forKey: .median)
        try container.encode(nanoseconds.minimum, forKey: .min)
        try container.encode(nanoseconds.ninetiethPercentile, forKey: .p90)
        try container.encode(nanoseconds.ninetyNinthPercentile, forKey: .p99)
        try container.encode(nanoseconds.spread, forKey: .spread)
        try container.encode(nanoseconds.sampleCount, forKey: .samples)
        try container.encode(allocations, forKey: .allocations)
        try container.encode(allocatedBytes, forKey: .allocatedBytes)
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        nanoseconds = SampleStatistics(
            median: try container.decode(Double.self, forKey: .median),
            minimum: try container.decode(Double.self, forKey: .min),
            ninetiethPercentile: try container.decode(Double.self, forKey: .p90),
            ninetyNinthPercentile: try container.decode(Double.self, forKey: .p99),
            spread: try container.decode(Double.self, forKey: .spread),
            sampleCount: try container.decode(Int.self, forKey: .samples))
        allocations = try container.decode(Int?.self, forKey: .allocations)
        allocatedBytes = try container.decode(Int?.self, forKey: .allocatedBytes)
    }
}
