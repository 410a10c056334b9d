/// The codes of short tokens seen lately, before the slower look-up of an ``Interner``.
///
/// Layout: a direct-mapped cache. A token of up to 15 bytes is two words, the last byte its length, which
/// decide on its slot; a slot holds these words and the token's code, and a token that needs a slot takes it.
/// A few thousand tokens make up most of a text, so that nearly all look-ups end here, without a comparison
/// of bytes in memory.
struct ShortTokenCache: ~Copyable {
    /// Bytes that fit into two words beside the length.
    static let mostBytes = 15
    /// 1.5 MiB, as a second-level cache holds; half and twice as many were no faster on a million posts.
    private static let slotCount = 1 << 16

    private struct Slot: BitwiseCopyable, Sendable {
        var first: UInt64 = 0
        /// Zero in a free slot, as the length of no token.
        var second: UInt64 = 0
        var code: UInt32 = 0
    }

    private let slots: UnsafeMutablePointer<Slot>

    init() {
        slots = .allocate(capacity: ShortTokenCache.slotCount)
        slots.initialize(repeating: Slot(), count: ShortTokenCache.slotCount)
    }

    deinit { slots.deallocate() }

    /// The code of the token of 1 to ``mostBytes`` bytes at `start`, which `intern` gives when the cache
    /// lacks it.
    ///
    /// Sixteen bytes from `start` on must be readable.
    @inline(__always)
    func code(_ start: UnsafePointer<UInt8>, count: Int, _ intern: () -> UInt32) -> UInt32 {
        let raw = UnsafeRawPointer(start)
        var first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        var second = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        // Shifts by as many bits as a word has give zero.
        first &= count >= 8 ? ~0 : (1 << UInt64(count * 8) - 1)
        second &= count <= 8 ? 0 : (1 << UInt64(count * 8 - 64) - 1)
        second |= UInt64(count) << 56
        // SAFETY: the slot is below the number of slots, a power of two.
        let hash = ByteHash.mix(first ^ 0x9e37_79b9_7f4a_7c15, second ^ 0xd1b5_4a32_d192_ed03)
        let slot = slots + Int(truncatingIfNeeded: hash) & (ShortTokenCache.slotCount - 1)
        if slot.pointee.first == first && slot.pointee.second == second { return slot.pointee.code }
        let code = intern()
        slot.pointee = Slot(first: first, second: second, code: code)
        return code
    }
}
