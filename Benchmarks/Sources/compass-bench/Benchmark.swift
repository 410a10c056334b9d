import BenchmarkHarness
import CompassWorkloads
import Foundation

/// One run of workloads at some sizes, which fills a report.
struct Benchmark {
    let inputs: WorkloadInputs
    let sizes: [DatasetSize]
    let isQuick: Bool
    let progress: ProgressLine
    var report: BenchmarkReport
    /// How long each step took, in seconds.
    private(set) var durations: [(step: String, seconds: Double)] = []

    /// Names and descriptions of everything that can be run.
    static let descriptions: [(name: String, purpose: String)] =
        Workloads.questions.map { ($0.name, $0.purpose) }
        + Workloads.questions.compactMap { question in
            question.scalingName.map { ($0, "\(question.name) at the largest and the smallest size in turn") }
        }
        + PageEvents.descriptions
        + [
            (SearchIndexBuild.name, SearchIndexBuild.purpose), (TableMemory.name, TableMemory.purpose),
        ]

    /// Runs the named workloads, size by size, so that each dataset is loaded once.
    mutating func run(_ names: Set<String>) throws {
        let questions = Workloads.questions.filter { names.contains($0.name) }
        let countsMemory = names.contains(TableMemory.name) && AllocationCount.isAvailable
        let buildsIndex = names.contains(SearchIndexBuild.name) && AllocationCount.isAvailable
        let measuresPages = PageEvents.descriptions.contains { names.contains($0.name) }
        progress.begin(
            steps: sizes.count
                * (questions.count + (measuresPages ? 1 : 0) + (countsMemory ? 1 : 0) + (buildsIndex ? 1 : 0))
                + scalingNames(names).count)
        if countsMemory {
            for size in sizes {
                try step("\(TableMemory.name) at \(size.rawValue)") { benchmark in
                    benchmark.report.memory += try TableMemory.measure(
                        benchmark.inputs.datasets, size,
                        program: Bundle.main.executableURL ?? URL(fileURLWithPath: ""))
                }
            }
        }
        let runner = QuestionRunner(isQuick: isQuick)
        for size in sizes {
            for workload in questions {
                try step("\(workload.name) at \(size.rawValue)") { benchmark in
                    let (row, countedQueries) = try runner.run(
                        workload.name, try workload.prepare(benchmark.inputs, size),
                        progress: benchmark.progress.show)
                    benchmark.report.workloads.append(row)
                    benchmark.report.queriesWithoutExtraAllocations += countedQueries
                }
            }
            if measuresPages {
                try step("pages at \(size.rawValue)") { benchmark in
                    benchmark.report.workloads += try PageEvents.measure(
                        names, benchmark.inputs, size, isQuick: benchmark.isQuick,
                        progress: benchmark.progress.show)
                }
            }
            if buildsIndex {
                try step("\(SearchIndexBuild.name) at \(size.rawValue)") { benchmark in
                    benchmark.report.workloads.append(
                        try SearchIndexBuild.measure(
                            benchmark.inputs, size, times: benchmark.isQuick ? 1 : 3,
                            program: Bundle.main.executableURL ?? URL(fileURLWithPath: "")))
                }
            }
        }
        try runScaling(names)
        inputs.forgetTables()
    }

    /// Returns the names of comparisons of sizes among the named workloads; none if there is only one size.
    private func scalingNames(_ names: Set<String>) -> [String] {
        sizes.count < 2 ? [] : Workloads.questions.compactMap(\.scalingName).filter(names.contains)
    }

    private mutating func runScaling(_ names: Set<String>) throws {
        let names = scalingNames(names)
        guard !names.isEmpty, let smallest = sizes.first, let largest = sizes.last else { return }
        let chosen = Workloads.questions.filter { $0.scalingName.map(names.contains) ?? false }
        // The largest size first: its tables may still be loaded.
        let large = try chosen.map { try checked($0, largest) }
        let small = try chosen.map { try checked($0, smallest) }
        for (index, name) in names.enumerated() {
            try step(name) { benchmark in
                benchmark.report.workloads.append(
                    try QuestionScaling.run(
                        name, large: large[index], small: small[index], isQuick: benchmark.isQuick))
            }
        }
    }

    /// Performs one step of the progress, and notes how long it took.
    private mutating func step(_ name: String, _ body: (inout Benchmark) throws -> Void) throws {
        progress.show("preparing \(name)")
        let start = ContinuousClock.now
        try body(&self)
        durations.append((name, Sampler.seconds(since: start)))
        progress.advance()
    }

    /// A line that tells how long the run took, and which steps took longest.
    var durationText: String {
        let longest = durations.sorted { $0.seconds > $1.seconds }.prefix(8)
        return "Took \(Int(durations.reduce(0) { $0 + $1.seconds }.rounded())) s; longest: "
            + longest.map { "\($0.step) \(Int($0.seconds.rounded()))" }.joined(separator: ", ")
    }

    /// Returns a workload whose results equal the baselines'; they were already compared if its rows exist.
    private func checked(_ workload: CompassWorkload, _ size: DatasetSize) throws -> PreparedQuestion {
        let question = try workload.prepare(inputs, size)
        if report.workload(workload.name, rows: question.rows) == nil {
            progress.show("checking \(workload.name) at \(size.rawValue)")
            for one in question.cases { try one.check() }
        }
        return question
    }
}
