import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Reports what is better, worse or the same.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Say what is better, worse or the same: of two reports or of two builds.",
        discussion: """
            Without --builds, OLD and NEW are files of run --json, compared row by row. With --builds they are two \
            builds of this program, which are sampled in interleaved pairs. Changes up to 2% are noise, beyond 10% \
            something is better or worse. Exits 66 when a file is missing and 65 when it cannot be read.
            """)

    @Argument(help: "The older report, or the older build.") var old: String
    @Argument(help: "The newer report, or the newer build.") var new: String

    @Flag(help: "OLD and NEW are builds of this program, which are measured now.")
    var builds = false

    @Option(help: "Only workloads whose name this regular expression matches.")
    var filter: String?

    @Option(help: "With --builds: sizes, separated by commas (default: 10k).", transform: DatasetSize.list)
    var sizes: [DatasetSize]?

    @Option(help: "With --builds: pairs of samples of each workload (default: 60).")
    var pairs: Int?

    @Option(help: "With --builds: how often both builds are started anew (default: 5).")
    var rounds: Int?

    @Option(help: "With --builds: the seed of the resampling (default: 1).")
    var seed: UInt64?

    @Option(help: "With --builds: bind both to the processor of this number (Linux).")
    var cpu: Int?

    @Option(help: "With --builds: the folder of manifest.json and generated/.")
    var datasets: String?

    @Flag(help: "Exit 1 when something is worse by more than 10%.")
    var failOnWorse = false

    @Option(help: "Write the comparison as JSON to this file.")
    var json: String?

    @Option(help: "Write the comparison as Markdown to this file.")
    var markdown: String?

    func validate() throws {
        let onlyForBuilds: [(String, Bool)] = [
            ("--sizes", sizes != nil), ("--pairs", pairs != nil), ("--rounds", rounds != nil),
            ("--seed", seed != nil), ("--cpu", cpu != nil), ("--datasets", datasets != nil),
        ]
        if !builds, let (name, _) = onlyForBuilds.first(where: \.1) {
            throw ValidationError("\(name) needs --builds: reports are compared as they are")
        }
        if let sizes, sizes.isEmpty { throw ValidationError("nothing to measure: --sizes names no size") }
        for (name, value) in [("--pairs", pairs), ("--rounds", rounds)] {
            if let value, !(1...100_000).contains(value) {
                throw ValidationError("\(name) is \(value); it is a number from 1 to 100000")
            }
        }
        try OutputFile.requireWritable([json, markdown])
        try WorkloadFilter.validate(filter)
    }

    func run() throws {
        do {
            try builds ? compareBuilds() : compareReports()
        } catch let failure as SampleProcess.Failure {
            throw Refusal(failure.description, status: .unreadableInput).reported()
        } catch let failure as CheckFailure {
            throw Refusal(failure.description, status: .failure).reported()
        }
    }

    private func compareReports() throws {
        let isChosen = try WorkloadFilter.predicate(filter)
        let comparison = ReportComparison(
            old: try ReportFile.readOrRefuse(path: old), new: try ReportFile.readOrRefuse(path: new),
            isChosen: isChosen)
        if comparison.rows.isEmpty, comparison.memory.isEmpty, comparison.onlyInOld.isEmpty,
            comparison.onlyInNew.isEmpty
        {
            throw ValidationError("nothing to compare: no row of either report matches")
        }
        print(comparison.plainText, terminator: "")
        try OutputFile.write(comparison, to: json)
        try OutputFile.write(comparison.markdown, to: markdown)
        if failOnWorse, comparison.isAnythingWorse { throw ExitCode(1) }
    }

    private func compareBuilds() throws {
        for program in [old, new] { try requireProgram(program) }
        if let cpu { try ProcessorOption.bind(cpu) }
        let isChosen = try WorkloadFilter.predicate(filter)
        let names = Workloads.questions.map(\.name).filter(isChosen)
        guard !names.isEmpty else {
            throw ValidationError("nothing to measure: no workload matches; compass-bench list names all")
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        var environment = MachineEnvironment.current(arguments: Array(CommandLine.arguments.dropFirst()))
        environment.cpuAffinity = cpu
        let sampling = PairedSampling(
            pairs: pairs ?? 60, rounds: rounds ?? 5, bootstrap: Bootstrap(seed: seed ?? 1))
        var comparison = BuildComparison(
            oldProgram: old, newProgram: new, environment: environment, sampling: sampling)
        for size in sizes ?? [.tenThousand] {
            for name in names {
                let arguments = SampleCommand.arguments(name, size, datasets: datasets)
                do {
                    comparison.rows.append(
                        try sampling.run(
                            name, startOld: { try SampleProcess(program: old, arguments: arguments) },
                            startNew: { try SampleProcess(program: new, arguments: arguments) },
                            progress: progress.show))
                } catch let failure as SampleProcess.Failure where failure.isQuestionUnknown {
                    comparison.notCompared.append("\(name) at \(size.rawValue): \(failure.description)")
                }
            }
        }
        progress.clear()
        print(comparison.plainText, terminator: "")
        try OutputFile.write(comparison, to: json)
        try OutputFile.write(comparison.markdown, to: markdown)
        if failOnWorse, comparison.isAnythingWorse { throw ExitCode(1) }
    }

    private func requireProgram(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            let advice =
                "build it with swift build -c release --package-path Benchmarks --product compass-bench"
            throw Refusal("'\(path)' does not exist; \(advice)", status: .missingInput).reported()
        }
        guard !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path) else {
            throw Refusal(
                "'\(path)' is no program that can be run; without --builds reports are compared",
                status: .unreadableInput
            ).reported()
        }
    }
}
