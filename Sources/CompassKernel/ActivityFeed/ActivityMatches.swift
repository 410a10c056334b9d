/// The events that a search has found.
///
/// Layout: a bit for each rank of each source, and the number of matches before each chunk of the order.
struct ActivityMatches: Sendable {
    private let bits: [ColumnBuffer<UInt64>]
    /// The number of matches before each chunk, then of all matches.
    private(set) var before = [0]

    /// - Parameter bits: for each source one word per 64 ranks, including inserted rows; empty where nothing
    ///   matches.
    /// - Complexity: O(n / 64 + c) for n events in c chunks, plus the events of changed chunks.
    init(_ bits: [ColumnBuffer<UInt64>], in order: ActivityOrder) {
        self.bits = bits
        before.reserveCapacity(order.chunks.count + 1)
        for chunk in order.chunks.indices { before.append(before[chunk] + count(inChunk: chunk, of: order)) }
    }

    private func count(inChunk chunk: Int, of order: ActivityOrder) -> Int {
        let (from, to) = (order.before[chunk], order.before[chunk + 1])
        guard order.isUnchanged(chunk) else {
            return order.chunks[chunk].reduce(0) { $0 + (contains($1) ? 1 : 0) }
        }
        // A source's table rows in a chunk have consecutive ranks, however many events of other sources are
        // between them.
        var count = 0
        for source in bits.indices where bits[source].count > 0 {
            count += bits[source].count(in: Int(from[source])..<Int(to[source]))
        }
        return count
    }

    /// Returns whether the search found an event.
    func contains(_ entry: ActivityEntry) -> Bool {
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
