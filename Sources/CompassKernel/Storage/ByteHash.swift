/// A 64-bit hash of byte strings for tables and duplicate detection inside the kernel.
///
/// Method: multiply two 64-bit words to 128 bits and fold the halves (the mixing step of Wang Yi's wyhash),
/// over 16 bytes per round. Equality is always verified on the bytes, so collisions only cost time.
enum ByteHash {
    /// The seed differs between processes, so that colliding ids cannot be prepared in advance. It is fixed
    /// if the environment requests deterministic hashing, as for `Hasher`.
    static let seed: UInt64 = {
        var hasher = Hasher()
        hasher.combine(0x636f_6d70_6173_73)
        return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }()

    private static let multiplierA: UInt64 = 0x9e37_79b9_7f4a_7c15
    private static let multiplierB: UInt64 = 0xd1b5_4a32_d192_ed03

    /// Returns a number of `bits` bits, 1 to 64, which depends on all bits of a hash, for a table of hashes that have
    /// some bits in common.
    ///
    /// Method: multiplicative hashing (Knuth, *The Art of Computer Programming*, 6.4).
    @inline(__always)
    static func spread(_ hash: UInt64, bits: Int) -> UInt64 { (hash &* multiplierA) &>> UInt64(64 - bits) }

    @inline(__always)
    static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// Returns the hash of `count` bytes from `start`.
    @inline(__always)
    static func hash(_ start: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt64 {
        let raw = UnsafeRawPointer(start)
        // The seed is part of both factors, so that no input can be chosen that makes one of them zero.
        let mask = seed ^ multiplierB
        var state = (seed ^ UInt64(truncatingIfNeeded: count)) &* multiplierA
        if count >= 16 {
            var offset = 0
            // SAFETY: every load below ends at or before `count`.
            while offset + 16 < count {
                state = mix(load(raw, offset) ^ mask, load(raw, offset + 8) ^ state)
                offset += 16
            }
            // The last 16 bytes, which overlap the previous round if the length is not a multiple of 16.
            return mix(mix(load(raw, count - 16) ^ mask, load(raw, count - 8) ^ state), multiplierA)
        }
        let first = shortWord(raw, count, high: false)
        let second = shortWord(raw, count, high: true)
        return mix(mix(first ^ mask, second ^ state), multiplierA)
    }

    /// Returns the hash of a packed 128-bit id.
    @inline(__always)
    static func hash(_ high: UInt64, _ low: UInt64, seed: UInt64) -> UInt64 {
        mix(mix(high ^ seed ^ multiplierB, low ^ (seed &* multiplierA)), multiplierA)
    }

    @inline(__always)
    private static func load(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Returns one of two words that together contain all of at most 15 bytes.
    @inline(__always)
    private static func shortWord(_ raw: UnsafeRawPointer, _ count: Int, high: Bool) -> UInt64 {
        if count >= 8 { return load(raw, high ? count - 8 : 0) }
        if count >= 4 {
            return UInt64(raw.loadUnaligned(fromByteOffset: high ? count - 4 : 0, as: UInt32.self))
        }
        if count == 0 { return 0 }
        let first = UInt64(raw.load(as: UInt8.self))
        let middle = UInt64(raw.load(fromByteOffset: count / 2, as: UInt8.self))
        let last = UInt64(raw.load(fromByteOffset: count - 1, as: UInt8.self))
        return high ? last : first | middle << 8
    }
}
