/// A table that assigns each distinct byte string a small code, in order of first appearance.
///
/// Layout: the strings consecutively in an arena with `n + 1` offsets, their hashes in a column, and the
/// slots of their codes. After interning `ab`, `c`, `ab`:
/// ```
/// arena    61 62 63
/// offsets  0 2 3
/// ```
/// Strings are equal if their bytes are: canonically equivalent strings stay distinct.
struct Interner: ~Copyable {
    private let seed = ByteHash.seed
    private var slots: CodeSlots
    private var hashes = GrowableColumn<UInt64>()
    private(set) var arena = GrowableColumn<UInt8>()
    private(set) var offsets = GrowableColumn<Int>()

    /// - Parameter count: the number of strings for which memory is reserved.
    init(reserving count: Int = 0) {
        slots = CodeSlots(reserving: count)
        offsets.reserve(total: count + 1)
        hashes.reserve(total: count)
        offsets.append(0)
    }

    /// Removes all strings and keeps the memory.
    mutating func removeAll() {
        slots.removeAll()
        hashes.removeAll()
        arena.removeAll()
        offsets.removeAll()
        offsets.append(0)
    }

    /// The number of distinct strings.
    var count: Int { offsets.count - 1 }

    /// Returns the code of the `count` bytes from `start`, a new one if they have not been seen before.
    ///
    /// - Complexity: O(`count`) on average.
    @inline(__always)
    mutating func intern(_ start: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let hash = ByteHash.hash(start, count: count, seed: seed)
        var probe = slots.probe(hash)
        while let code = slots[probe.slot] {
            if hashes[code] == hash, equals(code, start, count: count) { return UInt32(code) }
            probe.advance()
        }
        return insert(start, count: count, hash: hash, slot: probe.slot)
    }

    /// Frees what only interning requires; no string may be interned afterwards.
    mutating func close() {
        slots = CodeSlots()
        hashes = GrowableColumn()
    }

    @inline(__always)
    private func equals(_ code: Int, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
        withBytes(of: code) {
            $0.count == count && ByteComparison.areEqualInline($0.baseAddress!, start, count: count)
        }
    }

    @inline(never)
    private mutating func insert(
        _ start: UnsafePointer<UInt8>, count: Int, hash: UInt64, slot: Int
    ) -> UInt32 {
        let code = hashes.count
        arena.append(start, count: count)
        offsets.append(arena.count)
        hashes.append(hash)
        slots.insert(code, at: slot) { hashes[$0] }
        return UInt32(code)
    }

    /// Calls `body` with the bytes of `code`; the pointer is valid during the call only.
    func withBytes<Result>(of code: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        arena.withBuffer(of: offsets[code]..<offsets[code + 1], body)
    }

    /// Returns the strings in code order, as a dictionary without the hash table.
    consuming func finish() -> CodeDictionary {
        let offsets = self.offsets.finish()
        let bytes = self.arena.finish()
        return CodeDictionary(bytes: bytes, offsets: offsets)
    }
}

/// The strings for the codes of an interned column. A class, so that whoever reads a string keeps one
/// reference alive instead of those of both columns.
final class CodeDictionary: Sendable {
    /// The code for null.
    static let null = UInt32.max
    /// A dictionary of no strings.
    static let none = Interner().finish()

    let bytes: ColumnBuffer<UInt8>
    let offsets: ColumnBuffer<Int>

    init(bytes: ColumnBuffer<UInt8>, offsets: ColumnBuffer<Int>) {
        self.bytes = bytes
        self.offsets = offsets
    }

    /// The number of distinct strings.
    var count: Int { offsets.count - 1 }

    /// Returns the string for `code`.
    func string(_ code: Int) -> String { withUTF8(code) { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the bytes for `code`.
    @inline(__always)
    func withUTF8<Result>(_ code: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withBuffer(of: offsets[code]..<offsets[code + 1], body)
    }

    var byteCount: Int { bytes.byteCount + offsets.byteCount }
}
