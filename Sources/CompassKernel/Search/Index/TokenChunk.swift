/// The cuts before 64 consecutive bytes of folded text, found all at once.
///
/// A cut depends on a byte and the one before it, up to the first scalar of three or four bytes from U+3000
/// on: such a scalar may be cut off (``TokenCuts``), or may continue the character before it. The cuts of
/// `win, to` at `to` and at the comma:
/// ```
/// text  w i n , _ t o
/// cuts  0 0 0 1 0 1 0
/// ```
/// Method: bytes are classified by comparisons of sixteen at a time, whose results are gathered into bits.
struct TokenChunk {
    static let byteCount = 64

    /// A bit for each byte before which there is a cut.
    let cuts: UInt64
    /// The number of bytes before the first one of a scalar from U+3000 on; cuts are known only for these.
    let knownCount: Int

    /// - Parameter start: the first byte; it and those after it must be readable, and the one before it. That
    ///   one must be ASCII, the end of a field, or of a scalar below U+3000.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>) {
        var (cuts, wide) = (UInt64(0), SIMD16<UInt8>())
        for part in 0..<4 {
            // SAFETY: the caller guarantees the bytes.
            let raw = UnsafeRawPointer(start + part * 16)
            let bytes = raw.loadUnaligned(as: SIMD16<UInt8>.self)
            let last = (raw - 1).loadUnaligned(as: SIMD16<UInt8>.self)
            cuts |= TokenChunk.bytes(TokenChunk.areCuts(last, bytes)).highestBits << UInt64(part * 16)
            wide |= TokenChunk.bytes(TokenChunk.areWide(bytes))
        }
        self.cuts = cuts
        knownCount = wide.hasHighestBit ? TokenChunk.firstWide(start) : TokenChunk.byteCount
    }

    private typealias Mask = SIMDMask<SIMD16<UInt8>.MaskStorage>

    @inline(__always)
    private static func areCuts(_ last: SIMD16<UInt8>, _ bytes: SIMD16<UInt8>) -> Mask {
        let afterRun = areBlank(last) .| (are(last, "/") .& .!are(bytes, "/"))
        let beforeMarks = areMarks(bytes) .& .!(areMarks(last) .| areFieldEnds(last))
        return ((afterRun .| beforeMarks) .& .!areBlank(bytes)) .| areFieldEnds(bytes)
    }

    @inline(__always)
    private static func are(_ bytes: SIMD16<UInt8>, _ character: Unicode.Scalar) -> Mask {
        bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: character))
    }

    @inline(__always)
    private static func areBlank(_ bytes: SIMD16<UInt8>) -> Mask {
        are(bytes, " ") .| ((bytes &- SIMD16<UInt8>(repeating: 0x09)) .< SIMD16<UInt8>(repeating: 5))
    }

    @inline(__always)
    private static func areMarks(_ bytes: SIMD16<UInt8>) -> Mask {
        // `;` and `?` differ in this bit only.
        are(bytes, ",") .| are(bytes, "!") .| are(bytes | SIMD16<UInt8>(repeating: 4), "?")
    }

    @inline(__always)
    private static func areFieldEnds(_ bytes: SIMD16<UInt8>) -> Mask {
        bytes .== SIMD16<UInt8>(repeating: TokenCuts.fieldEnd)
    }

    /// The lead bytes of scalars from U+3000 on.
    @inline(__always)
    private static func areWide(_ bytes: SIMD16<UInt8>) -> Mask {
        (bytes &- SIMD16<UInt8>(repeating: 0xe3)) .< SIMD16<UInt8>(repeating: 0xff - 0xe3)
    }

    @inline(never)
    private static func firstWide(_ start: UnsafePointer<UInt8>) -> Int {
        // SAFETY: there is such a byte among those that the caller guarantees.
        var place = 0
        while start[place] &- 0xe3 >= 0xff - 0xe3 { place += 1 }
        return place
    }

    @inline(__always)
    private static func bytes(_ mask: Mask) -> SIMD16<UInt8> { unsafeBitCast(mask, to: SIMD16<UInt8>.self) }
}
