/// The results of one run.
public struct BenchmarkReport: Hashable, Sendable {
    /// The environment and the sources of the report.
    public var environment: MachineEnvironment
    /// The timed rows.
    public var workloads: [WorkloadResult] = []
    /// The memory of tables.
    public var memory: [MemoryResult] = []
    /// Other engines, measured side by side with the kernel.
    public var peers: [PeerResult] = []
    /// The number of queries whose allocations were counted and were only the blocks of their results. A
    /// query that allocates more ends the run.
    public var queriesWithoutExtraAllocations = 0
    /// What was not measured at all, and why.
    public var remarks: [String] = []
    /// The goals and whether they are met.
    public var goals: [Goal] = []

    /// Creates a report without figures.
    public init(environment: MachineEnvironment) {
        self.environment = environment
    }

    /// Returns the rows of a workload at one size; nil if it was not run.
    public func workload(_ name: String, rows: Int) -> WorkloadResult? {
        workloads.first { $0.name == name && $0.rows == rows }
    }

    /// The rows whose figures depend on the machine as much as on the kernel.
    public var noisyWorkloads: [WorkloadResult] { workloads.filter(\.isNoisy) }
}

extension BenchmarkReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, environment, workloads, memory, peers, queriesWithoutExtraAllocations, remarks,
            goals
    }

    /// The version of the JSON format. Keys may be added within a version.
    public static let schemaVersion = 1

    /// Writes the report.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(environment, forKey: .environment)
        try container.encode(workloads, forKey: .workloads)
        try container.encode(memory, forKey: .memory)
        try container.encode(peers, forKey: .peers)
        try container.encode(queriesWithoutExtraAllocations, forKey: .queriesWithoutExtraAllocations)
        try container.encode(remarks, forKey: .remarks)
        try container.encode(goals, forKey: .goals)
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .schemaVersion)
        guard version == Self.schemaVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .schemaVersion, in: container,
                debugDescription:
                    "schema version \(version); this program reads version \(Self.schemaVersion)")
        }
        environment = try container.decode(MachineEnvironment.self, forKey: .environment)
        workloads = try container.decode([WorkloadResult].self, forKey: .workloads)
        memory = try container.decode([MemoryResult].self, forKey: .memory)
        peers = try container.decode([PeerResult].self, forKey: .peers)
        queriesWithoutExtraAllocations = try container.decode(
            Int.self, forKey: .queriesWithoutExtraAllocations)
        remarks = try container.decode([String].self, forKey: .remarks)
        goals = try container.decode([Goal].self, forKey: .goals)
    }
}
