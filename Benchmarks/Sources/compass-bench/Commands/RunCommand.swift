import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Runs workloads and reports.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the workloads and report.",
        discussion: """
            Every answer is compared with the careful baseline's before anything is timed. Exits 1 when an answer \
            differs or a query allocates more than its result; a time that misses its goal only shows in the report.
            """)

    @Option(help: "Sizes, separated by commas: \(DatasetSize.allNames).", transform: DatasetSize.list)
    var sizes = DatasetSize.allCases

    @Option(help: "Only workloads whose name this regular expression matches.")
    var filter: String?

    @Option(help: "Write the report as JSON to this file.")
    var json: String?

    @Option(help: "Write the report as Markdown to this file.")
    var markdown: String?

    @Option(help: "Write the report as a page for a browser to this file.")
    var html: String?

    @Flag(help: "Fewer samples, for a first look.")
    var quick = false

    @Option(help: "Bind the program to the processor of this number (Linux).")
    var cpu: Int?

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    func validate() throws {
        if sizes.isEmpty { throw ValidationError("nothing to measure: --sizes names no size") }
        try OutputFile.requireWritable([json, markdown, html])
        try WorkloadFilter.validate(filter)
    }

    func run() throws {
        if let cpu { try ProcessorOption.bind(cpu) }
        let progress = ProgressLine()
        defer { progress.clear() }
        var environment = MachineEnvironment.current(arguments: Array(CommandLine.arguments.dropFirst()))
        environment.cpuAffinity = cpu
        let chosen = Benchmark.descriptions.map(\.name).filter(try WorkloadFilter.predicate(filter))
        guard !chosen.isEmpty else {
            throw ValidationError("nothing to measure: no workload matches; compass-bench list names all")
        }
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        var benchmark = Benchmark(
            inputs: WorkloadInputs(datasets: folder, report: progress.show), sizes: sizes.sorted(),
            isQuick: quick, progress: progress, report: BenchmarkReport(environment: environment))
        try progress.reportingFailures {
            try benchmark.run(Set(chosen))
        }
        var report = benchmark.report
        guard !report.workloads.isEmpty || !report.memory.isEmpty else {
            throw ValidationError(
                "nothing to measure: the chosen workloads need other sizes or another system")
        }
        if !AllocationCount.isAvailable {
            report.remarks.append(
                "Allocations and memory were not measured: they cannot be counted on this system.")
        }
        if let cpu {
            report.remarks.append(
                "Bound to processor \(cpu), which two threads share where two are measured.")
        }
        report.goals = Goals.all(of: report)
        progress.clear()
        print(report.plainText)
        print(benchmark.durationText)
        try OutputFile.write(report, to: json)
        try OutputFile.write(report.markdown, to: markdown)
        try OutputFile.write(report.html, to: html)
    }
}
