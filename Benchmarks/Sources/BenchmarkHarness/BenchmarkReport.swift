/// Everything that one run has found.
public struct BenchmarkReport: Sendable {
    /// Where and from what the report was made.
    public var environment: MachineEnvironment
    /// The timed rows.
    public var workloads: [WorkloadResult] = []
    /// What tables occupy.
    public var memory: [MemoryResult] = []
    /// How many queries were counted and allocated nothing but their result's own blocks. One that allocates
    /// more ends the run.
    public var queriesWithoutExtraAllocations = 0
    /// What was not measured as a whole, and why.
    public var remarks: [String] = []
    /// Goals and whether they are met.
    public var goals: [Goal] = []

    /// A report without figures.
    public init(environment: MachineEnvironment) {
        self.environment = environment
    }

    /// The rows of a workload at one size, nil when it was not run.
    public func workload(_ name: String, rows: Int) -> WorkloadResult? {
        workloads.first { $0.name == name && $0.rows == rows }
    }
}

extension BenchmarkReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, environment, workloads, memory, queriesWithoutExtraAllocations, remarks, goals
    }

    /// Writes the report.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schemaVersion)
        try container.encode(environment, forKey: .environment)
        try container.encode(workloads, forKey: .workloads)
        try container.encode(memory, forKey: .memory)
        try container.encode(queriesWithoutExtraAllocations, forKey: .queriesWithoutExtraAllocations)
        try container.encode(remarks, forKey: .remarks)
        try container.encode(goals, forKey: .goals)
    }
}
