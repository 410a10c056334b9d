import BenchmarkHarness
import CompassKernel
import CompassSynthesis
import Foundation

/// Generated posts, whole and cut into shards, and the partial answers of the shards.
package struct ShardedPosts {
    /// The posts, an object for each line.
    let lines: Data
    /// The schools of all shards.
    let schools: SchoolDirectory
    /// The bytes of each shard's partial answer, by the shards' numbers.
    package let partials: [[UInt8]]
    private let zone: ZoneOffsets
    private let now: Timestamp

    /// Generates posts and makes a partial answer of each shard.
    ///
    /// - Parameters:
    ///   - shards: the number of shards.
    ///   - postsPerShard: the posts of each.
    ///   - seed: the seed of the posts.
    ///   - report: receives a description of the current step.
    package init(shards: Int, postsPerShard: Int, seed: UInt64, report: (String) -> Void) throws {
        report("generating \(shards * postsPerShard) posts")
        let options = SynthesisOptions(posts: shards * postsPerShard, seed: seed, lineDelimited: true)
        let generator = try DatasetGenerator(options)
        var (lines, schoolLines) = (Data(), Data())
        generator.write(.socialMediaPosts) { lines.append(contentsOf: $0) }
        generator.write(.schools) { schoolLines.append(contentsOf: $0) }
        self.lines = lines
        schools = try SchoolDirectory.load(ndjson: schoolLines).table
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        now = Timestamp(micros: options.asOfMicros)
        var partials: [[UInt8]] = []
        for (shard, run) in JSONArrayLines.pieces(of: lines, rowsPerPiece: postsPerShard).enumerated() {
            if shard % 100 == 0 { report("partial answer of shard \(shard)") }
            let posts = try PostTable.load(ndjson: lines[run]).table.bound(to: schools)
            partials.append(Self.partial(of: posts, shard: UInt32(shard), asOf: now, in: zone).bytes)
        }
        try CheckFailure.unless(
            partials.count == shards, "\(partials.count) shards were cut in place of \(shards)")
        self.partials = partials
    }

    /// Returns the partial answer whose merge is measured: all time, so that every shard counts all of its
    /// schools, with the counts of the hours.
    func partial(of posts: SocialPosts, shard: UInt32 = 0) -> PartialAnswer {
        Self.partial(of: posts, shard: shard, asOf: now, in: zone)
    }

    private static func partial(
        of posts: SocialPosts, shard: UInt32, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> PartialAnswer {
        posts.partialAnalytics(.all, asOf: now, in: zone, heatMap: true, shard: shard)
    }

    /// Returns the page of one table with all posts.
    func page(of posts: SocialPosts) -> SocialAnalyticsPage {
        posts.analyticsPage(.all, asOf: now, in: zone, heatMap: true)
    }
}
