/// What one call costs, as the report shows it.
public struct Measurement: Hashable, Sendable {
    /// Nanoseconds a call.
    public var nanoseconds: SampleStatistics
    /// Heap blocks that a call allocates, result included; nil where it was not counted.
    public var allocations: Int?
    /// Bytes of these blocks; nil where it was not counted.
    public var allocatedBytes: Int?

    /// Times, and counts where there are any.
    public init(nanoseconds: SampleStatistics, count: AllocationCount? = nil) {
        self.nanoseconds = nanoseconds
        allocations = count?.allocations
        allocatedBytes = count?.allocatedBytes
    }
}

extension Measurement: Encodable {
    private enum CodingKeys: String, CodingKey {
        case median, min, p90, samples, allocations, allocatedBytes
    }

    /// Writes all keys; what was not counted is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nanoseconds.median, forKey: .median)
        try container.encode(nanoseconds.minimum, forKey: .min)
        try container.encode(nanoseconds.ninetiethPercentile, forKey: .p90)
        try container.encode(nanoseconds.sampleCount, forKey: .samples)
        try container.encode(allocations, forKey: .allocations)
        try container.encode(allocatedBytes, forKey: .allocatedBytes)
    }
}
