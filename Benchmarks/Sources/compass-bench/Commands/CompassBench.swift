import ArgumentParser

/// Measures the kernel against the baselines and checks its results.
@main
struct CompassBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass-bench",
        abstract: "Measures the kernel against the baselines, on answers that were compared first.",
        subcommands: [
            ListCommand.self, RunCommand.self, PeersCommand.self, ReportCommand.self, CompareCommand.self,
            CheckCommand.self, LiveCommand.self, ScaleCommand.self, CapacityCommand.self,
            IntervalsCommand.self,
            QueriesCommand.self, MemoryProbeCommand.self,
            SearchProbeCommand.self, SampleCommand.self, InstructionProbeCommand.self,
        ])
}
