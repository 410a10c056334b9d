/// A search for one of several byte patterns in a text that is in the first-level cache, which compares 64
/// positions at once.
///
/// Method: as ``ByteScan``, with two bytes of the pattern only. In the cache, four loads cost more than they
/// save: more places have to be compared with the whole pattern, but there are few in a block. The two bytes
/// are those that are together in the fewest steps of a sample. Steps that have such a place are listed first,
/// without a branch, since the processor would predict one in ten of them wrongly; then each of them is looked
/// at.
struct PairScan {
    private let pattern: ScannedPattern
    private let firstOffset: Int
    private let secondOffset: Int
    private let first: SIMD32<UInt8>
    private let second: SIMD32<UInt8>

    /// The number of bytes of the pattern.
    var byteCount: Int { pattern.bytes.count }

    /// - Parameters:
    ///   - pattern: at least one byte; must outlive the scan.
    ///   - rarity: the frequency of bytes in texts like the one to be searched.
    ///   - sample: such a text; the longer, the better the bytes are chosen.
    init(
        _ pattern: UnsafeBufferPointer<UInt8>, rarity: ByteRarity, sample: UnsafeBufferPointer<UInt8>
    ) {
        let rarest = rarity.rarestOffsets(in: pattern, limit: PairScan.examinedByteCount)
        self.init(pattern, rarest[0], rarest.count == 1 ? rarest[0] : rarest[1])
        let stepCount = min((sample.count - pattern.count) / PairScan.stepLength, PairScan.maximumStepCount)
        guard rarest.count > 2, stepCount > 0, let text = sample.baseAddress else { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PairScan.maximumStepCount) { steps in
            guard let steps = steps.baseAddress else { return }
            // SAFETY: the last step's loads end before the end of the sample.
            var fewest = list(text, stepCount, into: steps)
            for second in 2..<rarest.count {
                for first in 0..<second {
                    let other = PairScan(pattern, rarest[first], rarest[second])
                    let count = other.list(text, stepCount, into: steps)
                    if count < fewest { (self, fewest) = (other, count) }
                }
            }
        }
    }

    /// - Parameters:
    ///   - firstOffset: the offset of a byte of the pattern.
    ///   - secondOffset: likewise.
    private init(_ pattern: UnsafeBufferPointer<UInt8>, _ firstOffset: Int, _ secondOffset: Int) {
        self.pattern = ScannedPattern(pattern)
        self.firstOffset = firstOffset
        self.secondOffset = secondOffset
        first = SIMD32(repeating: pattern[firstOffset])
        second = SIMD32(repeating: pattern[secondOffset])
    }

    /// The number of the pattern's bytes among which two are chosen. Derived: of eight there are 28 pairs, which
    /// take some 20 µs of a sample of 16 KiB.
    private static let examinedByteCount = 8
    /// The positions of a step.
    private static let stepLength = 64
    /// The number of steps that are listed at once; their numbers are bytes. Derived: as many positions as a
    /// block of texts has.
    private static let maximumStepCount = 256

    /// Calls `body` with the positions, ascending, at which the pattern begins in `text[range]` and ends
    /// within it.
    ///
    /// - Parameters:
    ///   - text: the text, followed by ``ByteScan/padding`` readable bytes.
    ///   - body: returns the position at which to continue, which is after the one passed to it.
    @inline(__always)
    func forEachMatch(in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int) {
        let last = range.upperBound - byteCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PairScan.maximumStepCount) { steps in
            guard let steps = steps.baseAddress else { return }
            var first = range.lowerBound
            while first <= last {
                let stepCount = min((last - first) / PairScan.stepLength + 1, PairScan.maximumStepCount)
                let listed = list(text + first, stepCount, into: steps)
                var resume = first
                // SAFETY: there is room for the number of every step.
                for index in 0..<listed {
                    let step = first &+ Int(steps[index]) &* PairScan.stepLength
                    if step &+ PairScan.stepLength <= resume { continue }
                    var hits =
                        PairScan.bits(self.hits(text + step)) | PairScan.bits(self.hits(text + step + 32))
                        << 32
                    if resume > step { hits &= ~0 << UInt64(resume &- step) }
                    while hits != 0 {
                        let place = step &+ hits.trailingZeroBitCount
                        hits &= hits &- 1
                        if place > last { return }
                        guard isMatch(text + place) else { continue }
                        resume = body(place)
                        if resume > last { return }
                        if resume >= step &+ PairScan.stepLength { break }
                        hits &= ~0 << UInt64(resume &- step)
                    }
                }
                first = max(first + stepCount * PairScan.stepLength, resume)
            }
        }
    }

    /// Stores the numbers of the steps, of the first `stepCount` from `text` on, in which both bytes match at
    /// some position; returns how many there are.
    @inline(never)
    private func list(
        _ text: UnsafePointer<UInt8>, _ stepCount: Int, into steps: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var count = 0
        for step in 0..<stepCount {
            let place = text + step &* PairScan.stepLength
            let any = hits(place) | hits(place + 32)
            // SAFETY: no more numbers are stored than there are steps.
            steps[count] = UInt8(truncatingIfNeeded: step)
            // The sum has its seventeenth bit if one of the sixteen bits is set.
            let found = unsafeBitCast(any.lowHalf | any.highHalf, to: SIMD16<UInt8>.self)
            count &+= Int(truncatingIfNeeded: (found.highestBits &+ 0xffff) >> 16)
        }
        return count
    }

    /// Returns 0xff for each of 32 positions at which both bytes match, as words: of `SIMD32<UInt8>`, the
    /// compiler would combine one byte at a time.
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
        unsafeBitCast(hits, to: SIMD32<UInt8>.self).highestBits
    }

    /// Returns whether the pattern is at a position at which its two bytes are.
    @inline(__always)
    private func isMatch(_ place: UnsafePointer<UInt8>) -> Bool {
        // SAFETY: eight bytes from the last match on are within the padding.
        byteCount <= 2 || pattern.isEqual(place)
    }
}
