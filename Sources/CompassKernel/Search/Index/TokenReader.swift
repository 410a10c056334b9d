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
    @inline(__always)
    static func forEachToken(
        _ text: UnsafePointer<UInt8>, _ range: Range<Int>,
        _ body: (_ token: Range<Int>, _ isFirstOfField: Bool) -> Void
    ) {
        var reader = TokenCuts.Reader()
        var start = range.lowerBound
        var isFirst = true
        var place = start
        while place < range.upperBound {
            // SAFETY: rows are within the text, end with a separator, and are followed by the padding.
            let byte = text[place]
            if reader.isCut(before: byte) {
                if place > start {
                    body(start..<place, isFirst)
                    isFirst = false
                }
                if byte == TokenCuts.fieldEnd {
                    start = place + 1
                    isFirst = true
                } else {
                    start = TokenCuts.blanksStart(before: place, from: start, in: text)
                }
            }
            place = reader.skipOrdinary(in: text, from: place + 1)
        }
    }
}
