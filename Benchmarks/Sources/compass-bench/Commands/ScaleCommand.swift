import ArgumentParser
import BenchmarkHarness
import CompassWorkloads

/// Merges partial answers of many shards, and computes what a cluster takes.
struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "Merge partial answers of many shards, and compute what a cluster takes.",
        discussion: """
            Generates posts in many shards, makes the partial answer of each, and merges them from their bytes, flat, \
            one by one and in two levels, in several orders: all must have the same bytes and give the page of one \
            table. Then it measures one core, and computes for a cluster what its cores and what its network or \
            disks bound. Every figure is marked as measured, computed or input. Figures of zstd and Parquet are \
            inputs.

            Exits 1 when a merge or a page differs.
            """)

    @Option(help: "The number of shards.")
    var shards = 1_000

    @Option(help: "The generated posts of a shard.")
    var postsPerShard = 1_000

    @Option(help: "The seed of the posts, and of the orders in which their answers are merged.")
    var seed: UInt64 = 1

    @Option(help: "The posts of the model.")
    var posts = 1e9

    @Option(help: "The nodes of the model.")
    var nodes = 16

    @Option(help: "The cores of a node.")
    var cores = 4

    @Option(help: "The network of a node, in Gbit/s.")
    var networkGbit = 10.0

    @Option(help: "What the local disks of a node read, in GB/s.")
    var diskGbyte = 2.0

    @Option(help: "The bytes of a post as a line of JSON; by default those of the generated posts.")
    var bytesPerPost: Double?

    @Option(help: "The lines of a shard of the model, in MB.")
    var shardMbyte = 256.0

    @Option(help: "Bytes of lines for each byte of zstd.")
    var zstdRatio = 3.4

    @Option(help: "Lines that a core decompresses with zstd, in GB/s.")
    var zstdGbytePerCore = 1.4

    @Option(help: "The bytes of a post in Parquet, 15 columns.")
    var parquetBytesPerPost = 146.0

    @Option(help: "A core's time for a post in Parquet, 15 columns, in µs.")
    var parquetMicrosPerPost = 1.5

    @Option(help: "The bytes of a post in Parquet, the 6 columns of the page.")
    var columnBytesPerPost = 29.0

    @Option(help: "A core's time for a post in Parquet, the 6 columns of the page, in µs.")
    var columnMicrosPerPost = 0.36

    @Option(help: "Write the figures as JSON to this file.")
    var json: String?

    @Flag(help: "Fewer samples, for a first look.")
    var quick = false

    func validate() throws {
        guard (1...100_000).contains(shards) else { throw ValidationError("--shards is from 1 to 100000") }
        guard (1...1_000_000).contains(postsPerShard), shards * postsPerShard <= 10_000_000 else {
            throw ValidationError("--shards times --posts-per-shard is from 1 to 10000000")
        }
        guard (1...1_000_000).contains(nodes) else { throw ValidationError("--nodes is from 1 to 1000000") }
        guard (1...10_000).contains(cores) else { throw ValidationError("--cores is from 1 to 10000") }
        let positive: [(name: String, value: Double)] = [
            ("posts", posts), ("network-gbit", networkGbit), ("disk-gbyte", diskGbyte),
            ("bytes-per-post", bytesPerPost ?? 1), ("shard-mbyte", shardMbyte), ("zstd-ratio", zstdRatio),
            ("zstd-gbyte-per-core", zstdGbytePerCore), ("parquet-bytes-per-post", parquetBytesPerPost),
            ("parquet-micros-per-post", parquetMicrosPerPost), ("column-bytes-per-post", columnBytesPerPost),
            ("column-micros-per-post", columnMicrosPerPost),
        ]
        for (name, value) in positive where !(1e-6...1e15).contains(value) {
            throw ValidationError("--\(name) is more than 0 and at most 10^15")
        }
        // Numbers of shards are whole numbers.
        guard posts * (bytesPerPost ?? 1_000) / (shardMbyte * 1e6) <= 1e15 else {
            throw ValidationError("--shard-mbyte is too small for so many posts")
        }
        try OutputFile.requireWritable([json])
    }

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        progress.begin(steps: 1)
        try progress.reportingFailures {
            let measured = try ScaleMeasurement.run(
                shards: shards, postsPerShard: postsPerShard, seed: seed, isQuick: quick,
                report: progress.show)
            let report = ScaleReport(
                environment: .current(arguments: Array(CommandLine.arguments.dropFirst())), seed: seed,
                cluster: .init(
                    posts: posts, nodes: nodes, coresPerNode: cores, networkGigabits: networkGbit,
                    diskGigabytes: diskGbyte, shardBytes: shardMbyte * 1e6),
                inputs: .init(
                    bytesPerPost: bytesPerPost, zstdRatio: zstdRatio, zstdGigabytesPerCore: zstdGbytePerCore,
                    parquetBytesPerPost: parquetBytesPerPost, parquetMicrosPerPost: parquetMicrosPerPost,
                    columnBytesPerPost: columnBytesPerPost, columnMicrosPerPost: columnMicrosPerPost),
                measured: measured)
            progress.clear()
            print(report.plainText, terminator: "")
            try OutputFile.write(report, to: json)
        }
    }
}
