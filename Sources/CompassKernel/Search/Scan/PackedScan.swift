internal import CCompassScan

/// A search for up to eight byte patterns at once, in texts that follow each other in the first-level cache.
///
/// Method: three neighbouring bytes of each pattern are looked up, for 32 positions at a time, in tables from the
/// two halves of a byte to the patterns that have it there (Langdale, *Teddy*, in Hyperscan); the whole pattern is
/// compared only where all three match. With a pattern for each bit of a table, no other bytes match. Two patterns
/// take no longer than with ``PairScan``, eight half as long (`compass-bench run --filter cold.queries`). It requires
/// AVX2.
struct PackedScan {
    /// The maximum number of patterns.
    static let patternLimit = 8
    /// The minimum number of a pattern's bytes: so many are looked up. Shorter ones occur too often for each place to
    /// be compared.
    static let minimumByteCount = 3

    /// Whether this processor has AVX2.
    static let isSupported = compasskernel_packed_is_supported()

    private struct Sought {
        let pattern: ScannedPattern
        /// The offset of the three bytes.
        let offset: Int
    }

    private let sought: [Sought]
    private var tables = compasskernel_packed_patterns()

    /// - Parameters:
    ///   - patterns: one to ``patternLimit``, of at least ``minimumByteCount`` bytes each; must outlive the scan.
    ///   - rarity: the frequency of bytes in texts like the ones to be searched.
    init(_ patterns: some Collection<UnsafeBufferPointer<UInt8>>, rarity: ByteRarity) {
        sought = patterns.map {
            Sought(
                pattern: ScannedPattern($0),
                offset: rarity.rarestOffset(in: $0, length: PackedScan.minimumByteCount))
        }
        withUnsafeMutableBytes(of: &tables.low) { low in
            withUnsafeMutableBytes(of: &tables.high) { high in
                for (number, sought) in sought.enumerated() {
                    let bit: UInt8 = 1 << UInt8(number)
                    for index in 0..<PackedScan.minimumByteCount {
                        let byte = sought.pattern.bytes[sought.offset + index]
                        low[index * 16 + Int(byte & 0x0f)] |= bit
                        high[index * 16 + Int(byte >> 4)] |= bit
                    }
                }
            }
        }
    }

    /// Calls `body` with the number of each pattern and of each text that contains it, the texts ascending.
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
        // The optimizer may release the memory once its address is loaded.
        defer { withExtendedLifetime(candidates) {} }
        sought.withUnsafeBufferPointer { sought in
            var text = 0
            // The patterns that the text has.
            var found: UInt8 = 0
            for first in stride(from: 0, to: texts.count, by: Candidates.limit) {
                let count = candidates.list(tables, base + first, min(Candidates.limit, texts.count - first))
                for index in 0..<count {
                    let place = first &+ Int(candidates.places[index])
                    // SAFETY: the place is before the end of the last text.
                    while Int(starts[text &+ 1]) <= place {
                        text &+= 1
                        found = 0
                    }
                    var patterns = candidates.patterns[index] & ~found
                    while patterns != 0 {
                        let number = patterns.trailingZeroBitCount
                        patterns &= patterns &- 1
                        let (pattern, start) = (sought[number].pattern, place &- sought[number].offset)
                        // SAFETY: the pattern would be within the text, and the padding is longer than what is
                        // compared at once.
                        guard start >= Int(starts[text]),
                            start &+ pattern.bytes.count <= Int(starts[text &+ 1]),
                            pattern.isEqual(base + start)
                        else { continue }
                        found |= 1 << UInt8(number)
                        body(number, text)
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
