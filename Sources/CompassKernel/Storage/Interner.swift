/// A table that assigns each distinct byte string a small code, in order of first appearance.
///
/// Layout: the strings consecutively in an arena with `n + 1` offsets, their hashes in a column, and an
/// open-addressing table of codes at most half full. After interning `ab`, `c`, `ab`:
/// ```
/// arena    61 62 63
/// offsets  0 2 3
/// slots    [ … 1 … 2 … ]        code + 1; 0 is a free slot
/// ```
/// Strings are equal if their bytes are: canonically equivalent strings stay distinct.
struct Interner: ~Copyable {
    private var slots: GrowableColumn<UInt32>
    private var slotMask: Int
    private var hashes = GrowableColumn<UInt64>()
    private(set) var arena = GrowableColumn<UInt8>()
    private(set) var offsets = GrowableColumn<Int>()

    init() {
        slotMask = 63
        slots = GrowableColumn<UInt32>(capacity: 64)
        for _ in 0...slotMask { slots.appendUnchecked(0) }
        offsets.append(0)
    }

    /// The number of distinct strings.
    var count: Int { hashes.count }

    /// Returns the code of the `count` bytes from `start`, a new one if they have not been seen before.
    ///
    /// - Complexity: O(`count`) on average.
    @inline(__always)
    mutating func intern(_ start: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let hash = ByteHash.hash(start, count: count, seed: ByteHash.seed)
        var slot = Int(truncatingIfNeeded: hash) & slotMask
        while true {
            let entry = slots[slot]
            if entry == 0 { return insert(start, count: count, hash: hash, slot: slot) }
            let code = Int(entry) - 1
            if hashes[code] == hash, equals(code, start, count: count) { return UInt32(code) }
            slot = (slot + 1) & slotMask
        }
    }

    private func equals(_ code: Int, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
        let from = offsets[code]
        guard offsets[code + 1] - from == count else { return false }
        // SAFETY: the offsets delimit this code's bytes in the arena.
        return ByteComparison.areEqual(UnsafePointer(arena.base + from), start, count: count)
    }

    @inline(never)
    private mutating func insert(
        _ start: UnsafePointer<UInt8>, count: Int, hash: UInt64, slot: Int
    ) -> UInt32 {
        let code = hashes.count
        arena.append(start, count: count)
        offsets.append(arena.count)
        hashes.append(hash)
        slots[slot] = UInt32(code + 1)
        if hashes.count * 2 > slotMask { doubleSlots() }
        return UInt32(code)
    }

    private mutating func doubleSlots() {
        let newCount = (slotMask + 1) * 2
        slotMask = newCount - 1
        slots.removeAll()
        slots.reserve(total: newCount)
        for _ in 0..<newCount { slots.appendUnchecked(0) }
        for code in 0..<hashes.count {
            var slot = Int(truncatingIfNeeded: hashes[code]) & slotMask
            while slots[slot] != 0 { slot = (slot + 1) & slotMask }
            slots[slot] = UInt32(code + 1)
        }
    }

    /// Calls `body` with the bytes of `code`; the pointer is valid during the call only.
    func withBytes<Result>(of code: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let from = offsets[code]
        return body(UnsafeBufferPointer(start: arena.base + from, count: offsets[code + 1] - from))
    }

    /// Returns the strings in code order, as a dictionary without the hash table.
    consuming func finish() -> CodeDictionary {
        let offsets = self.offsets.finish()
        let bytes = self.arena.finish()
        return CodeDictionary(bytes: bytes, offsets: offsets)
    }
}

/// The strings for the codes of an interned column.
struct CodeDictionary: Sendable {
    /// The code for null.
    static let null = UInt32.max

    let bytes: ColumnBuffer<UInt8>
    let offsets: ColumnBuffer<Int>

    /// The number of distinct strings.
    var count: Int { offsets.count - 1 }

    /// Returns the string for `code`.
    func string(_ code: Int) -> String { String(decoding: utf8(code), as: UTF8.self) }

    /// Returns the bytes for `code`, valid as long as the dictionary exists.
    func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> {
        let from = offsets[code]
        return UnsafeBufferPointer(start: bytes.base + from, count: offsets[code + 1] - from)
    }

    /// Returns whether both are copies of one dictionary.
    func isIdentical(to other: CodeDictionary) -> Bool { offsets.base == other.offsets.base }

    /// The memory that the dictionary occupies, in bytes.
    var byteCount: Int { bytes.byteCount + offsets.byteCount }
}
