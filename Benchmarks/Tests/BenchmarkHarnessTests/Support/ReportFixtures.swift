@testable import BenchmarkHarness

extension MachineEnvironment {
    static func fixture(cpu: String = "Processor A", compiler: String = "Swift 6.3") -> MachineEnvironment {
        MachineEnvironment(
            cpu: cpu, cores: 2, os: "Linux", compiler: compiler, commit: "0123456789ab",
            date: "2026-03-01T12:00:00Z",
            command: "compass-bench run")
    }
}

extension Measurement {
    static func fixture(
        _ median: Double, spread: Double = 0, samples: Int = 100, allocations: Int? = nil, bytes: Int? = nil
    ) -> Measurement {
        var measurement = Measurement(
            nanoseconds: SampleStatistics(
                median: median, minimum: median / 2, ninetiethPercentile: median * 1.5,
                ninetyNinthPercentile: median * 2, spread: spread, sampleCount: samples))
        measurement.allocations = allocations
        measurement.allocatedBytes = bytes
        return measurement
    }
}

extension WorkloadResult {
    static func fixture(
        _ name: String = "social.page.30d", rows: Int = 10_000, kernel: Measurement,
        careful: Measurement? = nil,
        drift: Double? = nil
    ) -> WorkloadResult {
        var row = WorkloadResult(name: name, rows: rows, kernel: kernel, careful: careful)
        row.drift = drift
        row.answerChecked = true
        return row
    }
}

extension MemoryResult {
    static func fixture(rows: Int = 10_000, threads: Int = 1, live: Int = 1_000_000) -> MemoryResult {
        MemoryResult(
            rows: rows, threads: threads, liveBytes: live, peakLiveBytes: live * 2, allocations: 12,
            reportedBytes: live, textBytes: live / 2, fileBytes: live * 3, peakResidentBytes: nil)
    }
}

extension BenchmarkReport {
    static func fixture(
        _ workloads: [WorkloadResult], memory: [MemoryResult] = [],
        environment: MachineEnvironment = .fixture()
    ) -> BenchmarkReport {
        var report = BenchmarkReport(environment: environment)
        report.workloads = workloads
        report.memory = memory
        return report
    }
}
