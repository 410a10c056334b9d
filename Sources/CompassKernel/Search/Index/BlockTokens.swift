/// The tokens of a block's rows and their strings.
struct BlockTokens: ~Copyable {
    /// Marks the first token of a field.
    static let fieldStart: UInt32 = 1 << 31

    private(set) var strings = TokenTable()
    private var recent = RecentTokens()
    var entries = BlockEntries()

    mutating func removeStrings() {
        strings.removeAll()
        recent.removeAll()
    }

    /// Appends the tokens of the row at `range` of a text with room for padding.
    mutating func append(_ text: borrowing GrowableColumn<UInt8>, _ range: Range<Int>) {
        text.withBuffer { append($0.baseAddress!, range) }
        entries.ends.append(UInt32(entries.codes.count))
    }

    @inline(__always)
    private mutating func append(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) {
        let (recent, seed) = (recent.entries(), strings.seed)
        TokenReader.forEachToken(text, range) { token, isFirst in
            // SAFETY: tokens are within the text, which has padding.
            let (start, mark) = (text + token.lowerBound, isFirst ? BlockTokens.fieldStart : 0)
            guard token.count <= TokenKey.maximumShortByteCount else {
                let key = TokenKey(start, count: token.count, seed: seed, isPadded: true)
                entries.codes.append(strings.code(key, start) | mark)
                return
            }
            let key = TokenKey(short: start, count: token.count)
            let hash = key.shortHash(seed: seed)
            let slot = recent[hash]
            var code = slot.code
            if slot.key != key {
                code = strings.code(key, start)
                recent[hash] = RecentTokens.Slot(key: key, code: code)
            }
            entries.codes.append(code | mark)
        }
    }
}

/// The codes of recently seen short tokens, consulted before the slower look-up in a ``TokenTable``.
///
/// Layout: a direct-mapped cache. The hash of a ``TokenKey`` determines its slot, which holds the key and the
/// token's code; a new token replaces the slot's previous one. A few thousand tokens make up most of a text,
/// so nearly all look-ups end here, with one access to memory.
struct RecentTokens: ~Copyable {
    /// 384 KiB, which fit a second-level cache together with the table; half and twice as many were no faster
    /// on a million posts.
    private static let slotCount = 1 << 14

    struct Slot: BitwiseCopyable, Sendable {
        /// ``TokenKey/none`` in a free slot.
        var key = TokenKey.none
        var code: UInt32 = 0
    }

    /// Nil before the first use: an index of few rows has no tokens.
    private var slots: UnsafeMutablePointer<Slot>?

    deinit { slots?.deallocate() }

    /// Removes all tokens.
    func removeAll() { slots?.update(repeating: Slot(), count: RecentTokens.slotCount) }

    /// Returns the entries, which must not outlive the cache.
    mutating func entries() -> Entries {
        if let slots { return Entries(slots: slots) }
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: RecentTokens.slotCount)
        slots.initialize(repeating: Slot(), count: RecentTokens.slotCount)
        self.slots = slots
        return Entries(slots: slots)
    }

    struct Entries {
        fileprivate let slots: UnsafeMutablePointer<Slot>

        /// The slot of the tokens with a hash.
        @inline(__always)
        subscript(hash: UInt64) -> Slot {
            // SAFETY: the slot is below the number of slots, a power of two.
            get { slots[Int(truncatingIfNeeded: hash) & (RecentTokens.slotCount - 1)] }
            nonmutating set { slots[Int(truncatingIfNeeded: hash) & (RecentTokens.slotCount - 1)] = newValue }
        }
    }
}
