/// Cuts folded rows into tokens and gives each distinct token a code.
enum TokenReader {
    /// Returns the tokens of all rows, with the first one of each field marked; nil if the distinct tokens
    /// take more than `vocabularyLimit` bytes.
    static func rows(of folded: FoldedRows, vocabularyLimit: Int, _ strings: inout Interner) -> CodedRows? {
        // Usually five bytes per token; measured on generated posts.
        var rows = CodedRows(
            codes: GrowableColumn(capacity: folded.textByteCount / 6),
            ends: GrowableColumn(capacity: folded.count))
        let cache = ShortTokenCache()
        for row in 0..<folded.count {
            let range = folded.starts[row]..<folded.starts[row + 1]
            folded.bytes.withBuffer { appendTokens($0.baseAddress!, range, cache, &strings, &rows.codes) }
            rows.ends.append(UInt32(rows.codes.count))
            if strings.arena.count > vocabularyLimit { return nil }
        }
        rows.codeMask = ~CodedRows.fieldStart
        return rows
    }

    @inline(__always)
    private static func appendTokens(
        _ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ cache: borrowing ShortTokenCache,
        _ strings: inout Interner, _ codes: inout GrowableColumn<UInt32>
    ) {
        var reader = TokenCuts.Reader()
        var start = range.lowerBound
        var mark = CodedRows.fieldStart
        var place = start
        while place < range.upperBound {
            // SAFETY: rows are within the text, end with a separator, and are followed by the padding.
            let byte = text[place]
            if reader.isCut(before: byte) {
                if place > start {
                    let count = place - start
                    let code =
                        count <= ShortTokenCache.maximumByteCount
                        ? cache.code(text + start, count: count) {
                            strings.intern(text + start, count: count)
                        }
                        : strings.intern(text + start, count: count)
                    codes.append(code | mark)
                    mark = 0
                }
                if byte == TokenCuts.fieldEnd {
                    start = place + 1
                    mark = CodedRows.fieldStart
                } else {
                    start = TokenCuts.blanksStart(before: place, from: start, in: text)
                }
            }
            place = reader.skipOrdinary(in: text, from: place + 1)
        }
    }
}
