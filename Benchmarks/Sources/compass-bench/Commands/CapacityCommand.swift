import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Loads one table of very many posts, and compares what it costs with a table of few.
struct CapacityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capacity",
        abstract: "Load one table of very many posts, and compare it with a table of few.",
        discussion: """
            Generates both files, of one line a post, unless they are in --folder, where they stay; 50,000,000 posts \
            take 36 GB there, and 20 GB of memory. Each is loaded by one thread, and pages are measured. The page of \
            all posts is compared with that of shards of the file, each loaded by itself and merged.

            Exits 1 when these differ or when a limit is missed: of a page's time, of the processor time for a byte of \
            the file, each as a multiple of those with few posts, or of the peak of memory, as a multiple of what is \
            kept.
            """)

    @Option(help: "The posts of the large table.")
    var posts = 5_000_000

    @Option(help: "The posts of the small table.")
    var small = 1_000_000

    @Option(help: "The posts of a shard, about.")
    var postsPerShard = 1_000_000

    @Option(help: "The seed of the posts.")
    var seed: UInt64 = 1

    @Option(
        name: .customLong("limit-page"),
        help: "What a page may take, as a multiple of its time with few posts.")
    var limitPage = 1.5

    @Option(
        name: .customLong("limit-load"),
        help: "What a byte may take, as a multiple of its time with few posts.")
    var limitLoad = 1.3

    @Option(name: .customLong("limit-peak"), help: "The peak of memory, as a multiple of what is kept.")
    var limitPeak = 1.3

    @Option(help: "The folder of the files.")
    var folder: String

    @Option(help: "Write the figures as JSON to this file.")
    var json: String?

    func validate() throws {
        guard (1_000...1_000_000_000).contains(posts) else {
            throw ValidationError("--posts is from 1000 to 1000000000")
        }
        guard (1_000...posts).contains(small) else {
            throw ValidationError("--small is from 1000 to --posts")
        }
        guard postsPerShard >= 1_000 else { throw ValidationError("--posts-per-shard is at least 1000") }
        guard limitPage > 0, limitLoad > 0, limitPeak > 0 else {
            throw ValidationError("limits are more than 0")
        }
        try OutputFile.requireWritable([json])
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        progress.begin(steps: 1)
        try progress.reportingFailures {
            let measurement = try CapacityMeasurement(
                folder: URL(fileURLWithPath: folder), seed: seed, report: progress.show)
            let (tables, shards) = try measurement.run(posts: [small, posts], postsPerShard: postsPerShard)
            let report = CapacityReport(
                environment: .current(arguments: Array(CommandLine.arguments.dropFirst())), tables: tables,
                shards: shards)
            progress.clear()
            print(report.plainText, terminator: "")
            try OutputFile.write(report, to: json)
            let missed = report.missedLimits(.init(page: limitPage, loading: limitLoad, peak: limitPeak))
            if missed.isEmpty { return }
            throw Refusal(missed.joined(separator: "\n"), status: .failure).reported()
        }
    }
}
