import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Loads one file, builds the search index and prints its cost: the part of ``SearchIndexBuild`` that
/// requires its own process.
struct SearchProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SearchIndexBuild.probeCommand, abstract: "Build what searches need and print its cost.",
        shouldDisplay: false)

    @Argument var path: String
    @Option var threads = 1
    @Flag var counts = false

    func run() throws {
        guard let probe = try SearchIndexBuild.probe(path: path, threads: threads, counts: counts) else {
            throw CheckFailure("allocations cannot be counted on this system")
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(probe))
    }
}
