import Benchmark
import BenchmarkHarness
import CompassWorkloads

/// The cases of a workload that share a group, at one size: one benchmark of the tool.
final class CaseGroup {
    /// Blocks that one call of each case allocates. Counted here, because the tool's own counters are not
    /// exact.
    static let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
    /// Bytes of these blocks, as large as the allocator made them.
    static let allocatedBytes = BenchmarkMetric.custom("allocated bytes", useScalingFactor: false)

    private let workload: CompassWorkload
    private let size: DatasetSize
    private let group: String
    private let inputs: WorkloadInputs
    private var calls: [Call] = []
    private var counts: (allocations: Int, allocatedBytes: Int) = (0, 0)
    /// Calls so far, so that each batch goes on where the last one ended, with other cases and other
    /// instants.
    private var callCount = 0

    init(_ workload: CompassWorkload, _ size: DatasetSize, _ group: String, _ inputs: WorkloadInputs) {
        self.workload = workload
        self.size = size
        self.group = group
        self.inputs = inputs
    }

    /// The groups of a question, in the order in which they first occur.
    static func names(in question: PreparedQuestion) -> [String] {
        question.cases.map(\.group).reduce(into: []) { names, group in
            if !names.contains(group) { names.append(group) }
        }
    }

    /// The workload, the size and the group, in characters that the tool leaves alone in the names of files.
    var name: String {
        let words = group.lowercased().filter { $0 == " " || $0.isLetter || $0.isNumber }
            .split(separator: " ").joined(separator: "-")
        return [workload.name, size.rawValue, words].filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Makes the group known to the tool, which runs each benchmark in a process of its own.
    func register() {
        var benchmark: Benchmark?
        benchmark = Benchmark(name, closure: run) { [self] in
            let hasShortCalls = orExit { try prepare() }
            guard let benchmark else { return }
            // The tool reads both only after this.
            if benchmark.configuration.metrics.contains(.wallClock) {
                if hasShortCalls { benchmark.configuration.scalingFactor = .kilo }
            } else {
                // Nobody asked for the time, and the counts are known.
                benchmark.configuration.maxIterations = 1
            }
        }
    }

    /// Loads what the cases need, checks their answers and counts what they allocate.
    ///
    /// - Returns: whether calls are so short that a thousand belong into a sample.
    private func prepare() throws -> Bool {
        let progress = ProgressLine()
        defer { progress.clear() }
        progress.show("checking \(name)")
        let cases = try workload.prepare(inputs, size).cases.filter { $0.group == group }
        try CheckFailure.unless(!cases.isEmpty, "\(name) has no case")
        for one in cases { try one.check() }
        for one in cases { try count(one.kernel) }
        calls = cases.map(\.kernel)
        for call in calls { try call.prepare() }
        let start = ContinuousClock.now
        for call in calls { try call(0) }
        return Sampler.seconds(since: start) < 1e-3 * Double(calls.count)
    }

    private func count(_ kernel: Call) throws {
        guard let count = try kernel.settledAllocations() else {
            throw CheckFailure("allocations cannot be counted on this system")
        }
        counts.allocations += count.allocations
        counts.allocatedBytes += count.allocatedBytes
    }

    /// One sample of the time, and the counts beside it.
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
