import ArgumentParser
import BenchmarkHarness
import CompassPeers
import CompassWorkloads
import Foundation

/// Measures other engines side by side with the kernel.
struct PeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", abstract: "Measure other engines side by side with the kernel.",
        discussion: """
            SQLite runs in this process, the others in Python processes; make bench-peers installs them. One that \
            is not installed is reported as not run. Each engine's answers are compared with the kernel's before \
            anything is timed, and its samples are taken in turn with the kernel's.
            """)

    @Option(help: "The size, one of \(DatasetSize.allNames).", transform: DatasetSize.one)
    var size = DatasetSize.million

    @Option(help: "Engines, separated by commas: \(PeerRun.engines.map(\.name).joined(separator: ", ")).")
    var engines: String?

    @Option(help: "The Python interpreter with the engines' packages.")
    var python = "python3"

    @Option(help: "The folder of worker.py; by default Benchmarks/Peers beside the datasets' folder.")
    var peers: String?

    @Option(help: "Write the results as JSON to this file.")
    var json: String?

    @Option(help: "Put the results into this report, which run --json has written.")
    var into: String?

    @Flag(help: "Fewer samples, for a first look.")
    var quick = false

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    func validate() throws { try OutputFile.requireWritable([json, into]) }

    func run() throws {
        let progress = ProgressLine()
        let earlier = try into.map { try ReportFile.readOrRefuse(path: $0) }
        defer { progress.clear() }
        let known = PeerRun.engines.map(\.name)
        let chosen = engines.map { $0.split(separator: ",").map(String.init) } ?? known
        if let unknown = chosen.first(where: { !known.contains($0) }) {
            throw ValidationError("unknown engine '\(unknown)'; known are \(known.joined(separator: ", "))")
        }
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        let inputs = WorkloadInputs(datasets: folder, report: progress.show)
        let run = PeerRun(inputs, size: size, isQuick: quick, report: progress.show)
        let programs = peers ?? folder.path + "/../Benchmarks/Peers"
        progress.begin(
            steps: PeerRun.engines.filter { chosen.contains($0.name) }.map(\.threads.count).reduce(0, +))
        var report = BenchmarkReport(
            environment: .current(arguments: Array(CommandLine.arguments.dropFirst())))
        if let earlier, !earlier.environment.isSameMachineAndCommit(as: report.environment) {
            throw ValidationError(
                "'\(into ?? "")' was measured on another machine or at another commit: \(earlier.environment.cpu), "
                    + "\(earlier.environment.commit); run compass-bench run --json again")
        }
        try progress.reportingFailures {
            report.peers = try run.run(
                Set(chosen),
                python: PeerRun.Python(
                    interpreter: python, worker: programs + "/worker.py",
                    fileWorker: programs + "/file_worker.py"),
                done: { _ in progress.advance() })
        }
        report.goals = Goals.all(of: report)
        progress.clear()
        print(report.plainText, terminator: "")
        try OutputFile.write(report, to: json)
        if var merged = earlier {
            merged.peers = report.peers
            merged.environment.command += " && " + report.environment.command
            merged.goals = Goals.all(of: merged)
            try OutputFile.write(merged, to: into)
        }
    }
}
