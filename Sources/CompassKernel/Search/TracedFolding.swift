/// A folded text with the origin of each of its bytes in the original text.
///
/// Layout: ranges, ascending by their first folded byte. A range is a run of ASCII, with one original byte
/// per byte, or the remaining scalars of one original scalar. `"Éa"`, U+0301, `"b"` with accents ignored:
/// ```
/// bytes       65 61 62
/// segments   from 0: bytes 0..<2 of the original, one scalar
///             from 1: bytes 2..<5, ASCII (its last scalar has the accent)
///             from 2: bytes 5..<6, ASCII
/// ```
struct TracedFolding {
    /// The folded text.
    let bytes: ColumnBuffer<UInt8>
    private let segments: [Segment]

    private struct Segment {
        let foldedStart: Int
        /// Its original range; a scalar that leaves nothing when folded belongs to the scalar before it.
        var original: Range<Int>
        let isASCII: Bool
    }

    /// Folds the text `original`.
    ///
    /// - Complexity: O(n).
    init(_ original: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool) {
        var folded = GrowableColumn<UInt8>(capacity: original.count)
        var segments: [Segment] = []
        var offset = 0
        while offset < original.count {
            // SAFETY: the offset is below the count, so the text has memory and a scalar begins there.
            let position = original.baseAddress! + offset
            let end = position + (original.count - offset)
            let scalar = UTF8Scalars.first(position, before: end)
            let foldedStart = folded.count
            if ignoringAccents, FoldTable.withoutAccents[scalar.value].marks.contains(.isOrdered) {
                // SAFETY: the count is that of the bytes after the base.
                let run = OrderedRun(from: position, to: end)
                for part in run.parts {
                    let start = offset + (part.source.lowerBound - position)
                    let end = offset + (part.source.upperBound - position)
                    segments.append(Segment(foldedStart: folded.count, original: start..<end, isASCII: false))
                    for byte in part.utf8 { folded.append(byte) }
                }
                offset += run.end - position
                continue
            }
            let next =
                scalar.value < 0x80
                ? TracedFolding.endOfASCII(original, from: offset) : offset + scalar.byteCount
            TextFolding.append(
                UnsafeBufferPointer(rebasing: original[offset..<next]), ignoringAccents: ignoringAccents,
                to: &folded)
            if folded.count > foldedStart {
                segments.append(
                    Segment(foldedStart: foldedStart, original: offset..<next, isASCII: scalar.value < 0x80))
            } else if let last = segments.last {
                // Never a range of a canonically ordered run, because that includes all dropped marks after
                // it.
                segments[segments.count - 1].original = last.original.lowerBound..<next
            }
            offset = next
        }
        bytes = folded.finish()
        self.segments = segments
    }

    private static func endOfASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] < 0x80 { end += 1 }
        return end
    }

    /// Returns the original range, in whole scalars, of the folded bytes `folded` (not empty).
    ///
    /// - Complexity: O(m + log n) for m folded bytes.
    func originalRange(of folded: Range<Int>) -> Range<Int> {
        let start = folded.lowerBound
        var index = (1..<max(segments.count, 1)).partitioningIndex { segments[$0].foldedStart > start } - 1
        var range = originalRange(of: folded, in: index)
        index += 1
        while index < segments.count, segments[index].foldedStart < folded.upperBound {
            // Canonical ordering may swap scalars, so the first byte may come from a later scalar.
            let next = originalRange(of: folded, in: index)
            range = min(range.lowerBound, next.lowerBound)..<max(range.upperBound, next.upperBound)
            index += 1
        }
        return range
    }

    /// Returns the original range of the part of `folded` in the range with the number `index`.
    private func originalRange(of folded: Range<Int>, in index: Int) -> Range<Int> {
        let segment = segments[index]
        if !segment.isASCII { return segment.original }
        let foldedEnd = index + 1 < segments.count ? segments[index + 1].foldedStart : bytes.count
        let start = segment.original.lowerBound + max(0, folded.lowerBound - segment.foldedStart)
        if folded.upperBound >= foldedEnd { return start..<segment.original.upperBound }
        return start..<segment.original.lowerBound + (folded.upperBound - segment.foldedStart)
    }
}
