import BenchmarkHarness
import CompassKernel
import Foundation

/// What one core of this machine takes to read posts, to open table files, and to make and merge partial
/// answers: medians.
public struct ScaleMeasurement: Hashable, Sendable, Codable {
    /// The number of shards.
    public var shards = 0
    /// The posts of each shard.
    public var postsPerShard = 0
    /// The merges, in several orders and groupings, whose bytes were equal.
    public var equalMerges = 0
    /// The mean bytes of a shard's partial answer.
    public var bytesPerPartial = 0.0
    /// The bytes of the merged answer.
    public var mergedBytes = 0
    /// Milliseconds to read the partial answers of all shards.
    public var readMillis = 0.0
    /// Milliseconds to merge them.
    public var mergeMillis = 0.0
    /// Milliseconds to read and merge them in two levels, by one core.
    public var twoLevelMillis = 0.0
    /// Milliseconds to finish the page.
    public var finishMillis = 0.0
    /// The bytes of a post as a line of JSON.
    public var lineBytesPerPost = 0.0
    /// 10⁶ bytes of lines that are read in a second.
    public var lineMegabytesPerSecond = 0.0
    /// Seconds to read a million posts from lines and to make their partial answer.
    public var lineSecondsPerMillion = 0.0
    /// Milliseconds to make another partial answer of posts in memory, for each million of them.
    public var partialMillisPerMillion = 0.0
    /// The bytes of a partial answer of all posts as one shard.
    public var wholePartialBytes = 0
    /// The bytes of a post in a table file.
    public var fileBytesPerPost = 0.0
    /// Milliseconds to open a table file that the system has in memory.
    public var openMillis = 0.0
    /// Milliseconds to open such a file and to make its first partial answer, for each million of posts.
    public var openedPartialMillisPerMillion = 0.0
    /// The bytes of a post that this reads from a disk when the system has forgotten the file; nil where they
    /// cannot be counted.
    public var diskBytesPerPost: Double?

    /// Generates posts, compares the results, and measures.
    ///
    /// - Parameters:
    ///   - shards: the number of shards.
    ///   - postsPerShard: the posts of each.
    ///   - seed: the seed of the posts and of the orders.
    ///   - isQuick: whether fewer samples suffice.
    ///   - report: receives a description of the current step.
    public static func run(
        shards: Int, postsPerShard: Int, seed: UInt64, isQuick: Bool, report: (String) -> Void
    ) throws -> ScaleMeasurement {
        let posts = try ShardedPosts(
            shards: shards, postsPerShard: postsPerShard, seed: seed, report: report)
        let sampler = Sampler(minimumSamples: isQuick ? 3 : 7, budgetSeconds: isQuick ? 0 : 1)
        var result = ScaleMeasurement()
        result.shards = shards
        result.postsPerShard = postsPerShard
        let merged = try result.measureMerge(posts, seed: seed, sampler, report)
        try result.measureReading(posts, merged: merged, sampler, report)
        return result
    }

    private mutating func measureMerge(
        _ posts: ShardedPosts, seed: UInt64, _ sampler: Sampler, _ report: (String) -> Void
    ) throws -> PartialAnswer {
        report("comparing merges")
        let checked = try PartialMerges.checked(posts.partials, seed: seed)
        equalMerges = checked.merges
        mergedBytes = checked.bytes.count
        bytesPerPartial = Double(posts.partials.map(\.count).reduce(0, +)) / Double(posts.partials.count)
        report("merging")
        let answers = try posts.partials.map { try PartialAnswer(bytes: $0) }
        let merged = try PartialAnswer(bytes: checked.bytes)
        let groupSize = PartialMerges.groupSize(of: answers.count)
        let millis = try Self.medianMillis(
            [
                Call { _ in try posts.partials.map { try PartialAnswer(bytes: $0) } },
                Call { _ in try PartialAnswer.merging(answers) },
                Call { _ in try PartialMerges.inTwoLevels(posts.partials, groupSize: groupSize) },
                Call { _ in try merged.analyticsPage(schools: posts.schools) },
            ], sampler)
        (readMillis, mergeMillis, twoLevelMillis, finishMillis) = (millis[0], millis[1], millis[2], millis[3])
        return merged
    }

    private mutating func measureReading(
        _ posts: ShardedPosts, merged: PartialAnswer, _ sampler: Sampler, _ report: (String) -> Void
    ) throws {
        let options = LoadOptions(searchIndexing: .never)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-scale-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let linesPath = folder.appendingPathComponent("posts.ndjson").path
        try posts.lines.write(to: URL(fileURLWithPath: linesPath))
        func load() throws -> SocialPosts {
            try PostTable.load(contentsOf: linesPath, options: options).table.bound(to: posts.schools)
        }
        report("comparing with one table")
        let loaded = try load()
        try CheckFailure.unless(
            try merged.analyticsPage(schools: posts.schools) == posts.page(of: loaded),
            "the merged page differs from the page of one table")
        let filePath = folder.appendingPathComponent("posts.compass").path
        try TableFile(posts: loaded.posts, schools: posts.schools).save(to: filePath, searchIndex: false)
        func open() throws -> SocialPosts {
            guard let opened = try TableFile.open(filePath, options: options).posts else {
                throw CheckFailure("\(filePath) has no posts")
            }
            return opened.bound(to: posts.schools)
        }
        let partial = posts.partial(of: loaded).bytes
        try CheckFailure.unless(
            posts.partial(of: try open()).bytes == partial, "a table file's partial answer differs")
        report("reading")
        let millis = try Self.medianMillis(
            [
                Call { _ in try load() }, Call { _ in posts.partial(of: try load()).bytes },
                Call { _ in posts.partial(of: loaded).bytes }, Call { _ in try open() },
                Call { _ in posts.partial(of: try open()).bytes },
            ], sampler)
        let millions = Double(loaded.posts.count) / 1e6
        lineBytesPerPost = Double(posts.lines.count) / Double(loaded.posts.count)
        lineMegabytesPerSecond = Double(posts.lines.count) / 1e6 / (millis[0] / 1e3)
        lineSecondsPerMillion = millis[1] / 1e3 / millions
        partialMillisPerMillion = millis[2] / millions
        wholePartialBytes = partial.count
        openMillis = millis[3]
        openedPartialMillisPerMillion = millis[4] / millions
        fileBytesPerPost = Double(try WholeFile.byteCount(filePath)) / Double(loaded.posts.count)
        try WholeFile.dropFromCache(filePath)
        let before = Self.bytesReadFromDisks
        blackHole(posts.partial(of: try open()).bytes)
        if let before, let after = Self.bytesReadFromDisks, after > before {
            diskBytesPerPost = Double(after - before) / Double(loaded.posts.count)
        }
    }

    /// Returns the medians of calls that are sampled in turn.
    private static func medianMillis(_ calls: [Call], _ sampler: Sampler) throws -> [Double] {
        try sampler.inTurn(calls).map { SampleStatistics.median(of: $0) / 1e6 }
    }

    /// The bytes that this process has caused to be read from disks.
    private static var bytesReadFromDisks: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("read_bytes: ") }
        return line.flatMap { Int($0.dropFirst("read_bytes: ".count)) }
    }
}
