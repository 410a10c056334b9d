/// The rows whose text changes when accents are removed, with that text.
///
/// The text of all other rows is the same with and without accents, so the result of the ordinary index holds
/// for them. Layout: the row numbers, ascending, and a ``SearchIndex`` over the texts of only these rows. For
/// `Resume`, `Résumé`, `naïve`:
/// ```
/// rows    1 2
/// index   resume, naive
/// ```
struct RowsWithoutAccents: Sendable {
    private let rows: ColumnBuffer<UInt32>
    private let index: SearchIndex

    var byteCount: Int { rows.byteCount + index.byteCount }

    /// - Complexity: O(b) for b bytes of text.
    init(of folded: FoldedRows, _ configuration: SearchIndexConfiguration) {
        var rows = GrowableColumn<UInt32>()
        var bytes = GrowableColumn<UInt8>()
        var starts = GrowableColumn<Int>()
        starts.append(0)
        var text = GrowableColumn<UInt8>()
        for row in 0..<folded.count {
            text.removeAll()
            var differs = false
            folded.forEachField(of: row) { field in
                if TextFolding.appendWithoutAccents(field, to: &text) { differs = true }
                text.append(TokenCuts.fieldEnd)
            }
            guard differs else { continue }
            rows.append(UInt32(row))
            text.withBuffer { bytes.append($0.baseAddress!, count: $0.count) }
            starts.append(bytes.count)
        }
        self.rows = rows.finish()
        index = SearchIndex(FoldedRows(bytes, starts: starts), configuration)
    }

    /// Replaces the bits of these rows in `bits`: set if their text without accents contains `pattern`.
    func correct(_ bits: UnsafeMutablePointer<UInt64>, _ pattern: UnsafeBufferPointer<UInt8>) {
        let matching = RowBits(rowCount: rows.count)
        index.matches(pattern, into: matching.words)
        for position in 0..<rows.count {
            // SAFETY: the elements are rows of the table, and the indices are positions of `rows`.
            let row = rows[position]
            let match = matching.words[position >> 6] >> UInt64(position & 63) & 1
            let bit = UInt64(row & 63)
            bits[Int(row >> 6)] = bits[Int(row >> 6)] & ~(1 << bit) | match << bit
        }
    }
}

extension FoldedRows {
    /// Calls `body` with each field of `row`.
    @inline(__always)
    func forEachField(of row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        // SAFETY: each field of a row is followed by a field end.
        bytes.withBuffer(of: starts[row]..<starts[row + 1]) { text in
            var field = text.baseAddress!
            let end = field + text.count
            while field < end {
                let fieldEnd = ByteSearch.first(TokenCuts.fieldEnd, from: field, to: end)
                body(UnsafeBufferPointer(start: field, count: fieldEnd - field))
                field = fieldEnd + 1
            }
        }
    }
}
