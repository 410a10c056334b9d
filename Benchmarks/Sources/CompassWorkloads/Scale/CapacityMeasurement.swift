import BenchmarkHarness
import CompassKernel
import CompassSynthesis
import Foundation

/// One table of few generated posts and one of many, each loaded from a file of lines, and their pages.
public struct CapacityMeasurement {
    private let folder: URL
    private let seed: UInt64
    private let report: (String) -> Void
    private let zone: ZoneOffsets

    /// Prepares the measurement.
    ///
    /// - Parameters:
    ///   - folder: a folder for the files, which are used again if they are there.
    ///   - seed: the seed of the posts.
    ///   - report: receives a description of the current step.
    public init(folder: URL, seed: UInt64, report: @escaping (String) -> Void) throws {
        self.folder = folder
        self.seed = seed
        self.report = report
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
    }

    /// Measures tables of so many posts, the large one last, and compares that with shards of its file.
    ///
    /// - Parameter postsPerShard: about the posts of a shard.
    public func run(
        posts counts: [Int], postsPerShard: Int
    ) throws -> (tables: [CapacityReport.Table], shards: Int) {
        var tables: [CapacityReport.Table] = []
        var shards = 0
        for (place, count) in counts.enumerated() {
            let files = try generated(count)
            let schools = try SchoolDirectory.load(contentsOf: files.schools.path).table
            let (table, social) = try load(count, files, schools)
            tables.append(table)
            if place == counts.count - 1 {
                shards = try compareShards(of: files, count / postsPerShard, schools, with: social)
            }
        }
        return (tables, shards)
    }

    /// The files of generated posts and of their schools.
    private struct Files {
        let posts: URL
        let schools: URL
        let asOf: Timestamp

        func byteCount() throws -> Int {
            try posts.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
    }

    private func generated(_ count: Int) throws -> Files {
        let options = SynthesisOptions(posts: count, seed: seed, lineDelimited: true)
        let files = Files(
            posts: folder.appendingPathComponent("posts-\(count)-\(seed).ndjson"),
            schools: folder.appendingPathComponent("schools-\(count)-\(seed).ndjson"),
            asOf: Timestamp(micros: options.asOfMicros))
        let generator = try DatasetGenerator(options)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (table, url) in [(SynthesisTable.socialMediaPosts, files.posts), (.schools, files.schools)]
        where !FileManager.default.fileExists(atPath: url.path) {
            report("generating \(count) posts")
            try write(table, of: generator, to: url)
        }
        return files
    }

    private func write(_ table: SynthesisTable, of generator: DatasetGenerator, to url: URL) throws {
        let unfinished = url.appendingPathExtension("partial")
        try Data().write(to: unfinished)
        let file = try FileHandle(forWritingTo: unfinished)
        defer { try? file.close() }
        var failure: (any Error)?
        generator.write(table) { chunk in
            if failure != nil { return }
            do { try file.write(contentsOf: chunk) } catch { failure = error }
        }
        if let failure { throw failure }
        try FileManager.default.moveItem(at: unfinished, to: url)
    }

    private func load(
        _ count: Int, _ files: Files, _ schools: SchoolDirectory
    ) throws -> (CapacityReport.Table, SocialPosts) {
        report("loading \(count) posts")
        let (start, processor) = (ContinuousClock.now, ThreadTime.seconds)
        let (posts, memory) = try AllocationCount.during(in: .all) {
            try PostTable.load(contentsOf: files.posts.path).table
        }
        let (seconds, processorSeconds) = (Sampler.seconds(since: start), ThreadTime.seconds - processor)
        try CheckFailure.unless(posts.count == count, "\(posts.count) of \(count) posts were loaded")
        report("pages of \(count) posts")
        let social = posts.bound(to: schools)
        let table = CapacityReport.Table(
            posts: count, fileBytes: try files.byteCount(), seconds: seconds,
            processorSeconds: processorSeconds,
            memory: memory.map { .init(keptBytes: $0.liveBytes, peakBytes: $0.peakLiveBytes) },
            pages: try pages(of: social, count, asOf: files.asOf))
        return (table, social)
    }

    /// Measures pages at instants that are as many posts apart in each table: newer posts of the last block of counts
    /// are read one by one.
    private func pages(
        of social: SocialPosts, _ count: Int, asOf now: Timestamp
    ) throws -> [CapacityReport.Page] {
        let microsApart = 613_000_000 * 1_000_000 / Int64(count)
        let instants = (0..<64).map { Timestamp(micros: now.micros - $0 * microsApart) }
        let zone = self.zone
        func page<Result>(_ name: String, _ make: @escaping (Timestamp) -> Result) throws
            -> CapacityReport.Page
        {
            let call = Call { make(instants[$0 % instants.count]) }
            let samples = try Sampler.suited(to: call, budgetSeconds: 1).nanoseconds(of: call)
            return .init(name: name, micros: SampleStatistics(samples).median / 1e3)
        }
        let unflagged: PostFilter = .platform(.instagram) && .flagged(false)
        return try [
            page("analytics, 7 days") { social.analyticsPage(.last(days: 7), asOf: $0, in: zone) },
            page("analytics, 30 days") { social.analyticsPage(.last(days: 30), asOf: $0, in: zone) },
            page("analytics, all time") { social.analyticsPage(.all, asOf: $0, in: zone) },
            page("feed") { social.feedPage(asOf: $0, in: zone) },
            page("feed, filtered") { social.feedPage(where: unflagged, asOf: $0, in: zone) },
            page("linked counts") { social.linkedCounts(where: .platform(.instagram), asOf: $0, in: zone) },
        ]
    }

    /// Compares the page of all posts with that of shards, each loaded by itself; returns their number.
    private func compareShards(
        of files: Files, _ count: Int, _ schools: SchoolDirectory, with social: SocialPosts
    ) throws -> Int {
        let count = max(count, 1)
        let byteCount = try files.byteCount()
        var merged: PartialAnswer?
        for shard in 0..<count {
            report("shard \(shard + 1) of \(count)")
            var options = LoadOptions()
            options.byteRange = byteCount * shard / count..<byteCount * (shard + 1) / count
            let posts = try PostTable.load(contentsOf: files.posts.path, options: options).table
                .bound(to: schools)
            let partial = posts.partialAnalytics(
                .all, asOf: files.asOf, in: zone, heatMap: true, shard: UInt32(shard))
            merged = try merged.map { try PartialAnswer.merging([$0, partial]) ?? $0 } ?? partial
        }
        let expected = social.analyticsPage(.all, asOf: files.asOf, in: zone, heatMap: true)
        let page = try merged?.analyticsPage(schools: schools)
        try CheckFailure.unless(
            page == expected, "the page of \(count) shards differs from that of all posts")
        return count
    }
}
