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

    @Flag(help: "Fewer samples, for a first look.")
    var quick = false

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    func validate() throws {
        if sizes.isEmpty { throw ValidationError("nothing to measure: --sizes names no size") }
        for path in [json, markdown].compactMap(\.self) {
            if !Self.canWrite(path) { throw ValidationError("'\(path)' cannot be written") }
        }
        if let filter, (try? Regex(filter)) == nil {
            throw ValidationError("'\(filter)' is no regular expression")
        }
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        let environment = MachineEnvironment.current(arguments: Array(CommandLine.arguments.dropFirst()))
        let pattern = try filter.map { try Regex($0) }
        let chosen = Benchmark.descriptions.map(\.name).filter { name in
            pattern.map { name.contains($0) } ?? true
        }
        guard !chosen.isEmpty else {
            throw ValidationError("nothing to measure: no workload matches; compass-bench list names all")
        }
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        var benchmark = Benchmark(
            inputs: WorkloadInputs(datasets: folder, report: progress.show), sizes: sizes.sorted(),
            isQuick: quick, progress: progress, report: BenchmarkReport(environment: environment))
        do {
            try benchmark.run(Set(chosen))
        } catch let failure as CheckFailure {
            progress.clear()
            FileHandle.standardError.write(Data("compass-bench: \(failure)\n".utf8))
            throw ExitCode(1)
        }
        var report = benchmark.report
        guard !report.workloads.isEmpty || !report.memory.isEmpty else {
            throw ValidationError(
                "nothing to measure: the chosen workloads need other sizes or another system")
        }
        if !AllocationCount.isAvailable {
            report.remarks.append(
                "Allocations and memory were not measured: the allocator keeps no statistics.")
        }
        report.goals = Goals.all(of: report)
        progress.clear()
        print(report.plainText, terminator: "")
        try write(report)
    }

    /// Whether a file can be made or replaced there: a report that was measured must not be lost.
    private static func canWrite(_ path: String) -> Bool {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            return !isFolder.boolValue && files.isWritableFile(atPath: path)
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return !path.isEmpty && files.fileExists(atPath: folder, isDirectory: &isFolder)
            && isFolder.boolValue && files.isWritableFile(atPath: folder)
    }

    private func write(_ report: BenchmarkReport) throws {
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(report) + [0x0A]).write(to: URL(fileURLWithPath: json))
        }
        if let markdown {
            try Data(report.markdown.utf8).write(to: URL(fileURLWithPath: markdown))
        }
    }
}
