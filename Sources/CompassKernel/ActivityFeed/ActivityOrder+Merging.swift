extension ActivityOrder {
    /// Merges sorted sources.
    ///
    /// - Parameter sources: the times of each source, newest first, in microseconds since 1970, and how many
    ///   of them to merge; among equal times those of the earlier source come first.
    /// - Complexity: O(n) for n events.
    init(merging sources: [(times: ColumnBuffer<Int64>, count: Int)]) {
        let total = sources.reduce(0) { $0 + $1.count }
        var merging = ActivityMerging(sources)
        var chunks: [[ActivityEntry]] = []
        chunks.reserveCapacity(total / Self.chunkSize + 1)
        var before = [merging.taken]
        before.reserveCapacity(total / Self.chunkSize + 2)
        var remaining = total
        while remaining > 0 {
            let count = min(remaining, Self.chunkSize)
            let chunk = [ActivityEntry](unsafeUninitializedCapacity: count) { target, written in
                // SAFETY: the capacity is not 0, and that many events remain.
                merging.take(count, into: target.baseAddress!)
                written = count
            }
            chunks.append(chunk)
            before.append(merging.taken)
            remaining -= count
        }
        self.init(chunks: chunks, before: before)
    }
}

/// A merge of sorted times in progress.
///
/// Method: as long as no source can run out, the next event is chosen by comparison and selection, without an
/// unpredictable branch.
private struct ActivityMerging {
    private struct Cursor {
        let source: Int
        let times: ColumnBuffer<Int64>
        let count: Int
        var rank = 0

        var remaining: Int { count - rank }
    }

    /// The sources that are not exhausted, by number.
    private var cursors: [Cursor] = []
    /// The number of events taken from each source.
    private(set) var taken = ActivityOrder.Counts()

    init(_ sources: [(times: ColumnBuffer<Int64>, count: Int)]) {
        for (source, (times, count)) in sources.enumerated() where count > 0 {
            cursors.append(Cursor(source: source, times: times, count: count))
        }
    }

    /// Writes the next `count` events, which must exist.
    mutating func take(_ count: Int, into target: UnsafeMutablePointer<ActivityEntry>) {
        var written = 0
        while written < count {
            let steps = cursors.reduce(count - written) { min($0, $1.remaining) }
            let next = target + written
            assert(!cursors.isEmpty, "fewer events are left than wanted")
            switch cursors.count {
            case 1: takeOne(steps, into: next)
            case 2: takeTwo(steps, into: next)
            default: takeThree(steps, into: next)
            }
            written += steps
            for cursor in cursors { taken[cursor.source] = UInt32(cursor.rank) }
            cursors.removeAll { $0.remaining == 0 }
        }
    }

    // SAFETY, of all three: no cursor advances by more than `steps`, each cursor has at least `steps` times
    // left, and nothing is read past the last of them.

    private mutating func takeOne(_ steps: Int, into target: UnsafeMutablePointer<ActivityEntry>) {
        let cursor = cursors[0]
        for step in 0..<steps {
            target[step] = ActivityEntry(source: cursor.source, rank: cursor.rank + step)
        }
        cursors[0].rank += steps
    }

    private mutating func takeTwo(_ steps: Int, into target: UnsafeMutablePointer<ActivityEntry>) {
        let (a, b) = (cursors[0], cursors[1])
        var (rankA, rankB) = (a.rank, b.rank)
        for step in 0..<steps {
            let isB = Self.one(if: b.times[rankB] > a.times[rankA])
            let isA = isB ^ 1
            target[step] = ActivityEntry(
                source: a.source &* isA | b.source &* isB, rank: rankA & (0 &- isA) | rankB & (0 &- isB))
            rankA &+= isA
            rankB &+= isB
        }
        (cursors[0].rank, cursors[1].rank) = (rankA, rankB)
    }

    private mutating func takeThree(_ steps: Int, into target: UnsafeMutablePointer<ActivityEntry>) {
        let (a, b, c) = (cursors[0], cursors[1], cursors[2])
        var (rankA, rankB, rankC) = (a.rank, b.rank, c.rank)
        for step in 0..<steps {
            let (timeA, timeB, timeC) = (a.times[rankA], b.times[rankB], c.times[rankC])
            let isC = Self.one(if: timeC > max(timeA, timeB))
            let isB = Self.one(if: timeB > timeA) & (isC ^ 1)
            let isA = (isB | isC) ^ 1
            target[step] = ActivityEntry(
                source: isB | isC << 1, rank: rankA & (0 &- isA) | rankB & (0 &- isB) | rankC & (0 &- isC))
            rankA &+= isA
            rankB &+= isB
            rankC &+= isC
        }
        (cursors[0].rank, cursors[1].rank, cursors[2].rank) = (rankA, rankB, rankC)
    }

    @inline(__always)
    private static func one(if condition: Bool) -> Int { condition ? 1 : 0 }
}
