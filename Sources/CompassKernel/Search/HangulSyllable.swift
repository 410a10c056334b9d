/// A Hangul syllable, which decomposes by arithmetic (chapter 3.12 of the Unicode standard).
struct HangulSyllable {
    private static let firstSyllable: UInt32 = 0xac00
    private static let syllableCount: UInt32 = 11172
    private static let vowelCount: UInt32 = 21
    private static let trailingCount: UInt32 = 28

    private let index: UInt32

    /// Creates the syllable with the value `scalar`; nil if it is not a syllable.
    @inline(__always)
    init?(_ scalar: UInt32) {
        index = scalar &- HangulSyllable.firstSyllable
        guard index < HangulSyllable.syllableCount else { return nil }
    }

    /// The two or three letters of the syllable.
    var letters: [UInt32] {
        let leading = 0x1100 + index / (HangulSyllable.vowelCount * HangulSyllable.trailingCount)
        let vowel = 0x1161 + index / HangulSyllable.trailingCount % HangulSyllable.vowelCount
        let trailing = index % HangulSyllable.trailingCount
        return trailing == 0 ? [leading, vowel] : [leading, vowel, 0x11a7 + trailing]
    }

    /// Appends the UTF-8 of the letters.
    func appendDecomposition(to target: inout GrowableColumn<UInt8>) {
        for byte in UTF8Scalars.utf8(letters) { target.append(byte) }
    }
}
