/// The events that a search has found.
///
/// Layout: a bit for each rank of each source, and the number of matches before each chunk of the order.
struct ActivityMatches: Sendable {
    private let bits: [ColumnBuffer<UInt64>]
    private let before: [Int]

    /// - Parameter bits: for each source one word per 64 ranks, including inserted rows; empty where nothing
    ///   matches.
    /// - Complexity: O(n / 64 + c) for n events in c chunks, plus the events of changed chunks.
    init(_ bits: [ColumnBuffer<UInt64>], in order: ActivityOrder) {
        self.bits = bits
        var before = [0]
        before.reserveCapacity(order.chunks.count + 1)
        for chunk in 0..<order.chunks.count {
            before.append(before[chunk] + Self.count(bits, inChunk: chunk, of: order))
        }
        self.before = before
    }

    private static func count(
        _ bits: [ColumnBuffer<UInt64>], inChunk chunk: Int, of order: ActivityOrder
    ) -> Int {
        let (from, to) = (order.before[chunk], order.before[chunk + 1])
        guard order.isUnchanged(chunk) else {
            return order.chunks[chunk].reduce(0) { $0 + (contains($1, in: bits) ? 1 : 0) }
        }
        // A source's table rows in a chunk have consecutive ranks, however many events of other sources are
        // between them.
        var count = 0
        for source in bits.indices where bits[source].count > 0 {
            count += bits[source].count(in: Int(from[source])..<Int(to[source]))
        }
        return count
    }

    /// Returns the number of matches before a chunk, or of all matches for the index after the last chunk.
    func countBefore(chunk: Int) -> Int { before[chunk] }

    /// Returns whether the search found an event.
    func contains(_ entry: ActivityEntry) -> Bool { Self.contains(entry, in: bits) }

    private static func contains(_ entry: ActivityEntry, in bits: [ColumnBuffer<UInt64>]) -> Bool {
        let (source, rank) = (entry.source, entry.rank)
        return bits[source].count > 0 && bits[source][rank >> 6] >> UInt64(rank & 63) & 1 != 0
    }
}

extension ColumnBuffer<UInt64> {
    /// Returns the number of set bits in `range`.
    fileprivate func count(in range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
        let head: UInt64 = ~0 << UInt64(range.lowerBound & 63)
        let tail: UInt64 = ~0 >> UInt64(63 - (range.upperBound - 1) & 63)
        if first == last { return (self[first] & head & tail).nonzeroBitCount }
        var count = (self[first] & head).nonzeroBitCount + (self[last] & tail).nonzeroBitCount
        for word in first + 1..<last { count += self[word].nonzeroBitCount }
        return count
    }
}
