/// An edge of an interval that was added since its index was built, or of one that was removed.
struct PendingInstant: BitwiseCopyable, Sendable {
    /// The start in an order of starts, the end in an order of ends.
    var instant: Int64
    /// The interval's other edge.
    var other: Int64
    /// The added intervals minus the removed ones before this entry in its block, by kind.
    var before = SIMD4<Int16>()
    /// The lane of an added interval.
    let lane: UInt32
    /// The row of an added interval in its kind's table.
    let row: UInt32
    let kind: UInt8
    let isRemoval: Bool

    /// What the entry adds to the counts.
    @inline(__always)
    var weight: SIMD4<Int16> {
        var weight = SIMD4<Int16>()
        weight[Int(kind)] = isRemoval ? -1 : 1
        return weight
    }

    @inline(__always)
    init(_ instant: Int64, other: Int64, kind: UInt8, added: (lane: UInt32, row: UInt32)?) {
        (self.instant, self.other, self.kind) = (instant, other, kind)
        (lane, row) = added ?? (0, 0)
        isRemoval = added == nil
    }
}

/// Edges in ascending order, with the signed counts of those before an instant.
///
/// Layout: blocks with room, so that an insertion moves the entries of one block, and a value that was copied
/// before a change shares all others. Beside each block are its first instant and the counts before it:
/// ```
/// blocks   +3 +5 −5 | +8 +9        first 3 8        before 0 1
/// ```
struct PendingInstants: Sendable {
    /// A block with this many entries is divided. Derived: 4 KiB; with 2,048 pending changes, an insertion
    /// moves 2 KiB and adds to 32 counts.
    private static let blockLimit = 128

    private(set) var blocks: [[PendingInstant]] = []
    private var firstInstants: [Int64] = []
    private var countsBefore: [SIMD4<Int32>] = []
    private(set) var total = SIMD4<Int32>()

    init() {}

    /// Creates the order of entries.
    init(_ entries: [PendingInstant]) {
        let sorted = entries.sorted { $0.instant < $1.instant }
        var first = 0
        while first < sorted.count {
            let end = min(first + Self.blockLimit * 3 / 4, sorted.count)
            appendBlock(sorted[first..<end])
            first = end
        }
    }

    private mutating func appendBlock(_ entries: ArraySlice<PendingInstant>) {
        var (block, before) = (Array(entries), SIMD4<Int16>())
        for place in block.indices {
            block[place].before = before
            before &+= block[place].weight
        }
        firstInstants.append(block[0].instant)
        countsBefore.append(total)
        blocks.append(block)
        total &+= SIMD4<Int32>(truncatingIfNeeded: before)
    }

    /// The place of an entry.
    struct Place {
        var block: Int
        var entry: Int
    }

    /// Returns the place of the first entry that is not before `instant`; one after the last of a block if
    /// that is where the next block begins.
    @inline(__always)
    func place(notBefore instant: Int64) -> Place {
        // The last block that begins before the instant may contain later entries.
        let block = max((0..<firstInstants.count).partitioningIndex { firstInstants[$0] >= instant } - 1, 0)
        if block == blocks.count { return Place(block: block, entry: 0) }
        let entries = blocks[block]
        return Place(
            block: block,
            entry: (0..<entries.count).partitioningIndex { entries[$0].instant >= instant })
    }

    /// Returns the added minus the removed edges before `instant`, by kind.
    func counts(before instant: Int64) -> SIMD4<Int32> {
        let place = place(notBefore: instant)
        if place.block == blocks.count { return total }
        let entries = blocks[place.block]
        if place.entry < entries.count {
            return countsBefore[place.block]
                &+ SIMD4<Int32>(truncatingIfNeeded: entries[place.entry].before)
        }
        return place.block + 1 < blocks.count ? countsBefore[place.block + 1] : total
    }

    /// Calls `body` with the entries from a place on, ascending, until it returns false.
    func forEach(from place: Place, _ body: (PendingInstant) -> Bool) {
        var place = place
        while place.block < blocks.count {
            while place.entry < blocks[place.block].count {
                if !body(blocks[place.block][place.entry]) { return }
                place.entry += 1
            }
            place = Place(block: place.block + 1, entry: 0)
        }
    }

    /// Calls `body` with the entries before a place, descending, until it returns false.
    func forEach(before place: Place, _ body: (PendingInstant) -> Bool) {
        var place = place
        while true {
            while place.entry > 0 {
                place.entry -= 1
                if !body(blocks[place.block][place.entry]) { return }
            }
            if place.block == 0 { return }
            place = Place(block: place.block - 1, entry: blocks[place.block - 1].count)
        }
    }

    /// Inserts an entry.
    mutating func insert(_ entry: PendingInstant) {
        if blocks.isEmpty {
            appendBlock([entry])
            return
        }
        let place = place(notBefore: entry.instant)
        let weight = entry.weight
        blocks[place.block].insert(entry, at: place.entry)
        changeCounts(after: place, by: weight)
        if blocks[place.block].count >= Self.blockLimit { divide(place.block) }
    }

    /// Computes the counts of a block from a changed place on, and of later blocks.
    private mutating func changeCounts(after place: Place, by weight: SIMD4<Int16>) {
        let block = place.block
        blocks[block].withUnsafeMutableBufferPointer { entries in
            var before = SIMD4<Int16>()
            if place.entry > 0 { before = entries[place.entry - 1].before &+ entries[place.entry - 1].weight }
            for entry in place.entry..<entries.count {
                entries[entry].before = before
                before &+= entries[entry].weight
            }
        }
        if place.entry == 0, let first = blocks[block].first { firstInstants[block] = first.instant }
        let change = SIMD4<Int32>(truncatingIfNeeded: weight)
        for later in block + 1..<max(blocks.count, block + 1) { countsBefore[later] &+= change }
        total &+= change
    }

    private mutating func divide(_ block: Int) {
        let entries = blocks[block]
        let middle = entries.count / 2
        var (second, before) = (Array(entries[middle...]), SIMD4<Int16>())
        for place in second.indices {
            second[place].before = before
            before &+= second[place].weight
        }
        let countsBeforeSecond =
            countsBefore[block] &+ SIMD4<Int32>(truncatingIfNeeded: entries[middle].before)
        blocks[block].removeSubrange(middle...)
        blocks.insert(second, at: block + 1)
        firstInstants.insert(second[0].instant, at: block + 1)
        countsBefore.insert(countsBeforeSecond, at: block + 1)
    }

    /// Removes the entry of an added interval.
    mutating func remove(_ instant: Int64, lane: UInt32, row: UInt32, kind: UInt8) {
        var place = place(notBefore: instant)
        while place.block < blocks.count {
            while place.entry < blocks[place.block].count {
                let entry = blocks[place.block][place.entry]
                let isWanted =
                    entry.lane == lane && entry.row == row && entry.kind == kind && !entry.isRemoval
                if entry.instant == instant, isWanted {
                    blocks[place.block].remove(at: place.entry)
                    changeCounts(after: place, by: 0 &- entry.weight)
                    if blocks[place.block].isEmpty {
                        blocks.remove(at: place.block)
                        firstInstants.remove(at: place.block)
                        countsBefore.remove(at: place.block)
                    }
                    return
                }
                place.entry += 1
            }
            place = Place(block: place.block + 1, entry: 0)
        }
        preconditionFailure("an added interval has no entry")
    }

    /// Replaces the lanes of all added intervals.
    mutating func renumberLanes(_ newLane: (UInt32) -> UInt32) {
        blocks = blocks.map { block in
            block.map { entry in
                var new = PendingInstant(
                    entry.instant, other: entry.other, kind: entry.kind,
                    added: entry.isRemoval ? nil : (newLane(entry.lane), entry.row))
                new.before = entry.before
                return new
            }
        }
    }

    var byteCount: Int { blocks.reduce(0) { $0 + $1.count } * MemoryLayout<PendingInstant>.stride }

    func checkInvariants() -> [String] {
        var (violations, before, last) = ([String](), SIMD4<Int32>(), Int64.min)
        for (block, entries) in blocks.enumerated() {
            if entries.isEmpty || entries.count >= Self.blockLimit { violations.append("block \(block)") }
            if entries.first?.instant != firstInstants[block] { violations.append("first of \(block)") }
            if countsBefore[block] != before { violations.append("counts before block \(block)") }
            var inBlock = SIMD4<Int16>()
            for entry in entries {
                if entry.instant < last { violations.append("\(entry.instant) after \(last)") }
                if entry.before != inBlock { violations.append("counts in block \(block)") }
                inBlock &+= entry.weight
                last = entry.instant
            }
            before &+= SIMD4<Int32>(truncatingIfNeeded: inBlock)
        }
        if before != total { violations.append("total of pending edges") }
        return violations
    }
}
