#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Comparison of byte strings, the order and equality of all ids and categories.
enum ByteComparison {
    @inline(__always)
    static func areEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Bool {
        // SAFETY: the caller has `count` bytes at both.
        memcmp(a, b, count) == 0
    }

    static func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first, second, a.count) == 0
    }

    /// Negative when `a` comes before `b` in the order of their bytes, 0 when equal, else positive.
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
    /// The first place of `byte` between `start` and `end`, else `end`.
    @inline(__always)
    static func first(
        _ byte: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        // SAFETY: the caller has the bytes from `start` to `end`.
        guard let found = memchr(start, Int32(byte), end - start) else { return end }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
    }
}
