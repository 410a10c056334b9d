/// The 64-bit hash XXH3 with seed 0, the checksum of table files.
///
/// Source: Yann Collet, *xxHash fast digest algorithm*, specification 0.2.0, section XXH3. Tools such as
/// `xxhsum -H3` compute the same values. It finds accidents, not intent: whoever changes a file can compute
/// its sums anew.
enum XXH3 {
    /// Returns the hash of some bytes.
    ///
    /// - Complexity: O(n) for n bytes.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = bytes.baseAddress else { return emptyHash }
        return secret.withUnsafeBytes { secret in
            // SAFETY: the secret is an array of 192 bytes.
            hash(Input(base: base), bytes.count, Input(base: secret.baseAddress!))
        }
    }

    private static let emptyHash = avalancheOfXXH64(secretWord(56) ^ secretWord(64))

    private static func secretWord(_ offset: Int) -> UInt64 {
        secret.withUnsafeBytes { Input(base: $0.baseAddress!).word(offset) }
    }

    /// Bytes that are read as little-endian numbers.
    private struct Input {
        let base: UnsafeRawPointer

        // SAFETY: callers keep the bytes that they read within the input.
        @inline(__always)
        func word(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }

        @inline(__always)
        func half(_ offset: Int) -> UInt64 {
            UInt64(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }

        @inline(__always)
        func byte(_ offset: Int) -> UInt64 { UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) }
    }

    private static func hash(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        switch count {
        case 0: emptyHash
        case 1...3: hashOfFewBytes(input, count, secret)
        case 4...8: hashOfAWord(input, count, secret)
        case 9...16: hashOfTwoWords(input, count, secret)
        case 17...128: hashOfShortInput(input, count, secret)
        case 129...240: hashOfMediumInput(input, count, secret)
        default: hashOfLongInput(input, count, secret)
        }
    }

    private static func hashOfFewBytes(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        let bytes = input.byte(0) << 16 | input.byte(count >> 1) << 24
        let combined = bytes | input.byte(count - 1) | UInt64(count) << 8
        return avalancheOfXXH64(combined ^ secret.half(0) ^ secret.half(4))
    }

    private static func hashOfAWord(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        let combined = input.half(count - 4) &+ input.half(0) << 32
        var hash = combined ^ secret.word(8) ^ secret.word(16)
        hash ^= rotated(hash, by: 49) ^ rotated(hash, by: 24)
        hash = hash &* finalMultiplier2
        hash ^= hash >> 35 &+ UInt64(count)
        hash = hash &* finalMultiplier2
        return hash ^ hash >> 28
    }

    private static func hashOfTwoWords(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        let low = input.word(0) ^ secret.word(24) ^ secret.word(32)
        let high = input.word(count - 8) ^ secret.word(40) ^ secret.word(48)
        return avalanche(UInt64(count) &+ low.byteSwapped &+ high &+ folded(low, high))
    }

    private static func hashOfShortInput(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        var hash = UInt64(count) &* prime64_1
        // From both ends towards the middle, which may be covered twice.
        for pair in 0..<(count + 31) / 32 {
            hash = hash &+ mixed(input, pair * 16, secret, pair * 32)
            hash = hash &+ mixed(input, count - pair * 16 - 16, secret, pair * 32 + 16)
        }
        return avalanche(hash)
    }

    private static func hashOfMediumInput(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        var hash = UInt64(count) &* prime64_1
        for index in 0..<8 { hash = hash &+ mixed(input, index * 16, secret, index * 16) }
        hash = avalanche(hash)
        for index in 8..<count / 16 {
            hash = hash &+ mixed(input, index * 16, secret, (index - 8) * 16 + 3)
        }
        return avalanche(hash &+ mixed(input, count - 16, secret, 136 - 17))
    }

    private static let stripeByteCount = 64
    private static let stripesPerBlock = 16

    /// Eight lanes take a stripe of 64 bytes at a time, each with another part of the secret; after 16 of
    /// them the lanes are scrambled.
    private static func hashOfLongInput(_ input: Input, _ count: Int, _ secret: Input) -> UInt64 {
        var lanes = SIMD8<UInt64>(
            prime32_3, prime64_1, prime64_2, prime64_3, prime64_4, prime32_2, prime64_5, prime32_1)
        let fullStripes = (count - 1) / stripeByteCount
        var stripe = 0
        while stripe < fullStripes {
            let end = min(stripe + stripesPerBlock, fullStripes)
            var secretOffset = 0
            let isBlock = end - stripe == stripesPerBlock
            while stripe < end {
                accumulate(&lanes, input, stripe * stripeByteCount, secret, secretOffset)
                secretOffset += 8
                stripe += 1
            }
            if isBlock {
                lanes ^= lanes &>> 47
                lanes ^= words(secret, 128)
                lanes &*= SIMD8(repeating: prime32_1)
            }
        }
        accumulate(&lanes, input, count - stripeByteCount, secret, 121)
        var hash = UInt64(count) &* prime64_1
        for pair in 0..<4 {
            hash =
                hash
                &+ folded(
                    lanes[2 * pair] ^ secret.word(11 + 16 * pair),
                    lanes[2 * pair + 1] ^ secret.word(19 + 16 * pair))
        }
        return avalanche(hash)
    }

    @inline(__always)
    private static func accumulate(
        _ lanes: inout SIMD8<UInt64>, _ input: Input, _ offset: Int, _ secret: Input, _ secretOffset: Int
    ) {
        let data = words(input, offset)
        let keyed = data ^ words(secret, secretOffset)
        // Each lane also takes the data of its neighbour, so that no data is lost if a product is zero.
        let neighbours = SIMD8(data[1], data[0], data[3], data[2], data[5], data[4], data[7], data[6])
        lanes &+= neighbours &+ (keyed & SIMD8(repeating: 0xffff_ffff)) &* (keyed &>> 32)
    }

    @inline(__always)
    private static func words(_ input: Input, _ offset: Int) -> SIMD8<UInt64> {
        SIMD8(
            input.word(offset), input.word(offset + 8), input.word(offset + 16), input.word(offset + 24),
            input.word(offset + 32), input.word(offset + 40), input.word(offset + 48),
            input.word(offset + 56))
    }

    @inline(__always)
    private static func mixed(
        _ input: Input, _ offset: Int, _ secret: Input, _ secretOffset: Int
    ) -> UInt64 {
        folded(
            input.word(offset) ^ secret.word(secretOffset),
            input.word(offset + 8) ^ secret.word(secretOffset + 8))
    }

    @inline(__always)
    private static func folded(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }

    private static func avalanche(_ hash: UInt64) -> UInt64 {
        var hash = (hash ^ hash >> 37) &* finalMultiplier1
        hash ^= hash >> 32
        return hash
    }

    private static func avalancheOfXXH64(_ hash: UInt64) -> UInt64 {
        var hash = (hash ^ hash >> 33) &* prime64_2
        hash = (hash ^ hash >> 29) &* prime64_3
        return hash ^ hash >> 32
    }

    private static let prime32_1: UInt64 = 0x9e37_79b1
    private static let prime32_2: UInt64 = 0x85eb_ca77
    private static let prime32_3: UInt64 = 0xc2b2_ae3d
    private static let prime64_1: UInt64 = 0x9e37_79b1_85eb_ca87
    private static let prime64_2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    private static let prime64_3: UInt64 = 0x1656_67b1_9e37_79f9
    private static let prime64_4: UInt64 = 0x85eb_ca77_c2b2_ae63
    private static let prime64_5: UInt64 = 0x27d4_eb2f_1656_67c5
    private static let finalMultiplier1: UInt64 = 0x1656_6791_9e37_79f9
    private static let finalMultiplier2: UInt64 = 0x9fb2_1c65_1e98_df25

    /// The default secret of the specification, 192 bytes.
    private static let secret: [UInt8] = [
        0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
        0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
        0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
        0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
        0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
        0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
        0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
        0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
        0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
        0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
        0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
        0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
    ]
}
