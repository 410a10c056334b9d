/// The bytes of a short token, or the hash of a long one, in two words: what tells tokens apart in most
/// cases without reading their bytes from memory.
///
/// Layout: a token of up to 15 bytes is its bytes, filled with zeros, and its length in the last byte. A
/// longer one is its hash, and a word of its length in the lowest 31 bits, its place among the long tokens of
/// a ``TokenTable`` above it, and the highest bit. For `win` and a token of 16 bytes at place 3:
/// ```
/// 77 69 6E 00 00 00 00 00   00 00 00 00 00 00 00 03
/// hash                      10 00 00 80 01 00 00 80
/// ```
struct TokenKey: BitwiseCopyable, Equatable, Sendable {
    /// The number of bytes that fit into two words in addition to the length.
    static let maximumShortByteCount = 15
    /// The bits of a length and of a place: texts with tokens take at most 2 GiB.
    private static let numberBits: UInt64 = 31
    private static let numberMask: UInt64 = 1 << numberBits - 1
    private static let longMark: UInt64 = 1 << 63

    private(set) var first: UInt64
    private(set) var second: UInt64

    private init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

    /// - Parameters:
    ///   - start: a token of at least one byte.
    ///   - seed: ``ByteHash/seed``.
    ///   - isPadded: whether sixteen bytes from `start` on are readable.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, count: Int, seed: UInt64, isPadded: Bool) {
        if count > TokenKey.maximumShortByteCount {
            self.init(
                first: ByteHash.hash(start, count: count, seed: seed),
                second: TokenKey.longMark | UInt64(truncatingIfNeeded: count))
        } else if isPadded {
            self.init(short: start, count: count)
        } else {
            var words = (UInt64(0), UInt64(0))
            // SAFETY: a short token fits into two words.
            withUnsafeMutableBytes(of: &words) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
            }
            self.init(first: words.0.littleEndian, second: words.1.littleEndian | UInt64(count) << 56)
        }
    }

    /// Creates the key of a short token; sixteen bytes from `start` on must be readable.
    @inline(__always)
    init(short start: UnsafePointer<UInt8>, count: Int) {
        let raw = UnsafeRawPointer(start)
        let low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        let high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        // Shifts by the width of a word yield zero.
        first = low & (count >= 8 ? ~0 : (1 << UInt64(count * 8) - 1))
        second = high & (count <= 8 ? 0 : (1 << UInt64(count * 8 - 64) - 1)) | UInt64(count) << 56
    }

    @inline(__always)
    var isLong: Bool { second & TokenKey.longMark != 0 }

    @inline(__always)
    var byteCount: Int { isLong ? Int(second & TokenKey.numberMask) : Int(second >> 56) }

    /// The place of a long token.
    var place: Int { Int(second >> TokenKey.numberBits & TokenKey.numberMask) }

    /// The key of the same token elsewhere.
    @inline(__always)
    func placed(at place: Int) -> TokenKey {
        var key = self
        if isLong {
            let numbers = second & TokenKey.numberMask | UInt64(place) << TokenKey.numberBits
            key.second = TokenKey.longMark | numbers
        }
        return key
    }

    /// Whether both are of the same short token; without a branch, which would often be predicted wrongly.
    @inline(__always)
    func isEqual(toShort other: TokenKey) -> Bool {
        (first ^ other.first) | (second ^ other.second) | (second & TokenKey.longMark) == 0
    }

    /// Whether both are of the same short token, or of long tokens of one hash and length.
    @inline(__always)
    func mayEqual(_ other: TokenKey) -> Bool {
        guard first == other.first else { return false }
        return second == other.second || (isLong && other.isLong && byteCount == other.byteCount)
    }

    /// - Parameter seed: ``ByteHash/seed``, which is the same for all keys of a table.
    @inline(__always)
    func hash(seed: UInt64) -> UInt64 {
        // No short key makes the second factor zero, because its last byte is less than that of the number.
        isLong ? first : ByteHash.mix(first ^ seed, second ^ 0xd1b5_4a32_d192_ed03)
    }

    /// Calls `body` with the bytes of a short token.
    @inline(__always)
    func withShortBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let words = (first.littleEndian, second.littleEndian)
        return withUnsafeBytes(of: words) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<byteCount])) }
        }
    }
}
