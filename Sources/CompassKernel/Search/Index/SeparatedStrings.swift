/// Distinct strings, searched all at once.
///
/// Layout: the strings, concatenated, with the byte 0xFF before and after each, so that a pattern may require
/// a string's start or end; and the number of 0xFF bytes before each 64 bytes of this text, which maps a
/// position to the number of its string. For `to ` and `win`:
/// ```
/// text        FF 74 6F 20 FF 77 69 6E FF …
/// separators  0
/// ```
struct SeparatedStrings: Sendable {
    let text: ColumnBuffer<UInt8>
    let textByteCount: Int
    let separatorsBefore: ColumnBuffer<UInt32>
    let rarity: ByteRarity

    var byteCount: Int { text.byteCount + separatorsBefore.byteCount }

    /// Calls `body` with the number of each string that contains `pattern`, which may begin or end with the
    /// separator.
    ///
    /// - Parameter firstPlace: the position at which to begin, as ``place(after:)`` returns it.
    /// - Complexity: O(t) for t bytes of strings.
    @inline(__always)
    func forEachString(
        with pattern: UnsafeBufferPointer<UInt8>, from firstPlace: Int = 0, _ body: (Int) -> Void
    ) {
        // A position that is a separator belongs to the string after it.
        let first = pattern[0] == TokenCuts.fieldEnd ? 1 : 0
        forEachPlace(of: pattern, from: firstPlace) { body(number(ofStringAt: $0 + first)) }
    }

    /// Calls `body` with the first position of `pattern` in each string that contains it.
    ///
    /// - Complexity: O(t) for t bytes of strings.
    @inline(__always)
    func forEachPlace(
        of pattern: UnsafeBufferPointer<UInt8>, from firstPlace: Int = 0, _ body: (Int) -> Void
    ) {
        let scan = ByteScan(pattern, rarity: rarity)
        text.withBuffer { text in
            let text = text.baseAddress!
            scan.forEachMatch(in: text, firstPlace..<textByteCount) { place in
                body(place)
                let next = text + place + 1
                return ByteSearch.first(TokenCuts.fieldEnd, from: next, to: text + textByteCount) - text
            }
        }
    }

    /// Returns the number of the string with a byte at `place`.
    @inline(__always)
    func number(ofStringAt place: Int) -> Int { separatorCount(before: place) - 1 }

    /// Returns whether `bytes`, which have no separator, precede a position.
    @inline(__always)
    func has(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, before place: Int) -> Bool {
        place >= bytes.count && has(bytes, at: place - bytes.count)
    }

    /// Returns whether `bytes`, which have no separator, are at a position.
    @inline(__always)
    func has(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, at place: Int) -> Bool {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        guard let start = bytes.baseAddress else { return true }
        // SAFETY: the bytes are within the text.
        return place + bytes.count <= textByteCount
            && text.withBuffer { ByteComparison.areEqual($0.baseAddress! + place, start, count: bytes.count) }
    }

    /// Returns whether the byte at a position is a separator.
    @inline(__always)
    func isSeparator(at place: Int) -> Bool { text[place] == TokenCuts.fieldEnd }

    /// Returns the start of the strings after the first `count`.
    func place(after count: Int) -> Int {
        // The first position with more than `count` separators before it follows the separator of that
        // string.
        (0..<textByteCount).partitioningIndex { separatorCount(before: $0 + 1) > count }
    }

    @inline(__always)
    private func separatorCount(before place: Int) -> Int {
        // SAFETY: the padding allows a whole block to be read from any position up to the end.
        let block = text.withBuffer {
            UnsafeRawPointer($0.baseAddress! + place & ~63).loadUnaligned(as: SIMD64<UInt8>.self)
        }
        let isSeparator =
            (block .== SIMD64<UInt8>(repeating: TokenCuts.fieldEnd))
            .& (SeparatedStrings.lanes .< SIMD64<UInt8>(repeating: UInt8(truncatingIfNeeded: place & 63)))
        let words = unsafeBitCast(isSeparator, to: SIMD8<UInt64>.self)
        let ones = SIMD4<UInt64>(repeating: 0x0101_0101_0101_0101)
        // One byte holds the sum of eight lanes, and the product's highest byte the sum of these.
        let sums = (words.lowHalf & ones) &+ (words.highHalf & ones)
        let sum = ((sums[0] &+ sums[1] &+ sums[2] &+ sums[3]) &* ones[0]) >> 56
        return Int(separatorsBefore[place >> 6]) + Int(truncatingIfNeeded: sum)
    }

    private static let lanes = SIMD64<UInt8>((0..<64).map { UInt8($0) })

    /// Appends strings one after the other.
    struct Builder: ~Copyable {
        private var text: GrowableColumn<UInt8>
        private var separatorsBefore: GrowableColumn<UInt32>
        /// The number of strings so far.
        private(set) var count = 0

        /// - Parameter byteCount: the bytes for which memory is reserved.
        init(reserving byteCount: Int = 0) {
            text = GrowableColumn(capacity: byteCount + ByteScan.padding)
            separatorsBefore = GrowableColumn(capacity: byteCount / 64 + 2)
            text.append(TokenCuts.fieldEnd)
            separatorsBefore.append(0)
        }

        mutating func append(_ string: UnsafeBufferPointer<UInt8>) {
            text.append(string.baseAddress!, count: string.count)
            text.append(TokenCuts.fieldEnd)
            count += 1
            // The separator after the string is before none of the blocks that begin within it.
            while separatorsBefore.count << 6 < text.count { separatorsBefore.append(UInt32(count)) }
        }

        consuming func finish() -> SeparatedStrings {
            let textByteCount = text.count
            // One additional block, so that the position after the last byte has one.
            if separatorsBefore.count <= textByteCount >> 6 { separatorsBefore.append(UInt32(count + 1)) }
            text.reserve(total: textByteCount + ByteScan.padding)
            for _ in 0..<ByteScan.padding { text.append(0) }
            let finished = text.finish()
            return SeparatedStrings(
                text: finished, textByteCount: textByteCount, separatorsBefore: separatorsBefore.finish(),
                rarity: finished.withBuffer(of: 0..<textByteCount) { ByteRarity($0) })
        }
    }
}
