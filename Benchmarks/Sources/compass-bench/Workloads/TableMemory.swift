import BenchmarkHarness
import CompassBaseline
import Foundation

/// What a loaded table occupies: the allocator's live bytes, counted in a process that does nothing else, and
/// the texts' bytes, counted by the baseline.
enum TableMemory {
    static let description = Workloads.Description(
        name: "memory.posts", purpose: "live and peak bytes of loading a table, in a process of its own")

    static func run(_ names: Set<String>, in context: BenchmarkContext) throws {
        guard names.contains(description.name), AllocationCount.isAvailable else { return }
        for size in context.sizes {
            context.progress.show("\(description.name) at \(size.rawValue)")
            let dataset = try context.datasets.dataset(size, wholeSeconds: false)
            let textBytes = try BaselineTables.posts(path: dataset.postsPath).rows.reduce(0) {
                $0 + $1.textBytes
            }
            for threads in [1, 2] {
                var result = try probe(dataset.postsPath, threads: threads)
                result.textBytes = textBytes
                result.fileBytes = dataset.postsByteCount
                context.report.memory.append(result)
            }
        }
    }

    /// Runs this program once more, as a probe.
    private static func probe(_ path: String, threads: Int) throws -> MemoryResult {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["memory-probe", path, "--threads", String(threads)]
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
    /// Unescaped bytes of all texts that a table stores, ids and addresses included.
    fileprivate var textBytes: Int {
        [id, coachID, schoolID, postURL, postContent, authorHandle, authorName, notes]
            .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
