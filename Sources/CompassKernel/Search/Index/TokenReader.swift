/// Cuts folded rows into tokens and gives each distinct token a code.
enum TokenReader {
    /// The tokens of all rows, each field's first one marked; nil when the distinct ones take more than
    /// `vocabularyLimit` bytes.
    static func rows(
        of folded: FoldedRows, vocabularyLimit: Int, _ strings: inout Interner
    ) -> CodedRows? {
        // Five bytes a token, mostly; measured on generated posts.
        var rows = CodedRows(
            codes: GrowableColumn(capacity: folded.textByteCount / 6),
            ends: GrowableColumn(capacity: folded.count))
        let text = folded.bytes.base
        for row in 0..<folded.count {
            appendTokens(text, Int(folded.starts[row])..<Int(folded.starts[row + 1]), &strings, &rows.codes)
            rows.ends.append(UInt32(rows.codes.count))
            if strings.arena.count > vocabularyLimit { return nil }
        }
        rows.codeMask = ~CodedRows.fieldStart
        return rows
    }

    @inline(__always)
    private static func appendTokens(
        _ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ strings: inout Interner,
        _ codes: inout GrowableColumn<UInt32>
    ) {
        var reader = TokenCuts.Reader()
        var start = range.lowerBound
        var mark = CodedRows.fieldStart
        for place in range {
            // SAFETY: rows lie within the text, and end with a separator.
            let byte = text[place]
            guard reader.isCut(before: byte) else { continue }
            if place > start {
                codes.append(strings.intern(text + start, count: place - start) | mark)
                mark = 0
            }
            if byte == TokenCuts.fieldEnd {
                start = place + 1
                mark = CodedRows.fieldStart
            } else {
                start = TokenCuts.blanksStart(before: place, from: start, in: text)
            }
        }
    }
}
