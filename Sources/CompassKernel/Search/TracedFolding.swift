/// A folded text that knows where in the original each of its bytes comes from.
///
/// For `"Éa"` with accents ignored the bytes are `65 61`, their sources 0 and 2.
struct TracedFolding {
    /// The folded text.
    let bytes: ColumnBuffer<UInt8>
    /// For each folded byte the offset at which its scalar of the original begins.
    private let sources: [Int]
    /// These offsets, each once and ascending, and the end of the original. What leaves nothing when folded
    /// belongs to the scalar before it.
    private let bounds: [Int]

    /// Folds the well-formed text `original`.
    ///
    /// - Complexity: O(n).
    init(_ original: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool) {
        var bytes = GrowableColumn<UInt8>(capacity: original.count)
        var sources: [Int] = []
        sources.reserveCapacity(original.count)
        if let start = original.baseAddress {
            let end = start + original.count
            var position = start
            while position < end {
                let scalar = UTF8Scalars.first(position)
                if ignoringAccents, FoldTable.withoutAccents[scalar.value].marks.contains(.isOrdered) {
                    let run = OrderedRun(from: position, to: end)
                    for part in run.parts {
                        for byte in part.utf8 { bytes.append(byte) }
                        sources += repeatElement(part.source - start, count: part.utf8.count)
                    }
                    position = run.end
                } else {
                    // SAFETY: the bytes of a scalar that begins in the text lie in it.
                    let scalarUTF8 = UnsafeBufferPointer(start: position, count: scalar.byteCount)
                    TextFolding.append(scalarUTF8, ignoringAccents: ignoringAccents, to: &bytes)
                    sources += repeatElement(position - start, count: bytes.count - sources.count)
                    position += scalar.byteCount
                }
            }
        }
        self.bytes = bytes.finish()
        self.sources = sources
        bounds = TracedFolding.ascending(sources) + [original.count]
    }

    /// The stretch of the original, in whole scalars, that the folded bytes `folded` (not empty) come from.
    ///
    /// - Complexity: O(m + log n) for m folded bytes.
    func originalRange(of folded: Range<Int>) -> Range<Int> {
        // Canonical ordering may have changed places, so that the first byte need not have the first source.
        var first = sources[folded.lowerBound]
        var last = first
        for source in sources[folded] {
            first = min(first, source)
            last = max(last, source)
        }
        return first..<bound(after: last)
    }

    private func bound(after source: Int) -> Int {
        var low = 0
        var high = bounds.count - 1
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] > source { high = middle } else { low = middle + 1 }
        }
        return bounds[low]
    }

    private static func ascending(_ sources: [Int]) -> [Int] {
        var ascending: [Int] = []
        for source in sources.sorted() where source != ascending.last { ascending.append(source) }
        return ascending
    }
}
