internal import CCompassScan

/// A search for up to eight byte patterns at once, in texts that follow each other in the first-level cache.
///
/// Method: three neighbouring bytes of each pattern are looked up, for 32 positions at a time, in tables from the
/// two halves of a byte to the patterns that have it there (Langdale, *Teddy*, in Hyperscan); the whole pattern is
/// compared only where all three match. With a pattern for each bit of a table, no other bytes match. It takes as
/// long as ``PairScan`` does for two patterns, whatever their number, and requires AVX2.
struct PackedScan {
    /// The maximum number of patterns.
    static let patternLimit = 8

    /// Whether this processor can do it.
    static let isSupported = compasskernel_packed_is_supported()

    private struct Sought {
        let pattern: ScannedPattern
        /// The offset of the three bytes.
        let offset: Int
    }

    private let sought: [Sought]
    private var tables = compasskernel_packed_patterns()

    /// - Parameters:
    ///   - patterns: one to ``patternLimit``, of at least one byte each; must outlive the scan.
    ///   - rarity: the frequency of bytes in texts like the ones to be searched.
    init(_ patterns: some Collection<UnsafeBufferPointer<UInt8>>, rarity: ByteRarity) {
        sought = patterns.map {
            Sought(
                pattern: ScannedPattern($0), offset: rarity.rarestOffset(in: $0, length: PackedScan.length))
        }
        withUnsafeMutableBytes(of: &tables.low) { low in
            withUnsafeMutableBytes(of: &tables.high) { high in
                for (number, sought) in sought.enumerated() {
                    let bit: UInt8 = 1 << UInt8(number)
                    for index in 0..<PackedScan.length {
                        let halves = index * 16..<index * 16 + 16
                        let place = sought.offset + index
                        guard place < sought.pattern.bytes.count else {
                            for half in halves {
                                low[half] |= bit
                                high[half] |= bit
                            }
                            continue
                        }
                        let byte = sought.pattern.bytes[place]
                        low[halves.lowerBound + Int(byte & 0x0f)] |= bit
                        high[halves.lowerBound + Int(byte >> 4)] |= bit
                    }
                }
            }
        }
    }

    /// The bytes of a pattern that are looked up.
    private static let length = 3

    /// Calls `body` with the number of each pattern and of each text that contains it, the texts ascending, some
    /// more than once.
    ///
    /// - Parameters:
    ///   - texts: the texts, followed by ``ByteScan/padding`` readable bytes.
    ///   - starts: the start of each text, ascending, and the end of the last one.
    ///   - candidates: memory for the scan.
    @inline(__always)
    func forEachMatch(
        in texts: UnsafeBufferPointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>,
        _ candidates: Candidates, _ body: (_ pattern: Int, _ text: Int) -> Void
    ) {
        guard let base = texts.baseAddress else { return }
        sought.withUnsafeBufferPointer { sought in
            var text = 0
            for first in stride(from: 0, to: texts.count, by: Candidates.limit) {
                let count = candidates.list(tables, base + first, min(Candidates.limit, texts.count - first))
                for index in 0..<count {
                    let place = first &+ Int(candidates.places[index])
                    var patterns = candidates.patterns[index]
                    while patterns != 0 {
                        let number = patterns.trailingZeroBitCount
                        patterns &= patterns &- 1
                        let (pattern, start) = (sought[number].pattern, place &- sought[number].offset)
                        let end = start &+ pattern.bytes.count
                        // SAFETY: the pattern would be within the texts, and the padding is longer than what is
                        // compared at once.
                        guard start >= 0, end <= texts.count, pattern.isEqual(base + start) else { continue }
                        // SAFETY: the place is before the end of the last text.
                        while Int(starts[text &+ 1]) <= place { text &+= 1 }
                        if start >= Int(starts[text]), end <= Int(starts[text &+ 1]) { body(number, text) }
                    }
                }
            }
        }
    }

    /// The places where the three bytes of a pattern are; for one thread.
    final class Candidates {
        /// The positions that are listed at once. Derived: a quarter of a block of texts, so that the places of all
        /// of them take less memory than the block, with which they share the first-level cache.
        static let limit = FoldedBlock.byteCount / 4

        fileprivate let places: UnsafeMutablePointer<UInt16>
        /// A bit for each pattern that is there.
        fileprivate let patterns: UnsafeMutablePointer<UInt8>

        init() {
            places = .allocate(capacity: Candidates.limit)
            patterns = .allocate(capacity: Candidates.limit)
        }

        deinit {
            places.deallocate()
            patterns.deallocate()
        }

        /// Lists the places among the first `count` from `text` on; returns their number.
        fileprivate func list(
            _ tables: compasskernel_packed_patterns, _ text: UnsafePointer<UInt8>, _ count: Int
        ) -> Int {
            withUnsafePointer(to: tables) { compasskernel_packed_list(text, count, $0, places, patterns) }
        }
    }
}
