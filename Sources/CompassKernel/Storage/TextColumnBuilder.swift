/// A text column under construction. Null rows get an empty range of the arena.
struct TextColumnBuilder: ~Copyable {
    private(set) var bytes = GrowableColumn<UInt8>()
    private(set) var offsets = GrowableColumn<UInt32>()
    /// Whether all texts are known to be well-formed UTF-8, as those of documents and strings are.
    private(set) var areWellFormed = true

    /// The number of bytes that precede this builder's bytes in the column that receives its rows.
    private var claimedShift: UInt32 = 0

    init() { offsets.append(0) }

    /// The size of all texts so far, in bytes.
    var byteCount: Int { bytes.count }

    /// Reserves memory for `rows` more texts of `byteCount` bytes together.
    mutating func reserve(rows: Int, byteCount: Int) {
        bytes.reserve(total: bytes.count + byteCount)
        offsets.reserve(total: offsets.count + rows)
    }

    @inline(__always)
    mutating func appendNull() { offsets.append(UInt32(truncatingIfNeeded: bytes.count)) }

    /// Appends the text of a string slot; returns whether a lone surrogate was replaced in it.
    ///
    /// - Parameter documentEnd: the end of the document that the slot's bytes are in; nil if they are not in one.
    @inline(__always)
    mutating func append(_ slot: FieldSlot, before documentEnd: UnsafePointer<UInt8>? = nil) -> Bool {
        var hasLoneSurrogate = false
        if slot.hasEscapes {
            hasLoneSurrogate = JSONUnescaping.append(from: slot.start, to: slot.end, to: &bytes)
        } else if let documentEnd, documentEnd - slot.end >= GrowableColumn<UInt8>.blockByteCount {
            bytes.appendInBlocks(slot.start, count: slot.count)
        } else {
            bytes.append(slot.start, count: slot.count)
        }
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        return hasLoneSurrogate
    }

    /// Appends well-formed bytes.
    @inline(__always)
    mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
        bytes.append(start, count: count)
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Appends well-formed bytes, also none.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        if let start = text.baseAddress { append(start, count: text.count) } else { appendNull() }
    }

    /// Records that the next texts come from `column`.
    mutating func willCopy(from column: TextColumn) {
        areWellFormed = areWellFormed && column.areWellFormed
    }

    /// Appends a text of another column, an empty one for null; returns whether it is not null.
    @discardableResult
    mutating func append(_ column: TextColumn, _ row: Int) -> Bool {
        willCopy(from: column)
        return column.withUTF8(row) { text in
            if let text { append(text) } else { appendNull() }
            return text != nil
        }
    }

    /// Calls `body` with the bytes of `row`.
    @inline(__always)
    func withUTF8<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withBuffer(of: Int(offsets[row])..<Int(offsets[row + 1]), body)
    }

    /// Returns a negative number if the text of row `a` precedes that of row `b` in byte order, 0 if they are
    /// equal, otherwise a positive one.
    func compare(_ a: Int, _ b: Int) -> Int {
        withUTF8(a) { first in withUTF8(b) { ByteComparison.compare(first, $0) } }
    }

    /// - Parameter validity: the rows that are not null; nil if no row is null.
    consuming func finish(validity: BitColumn? = nil) -> TextColumn {
        let bytes = self.bytes.finish()
        let offsets = self.offsets.finish()
        return TextColumn(
            bytes: bytes, offsets: offsets, validity: validity, areWellFormed: areWellFormed)
    }
}

extension TextColumnBuilder: ColumnBuilder {
    mutating func join(_ later: inout TextColumnBuilder, _ step: JoiningStep) -> Bool {
        areWellFormed = areWellFormed && later.areWellFormed
        guard step == .reserveRoom else {
            return bytes.join(&later.bytes, step) && offsets.join(&later.offsets, step)
        }
        later.claimedShift = UInt32(truncatingIfNeeded: bytes.count)
        later.offsets.reservedRoom = offsets.reserveRoom(count: later.offsets.count - 1)
        return bytes.join(&later.bytes, step)
    }

    mutating func perform(_ step: ColumnStep) {
        bytes.perform(step)
        guard case .moveToReservedRoom = step else { return offsets.perform(step) }
        if let target = offsets.reservedRoom {
            // SAFETY: memory was reserved for every offset but the first, which is 0.
            for row in 1..<offsets.count { target[row - 1] = offsets[row] &+ claimedShift }
        }
        offsets.reservedRoom = nil
        offsets.removeAll()
        offsets.append(0)
    }
}

/// An estimate of the memory to reserve, based on the first part of a document.
enum ReserveEstimate {
    /// The number of bytes to read before memory is reserved for a part of a document: some twenty posts. Without it,
    /// columns grew so often that reading 10,000 posts took 564 allocations instead of 379 (`ingest.json`).
    static let firstSampleByteCount = 1 << 14

    /// Returns the capacity to reserve: 3 % more than the first part predicts, because rows differ; this is
    /// about twice the standard error of the mean of its 1,500 posts. Growing copies a column where the
    /// allocator cannot move pages (jemalloc, Darwin): the peak of loading 100,000 posts is 1.8 times the
    /// final size if a column must grow, otherwise 1.1 times (`memory.posts`). Reserved memory that stays
    /// unused is never accessed and is released.
    static func capacity(_ count: Int, factor: Double) -> Int {
        let estimate = Double(count) * factor * 1.03
        return estimate < Double(Int.max / 64) ? Int(estimate) + 64 : count
    }
}
