/// A keyed hash of byte strings in 128 bits: without the key, nobody can find two with the same hash.
///
/// Method: SipHash-2-4 with an output of 128 bits (Aumasson and Bernstein, *SipHash: a fast short-input PRF*,
/// 2012, and its reference implementation).
struct SipHash128 {
    private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

    private init(_ key: RowHashKey) {
        v0 = key.first ^ 0x736f_6d65_7073_6575
        v1 = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
        v2 = key.first ^ 0x6c79_6765_6e65_7261
        v3 = key.second ^ 0x7465_6462_7974_6573
    }

    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, key: RowHashKey) -> (first: UInt64, second: UInt64)
    {
        var state = SipHash128(key)
        let wholeCount = bytes.count & ~7
        let raw = UnsafeRawBufferPointer(bytes)
        for offset in stride(from: 0, to: wholeCount, by: 8) {
            state.add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        // The length distinguishes strings that end with zeros.
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for offset in wholeCount..<bytes.count {
            last |= UInt64(bytes[offset]) << UInt64(8 * (offset - wholeCount))
        }
        state.add(last)
        state.v2 ^= 0xee
        let first = state.mixed()
        state.v1 ^= 0xdd
        return (first, state.mixed())
    }

    private mutating func add(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    private mutating func mixed() -> UInt64 {
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
        func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
        v0 &+= v1
        v1 = rotated(v1, 13) ^ v0
        v0 = rotated(v0, 32)
        v2 &+= v3
        v3 = rotated(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotated(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
    }
}
