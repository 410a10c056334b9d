import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// The memory of a loaded table: the allocator's live bytes, counted in a process that does nothing else, and
/// the texts' bytes, counted by the baseline.
public enum TableMemory {
    /// The workload's name.
    public static let name = "memory.posts"
    /// What is measured.
    public static let purpose = "live and peak bytes of loading a table, in a process of its own"

    /// The subcommand with which a program runs itself.
    public static let probeCommand = "memory-probe"

    /// Measures a table of posts with one thread and with two.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - size: the rows.
    ///   - program: a program that has the subcommand ``probeCommand``.
    public static func measure(
        _ datasets: DatasetFolder, _ size: DatasetSize, program: URL
    ) throws -> [MemoryResult] {
        let dataset = try datasets.dataset(size, wholeSeconds: false)
        let textBytes = try BaselineTables.posts(path: dataset.postsPath).rows.reduce(0) { $0 + $1.textBytes }
        return try [1, 2].map { threads in
            var result = try runProbe(dataset.postsPath, threads: threads, program: program)
            result.textBytes = textBytes
            result.fileBytes = dataset.postsByteCount
            return result
        }
    }

    /// Measures a table of posts without counting the bytes of its texts in the baseline.
    ///
    /// - Parameters:
    ///   - datasets: the files.
    ///   - size: the rows.
    ///   - program: a program that has the subcommand ``probeCommand``.
    ///   - slowdown: additional memory for the table to hold.
    public static func counts(
        _ datasets: DatasetFolder, _ size: DatasetSize, program: URL, slowdown: DeliberateSlowdown?
    ) throws -> MemoryResult {
        let dataset = try datasets.dataset(size, wholeSeconds: false)
        return try runProbe(dataset.postsPath, threads: 1, program: program, slowdown: slowdown)
    }

    /// Loads a file and counts its memory. This part runs in its own process, so that neither older blocks
    /// nor other tables are counted.
    public static func probe(
        path: String, threads: Int, slowdown: DeliberateSlowdown? = nil
    ) throws -> MemoryResult? {
        let ((table, ballast), count) = try AllocationCount.during(in: .all) {
            let table = try PostTable.load(contentsOf: path, options: LoadOptions(threads: threads)).table
            return (table, slowdown?.ballast(rows: table.count))
        }
        blackHole(ballast)
        guard let count else { return nil }
        return MemoryResult(
            rows: table.count, threads: threads, liveBytes: count.liveBytes,
            peakLiveBytes: count.peakLiveBytes, allocations: count.allocations,
            reportedBytes: table.byteCount, textBytes: 0, fileBytes: 0,
            peakResidentBytes: ResidentMemory.peakBytes)
    }

    private static func runProbe(
        _ path: String, threads: Int, program: URL, slowdown: DeliberateSlowdown? = nil
    ) throws -> MemoryResult {
        let process = Process()
        process.executableURL = program
        process.arguments =
            [probeCommand, path, "--threads", String(threads)]
            + (slowdown.map { ["--deliberately", $0.rawValue] } ?? [])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let answer = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try CheckFailure.unless(process.terminationStatus == 0, "the memory probe of \(path) failed")
        return try JSONDecoder().decode(MemoryResult.self, from: answer)
    }
}

extension BaselinePost {
    /// Unescaped bytes of all texts that a table stores, including ids and addresses.
    fileprivate var textBytes: Int {
        [id, coachID, schoolID, postURL, postContent, authorHandle, authorName, notes]
            .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
