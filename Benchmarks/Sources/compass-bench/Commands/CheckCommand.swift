import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Compares the kernel's costs with committed limits.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compare what the kernel costs with committed limits.",
        discussion: """
            Allocations, instructions and memory of a table are compared with what they were when the limits were \
            made, times only with other times of the same run. Exits 1 when a limit is missed, when something has \
            no limit, and when there is a limit for what is no more; 65 when the file of limits is broken, 66 when \
            there is none.
            """)

    @Option(help: "The file of limits; by default Benchmarks/Limits/limits.json here or above.")
    var limits: String?

    @Flag(help: "Measure and rewrite the file instead of comparing.")
    var renew = false

    @Option(
        help: "Only these groups, separated by commas: \(LimitGroup.allNames).", transform: LimitGroup.list)
    var only = LimitGroup.allCases

    @Option(help: "Only workloads whose name this regular expression matches.")
    var filter: String?

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    @Option(help: ArgumentHelp("The size that is set against the smallest.", visibility: .hidden))
    var largest = DatasetSize.million

    @Option(help: ArgumentHelp("A slow-down, to see that it is noticed.", visibility: .hidden))
    var deliberately: DeliberateSlowdown?

    private var isContinuousIntegration: Bool {
        !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
    }

    func validate() throws {
        if only.isEmpty { throw ValidationError("nothing to compare: --only names no group") }
        try WorkloadFilter.validate(filter)
        if renew, deliberately != nil { throw ValidationError("--renew does not go with --deliberately") }
        if renew, isContinuousIntegration {
            throw ValidationError("limits are not renewed in continuous integration: CI is set")
        }
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        let isChosen = try chosenWorkloads()
        let file = LimitsFile(path: try limits ?? LimitsFile.nearest())
        let old = try file.load(isNeeded: !renew)
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        let gate = Gate(
            inputs: WorkloadInputs(datasets: folder, report: progress.show), largest: largest,
            isChosen: isChosen, slowdown: deliberately,
            progress: progress, isContinuousIntegration: isContinuousIntegration)
        try progress.reportingFailures {
            if renew {
                try file.write(try gate.renewed(old, only, isPartial: filter != nil))
            } else {
                switch try gate.compare(with: old, only) {
                case .passed: break
                case .failed: throw ExitCode(1)
                case .nothing:
                    throw ValidationError("nothing to compare: no chosen group measures a chosen workload")
                }
            }
        }
    }
}

extension CheckCommand {
    /// Returns whether a workload, or a figure with another name, is to be measured.
    private func chosenWorkloads() throws -> (_ workload: String) -> Bool {
        let isChosen = try WorkloadFilter.predicate(filter)
        guard Benchmark.descriptions.contains(where: { isChosen($0.name) }) else {
            throw ValidationError("nothing to compare: no workload matches; compass-bench list names all")
        }
        return isChosen
    }
}

extension LimitGroup {
    static let allNames = allCases.map(\.rawValue).joined(separator: ", ")

    /// Returns the groups in a list such as `allocations,ratios`.
    static func list(_ text: String) throws -> [LimitGroup] {
        let names = text.split(separator: ",").map { $0.lowercased() }
        for name in names where LimitGroup(rawValue: name) == nil {
            throw ValidationError("unknown group '\(name)'; known are \(allNames)")
        }
        return allCases.filter { names.contains($0.rawValue) }
    }
}

extension DeliberateSlowdown: ExpressibleByArgument {}
extension DatasetSize: ExpressibleByArgument {}
