/// Conversion of bit planes to bytes, for Arrow's integer dictionary indices.
enum BitSpreading {
    /// Returns one byte per row: the sum of the values of the planes in which the row's bit is set.
    ///
    /// A multiplication copies eight bits into each of eight bytes, a mask keeps a different bit in each
    /// byte, and an addition carries that bit to the byte's top bit (Warren, *Hacker's Delight*, section 7-1,
    /// uses the same method).
    ///
    /// - Parameter planes: planes of `count` rows, and the values of their bits, whose sum is below 256.
    /// - Complexity: O(n · p) for n rows and p planes.
    static func bytes(of planes: [(plane: BitColumn, value: UInt8)], count: Int) -> ColumnBuffer<UInt8> {
        let wordCount = (count + 63) / 64
        return ColumnBuffer<UInt8>(count: wordCount * 64) { target in
            let target = UnsafeMutableRawPointer(target)
            // SAFETY: every plane has a word, and the column 64 bytes, for every 64 rows.
            for (index, (plane, value)) in planes.enumerated() {
                plane.words.withBuffer { words in
                    for word in 0..<wordCount {
                        for group in 0..<8 {
                            let offset = word * 64 + group * 8
                            let bytes = spread(words[word] >> UInt64(8 * group) & 0xff) &* UInt64(value)
                            let before = index == 0 ? 0 : target.load(fromByteOffset: offset, as: UInt64.self)
                            target.storeBytes(
                                of: before &+ bytes.littleEndian, toByteOffset: offset, as: UInt64.self)
                        }
                    }
                }
            }
        }
    }

    /// Returns bit i of the lowest byte as byte i, 0 or 1.
    @inline(__always)
    private static func spread(_ bits: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let chosen = (bits &* ones) & 0x8040_2010_0804_0201
        return ((chosen &+ ones &* 0x7f) &>> 7) & ones
    }
}
