/// The bytes between the values of the previous row: the keys with their commas, colons and spaces.
///
/// PostgREST prints the same keys in the same order in every row. The bytes that precede a row's third value
/// therefore very likely precede the next row's third value, too, and one comparison of up to 32 bytes
/// replaces reading, checking and looking up a key. Bytes are remembered only after they were parsed at the
/// same position in a row, so a match is as reliable as a check.
struct RowLayout: ~Copyable {
    static let capacity = 64
    static let patternByteCount = 32

    private struct Entry {
        var pattern: SIMD4<UInt64>
        var mask: SIMD4<UInt64>
        var byteCount: Int
        var field: Int
    }

    private let entries: UnsafeMutablePointer<Entry>
    private var count = 0

    init() { entries = .allocate(capacity: RowLayout.capacity) }

    deinit { entries.deallocate() }

    /// Returns the byte count and the field of `member` if the bytes at `position` match those remembered for
    /// it. The caller guarantees that 32 bytes can be read.
    @inline(__always)
    func match(_ member: Int, at position: UnsafePointer<UInt8>) -> (byteCount: Int, field: Int)? {
        guard member < count else { return nil }
        let entry = entries + member
        // SAFETY: the caller guarantees 32 readable bytes; `member` is below `count`.
        let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD4<UInt64>.self)
        let difference = (bytes & entry.pointee.mask) ^ entry.pointee.pattern
        guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return nil }
        return (entry.pointee.byteCount, entry.pointee.field)
    }

    /// Remembers the bytes from `start` to `stop` as those that precede the value of `member`.
    mutating func remember(
        _ member: Int, from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>, field: Int
    ) {
        guard member < RowLayout.capacity, member <= count else { return }
        let byteCount = stop - start
        var pattern = SIMD32<UInt8>()
        var mask = SIMD32<UInt8>()
        if byteCount <= RowLayout.patternByteCount {
            for index in 0..<byteCount {
                pattern[index] = start[index]
                mask[index] = 0xff
            }
        } else {
            // An entry that is too long to compare never matches, even in a malformed document: its pattern
            // has a bit that its mask clears in any input.
            pattern[0] = 1
        }
        entries[member] = Entry(
            pattern: unsafeBitCast(pattern, to: SIMD4<UInt64>.self),
            mask: unsafeBitCast(mask, to: SIMD4<UInt64>.self), byteCount: byteCount, field: field)
        count = max(count, member + 1)
    }
}
