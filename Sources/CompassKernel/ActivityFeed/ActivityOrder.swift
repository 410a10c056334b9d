/// The events of all sources, newest first, in chunks: a change moves only the entries of one chunk.
///
/// Layout: the entries of each chunk, and counts before it in eight lanes; the last element counts
/// everything. Lanes 0 to 2 count the tables' rows of each source, removed ones included: the rank of the
/// next row. Lanes 4 to 6 count the inserted rows of each source less the removed ones, and lane 7 the
/// changes, whose negative in lane 3 makes the sum of all lanes the number of events. A chunk without changes
/// contains consecutive ranks of each source. With chunks of three and d, i, s for rows of the sources 0, 1
/// and 2, and I for an inserted row:
/// ```
/// chunks   i0 d0 i1        s0 i2 I8       i3
/// before   0 0 0 0 …       1 2 0 0 …      1 3 1 -1  0 1 0 1      1 4 1 -1  0 1 0 1
/// ```
struct ActivityOrder: Sendable {
    /// The counts before a chunk, by lane.
    typealias Counts = SIMD8<UInt32>

    /// The number of events in a chunk when the sources are merged. Counting up to a position scans one
    /// chunk; an insert moves the following entries of one chunk. With four bytes for each event, a chunk and
    /// its header stay below an allocation of 16 KiB.
    static let chunkSize = 4_064

    private(set) var chunks: [[ActivityEntry]]
    private(set) var before: [Counts]
    /// The number of rows in each source's table; higher ranks were inserted.
    let loadedCounts: SIMD4<UInt32>

    /// - Parameters:
    ///   - chunks: the events of the sources' tables.
    ///   - before: the number of events of each source before each chunk, and in total.
    init(chunks: [[ActivityEntry]], before: [Counts]) {
        self.chunks = chunks
        self.before = before
        loadedCounts = before[before.count - 1].lowHalf
    }

    /// The number of events.
    var count: Int { position(ofChunk: chunks.count) }

    /// Returns the number of events before a chunk, or of all events for the index after the last chunk.
    @inline(__always)
    func position(ofChunk chunk: Int) -> Int { Int(before[chunk].wrappedSum()) }

    /// Returns whether a chunk contains rows of the tables only, and all of them between its first and last.
    @inline(__always)
    func isUnchanged(_ chunk: Int) -> Bool { before[chunk][7] == before[chunk + 1][7] }

    /// Returns, for each source, a rank of its table below which all rows before a position lie, and above
    /// which none does that is still there.
    ///
    /// - Complexity: O(log c) for c chunks, plus a chunk's events.
    func ranks(before position: Int) -> SIMD4<UInt32> {
        let (chunk, offset) = place(of: position)
        var ranks = before[chunk].lowHalf
        guard offset > 0 else { return ranks }
        if isUnchanged(chunk) {
            // The usual case, and much faster.
            for source in 0..<3 { ranks[source] &+= count(ofSource: source, in: chunk, below: offset) }
        } else {
            for entry in chunks[chunk][..<offset] where entry.rank < Int(loadedCounts[entry.source]) {
                ranks[entry.source] = UInt32(entry.rank) + 1
            }
        }
        return ranks
    }

    /// Returns the number of events of a source before a position.
    ///
    /// - Complexity: O(log c) for c chunks, plus a chunk's events.
    func count(ofSource source: Int, before position: Int) -> Int {
        let (chunk, offset) = place(of: position)
        let whole = before[chunk][source] &+ before[chunk][source + 4]
        return Int(offset == 0 ? whole : whole &+ count(ofSource: source, in: chunk, below: offset))
    }

    private func count(ofSource source: Int, in chunk: Int, below offset: Int) -> UInt32 {
        chunks[chunk].withUnsafeBufferPointer { entries in
            var count: UInt32 = 0
            for entry in entries[..<offset] { count &+= entry.source == source ? 1 : 0 }
            return count
        }
    }

    /// Returns the chunk of a position and the offset in it; past the last event, the number of chunks and 0.
    func place(of position: Int) -> (chunk: Int, offset: Int) {
        let chunk = (1..<before.count).partitioningIndex { self.position(ofChunk: $0) > position } - 1
        return (chunk, position - self.position(ofChunk: chunk))
    }

    /// Returns the number of events before the first one that `isAfter`; all later events must satisfy it,
    /// too.
    ///
    /// - Complexity: O(log n) for n events.
    func position(where isAfter: (ActivityEntry) -> Bool) -> Int {
        // The chunks after the first one that starts with a match can be skipped.
        let end = chunks.indices.partitioningIndex { isAfter(chunks[$0][0]) }
        guard end > 0 else { return 0 }
        let chunk = chunks[end - 1]
        return position(ofChunk: end - 1) + chunk.indices.partitioningIndex { isAfter(chunk[$0]) }
    }

    /// Inserts an event at a position.
    ///
    /// - Complexity: O(c) for c chunks and a chunk's events.
    mutating func insert(_ entry: ActivityEntry, at position: Int) {
        if chunks.isEmpty {
            chunks = [[]]
            before.append(before[0])
        }
        var (chunk, offset) = place(of: position)
        // Past the last event, or where two chunks meet, the event goes to the end of the earlier chunk.
        if offset == 0, chunk > 0 {
            chunk -= 1
            offset = chunks[chunk].count
        }
        chunks[chunk].insert(entry, at: offset)
        countChange(of: entry.source, by: 1, after: chunk)
        if chunks[chunk].count >= 2 * Self.chunkSize { split(chunk) }
    }

    /// Removes the event at a position, which must exist.
    ///
    /// - Complexity: O(c) for c chunks and a chunk's events.
    mutating func remove(at position: Int) {
        let (chunk, offset) = place(of: position)
        let entry = chunks[chunk].remove(at: offset)
        countChange(of: entry.source, by: ~0, after: chunk)
        guard chunks[chunk].isEmpty else { return }
        // Its removed rows now count for the chunk before it.
        chunks.remove(at: chunk)
        before.remove(at: chunk)
    }

    /// - Parameter difference: 1 for an inserted event, ~0, which is -1, for a removed one.
    private mutating func countChange(of source: Int, by difference: UInt32, after chunk: Int) {
        var change = Counts()
        (change[source + 4], change[7], change[3]) = (difference, 1, ~0)
        for later in chunk + 1..<before.count { before[later] &+= change }
    }

    private mutating func split(_ chunk: Int) {
        let entries = chunks[chunk]
        let first = Array(entries[..<Self.chunkSize])
        var counts = before[chunk]
        var (shown, inserted) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        for entry in first {
            shown[entry.source] &+= 1
            if entry.rank < Int(loadedCounts[entry.source]) {
                counts[entry.source] = UInt32(entry.rank) + 1
            } else {
                inserted[entry.source] &+= 1
            }
        }
        let tableRows = counts.lowHalf &- before[chunk].lowHalf
        let removed = tableRows &+ inserted &- shown
        counts.highHalf &+= inserted &- removed
        counts[7] = before[chunk][7] &+ (inserted &+ removed).wrappedSum()
        counts[3] = 0 &- counts[7]
        chunks.replaceSubrange(chunk...chunk, with: [first, Array(entries[Self.chunkSize...])])
        before.insert(counts, at: chunk + 1)
    }
}
