/// The codes of recently seen short tokens, consulted before the slower look-up of an ``Interner``.
///
/// Layout: a direct-mapped cache. A token of up to 15 bytes is two words, whose last byte is its length; they
/// determine its slot. A slot holds these words and the token's code, and a new token replaces the slot's
/// previous one. A few thousand tokens make up most of a text, so nearly all look-ups end here, without
/// comparing bytes in memory.
struct ShortTokenCache: ~Copyable {
    /// The number of bytes that fit into two words in addition to the length.
    static let maximumByteCount = 15
    /// 768 KiB, which fits a second-level cache; half and twice as many were no faster on a million posts.
    fileprivate static let slotCount = 1 << 15

    fileprivate struct Slot: BitwiseCopyable, Sendable {
        var first: UInt64 = 0
        /// Zero in a free slot, because no token has length zero.
        var second: UInt64 = 0
        var code: UInt32 = 0
    }

    /// Nil before the first use: an index of few rows has no tokens.
    private var slots: UnsafeMutablePointer<Slot>?

    deinit { slots?.deallocate() }

    /// Removes all tokens.
    func removeAll() { slots?.update(repeating: Slot(), count: ShortTokenCache.slotCount) }

    /// Returns the entries, which must not outlive the cache.
    mutating func entries() -> Entries {
        if let slots { return Entries(slots: slots) }
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: ShortTokenCache.slotCount)
        slots.initialize(repeating: Slot(), count: ShortTokenCache.slotCount)
        self.slots = slots
        return Entries(slots: slots)
    }

    struct Entries {
        fileprivate let slots: UnsafeMutablePointer<Slot>

        /// Returns the code of the token of 1 to ``maximumByteCount`` bytes at `start`, which `intern`
        /// provides on a cache miss.
        ///
        /// Sixteen bytes starting at `start` must be readable.
        @inline(__always)
        func code(_ start: UnsafePointer<UInt8>, count: Int, _ intern: () -> UInt32) -> UInt32 {
            let raw = UnsafeRawPointer(start)
            var first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            var second = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            // Shifts by the width of a word yield zero.
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
}
