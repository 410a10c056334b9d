import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Samples one workload on demand: the part of `compare --builds` that runs within each build.
struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Sample a workload whenever a line on standard input asks for it.",
        shouldDisplay: false)

    @Argument var workload: String
    @Option(transform: DatasetSize.one) var size = DatasetSize.tenThousand
    @Option var datasets: String?

    /// Returns the arguments that make a program sample.
    static func arguments(_ workload: String, _ size: DatasetSize, datasets: String?) -> [String] {
        [configuration.commandName ?? "sample", workload, "--size", size.rawValue]
            + (datasets.map { ["--datasets", $0] } ?? [])
    }

    func run() throws {
        guard let chosen = Workloads.questions.first(where: { $0.name == workload }) else {
            return try write(SampleWorker.unknownQuestion(workload))
        }
        let worker: SampleWorker
        do {
            let folder = try DatasetFolder(path: datasets) { _ in }
            let inputs = WorkloadInputs(datasets: folder) { _ in }
            worker = try SampleWorker(try chosen.prepare(inputs, size))
        } catch {
            return try write(SampleWorker.refusal(String(describing: error)))
        }
        try worker.serve(nextLine: { readLine() }, write: write)
    }

    private func write(_ line: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
