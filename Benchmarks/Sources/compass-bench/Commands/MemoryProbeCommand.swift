import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Loads one file and prints its memory: the part of ``TableMemory`` that requires its own process.
struct MemoryProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: TableMemory.probeCommand, abstract: "Load a file and print what it occupies.",
        shouldDisplay: false)

    @Argument var path: String
    @Option var threads = 1
    @Option var deliberately: DeliberateSlowdown?

    func run() throws {
        guard let result = try TableMemory.probe(path: path, threads: threads, slowdown: deliberately) else {
            throw CheckFailure("allocations cannot be counted on this system")
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(result))
    }
}
