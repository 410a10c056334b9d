/// A byte pattern that is compared with places of a text, its first eight bytes at once.
struct ScannedPattern {
    /// At least one byte; must outlive the pattern.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The first eight bytes in memory order, and which of them are the pattern's own.
    private let beginning: UInt64
    private let beginningMask: UInt64

    /// - Parameter bytes: at least one byte; must outlive the pattern.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        var (beginning, mask): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.prefix(8).enumerated() {
            beginning |= UInt64(byte) << UInt64(index * 8)
            mask |= 0xff << UInt64(index * 8)
        }
        self.beginning = beginning.littleEndian
        beginningMask = mask.littleEndian
    }

    /// Returns whether the pattern is at a place, from which on its bytes and at least eight are readable.
    @inline(__always)
    func isEqual(_ place: UnsafePointer<UInt8>) -> Bool {
        // SAFETY: the caller has eight readable bytes.
        let first = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        if (first ^ beginning) & beginningMask != 0 { return false }
        return bytes.count <= 8
            || ByteComparison.areEqual(place + 8, bytes.baseAddress! + 8, count: bytes.count - 8)
    }
}
