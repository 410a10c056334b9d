import Benchmark
import BenchmarkHarness
import CompassWorkloads

/// The cases of a workload that share a group, at one size: one benchmark of the tool.
final class CaseGroup {
    /// Blocks that one call of each case allocates, counted here because the tool's own counters are not
    /// exact.
    static let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
    /// The size of these blocks in bytes, as rounded up by the allocator.
    static let allocatedBytes = BenchmarkMetric.custom("allocated bytes", useScalingFactor: false)

    private let workload: CompassWorkload
    private let size: DatasetSize
    private let group: String
    private let inputs: WorkloadInputs
    private var calls: [Call] = []
    private var counts: (allocations: Int, allocatedBytes: Int) = (0, 0)
    /// The number of calls so far, so that each batch continues with other cases and other instants.
    private var callCount = 0

    init(_ workload: CompassWorkload, _ size: DatasetSize, _ group: String, _ inputs: WorkloadInputs) {
        self.workload = workload
        self.size = size
        self.group = group
        self.inputs = inputs
    }

    /// Returns the groups of a workload, in the order in which they first occur.
    static func names(in question: PreparedQuestion) -> [String] {
        question.cases.map(\.group).reduce(into: []) { names, group in
            if !names.contains(group) { names.append(group) }
        }
    }

    /// The workload, the size and the group, in characters that the tool keeps unchanged in file names.
    var name: String {
        let words = group.lowercased().filter { $0 == " " || $0.isLetter || $0.isNumber }
            .split(separator: " ").joined(separator: "-")
        return [workload.name, size.rawValue, words].filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Registers the group with the tool, which runs each benchmark in its own process.
    func register() {
        var benchmark: Benchmark?
        benchmark = Benchmark(name, closure: run) { [self] in
            guard let benchmark else { return }
            let isTimed = benchmark.configuration.metrics.contains(.wallClock)
            let hasShortCalls = orExit { try prepare(isTimed: isTimed) }
            // The tool reads both only after this point.
            if isTimed {
                if hasShortCalls { benchmark.configuration.scalingFactor = .kilo }
            } else {
                // The counts are known.
                benchmark.configuration.maxIterations = 1
            }
        }
    }

    /// Loads what the cases require, checks the results of those that are timed, and counts allocations.
    ///
    /// The baseline takes minutes for all results, which `compass-bench run --quick` compares as well.
    ///
    /// - Returns: whether calls are so short that a sample requires a thousand of them.
    private func prepare(isTimed: Bool) throws -> Bool {
        let progress = ProgressLine()
        defer { progress.clear() }
        progress.show("checking \(name)")
        try preparedCases().rehearse()
        let cases = try preparedCases()
        try CheckFailure.unless(!cases.isEmpty, "\(name) has no case")
        if isTimed { for one in cases { try one.check() } }
        for one in cases { try count(one.kernel) }
        calls = cases.map(\.kernel)
        for call in calls { try call.prepare() }
        let start = ContinuousClock.now
        for call in calls { try call(0) }
        return Sampler.seconds(since: start) < 1e-3 * Double(calls.count)
    }

    private func preparedCases() throws -> [QuestionCase] {
        try workload.prepare(inputs, size).cases.filter { $0.group == group }
    }

    private func count(_ kernel: Call) throws {
        guard let count = try kernel.settledAllocations() else {
            throw CheckFailure("allocations cannot be counted on this system")
        }
        counts.allocations += count.allocations
        counts.allocatedBytes += count.allocatedBytes
    }

    /// Takes one sample of the time and reports the counts with it.
    private func run(_ benchmark: Benchmark) {
        orExit { for call in calls { try call.prepare() } }
        benchmark.startMeasurement()
        orExit {
            for _ in benchmark.scaledIterations {
                try calls[callCount % calls.count](callCount / calls.count)
                callCount += 1
            }
        }
        benchmark.stopMeasurement()
        benchmark.measurement(CaseGroup.allocations, counts.allocations)
        benchmark.measurement(CaseGroup.allocatedBytes, counts.allocatedBytes)
    }
}
