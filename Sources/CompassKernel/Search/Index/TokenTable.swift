/// A table that assigns each distinct token a code, in order of first appearance.
///
/// Layout: a ``TokenKey`` for each token, the bytes of the long ones consecutively, and the slots of the
/// codes. Nearly all tokens are short, so a look-up reads a slot and a key, where an ``Interner`` reads the
/// hash, the offset and the bytes from three places.
struct TokenTable: ~Copyable {
    private var slots: CodeSlots
    private(set) var keys = GrowableColumn<TokenKey>()
    private var longTokens = GrowableColumn<UInt8>()
    /// The bytes of all tokens.
    private(set) var byteCount = 0
    let seed = ByteHash.seed

    /// - Parameter count: the number of tokens for which memory is reserved.
    init(reserving count: Int = 0) {
        slots = CodeSlots(reserving: count)
        keys.reserve(total: count)
    }

    /// Removes all tokens and keeps the memory.
    mutating func removeAll() {
        slots.removeAll()
        keys.removeAll()
        longTokens.removeAll()
        byteCount = 0
    }

    /// The number of distinct tokens.
    var count: Int { keys.count }

    /// Returns the code of the token at `start`, a new one if it has not been seen before.
    ///
    /// - Parameter key: the token's key.
    @inline(__always)
    mutating func code(_ key: TokenKey, _ start: UnsafePointer<UInt8>) -> UInt32 {
        var probe = slots.probe(key.hash(seed: seed))
        while let code = slots[probe.slot] {
            if keys[code].mayEqual(key), !key.isLong || equals(code, start) { return UInt32(code) }
            probe.advance()
        }
        return insert(key, start, slot: probe.slot)
    }

    /// Stores one more than the code of each of some tokens, at most ``CodeSlots/batchLimit``, that is found at
    /// once; 0 for others, among them long and new ones, which are left to ``code(_:_:)``.
    @inline(__always)
    func findInFirstSlots(_ tokens: UnsafeBufferPointer<TokenKey>, into found: UnsafeMutablePointer<UInt32>) {
        keys.withBuffer { keys in
            slots.findInFirstSlots(
                tokens.count, into: found, hash: { tokens[$0].hash(seed: seed) },
                isEqual: { keys[$0].isEqual(toShort: tokens[$1]) })
        }
    }

    @inline(never)
    private func equals(_ code: Int, _ start: UnsafePointer<UInt8>) -> Bool {
        withBytes(of: code) { ByteComparison.areEqual($0.baseAddress!, start, count: $0.count) }
    }

    @inline(never)
    private mutating func insert(_ key: TokenKey, _ start: UnsafePointer<UInt8>, slot: Int) -> UInt32 {
        let code = keys.count
        keys.append(key.placed(at: longTokens.count))
        if key.isLong { longTokens.append(start, count: key.byteCount) }
        byteCount += key.byteCount
        let seed = seed
        slots.insert(code, at: slot) { keys[$0].hash(seed: seed) }
        return UInt32(code)
    }

    /// Calls `body` with the bytes of `code`; the pointer is valid during the call only.
    @inline(__always)
    func withBytes<Result>(of code: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let key = keys[code]
        if !key.isLong { return key.withShortBytes(body) }
        return longTokens.withBuffer(of: key.place..<key.place + key.byteCount, body)
    }

    /// Frees what only finding tokens requires; none may be looked up afterwards.
    mutating func close() { slots = CodeSlots() }
}
