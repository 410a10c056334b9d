import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Runs queries within ``MeasuredCall``, one measured call for each case, and prints which: the program that
/// runs under an instruction counter.
struct InstructionProbeCommand: ParsableCommand {
    static let name = "instruction-probe"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Ask questions for an instruction counter.", shouldDisplay: false)

    @Argument var workloads: [String]
    @Option(name: .customLong("case")) var caseName: String?
    @Option var size = DatasetSize.tenThousand
    @Option var datasets: String?
    @Option var deliberately: DeliberateSlowdown?

    /// The content of one measured call.
    struct MeasuredCase: Codable {
        var subject: String
        var calls: Int
    }

    /// Calls of a workload, each with another "now"; one that reads a whole document is as long as many.
    private static let callsOfPages = 20

    func run() throws {
        let folder = try DatasetFolder(path: datasets, isTrusted: true) { _ in }
        let inputs = WorkloadInputs(datasets: folder) { _ in }
        var measured: [MeasuredCase] = []
        for name in workloads {
            guard let workload = Workloads.questions.first(where: { $0.name == name }) else {
                throw ValidationError("no workload is called '\(name)'")
            }
            let question = try workload.prepare(inputs, size).slowed(by: deliberately)
            let calls = question.hasLongCalls ? 1 : Self.callsOfPages
            for one in question.cases where caseName == nil || one.name == caseName {
                // The same calls run beforehand, so that what is built once and the allocator's cache are in
                // their final state.
                try one.kernel.prepare()
                try one.kernel.run(0..<calls)
                try one.kernel.prepare()
                var failure: (any Error)?
                MeasuredCall.run {
                    do { try one.kernel.run(0..<calls) } catch { failure = error }
                }
                if let failure { throw failure }
                measured.append(
                    MeasuredCase(
                        subject: GateFigure.subject(workload: name, case: one.name), calls: calls))
            }
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(measured))
    }
}
