import Benchmark
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// What `swift package benchmark` runs: every workload at every chosen size, a benchmark for each group of
/// cases.
let benchmarks: @Sendable () -> Void = {
    orExit {
        Benchmark.defaultConfiguration = .init(
            metrics: [.wallClock, CaseGroup.allocations, CaseGroup.allocatedBytes],
            thresholds: [
                // A time depends on the machine as much as on the kernel.
                .wallClock: .none, CaseGroup.allocations: .strict, CaseGroup.allocatedBytes: .strict,
            ])
        let sizes = try SuiteSizes.chosen()
        let progress = ProgressLine()
        defer { progress.clear() }
        let inputs = WorkloadInputs(
            datasets: try DatasetFolder(path: nil, report: progress.show), report: progress.show)
        var groups = SuiteGroups()
        for workload in Workloads.questions {
            // The groups are the same at each size; only a benchmark that uses a large dataset loads it.
            let names = try groups.names(of: workload) { try workload.prepare(inputs, sizes[0]) }
            for group in names {
                for size in sizes { CaseGroup(workload, size, group, inputs).register() }
            }
        }
        try groups.save()
    }
}

/// Ends the process if `body` throws.
///
/// The tool exits with code 0 even if a benchmark reports an error or its set-up throws; only a process that
/// fails changes the exit code.
func orExit<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch {
        FileHandle.standardError.write(Data("CompassSuite: \(error)\n".utf8))
        exit(1)
    }
}
