import BenchmarkHarness
import CompassWorkloads
import Foundation

/// The groups of each workload's cases, which are known only when the workload is prepared.
///
/// The tool runs each benchmark in a process of its own, and each process registers all benchmarks. `CI/check-suite`
/// names a file, in which the first process leaves the groups for the others.
struct SuiteGroups {
    static let variable = "COMPASS_SUITE_GROUPS"

    private let file: URL?
    private var groups: [String: [String]]

    /// Reads the file that the variable names, if there is one.
    init() {
        file = ProcessInfo.processInfo.environment[Self.variable].map { URL(fileURLWithPath: $0) }
        let saved = file.flatMap { try? Data(contentsOf: $0) }
        groups = saved.flatMap { try? JSONDecoder().decode([String: [String]].self, from: $0) } ?? [:]
    }

    /// Returns the groups of a workload, which `prepare` prepares if they are not known.
    mutating func names(
        of workload: CompassWorkload, prepare: () throws -> PreparedQuestion
    ) throws -> [String] {
        if let known = groups[workload.name] { return known }
        let names = CaseGroup.names(in: try prepare())
        groups[workload.name] = names
        return names
    }

    /// Leaves the groups for the next process.
    func save() throws {
        guard let file else { return }
        try JSONEncoder().encode(groups).write(to: file, options: .atomic)
    }
}
