/// Two result files, row by row.
public struct ReportComparison: Hashable, Sendable {
    /// The thresholds at which a change counts.
    public var thresholds: Verdict.Thresholds
    /// The environment of the older report.
    public var oldEnvironment: MachineEnvironment
    /// The environment of the newer report.
    public var newEnvironment: MachineEnvironment
    /// Workloads that both reports contain, in the order of the newer one.
    public var rows: [RowComparison] = []
    /// Tables whose memory both reports contain.
    public var memory: [MemoryComparison] = []
    /// What only the older report contains.
    public var onlyInOld: [String] = []
    /// What only the newer report contains.
    public var onlyInNew: [String] = []

    /// Compares two reports.
    ///
    /// - Parameters:
    ///   - old: the older report.
    ///   - new: the newer report.
    ///   - thresholds: the thresholds at which a change counts.
    ///   - isChosen: whether a workload of this name is compared.
    public init(
        old: BenchmarkReport, new: BenchmarkReport, thresholds: Verdict.Thresholds = .init(),
        isChosen: (String) -> Bool = { _ in true }
    ) {
        self.thresholds = thresholds
        oldEnvironment = old.environment
        newEnvironment = new.environment
        let areTimesComparable = old.environment.cpu == new.environment.cpu
        for row in new.workloads where isChosen(row.name) {
            if let before = old.workload(row.name, rows: row.rows) {
                rows.append(
                    RowComparison(
                        old: before, new: row, thresholds: thresholds, areTimesComparable: areTimesComparable)
                )
            } else {
                onlyInNew.append(Self.title(row))
            }
        }
        for row in old.workloads where isChosen(row.name) && new.workload(row.name, rows: row.rows) == nil {
            onlyInOld.append(Self.title(row))
        }
        guard isChosen(MemoryComparison.name) else { return }
        for table in new.memory {
            if let before = old.memory.first(where: { $0.isSameTable(as: table) }) {
                memory.append(MemoryComparison(old: before, new: table, thresholds: thresholds))
            } else {
                onlyInNew.append(Self.title(table))
            }
        }
        for table in old.memory where !new.memory.contains(where: { $0.isSameTable(as: table) }) {
            onlyInOld.append(Self.title(table))
        }
    }

    /// The differences between the two environments, which a reader must know before reading any figure.
    public var environmentDifferences: [EnvironmentDifference] {
        func difference(_ name: String, _ value: (MachineEnvironment) -> String) -> EnvironmentDifference? {
            let (old, new) = (value(oldEnvironment), value(newEnvironment))
            return old == new ? nil : EnvironmentDifference(name: name, old: old, new: new)
        }
        return [
            difference("cpu", \.cpu), difference("cores") { String($0.cores) }, difference("os", \.os),
            difference("compiler", \.compiler),
            difference("cpuAffinity") { $0.cpuAffinity.map(String.init) ?? "none" },
        ].compactMap(\.self)
    }

    /// A property of the environment that differs.
    public struct EnvironmentDifference: Hashable, Sendable, Codable {
        /// The key of the environment.
        public var name: String
        /// The older report's value.
        public var old: String
        /// The newer report's value.
        public var new: String
    }

    /// Whether any figure is worse than the limit allows.
    public var isAnythingWorse: Bool {
        rows.contains { $0.isWorse }
            || memory.contains { table in table.figures.contains { $0.verdict == .worse } }
    }

    private static func title(_ row: WorkloadResult) -> String {
        "\(row.name), \(FigureText.grouped(row.rows)) rows"
    }

    private static func title(_ table: MemoryResult) -> String {
        "\(MemoryComparison.name), \(FigureText.grouped(table.rows)) rows, \(table.threads) threads"
    }
}

extension ReportComparison: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, kind, thresholds, oldEnvironment, newEnvironment, environmentDifferences, rows,
            memory
        case onlyInOld, onlyInNew, isAnythingWorse
    }

    /// Writes all keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schemaVersion)
        try container.encode("reports", forKey: .kind)
        try container.encode(thresholds, forKey: .thresholds)
        try container.encode(oldEnvironment, forKey: .oldEnvironment)
        try container.encode(newEnvironment, forKey: .newEnvironment)
        try container.encode(environmentDifferences, forKey: .environmentDifferences)
        try container.encode(rows, forKey: .rows)
        try container.encode(memory, forKey: .memory)
        try container.encode(onlyInOld, forKey: .onlyInOld)
        try container.encode(onlyInNew, forKey: .onlyInNew)
        try container.encode(isAnythingWorse, forKey: .isAnythingWorse)
    }
}
