#if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
    internal import _Builtin_intrinsics.intel.sse2
#endif

/// The highest bits of sixteen bytes: of text, whether each is not ASCII; of a comparison's result, whether it
/// holds.
///
/// Method: Swift has no operation that gathers them, but SSE2, which every x86-64 processor has, has the
/// instruction `pmovmskb`, and the compiler comes with a declaration of it. Elsewhere each word is gathered by a
/// multiplication, and the two simpler properties do without it.
extension SIMD16<UInt8> {
    /// A bit for each byte, that of the first byte lowest.
    @inline(__always)
    var highestBits: UInt64 {
        #if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
            UInt64(UInt32(bitPattern: _mm_movemask_epi8(unsafeBitCast(self, to: SIMD2<Int64>.self))))
        #else
            gatheredHighestBits
        #endif
    }

    /// Whether some byte has its highest bit set.
    @inline(__always)
    var hasHighestBit: Bool {
        #if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
            highestBits != 0
        #else
            gatheredHasHighestBit
        #endif
    }

    /// The number of bytes before the first one with its highest bit set; 16 if there is none.
    @inline(__always)
    var highestBitIndex: Int {
        #if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
            (highestBits | 1 << 16).trailingZeroBitCount
        #else
            gatheredHighestBitIndex
        #endif
    }

    /// The same as ``highestBits``, by multiplication.
    ///
    /// Each byte of the factor moves the bit of one byte to its place in the highest byte of the product.
    @inline(__always)
    var gatheredHighestBits: UInt64 {
        func bits(_ marks: UInt64) -> UInt64 { ((marks >> 7) &* 0x0102_0408_1020_4080) >> 56 }
        return bits(highestBitMarks[0]) | bits(highestBitMarks[1]) << 8
    }

    /// The same as ``hasHighestBit``, by words.
    @inline(__always)
    var gatheredHasHighestBit: Bool { highestBitMarks[0] | highestBitMarks[1] != 0 }

    /// The same as ``highestBitIndex``, by words.
    @inline(__always)
    var gatheredHighestBitIndex: Int {
        let marks = highestBitMarks
        let isInFirst = marks[0] != 0
        // The number of trailing zeros of a word of zeros is that of its bits.
        return (isInFirst ? 0 : 8) + (isInFirst ? marks[0] : marks[1]).trailingZeroBitCount >> 3
    }

    /// The bytes with all but their highest bits cleared, in memory order from the lowest bit on.
    @inline(__always)
    private var highestBitMarks: SIMD2<UInt64> {
        let words = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return SIMD2(words[0].littleEndian, words[1].littleEndian) & 0x8080_8080_8080_8080
    }
}

extension SIMD32<UInt8> {
    /// A bit for each byte, as ``Swift/SIMD16/highestBits``.
    @inline(__always)
    var highestBits: UInt64 { lowHalf.highestBits | highHalf.highestBits << 16 }
}
