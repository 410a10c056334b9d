/// The answer to a query about some of the rows, which merges with those about the others into the answer
/// about all.
///
/// Rows that one machine does not hold are split into *shards*. Each machine makes the partial answer of its
/// shard; they are sent as bytes, merged in any order and grouping, and finished to the page that one table
/// of all rows gives, byte for byte.
///
/// ```swift
/// let part = social.partialAnalytics(.last(days: 30), asOf: now, in: zone, shard: 0)
/// var answer = try PartialAnswer(bytes: part.bytes)
/// try answer.merge(PartialAnswer(bytes: bytesOfShard1))
/// let page = try answer.analyticsPage(schools: schools)
/// ```
///
/// A partial answer contains what is added up: counts, the first rows of a list, exact sums. Percentages,
/// names, their order, and relative times come with the finish. It contains its query and the numbers of
/// its shards, too: answers to different queries, and a shard that is added twice, are refused.
///
/// Each row must be in one shard. As a guard, an answer contains the 256 smallest hashes of the ids of its
/// rows and, among posts, of their URLs. Shards that share one of the 256 smallest hashes of all rows are
/// refused, in whatever order they are merged; of shards that share one row in a hundred, 92 of 100 do (72 of
/// 100 if posts have other ids but the same URLs, or the reverse). If they share only others, the order decides
/// whether that is noticed. Shards without a common id or URL are never refused. ``RowKeys`` finds the rows that
/// rows of other shards replace.
public struct PartialAnswer: Hashable, Sendable {
    /// The pages that partial answers can give.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The Social Analytics page.
        case analytics
        /// A page of the Social Media Monitoring feed.
        case feed
        /// The counts beside the filters.
        case linkedCounts
        /// A report.
        case report
        /// A page of the activity feed.
        case activity
        /// The numbers of a timeline's items in some windows.
        case timelineCounts
        /// The numbers of a timeline's items in the buckets of a window.
        case timelineLevels
    }

    /// The number of releases that changed answers. Partial answers of different ones are not merged.
    static let currentRelease: UInt64 = 1

    private(set) var content: PartialContent
    private(set) var shards: ShardNumbers
    private(set) var rowGuard: RowGuard
    private(set) var release: UInt64

    /// - Parameter guardHashes: the smallest hashes of the ids and URLs of the shard's rows.
    init(_ content: PartialContent, shard: UInt32, guardHashes: [UInt64]) {
        self.init(
            content, shards: ShardNumbers(shard), rowGuard: RowGuard(guardHashes, shard: shard),
            release: Self.currentRelease)
    }

    init(_ content: PartialContent, shards: ShardNumbers, rowGuard: RowGuard, release: UInt64) {
        self.content = content
        self.shards = shards
        self.rowGuard = rowGuard
        self.release = release
    }

    /// The page that it is a part of.
    public var kind: Kind { content.kind }

    /// The numbers of the shards whose rows it contains, ascending.
    public var shardNumbers: [UInt32] { shards.numbers }

    /// The answer to the same query about no rows of no shard: merging it changes nothing.
    public var withoutRows: PartialAnswer {
        PartialAnswer(
            content.withoutRows, shards: ShardNumbers(), rowGuard: RowGuard(), release: release)
    }

    /// Adds the rows of another partial answer.
    ///
    /// The result does not depend on the order in which answers are merged, nor on how they are grouped. Whether
    /// a shared row is noticed may; see ``PartialAnswer``.
    ///
    /// - Throws: ``PartialAnswerError`` if the answers are to different queries or share a shard, or if two
    ///   of their shards are known to share a row; this answer is then unchanged.
    /// - Complexity: O(b) for b bytes of both.
    public mutating func merge(_ other: PartialAnswer) throws(PartialAnswerError) {
        guard release == other.release else { throw .otherQuery(.release) }
        var merged = self
        try merged.shards.merge(other.shards)
        try merged.content.merge(other.content)
        try merged.rowGuard.merge(other.rowGuard)
        self = merged
    }

    /// Returns the answer about the rows of all given ones; nil if there is none.
    ///
    /// - Throws: as ``merge(_:)``.
    /// - Complexity: O(b · log n) for n answers of b bytes together.
    public static func merging(
        _ answers: some Collection<PartialAnswer>
    ) throws(PartialAnswerError) -> PartialAnswer? {
        var level = Array(answers)
        while level.count > 1 {
            var next: [PartialAnswer] = []
            next.reserveCapacity((level.count + 1) / 2)
            for first in stride(from: 0, to: level.count, by: 2) {
                var answer = level[first]
                if first + 1 < level.count { try answer.merge(level[first + 1]) }
                next.append(answer)
            }
            level = next
        }
        return level.first
    }

    /// Throws unless this release can finish the answer.
    func checkRelease() throws(PartialAnswerError) {
        guard release == Self.currentRelease else { throw .otherQuery(.release) }
    }
}
