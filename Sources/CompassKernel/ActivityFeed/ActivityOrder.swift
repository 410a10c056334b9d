/// The events of all sources, newest first, in chunks: an insert moves only the entries of one chunk.
///
/// Layout: the entries of each chunk, and the number of events of each source before it: rows of the tables
/// in the first four lanes, inserted rows in the last four; the last element counts all events. With chunks
/// of three and d, i, s for rows of the sources 0, 1 and 2, and I for an inserted row:
/// ```
/// chunks   i0 d0 i1        s0 i2 I8       i3
/// before   0 0 0 0 …       1 2 0 0 …      1 3 1 0  0 1 0 0       1 4 1 0  0 1 0 0
/// ```
struct ActivityOrder: Sendable {
    /// The number of events of each source, by lane.
    typealias Counts = SIMD8<UInt32>

    /// The number of events in a chunk when the sources are merged. Counting up to a position scans one
    /// chunk; an insert moves the following entries of one chunk.
    static let chunkSize = 4_096

    private(set) var chunks: [[ActivityEntry]]
    private(set) var before: [Counts]
    /// The number of rows in each source's table; higher ranks were inserted.
    private let loadedCounts: SIMD4<UInt32>

    /// - Parameters:
    ///   - chunks: the events of the sources' tables.
    ///   - before: the number of events of each source before each chunk, and in total.
    init(chunks: [[ActivityEntry]], before: [Counts]) {
        self.chunks = chunks
        self.before = before
        loadedCounts = before[before.count - 1].lowHalf
    }

    /// Returns the lane in which an event is counted.
    func lane(of entry: ActivityEntry) -> Int {
        entry.source + (entry.rank >= Int(loadedCounts[entry.source]) ? 4 : 0)
    }

    /// The number of events.
    var count: Int { before.last.map { Int($0.wrappedSum()) } ?? 0 }

    /// Returns the number of events before a chunk, or of all events for the index after the last chunk.
    func position(ofChunk chunk: Int) -> Int { Int(before[chunk].wrappedSum()) }

    /// Returns the number of events of each source before a position, by lane.
    ///
    /// - Complexity: O(log c) for c chunks, plus a chunk's events.
    func counts(before position: Int) -> Counts {
        let (chunk, offset) = place(of: position)
        var counts = before[chunk]
        guard offset > 0 else { return counts }
        if before[chunk].highHalf == before[chunk + 1].highHalf {
            // The usual case, and much faster.
            for source in 0..<3 { counts[source] &+= count(ofSource: source, in: chunk, below: offset) }
        } else {
            for entry in chunks[chunk][..<offset] { counts[lane(of: entry)] &+= 1 }
        }
        return counts
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
        let lane = lane(of: entry)
        for later in chunk + 1..<before.count { before[later][lane] &+= 1 }
        if chunks[chunk].count >= 2 * Self.chunkSize { split(chunk) }
    }

    private mutating func split(_ chunk: Int) {
        let entries = chunks[chunk]
        let first = Array(entries[..<Self.chunkSize])
        var counts = before[chunk]
        for entry in first { counts[lane(of: entry)] &+= 1 }
        chunks.replaceSubrange(chunk...chunk, with: [first, Array(entries[Self.chunkSize...])])
        before.insert(counts, at: chunk + 1)
    }
}
