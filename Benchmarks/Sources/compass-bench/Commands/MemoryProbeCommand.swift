import ArgumentParser
import BenchmarkHarness
import CompassKernel
import Foundation

/// Loads one file and prints what that occupied: the measured half of ``TableMemory``, in a process of its
/// own, so that neither older blocks nor other tables are counted.
struct MemoryProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory-probe", abstract: "Load a file and print what it occupies.", shouldDisplay: false
    )

    @Argument var path: String
    @Option var threads = 1

    func run() throws {
        let options = LoadOptions(threads: threads)
        let (table, count) = try AllocationCount.during {
            try PostTable.load(contentsOf: path, options: options).table
        }
        guard let count else { throw ExitCode(2) }
        let result = MemoryResult(
            rows: table.count, threads: threads, liveBytes: count.liveBytes,
            peakLiveBytes: count.peakLiveBytes, allocations: count.allocations,
            reportedBytes: table.byteCount, textBytes: 0, fileBytes: 0,
            peakResidentBytes: ResidentMemory.peakBytes)
        FileHandle.standardOutput.write(try JSONEncoder().encode(result))
    }
}
