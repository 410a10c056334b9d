/// The occurrences of search queries in one text, to be highlighted for a reader.
public struct TextHighlights: Hashable, Sendable {
    /// The ranges in UTF-8 offsets of the original text: ascending, non-empty and not adjacent, because
    /// occurrences that overlap or touch form one range.
    ///
    /// Each begins and ends between scalars. A scalar whose folded form matches only in part belongs to the
    /// range as a whole, and so do accents after the last scalar if accents are ignored.
    public let utf8Ranges: [Range<Int>]

    /// Whether nothing is to be highlighted.
    public var isEmpty: Bool { utf8Ranges.isEmpty }

    /// Returns the ranges as indices of `text`, which must be the same text as the one that was searched.
    ///
    /// In a shorter text, everything beyond its end is omitted.
    ///
    /// - Complexity: O(n) for the bytes up to the last range.
    public func ranges(in text: String) -> [Range<String.Index>] {
        let utf8 = text.utf8
        var ranges: [Range<String.Index>] = []
        var index = utf8.startIndex
        var offset = 0
        for range in utf8Ranges {
            guard
                let start = utf8.index(index, offsetBy: range.lowerBound - offset, limitedBy: utf8.endIndex),
                start < utf8.endIndex
            else { break }
            index = utf8.index(start, offsetBy: range.count, limitedBy: utf8.endIndex) ?? utf8.endIndex
            offset = range.upperBound
            ranges.append(start..<index)
        }
        return ranges
    }

    /// Creates the highlights of all occurrences of `queries` in `text`.
    ///
    /// - Complexity: that of ``SearchQuery/highlights(in:)`` for each query.
    public init(of queries: some Sequence<SearchQuery>, in text: String) {
        self.init(merging: queries.flatMap { $0.highlights(in: text).utf8Ranges })
    }

    /// Merges non-empty ranges.
    init(merging ranges: [Range<Int>]) {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        utf8Ranges = merged
    }
}

extension SearchQuery {
    /// Returns the occurrences of the query in `text`; for several words, those of any of them.
    ///
    /// Occurrences of one word are found from left to right and do not overlap: `anna` occurs once in
    /// `annanna`. A text without an occurrence, and a query that matches everything, have no highlights.
    ///
    /// - Complexity: O(n·m) at worst for n bytes of text and m of the query; O(n) in ordinary text.
    public func highlights(in text: String) -> TextHighlights {
        var text = text
        return text.withUTF8 { highlights(inUTF8: $0) }
    }

    /// Returns the occurrences of the query in the well-formed text `utf8`.
    func highlights(inUTF8 utf8: UnsafeBufferPointer<UInt8>) -> TextHighlights {
        if matchesAll { return TextHighlights(merging: []) }
        let folding = TracedFolding(utf8, ignoringAccents: ignoresAccents)
        let ranges = folding.bytes.withBuffer { folded in
            patterns.flatMap { pattern in
                pattern.withUnsafeBufferPointer { SearchQuery.occurrences(of: $0, in: folded) }
            }
        }
        return TextHighlights(merging: ranges.map(folding.originalRange(of:)))
    }

    /// Returns the positions of `pattern` (not empty) in `text`, from left to right, without overlaps.
    private static func occurrences(
        of pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
    ) -> [Range<Int>] {
        guard let first = pattern.baseAddress, let start = text.baseAddress, pattern.count <= text.count
        else { return [] }
        var occurrences: [Range<Int>] = []
        // SAFETY: before `stop`, at least as many bytes as the pattern has follow in the text.
        let stop = start + (text.count - pattern.count + 1)
        var position = ByteSearch.first(first.pointee, from: start, to: stop)
        while position < stop {
            if ByteComparison.areEqual(position, first, count: pattern.count) {
                let offset = position - start
                occurrences.append(offset..<offset + pattern.count)
                position += pattern.count
            } else {
                position += 1
            }
            if position < stop { position = ByteSearch.first(first.pointee, from: position, to: stop) }
        }
        return occurrences
    }
}
