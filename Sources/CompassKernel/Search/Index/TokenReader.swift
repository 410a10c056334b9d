/// Folds rows and cuts them into tokens.
enum TokenReader {
    /// Appends the folded fields of a row, each followed by ``TokenCuts/fieldEnd``.
    @inline(__always)
    static func appendFolded(_ row: Int, of fields: [TextColumn], to target: inout GrowableColumn<UInt8>) {
        for field in fields {
            field.withUTF8(row) { text in
                guard let text else { return }
                // SAFETY: the offsets of a column end within its bytes.
                let isPadded = Int(field.offsets[row + 1]) + TextFolding.readAhead <= field.bytes.count
                if isPadded {
                    TextFolding.appendLowercased(padded: text, to: &target)
                } else {
                    TextFolding.appendLowercased(text, to: &target)
                }
            }
            target.append(TokenCuts.fieldEnd)
        }
    }

    /// Calls `body` with the range of each token in the row at `range` of a text that is followed by padding.
    ///
    /// Method: cuts are found 64 bytes at a time (``TokenChunk``), except at the start of the row and around
    /// the few characters whose cuts do not depend on single bytes.
    @inline(__always)
    static func forEachToken(
        _ text: UnsafePointer<UInt8>, _ range: Range<Int>,
        _ body: (_ token: Range<Int>, _ isFirstOfField: Bool) -> Void
    ) {
        var start = range.lowerBound
        var isFirst = true
        func cut(at place: Int) {
            if place > start {
                body(start..<place, isFirst)
                isFirst = false
            }
            // SAFETY: cuts are within the row.
            if text[place] == TokenCuts.fieldEnd {
                start = place + 1
                isFirst = true
            } else {
                start = TokenCuts.blanksStart(before: place, from: start, in: text)
            }
        }
        var reader = TokenCuts.Reader()
        var place = start
        while true {
            // SAFETY: rows are within the text, end with a separator, and are followed by the padding.
            var isKnown = false
            while place < range.upperBound, !isKnown {
                let byte = text[place]
                if reader.isCut(before: byte) { cut(at: place) }
                isKnown = byte < 0x80 || byte == TokenCuts.fieldEnd
                place += 1
            }
            var knownCount = TokenChunk.byteCount
            while place < range.upperBound, knownCount == TokenChunk.byteCount {
                let chunk = TokenChunk(text + place)
                knownCount = chunk.knownCount
                let count = min(knownCount, range.upperBound - place)
                var cuts = chunk.cuts & (~0 &>> UInt64(TokenChunk.byteCount - max(count, 1)))
                if count == 0 { cuts = 0 }
                while cuts != 0 {
                    cut(at: place + cuts.trailingZeroBitCount)
                    cuts &= cuts - 1
                }
                place += count
            }
            if place >= range.upperBound { return }
            reader = TokenCuts.Reader(after: text[place - 1])
        }
    }
}
