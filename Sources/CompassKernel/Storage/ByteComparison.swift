#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Comparison of byte strings, which defines the order and equality of all ids and categories.
enum ByteComparison {
    @inline(__always)
    static func areEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Bool {
        // SAFETY: the caller guarantees `count` bytes at both.
        memcmp(a, b, count) == 0
    }

    /// The same for strings that are mostly ids, in which case no function is called.
    @inline(__always)
    static func areEqualInline(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Bool {
        guard count >= 16 else { return areEqual(a, b, count: count) }
        // SAFETY: every load is of 16 bytes at or before the last one, which overlaps the others.
        let last = count &- 16
        var difference = load16(a + last) ^ load16(b + last)
        var offset = 0
        while offset < last {
            difference |= load16(a + offset) ^ load16(b + offset)
            offset &+= 16
        }
        return difference[0] | difference[1] == 0
    }

    @inline(__always)
    private static func load16(_ start: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
        UnsafeRawPointer(start).loadUnaligned(as: SIMD2<UInt64>.self)
    }

    static func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first, second, a.count) == 0
    }

    /// Returns a negative number if `a` precedes `b` in byte order, 0 if they are equal, otherwise a positive
    /// one.
    static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
        let shared = min(a.count, b.count)
        if shared > 0, let first = a.baseAddress, let second = b.baseAddress {
            let order = memcmp(first, second, shared)
            if order != 0 { return Int(order) }
        }
        return a.count - b.count
    }
}

/// Search in byte strings.
enum ByteSearch {
    /// Returns the first position of `byte` between `start` and `end`, or `end` if there is none.
    @inline(__always)
    static func first(
        _ byte: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        // SAFETY: the caller guarantees the bytes from `start` to `end`.
        guard let found = memchr(start, Int32(byte), end - start) else { return end }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
    }
}
