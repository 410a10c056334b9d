internal import CCompassScan

/// A search for one byte pattern that compares 32 positions at once, or 64 where matches are rare.
///
/// Method: the pattern's four rarest bytes are compared, each at its own offset, the fourth only if the
/// others match within 64 positions; the whole pattern is compared only where all four match (Muła,
/// *SIMD-friendly algorithms for substring searching*, with rare bytes instead of the first and the last).
/// Loops over much text use AVX2 or AVX-512 where the processor has it.
struct ByteScan {
    /// Bytes after a text that a scan may read.
    static let padding = 64

    private let pattern: UnsafeBufferPointer<UInt8>
    /// The number of bytes of the pattern.
    var byteCount: Int { pattern.count }
    private let offsets: (Int, Int, Int, Int)
    private let bytes: (SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>)
    /// The same for the functions in C.
    private let rareBytes: compasskernel_rare_bytes
    /// The positions that these compare at once; 0 if they are not used.
    private let width: Int

    /// The maximum number of positions that the functions in C compare at once on this processor: 32 or 64; 0 if it
    /// lacks the instructions.
    static let maximumWidth = compasskernel_rare_bytes_width()

    /// - Parameters:
    ///   - pattern: at least one byte; must outlive the scan.
    ///   - width: 0, 32 or 64, at most ``maximumWidth``.
    init(_ pattern: UnsafeBufferPointer<UInt8>, rarity: ByteRarity, width: Int = maximumWidth) {
        self.pattern = pattern
        self.width = width
        let chosen = rarity.rarestOffsets(in: pattern)
        offsets = chosen
        rareBytes = compasskernel_rare_bytes(
            bytes: (pattern[chosen.0], pattern[chosen.1], pattern[chosen.2], pattern[chosen.3]),
            offsets: chosen)
        bytes = (
            SIMD32<UInt8>(repeating: pattern[chosen.0]), SIMD32<UInt8>(repeating: pattern[chosen.1]),
            SIMD32<UInt8>(repeating: pattern[chosen.2]), SIMD32<UInt8>(repeating: pattern[chosen.3])
        )
    }

    /// Calls `body` with the positions, ascending, at which the pattern begins in `text[range]` and ends
    /// within it.
    ///
    /// - Parameters:
    ///   - text: the text, followed by ``padding`` readable bytes.
    ///   - body: returns the position at which to continue, which is after the one passed to it.
    @inline(__always)
    func forEachMatch(in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int) {
        let last = range.upperBound - pattern.count
        var block = range.lowerBound
        var resume = block
        var missCount = ByteScan.missThreshold
        while block <= last {
            let hits = self.hits(text + block)
            if ByteScan.isAnySet(hits) {
                visit(ByteScan.bits(hits), block, last, text, &resume, body)
                if resume > last { return }
                missCount = 0
                if resume > block + 32 {
                    block = resume
                    continue
                }
            } else {
                missCount &+= 1
            }
            block += 32
            if missCount > ByteScan.missThreshold {
                block = nextCandidates(in: text, from: block, through: last)
                missCount = 0
            }
        }
    }

    /// The blocks without a match after which candidates are skipped to: texts in which a letter or two are
    /// frequent are searched as quickly without. Chosen by the instructions of `social.search` and `feed.search`.
    private static let missThreshold = 4

    /// Returns the first position, in steps of 64 from `start` on, such that three of the chosen bytes match
    /// at one of the 64 positions; a position after `last` if there is none.
    ///
    /// Not inlined, so that all that the loop reads repeatedly stays in registers.
    @inline(never)
    private func nextCandidates(
        in text: UnsafePointer<UInt8>, from start: Int, through last: Int
    ) -> Int {
        if width > 0 {
            // SAFETY: as below.
            return withUnsafePointer(to: rareBytes) {
                compasskernel_rare_bytes_next(text, start, last, $0, width)
            }
        }
        let (first, second, third) = (bytes.0.lowHalf, bytes.1.lowHalf, bytes.2.lowHalf)
        let raw = UnsafeRawPointer(text)
        let (firstText, secondText, thirdText) = (raw + offsets.0, raw + offsets.1, raw + offsets.2)
        var block = start
        while block <= last {
            // SAFETY: the block begins at most at the position of the last match, so all loads end at most 63
            // bytes after the range, within the padding.
            @inline(__always)
            func hits(_ place: Int) -> SIMD16<UInt8> {
                let mask =
                    (firstText.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) .== first)
                    .& (secondText.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) .== second)
                    .& (thirdText.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) .== third)
                return unsafeBitCast(mask, to: SIMD16<UInt8>.self)
            }
            let found =
                (hits(block) | hits(block &+ 16)) | (hits(block &+ 32) | hits(block &+ 48))
            if found.hasHighestBit { return block }
            block &+= 64
        }
        return block
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

    /// Whether the pattern is short enough for all of its bytes to be compared at once.
    var isShort: Bool { pattern.count <= 4 }

    /// Returns whether a short pattern occurs in `text[range]`, as for ``forEachMatch(in:_:_:)``; faster if
    /// it usually does.
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

    /// The lane numbers; computed, so that they become a constant in the code instead of a load each time.
    @inline(__always)
    private static var lanes: SIMD32<UInt8> {
        SIMD32<UInt8>(
            lowHalf: SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            highHalf: SIMD16<UInt8>(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31))
    }

    /// The positions in a text at which the pattern may begin.
    @inline(__always)
    func places(in range: Range<Int>) -> compasskernel_text_places {
        compasskernel_text_places(first: range.lowerBound, last: range.upperBound - pattern.count)
    }

    /// Returns a bit for each of up to 64 parts of a text in which, or shortly after which, the chosen bytes match.
    ///
    /// Has no early exit, so that the processor can start the next part while it waits for memory.
    ///
    /// - Parameter text: a text with ``padding`` readable bytes after each part.
    func mayOccur(
        in text: UnsafePointer<UInt8>, _ parts: UnsafeBufferPointer<compasskernel_text_places>
    ) -> UInt64 {
        if width > 0 {
            // SAFETY, here and below: a block begins at most at the last place of a part, so all loads end at most 63
            // bytes after the part, within the padding.
            return withUnsafePointer(to: rareBytes) {
                compasskernel_rare_bytes_texts(text, parts.baseAddress, parts.count, $0, width)
            }
        }
        var occurring: UInt64 = 0
        for (number, part) in parts.enumerated() {
            var found = SIMD4<UInt64>()
            var block = part.first
            while block <= part.last {
                found |= hits(text + block)
                block += 32
            }
            if ByteScan.isAnySet(found) { occurring |= 1 << UInt64(number) }
        }
        return occurring
    }

    @inline(__always)
    private static func isAnySet(_ hits: SIMD4<UInt64>) -> Bool {
        unsafeBitCast(hits.lowHalf | hits.highHalf, to: SIMD16<UInt8>.self).hasHighestBit
    }

    /// Returns a bit for each of 32 positions.
    @inline(__always)
    private static func bits(_ hits: SIMD4<UInt64>) -> UInt64 {
        unsafeBitCast(hits, to: SIMD32<UInt8>.self).highestBits
    }

    /// Returns 0xff for each of 32 positions at which the chosen bytes match, as words: of `SIMD32<UInt8>`, the
    /// compiler would combine one byte at a time.
    @inline(__always)
    private func hits(_ place: UnsafePointer<UInt8>) -> SIMD4<UInt64> {
        let raw = UnsafeRawPointer(place)
        // SAFETY: the position is at most that of the last match, so all loads end within the padding.
        let mask =
            (raw.loadUnaligned(fromByteOffset: offsets.0, as: SIMD32<UInt8>.self) .== bytes.0)
            .& (raw.loadUnaligned(fromByteOffset: offsets.1, as: SIMD32<UInt8>.self) .== bytes.1)
            .& (raw.loadUnaligned(fromByteOffset: offsets.2, as: SIMD32<UInt8>.self) .== bytes.2)
            .& (raw.loadUnaligned(fromByteOffset: offsets.3, as: SIMD32<UInt8>.self) .== bytes.3)
        return unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    }

    /// Calls `body` with each position of the pattern among the 32 from `first` on that have a bit in `hits`.
    @inline(__always)
    private func visit(
        _ hits: UInt64, _ first: Int, _ last: Int, _ text: UnsafePointer<UInt8>, _ resume: inout Int,
        _ body: (Int) -> Int
    ) {
        var hits = hits
        while hits != 0 {
            let place = first + hits.trailingZeroBitCount
            hits &= hits &- 1
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
