/// A text column under construction. Null rows get an empty stretch of the arena.
struct TextColumnBuilder: ~Copyable {
    private(set) var bytes = GrowableColumn<UInt8>()
    private(set) var offsets = GrowableColumn<UInt32>()

    /// The bytes before this builder's in the column that takes its rows.
    private var claimedShift: UInt32 = 0

    init() { offsets.append(0) }

    /// The bytes of all texts so far.
    var byteCount: Int { bytes.count }

    @inline(__always)
    mutating func appendNull() { offsets.append(UInt32(truncatingIfNeeded: bytes.count)) }

    /// Appends the text of a string; answers whether a lone surrogate was replaced in it.
    @inline(__always)
    mutating func append(_ slot: FieldSlot) -> Bool {
        var hasLoneSurrogate = false
        if slot.hasEscapes {
            hasLoneSurrogate = JSONUnescaping.append(from: slot.start, to: slot.end, to: &bytes)
        } else {
            bytes.append(slot.start, count: slot.count)
        }
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        return hasLoneSurrogate
    }

    /// Appends plain bytes.
    @inline(__always)
    mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
        bytes.append(start, count: count)
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    func hasRoom(for later: borrowing TextColumnBuilder) -> Bool {
        bytes.hasRoom(for: later.bytes) && offsets.hasRoom(for: later.offsets)
    }

    mutating func makeRoom(for later: borrowing TextColumnBuilder) {
        bytes.makeRoom(for: later.bytes)
        offsets.makeRoom(for: later.offsets)
    }

    mutating func claimRoom(for later: inout TextColumnBuilder) {
        later.claimedShift = UInt32(truncatingIfNeeded: bytes.count)
        bytes.claimRoom(for: &later.bytes)
        later.offsets.claimedRoom = offsets.claimRoom(count: later.offsets.count - 1)
    }

    mutating func moveToClaimedRoom() {
        bytes.moveToClaimedRoom()
        if let target = offsets.claimedRoom {
            // SAFETY: room was claimed for every offset but the first, which is 0.
            for row in 1..<offsets.count { target[row - 1] = offsets[row] &+ claimedShift }
        }
        offsets.claimedRoom = nil
        offsets.removeAll()
        offsets.append(0)
    }

    mutating func reserve(factor: Double) {
        bytes.reserve(total: ReserveEstimate.capacity(bytes.count, factor: factor))
        offsets.reserve(total: ReserveEstimate.capacity(offsets.count, factor: factor))
    }

    /// The bytes of `row`, valid until the next change.
    @inline(__always)
    func utf8(_ row: Int) -> UnsafeBufferPointer<UInt8> {
        let from = Int(offsets[row])
        return UnsafeBufferPointer(start: bytes.base + from, count: Int(offsets[row + 1]) - from)
    }

    /// The bytes that were appended since the arena had `from` of them.
    func lastBytes(from: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.base + from, count: bytes.count - from)
    }

    consuming func finish(validity: BitColumn) -> TextColumn {
        let bytes = self.bytes.finish()
        let offsets = self.offsets.finish()
        return TextColumn(bytes: bytes, offsets: offsets, validity: validity)
    }

    consuming func finish() -> TextColumn {
        let bytes = self.bytes.finish()
        let offsets = self.offsets.finish()
        return TextColumn(bytes: bytes, offsets: offsets)
    }
}

/// How much room to make from what a document's first part needed.
enum ReserveEstimate {
    /// Rows are not all alike: 3 % more than the first part predicts, about twice the standard error of the
    /// mean of its 1,500 posts. Growing copies a column where the allocator cannot move pages (jemalloc,
    /// Darwin): when it has to, the peak of loading 100,000 posts is 1.8 times what stays, otherwise 1.1 times
    /// (`memory.posts`). Room that stays unused is never touched, and is given back.
    static func capacity(_ count: Int, factor: Double) -> Int {
        let estimate = Double(count) * factor * 1.03
        return estimate < Double(Int.max / 64) ? Int(estimate) + 64 : count
    }
}
