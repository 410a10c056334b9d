/// The smallest hashes of the ids of rows and of the URLs of posts, with the shards that contain them.
///
/// If shards share rows, they are likely to share some of these: of the 256 smallest hashes of all keys, each
/// is that of a shared key with the probability of any key. A hash that is among the 256 smallest of all
/// shards is among those of each part of them, so that it is found whatever the order in which they are
/// merged. One that is not may be found in one order of merging and remain unnoticed in another; answers that
/// are not refused are equal in any order.
///
/// Ids and URLs are in one list: with 256 hashes of each, a page of 400 schools would exceed 12 KB. If 1 in 100
/// posts is in two shards with its id and its URL, so is 1 in 100 keys. If only one of the two keys is shared,
/// and all posts have both, it is 1 in 200.
///
/// Method: Bar-Yossef et al., *Counting distinct elements in a data stream* (2002), where the k smallest
/// hashes are a uniform sample of the distinct keys.
struct RowGuard: Hashable, Sendable {
    /// The number of hashes. If 1 in 100 keys is in two shards, one is found with 1 - 0.99²⁵⁶ = 92 %; if 1 in
    /// 200, with 72 %.
    static let maximumCount = 256
    /// The seed of the hashes, which all machines share.
    static let seed: UInt64 = 0x436f_6d70_6173_7331
    /// The seed for URLs, so that a URL and an id with the same text have different hashes.
    static let urlSeed: UInt64 = 0x436f_6d70_6173_5552

    struct Row: Hashable, Sendable {
        let hash: UInt64
        let shard: UInt32
    }

    /// By hash, ascending.
    private(set) var rows: [Row] = []

    init() {}

    init(_ hashes: [UInt64], shard: UInt32) { rows = hashes.map { Row(hash: $0, shard: shard) } }

    init(sorted rows: [Row]) { self.rows = rows }

    mutating func merge(_ other: RowGuard) throws(PartialAnswerError) {
        rows = try rows.merging(other.rows, by: { $0.hash < $1.hash }) {
            (row: inout Row, other: Row) throws(PartialAnswerError) in
            throw .sharedRow(
                first: Swift.min(row.shard, other.shard), second: Swift.max(row.shard, other.shard))
        }
        rows.removeLast(Swift.max(0, rows.count - Self.maximumCount))
    }
}

/// A collector of the smallest of many hashes.
struct SmallestHashes {
    private var candidates: [UInt64] = []
    private var threshold = UInt64.max

    @inline(__always)
    mutating func insert(_ hash: UInt64) {
        if hash >= threshold { return }
        candidates.append(hash)
        // Sorting is rare when as many again may be added before the next time.
        if candidates.count == 4 * RowGuard.maximumCount { cut() }
    }

    private mutating func cut() {
        candidates.sort()
        var kept: [UInt64] = []
        kept.reserveCapacity(4 * RowGuard.maximumCount)
        for hash in candidates where kept.last != hash {
            kept.append(hash)
            if kept.count == RowGuard.maximumCount {
                threshold = hash
                break
            }
        }
        candidates = kept
    }

    /// Returns the smallest hashes, each once, ascending.
    consuming func finish() -> [UInt64] {
        cut()
        return candidates
    }

    /// Adds the hashes of the ids of a table.
    ///
    /// - Parameter table: the table's number: the same id in two tables is not the same row.
    mutating func insert(_ ids: IdentifierColumn, table: UInt64 = 0) {
        for row in 0..<ids.count { insert(ids.hash(row, seed: RowGuard.seed &+ table)) }
    }

    /// Adds the hashes of the URLs of posts that have one.
    mutating func insert(urls: TextColumn) {
        urls.forEachNonEmptyText { insert(RowGuard.hash(ofURL: $0)) }
    }
}

extension RowGuard {
    /// Returns the hash of a URL, which is not empty.
    @inline(__always)
    static func hash(ofURL url: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = url.baseAddress else { return 0 }
        return ByteHash.hash(start, count: url.count, seed: urlSeed)
    }
}

extension PartialWriter {
    /// Writes differences of hashes, which are shorter.
    mutating func rowGuard(_ rowGuard: RowGuard) {
        var previous: UInt64 = 0
        list(rowGuard.rows) { writer, row in
            writer.number(row.hash - previous)
            writer.number(UInt64(row.shard))
            previous = row.hash
        }
    }
}

extension PartialReader {
    mutating func rowGuard(of shards: ShardNumbers) throws(PartialAnswerError) -> RowGuard {
        var previous: UInt64 = 0
        let rows = try list { (reader) throws(PartialAnswerError) in
            let (hash, overflows) = previous.addingReportingOverflow(try reader.number())
            guard !overflows else { throw reader.damaged("a hash of more than 64 bits") }
            previous = hash
            return RowGuard.Row(hash: hash, shard: try reader.number32())
        }
        guard rows.count <= RowGuard.maximumCount, rows.isAscending(by: { $0.hash < $1.hash }),
            rows.allSatisfy({ shards.contains($0.shard) })
        else { throw damaged("hashes that are not in order, or not of its shards") }
        return RowGuard(sorted: rows)
    }
}
