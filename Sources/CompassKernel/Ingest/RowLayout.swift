internal import CCompassScan

/// The bytes between the values of the previous row: the keys with their commas, colons and spaces.
///
/// PostgREST prints the same keys in the same order in every row. The bytes that precede a row's third value
/// therefore very likely precede the next row's third value, too, and one comparison of up to 32 bytes
/// replaces reading, checking and looking up a key. Bytes are remembered only after they were parsed at the
/// same position in a row, so a match is as reliable as a check.
///
/// Most members are compared and read in C (``readMembers(_:at:with:into:)``); ``match(_:at:)`` is for the others.
struct RowLayout: ~Copyable {
    static let capacity = 64
    static let patternByteCount = 32

    private let entries: UnsafeMutablePointer<compasskernel_member_layout>
    private var count = 0

    init() { entries = .allocate(capacity: RowLayout.capacity) }

    deinit { entries.deallocate() }

    /// Returns the byte count and the field of `member` if the bytes at `position` match those remembered for
    /// it. The caller guarantees that 32 bytes can be read.
    @inline(__always)
    func match(_ member: Int, at position: UnsafePointer<UInt8>) -> (byteCount: Int, field: Int)? {
        guard member < count else { return nil }
        let entry = entries + member
        // SAFETY: the caller guarantees 32 readable bytes; `member` is below `count`. The mask follows the pattern.
        let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD4<UInt64>.self)
        let pattern = UnsafeRawPointer(entry).loadUnaligned(as: SIMD4<UInt64>.self)
        let mask = UnsafeRawPointer(entry).loadUnaligned(
            fromByteOffset: RowLayout.patternByteCount, as: SIMD4<UInt64>.self)
        let difference = (bytes & mask) ^ pattern
        guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return nil }
        return (Int(entry.pointee.byte_count), entry.pointee.field)
    }

    /// Reads members of a row into `slots`, up to the first that is not as predicted or whose value is not simple;
    /// moves `position` and `member` to it.
    @inline(__always)
    func readMembers(
        _ member: inout Int, at position: inout UnsafePointer<UInt8>, with scanner: inout JSONScanner,
        into slots: UnsafeMutablePointer<FieldSlot>
    ) {
        let (end, place) = (scanner.end, compasskernel_row_place(position: position, member: member))
        // SAFETY: entries below `count` are initialized. `FieldSlot` has the layout of the values, and there is a slot
        // for each field of an entry.
        let values = UnsafeMutableRawPointer(slots).assumingMemoryBound(to: compasskernel_value.self)
        let next = scanner.marks.withPart {
            compasskernel_read_members(place, entries, count, $0, end, values)
        }
        (position, member) = (next.position, next.member)
    }

    /// Remembers the bytes from `start` to `stop` as those that precede the value of `member`.
    mutating func remember(
        _ member: Int, from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>, field: Int
    ) {
        guard member < RowLayout.capacity, member <= count else { return }
        let bytes = UnsafeRawBufferPointer(start: start, count: stop - start)
        var entry = compasskernel_member_layout()
        entry.byte_count = UInt32(truncatingIfNeeded: bytes.count)
        entry.field = field
        if bytes.count <= RowLayout.patternByteCount {
            withUnsafeMutableBytes(of: &entry.pattern) { $0.copyMemory(from: bytes) }
            withUnsafeMutableBytes(of: &entry.mask) { mask in
                for index in bytes.indices { mask[index] = 0xff }
            }
            entry.mark_count = UInt32(truncatingIfNeeded: bytes.count { StringBytes.isMarked($0) })
        } else {
            // An entry that is too long to compare never matches, even in a malformed document: its pattern
            // has a bit that its mask clears in any input.
            entry.pattern.0 = 1
        }
        entries[member] = entry
        count = max(count, member + 1)
    }
}
