/// A search for one byte pattern that compares 32 places at once.
///
/// Method: the pattern's four rarest bytes are compared, each at its own offset, and only where all four are
/// right the whole pattern is (Muła, *SIMD-friendly algorithms for substring searching*, with rare bytes in
/// place of the first and the last). The masks are tested as 64-bit words, as Swift has no `movemask`.
struct ByteScan {
    /// Bytes behind a text that a scan may read.
    static let padding = 64

    private let pattern: UnsafeBufferPointer<UInt8>
    private let offsets: (Int, Int, Int, Int)
    private let bytes: (SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>)

    /// - Parameter pattern: at least one byte; must outlive the scan.
    init(_ pattern: UnsafeBufferPointer<UInt8>, rarity: ByteRarity) {
        self.pattern = pattern
        let chosen = rarity.rarestOffsets(in: pattern)
        offsets = chosen
        bytes = (
            SIMD32<UInt8>(repeating: pattern[chosen.0]), SIMD32<UInt8>(repeating: pattern[chosen.1]),
            SIMD32<UInt8>(repeating: pattern[chosen.2]), SIMD32<UInt8>(repeating: pattern[chosen.3])
        )
    }

    /// Calls `body` with the places, ascending, at which the pattern begins in `text[range]` and ends within
    /// it.
    ///
    /// - Parameters:
    ///   - text: the text, followed by ``padding`` readable bytes.
    ///   - body: answers the place at which to go on, behind the one that it got.
    @inline(__always)
    func forEachMatch(
        in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int
    ) {
        let last = range.upperBound - pattern.count
        var block = range.lowerBound
        var resume = block
        while block <= last {
            let hits = self.hits(text + block)
            if ByteScan.isAnySet(hits) {
                for word in 0..<4 {
                    visit(hits[word], block + word * 8, last, text, &resume, body)
                }
                if resume > last { return }
                if resume > block + 32 {
                    block = resume
                    continue
                }
            }
            block += 32
        }
    }

    /// Whether the pattern occurs in `text[range]`, as for ``forEachMatch(in:_:_:)``.
    @inline(__always)
    func occurs(in text: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        var found = false
        forEachMatch(in: text, range) { _ in
            found = true
            return Int.max
        }
        return found
    }

    /// Whether the pattern is so short that all of its bytes are compared at once.
    var isShort: Bool { pattern.count <= 4 }

    /// Whether a short pattern occurs in `text[range]`, as for ``forEachMatch(in:_:_:)``; faster where it
    /// mostly does.
    @inline(__always)
    func occursShort(in text: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        let last = range.upperBound - pattern.count
        var block = range.lowerBound
        while block <= last {
            let lastLane = SIMD32<UInt8>(repeating: UInt8(truncatingIfNeeded: min(last &- block, 31)))
            let lanes = unsafeBitCast(ByteScan.lanes .<= lastLane, to: SIMD4<UInt64>.self)
            if ByteScan.isAnySet(hits(text + block) & lanes) { return true }
            block += 32
        }
        return false
    }

    /// The numbers of the places; a constant in the code, as a stored one would be looked for each time.
    @inline(__always)
    private static var lanes: SIMD32<UInt8> {
        SIMD32<UInt8>(
            lowHalf: SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            highHalf: SIMD16<UInt8>(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31))
    }

    /// Whether the chosen bytes are right anywhere in `text[range]`, or shortly behind it.
    ///
    /// Decides nothing before the end, so that the processor goes on to the next range while memory is slow.
    @inline(__always)
    func mayOccur(in text: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        let last = range.upperBound - pattern.count
        var found = SIMD4<UInt64>()
        var block = range.lowerBound
        while block <= last {
            found |= hits(text + block)
            block += 32
        }
        return ByteScan.isAnySet(found)
    }

    @inline(__always)
    private static func isAnySet(_ hits: SIMD4<UInt64>) -> Bool {
        let halves = hits.lowHalf | hits.highHalf
        return halves[0] | halves[1] != 0
    }

    /// 0xff for each of 32 places at which the chosen bytes are right.
    @inline(__always)
    private func hits(_ place: UnsafePointer<UInt8>) -> SIMD4<UInt64> {
        let raw = UnsafeRawPointer(place)
        // SAFETY: the place is at most the last one of a match, so that all loads end within the padding.
        let mask =
            (raw.loadUnaligned(fromByteOffset: offsets.0, as: SIMD32<UInt8>.self) .== bytes.0)
            .& (raw.loadUnaligned(fromByteOffset: offsets.1, as: SIMD32<UInt8>.self) .== bytes.1)
            .& (raw.loadUnaligned(fromByteOffset: offsets.2, as: SIMD32<UInt8>.self) .== bytes.2)
            .& (raw.loadUnaligned(fromByteOffset: offsets.3, as: SIMD32<UInt8>.self) .== bytes.3)
        return unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    }

    @inline(__always)
    private func visit(
        _ hits: UInt64, _ first: Int, _ last: Int, _ text: UnsafePointer<UInt8>, _ resume: inout Int,
        _ body: (Int) -> Int
    ) {
        var hits = hits.littleEndian
        while hits != 0 {
            let byte = UInt64(hits.trailingZeroBitCount) & ~7
            hits &= ~(0xff << byte)
            let place = first + Int(byte >> 3)
            guard place >= resume, place <= last else { continue }
            // SAFETY: the pattern's bytes from `place` end within the range.
            if pattern.count > 4,
                !ByteComparison.areEqual(text + place, pattern.baseAddress!, count: pattern.count)
            {
                continue
            }
            resume = body(place)
        }
    }
}

/// How often each byte value occurs in a text, from a sample.
struct ByteRarity: Sendable {
    private static let sampledBytes = 1 << 16

    private let counts: [UInt32]

    /// Counts at most 64 KiB of `text`, evenly spread over it.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var counts = [UInt32](repeating: 0, count: 256)
        let step = max(1, text.count / ByteRarity.sampledBytes)
        for place in stride(from: 0, to: text.count, by: step) { counts[Int(text[place])] += 1 }
        self.counts = counts
    }

    /// The offsets of the four rarest bytes; all offsets, some repeated, of a pattern of up to four bytes.
    func rarestOffsets(in pattern: UnsafeBufferPointer<UInt8>) -> (Int, Int, Int, Int) {
        if pattern.count <= 4 {
            let last = pattern.count - 1
            return (0, min(1, last), min(2, last), last)
        }
        var order = Array(0..<pattern.count)
        order.sort { (counts[Int(pattern[$0])], $0) < (counts[Int(pattern[$1])], $1) }
        return (order[0], order[1], order[2], order[3])
    }
}
