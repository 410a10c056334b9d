import ArgumentParser

/// Measures the kernel against the baselines and checks its answers.
@main
struct CompassBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass-bench",
        abstract: "Measures the kernel against the baselines, on answers that were compared first.",
        subcommands: [
            ListCommand.self, RunCommand.self, PeersCommand.self, CompareCommand.self, ReportCommand.self,
            MemoryProbeCommand.self, SampleCommand.self,
        ])
}
