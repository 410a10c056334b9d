/// A random UUID (version 4 of RFC 9562), ordered like its canonical lower-case text.
struct UUIDBits: Hashable, Comparable, Sendable {
    let high: UInt64
    let low: UInt64

    @inline(__always)
    init(_ random: inout SplitMix64) {
        high = random.next() & ~0xF000 | 0x4000
        low = random.next() & (~0 >> 2) | 1 << 63
    }

    @inline(__always)
    static func < (left: UUIDBits, right: UUIDBits) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
