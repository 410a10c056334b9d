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
                // A time says as much about the machine as about the kernel.
                .wallClock: .none, CaseGroup.allocations: .strict, CaseGroup.allocatedBytes: .strict,
            ])
        let sizes = try SuiteSizes.chosen()
        let progress = ProgressLine()
        defer { progress.clear() }
        let inputs = WorkloadInputs(
            datasets: try DatasetFolder(path: nil, report: progress.show), report: progress.show)
        for workload in Workloads.questions {
            // Groups are the same at each size; a large dataset is only loaded by the benchmark that asks it.
            let question = try workload.prepare(inputs, sizes[0])
            for group in CaseGroup.names(in: question) {
                for size in sizes { CaseGroup(workload, size, group, inputs).register() }
            }
        }
    }
}

/// Ends the process where `body` throws.
///
/// Neither an error that is handed to the tool nor one that a set-up throws makes the tool exit with another
/// code than 0; a process that fails does.
func orExit<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch {
        FileHandle.standardError.write(Data("CompassSuite: \(error)\n".utf8))
        exit(1)
    }
}
