/// The frequency of each byte value in a text, from a sample.
struct ByteRarity: Sendable {
    private static let sampledBytes = 1 << 16

    let counts: [UInt32]

    /// Creates a sample from the counts of all 256 bytes.
    init(counts: [UInt32]) { self.counts = counts }

    /// Samples at most 64 KiB of `text`, evenly distributed.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var counts = [UInt32](repeating: 0, count: 256)
        let step = max(1, text.count / ByteRarity.sampledBytes)
        for place in stride(from: 0, to: text.count, by: step) { counts[Int(text[place])] += 1 }
        self.counts = counts
    }

    /// Returns the offsets of the four rarest bytes; all offsets, some repeated, for a pattern of up to four
    /// bytes.
    func rarestOffsets(in pattern: UnsafeBufferPointer<UInt8>) -> (Int, Int, Int, Int) {
        if pattern.count <= 4 {
            let last = pattern.count - 1
            return (0, min(1, last), min(2, last), last)
        }
        var order = Array(0..<pattern.count)
        order.sort { (counts[Int(pattern[$0])], $0) < (counts[Int(pattern[$1])], $1) }
        return (order[0], order[1], order[2], order[3])
    }

    /// Returns the offsets of the rarest bytes of `pattern`, at most `limit`, the rarest first; those of a pattern
    /// of up to two bytes as they are.
    func rarestOffsets(in pattern: UnsafeBufferPointer<UInt8>, limit: Int) -> [Int] {
        if pattern.count <= 2 { return Array(pattern.indices) }
        return Array(
            pattern.indices.sorted { (counts[Int(pattern[$0])], $0) < (counts[Int(pattern[$1])], $1) }
                .prefix(limit))
    }

    /// Returns the offset of the `length` neighbouring bytes of `pattern` that are together the rarest, if bytes
    /// are independent of each other.
    ///
    /// - Parameter length: at most the number of the pattern's bytes.
    func rarestOffset(in pattern: UnsafeBufferPointer<UInt8>, length: Int) -> Int {
        func frequency(_ offset: Int) -> Double {
            pattern[offset..<offset + length].reduce(1) { $0 * Double(counts[Int($1)] + 1) }
        }
        return (0...pattern.count - length).min { frequency($0) < frequency($1) } ?? 0
    }
}
