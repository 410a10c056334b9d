/// A folded text that knows where in the original each of its bytes comes from.
///
/// Layout: stretches, ascending by their first folded byte. One is a run of ASCII, whose bytes stand for one
/// byte each, or the scalars that are left of one scalar. `"Éa"`, U+0301, `"b"` with accents ignored:
/// ```
/// bytes       65 61 62
/// stretches   from 0: bytes 0..<2 of the original, one scalar
///             from 1: bytes 2..<5, ASCII (its last scalar has the accent)
///             from 2: bytes 5..<6, ASCII
/// ```
struct TracedFolding {
    /// The folded text.
    let bytes: ColumnBuffer<UInt8>
    private let stretches: [Stretch]

    private struct Stretch {
        let foldedStart: Int
        /// Where it comes from; what leaves nothing when folded belongs to the scalar before it.
        var original: Range<Int>
        let isASCII: Bool
    }

    /// Folds the well-formed text `original`.
    ///
    /// - Complexity: O(n).
    init(_ original: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool) {
        var folded = GrowableColumn<UInt8>(capacity: original.count)
        var stretches: [Stretch] = []
        var offset = 0
        while offset < original.count {
            // SAFETY: the offset is below the count, so that the text has memory and a scalar begins there.
            let position = original.baseAddress! + offset
            let scalar = UTF8Scalars.first(position)
            let foldedStart = folded.count
            if ignoringAccents, FoldTable.withoutAccents[scalar.value].marks.contains(.isOrdered) {
                // SAFETY: the count is that of the bytes from the base on.
                let run = OrderedRun(from: position, to: position + (original.count - offset))
                for part in run.parts {
                    let start = offset + (part.source.lowerBound - position)
                    let end = offset + (part.source.upperBound - position)
                    stretches.append(
                        Stretch(foldedStart: folded.count, original: start..<end, isASCII: false))
                    for byte in part.utf8 { folded.append(byte) }
                }
                offset += run.end - position
                continue
            }
            let end =
                scalar.value < 0x80
                ? TracedFolding.endOfASCII(original, from: offset) : offset + scalar.byteCount
            TextFolding.append(
                UnsafeBufferPointer(rebasing: original[offset..<end]), ignoringAccents: ignoringAccents,
                to: &folded)
            if folded.count > foldedStart {
                stretches.append(
                    Stretch(foldedStart: foldedStart, original: offset..<end, isASCII: scalar.value < 0x80))
            } else if let last = stretches.last {
                // No stretch of a run in canonical order, as such a run takes all dropped marks behind it.
                stretches[stretches.count - 1].original = last.original.lowerBound..<end
            }
            offset = end
        }
        bytes = folded.finish()
        self.stretches = stretches
    }

    private static func endOfASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] < 0x80 { end += 1 }
        return end
    }

    /// The stretch of the original, in whole scalars, that the folded bytes `folded` (not empty) come from.
    ///
    /// - Complexity: O(m + log n) for m folded bytes.
    func originalRange(of folded: Range<Int>) -> Range<Int> {
        var index = lastStretch(startingUpTo: folded.lowerBound)
        var range = originalRange(of: folded, in: index)
        index += 1
        while index < stretches.count, stretches[index].foldedStart < folded.upperBound {
            // Canonical ordering may have changed places, so that the first byte need not come from the first.
            let next = originalRange(of: folded, in: index)
            range = min(range.lowerBound, next.lowerBound)..<max(range.upperBound, next.upperBound)
            index += 1
        }
        return range
    }

    /// What the stretch with the number `index` adds to the original of `folded`.
    private func originalRange(of folded: Range<Int>, in index: Int) -> Range<Int> {
        let stretch = stretches[index]
        if !stretch.isASCII { return stretch.original }
        let foldedEnd = index + 1 < stretches.count ? stretches[index + 1].foldedStart : bytes.count
        let start = stretch.original.lowerBound + max(0, folded.lowerBound - stretch.foldedStart)
        if folded.upperBound >= foldedEnd { return start..<stretch.original.upperBound }
        return start..<stretch.original.lowerBound + (folded.upperBound - stretch.foldedStart)
    }

    private func lastStretch(startingUpTo folded: Int) -> Int {
        var low = 0
        var high = stretches.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretches[middle].foldedStart <= folded { low = middle } else { high = middle }
        }
        return low
    }
}
