/// The scans of several byte patterns in texts that follow each other in the first-level cache.
struct PatternScans {
    /// The scans of single patterns, with their numbers.
    private let singles: [(number: Int, scan: PairScan)]
    /// The scans of several patterns each, with their numbers.
    private let packs: [(numbers: [Int], scan: PackedScan)]
    /// Nil if no patterns are packed.
    private let candidates: PackedScan.Candidates?

    /// - Parameters:
    ///   - patterns: at least one byte each; must outlive the scans.
    ///   - rarity: the frequency of bytes in texts like the ones to be searched.
    ///   - sample: such a text.
    ///   - packed: whether several patterns are looked for at once, where that is faster.
    init(
        _ patterns: [UnsafeBufferPointer<UInt8>], rarity: ByteRarity, sample: UnsafeBufferPointer<UInt8>,
        packed: Bool
    ) {
        let long = packed ? patterns.indices.filter { patterns[$0].count >= PackedScan.minimumByteCount } : []
        packs = stride(from: 0, to: long.count, by: PackedScan.patternLimit).compactMap { first in
            let numbers = Array(long[first...].prefix(PackedScan.patternLimit))
            guard numbers.count >= PatternScans.minimumPackedCount else { return nil }
            return (numbers, PackedScan(numbers.map { patterns[$0] }, rarity: rarity))
        }
        let packedNumbers = Set(packs.flatMap(\.numbers))
        singles = patterns.indices.filter { !packedNumbers.contains($0) }.map {
            ($0, PairScan(patterns[$0], rarity: rarity, sample: sample))
        }
        candidates = packs.isEmpty ? nil : PackedScan.Candidates()
    }

    /// The patterns from which on one pass for all of them is faster than one for each, as measured with the first
    /// two and the last two of the benchmark `cold.queries`.
    private static let minimumPackedCount = 2

    /// Calls `body` with the number of each pattern and of each text that contains it.
    ///
    /// - Parameters:
    ///   - texts: the texts, followed by ``ByteScan/padding`` readable bytes.
    ///   - starts: the start of each text, ascending, and the end of the last one.
    @inline(__always)
    func forEachMatch(
        in texts: UnsafeBufferPointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>,
        _ body: (_ pattern: Int, _ text: Int) -> Void
    ) {
        guard let base = texts.baseAddress, !texts.isEmpty else { return }
        for (number, scan) in singles {
            var text = 0
            scan.forEachMatch(in: base, 0..<texts.count) { place in
                // SAFETY: the place is before the end of the last text.
                while Int(starts[text &+ 1]) <= place { text &+= 1 }
                let end = Int(starts[text &+ 1])
                // Every later place of the text is too near to its end as well.
                if place &+ scan.byteCount <= end { body(number, text) }
                return end
            }
        }
        guard let candidates else { return }
        for (numbers, scan) in packs {
            scan.forEachMatch(in: texts, starts, candidates) { body(numbers[$0], $1) }
        }
    }
}
