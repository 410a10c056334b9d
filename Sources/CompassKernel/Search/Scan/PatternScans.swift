/// The scans of several byte patterns in texts that follow each other in the first-level cache.
enum PatternScans {
    /// One for each pattern.
    case single([PairScan])
    /// One for each eight patterns.
    case packed([PackedScan], PackedScan.Candidates)

    /// - Parameters:
    ///   - patterns: at least one byte each; must outlive the scans.
    ///   - rarity: the frequency of bytes in texts like the ones to be searched.
    ///   - sample: such a text.
    ///   - packed: whether several patterns are looked for at once, where that is faster.
    init(
        _ patterns: [UnsafeBufferPointer<UInt8>], rarity: ByteRarity, sample: UnsafeBufferPointer<UInt8>,
        packed: Bool
    ) {
        if packed, patterns.count >= PatternScans.minimumPackedCount {
            let groups = stride(from: 0, to: patterns.count, by: PackedScan.patternLimit).map {
                PackedScan(patterns[$0...].prefix(PackedScan.patternLimit), rarity: rarity)
            }
            self = .packed(groups, PackedScan.Candidates())
        } else {
            self = .single(patterns.map { PairScan($0, rarity: rarity, sample: sample) })
        }
    }

    /// The patterns from which on one pass for all of them is faster than one for each.
    private static let minimumPackedCount = 2

    /// Calls `body` with the number of each pattern and of each text that contains it, some more than once.
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
        switch self {
        case .single(let scans):
            for (number, scan) in scans.enumerated() {
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
        case .packed(let scans, let candidates):
            for (group, scan) in scans.enumerated() {
                scan.forEachMatch(in: texts, starts, candidates) { pattern, text in
                    body(group &* PackedScan.patternLimit &+ pattern, text)
                }
            }
        }
    }
}
