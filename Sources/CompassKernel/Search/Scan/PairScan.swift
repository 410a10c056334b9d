/// A search for one of several byte patterns in a text that is in the first-level cache, which compares 64
/// positions at once.
///
/// Method: as ``ByteScan``, with the pattern's two rarest bytes only. In the cache, four loads cost more than
/// they save: more places have to be compared with the whole pattern, but there are few in a block.
struct PairScan {
    private let pattern: UnsafeBufferPointer<UInt8>
    private let firstOffset: Int
    private let secondOffset: Int
    private let first: SIMD32<UInt8>
    private let second: SIMD32<UInt8>
    /// The first eight bytes of the pattern in memory order, and which of them are its own.
    private let beginning: UInt64
    private let beginningMask: UInt64

    /// The number of bytes of the pattern.
    var byteCount: Int { pattern.count }

    /// - Parameter pattern: at least one byte; must outlive the scan.
    init(_ pattern: UnsafeBufferPointer<UInt8>, rarity: ByteRarity) {
        self.pattern = pattern
        (firstOffset, secondOffset) = rarity.rarestPair(in: pattern)
        first = SIMD32(repeating: pattern[firstOffset])
        second = SIMD32(repeating: pattern[secondOffset])
        var (beginning, mask): (UInt64, UInt64) = (0, 0)
        for (index, byte) in pattern.prefix(8).enumerated() {
            beginning |= UInt64(byte) << UInt64(index * 8)
            mask |= 0xff << UInt64(index * 8)
        }
        self.beginning = beginning.littleEndian
        beginningMask = mask.littleEndian
    }

    /// Calls `body` with the positions, ascending, at which the pattern begins in `text[range]` and ends
    /// within it.
    ///
    /// - Parameters:
    ///   - text: the text, followed by ``ByteScan/padding`` readable bytes.
    ///   - body: returns the position at which to continue, which is after the one passed to it.
    @inline(__always)
    func forEachMatch(in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int) {
        let last = range.upperBound - pattern.count
        var block = range.lowerBound
        while block <= last {
            let (low, high) = (hits(text + block), hits(text + block + 32))
            let any = low | high
            let halves = any.lowHalf | any.highHalf
            if halves[0] | halves[1] != 0 {
                var hits = PairScan.bits(low) | PairScan.bits(high) << 32
                while hits != 0 {
                    let place = block + hits.trailingZeroBitCount
                    hits &= hits &- 1
                    if place > last { return }
                    guard isMatch(text + place) else { continue }
                    let resume = body(place)
                    if resume > last { return }
                    if resume >= block + 64 {
                        block = resume - 64
                        break
                    }
                    hits &= ~0 << UInt64(resume - block)
                }
            }
            block += 64
        }
    }

    /// Returns whether the pattern occurs in `text[range]`, as for ``forEachMatch(in:_:_:)``.
    @inline(__always)
    func occurs(in text: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        var found = false
        forEachMatch(in: text, range) { _ in
            found = true
            return Int.max
        }
        return found
    }

    /// Returns 0xff for each of 32 positions at which both bytes match.
    @inline(__always)
    private func hits(_ place: UnsafePointer<UInt8>) -> SIMD4<UInt64> {
        let raw = UnsafeRawPointer(place)
        // SAFETY: 64 positions begin at or before the last match, so all loads end within the padding.
        let mask =
            (raw.loadUnaligned(fromByteOffset: firstOffset, as: SIMD32<UInt8>.self) .== first)
            .& (raw.loadUnaligned(fromByteOffset: secondOffset, as: SIMD32<UInt8>.self) .== second)
        return unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    }

    /// Returns a bit for each of 32 positions.
    @inline(__always)
    private static func bits(_ hits: SIMD4<UInt64>) -> UInt64 {
        // The product collects the highest bit of each byte in the first byte of its result.
        func byte(_ word: UInt64) -> UInt64 {
            ((word.littleEndian & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56
        }
        return byte(hits[0]) | byte(hits[1]) << 8 | byte(hits[2]) << 16 | byte(hits[3]) << 24
    }

    /// Returns whether the pattern is at a position.
    @inline(__always)
    private func isMatch(_ place: UnsafePointer<UInt8>) -> Bool {
        if pattern.count <= 2 { return true }
        // SAFETY: eight bytes from the last match on are within the padding.
        let bytes = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        if (bytes ^ beginning) & beginningMask != 0 { return false }
        return pattern.count <= 8
            || ByteComparison.areEqual(place + 8, pattern.baseAddress! + 8, count: pattern.count - 8)
    }
}

extension ByteRarity {
    /// Returns the offsets of the two rarest bytes of `pattern`; the same twice for a pattern of one byte.
    func rarestPair(in pattern: UnsafeBufferPointer<UInt8>) -> (Int, Int) {
        if pattern.count <= 2 { return (0, pattern.count - 1) }
        let order = pattern.indices.sorted { (counts[Int(pattern[$0])], $0) < (counts[Int(pattern[$1])], $1) }
        return (order[0], order[1])
    }
}
