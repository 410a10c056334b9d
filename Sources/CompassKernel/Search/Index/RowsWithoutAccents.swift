/// The rows whose text without accents is stored, because it cannot be searched by the spellings of tokens:
/// few if there are tokens, otherwise all whose text differs without accents.
///
/// Layout: the row numbers, ascending, and the texts of these rows. For `Resume`, `Résumé`, `naïve`:
/// ```
/// rows    1 2
/// folded  resume, naive
/// ```
struct RowsWithoutAccents: Sendable {
    let rows: ColumnBuffer<UInt32>
    let folded: FoldedRows

    var byteCount: Int { rows.byteCount + folded.byteCount }

    /// Replaces the bits of these rows in `bits`: set if their text without accents contains `pattern`.
    func correct(_ bits: UnsafeMutablePointer<UInt64>, _ pattern: UnsafeBufferPointer<UInt8>) {
        if rows.count == 0 { return }
        let matching = RowBits(rowCount: rows.count)
        folded.scan(pattern, into: matching.words)
        for position in 0..<rows.count {
            // SAFETY: the elements are rows of the table, and the indices are positions of `rows`.
            let row = rows[position]
            let match = matching.words[position >> 6] >> UInt64(position & 63) & 1
            let bit = UInt64(row & 63)
            bits[Int(row >> 6)] = bits[Int(row >> 6)] & ~(1 << bit) | match << bit
        }
    }

    /// Folds rows, some at a time.
    struct Builder: ~Copyable {
        private let candidates: ColumnBuffer<UInt64>?
        private let rowCount: Int
        private var row = 0
        private var rows = GrowableColumn<UInt32>()
        private var bytes = GrowableColumn<UInt8>()
        private var starts = GrowableColumn<Int>()
        private var text = GrowableColumn<UInt8>()

        /// - Parameter candidates: a bit for each row to be stored if its text differs; nil for all such rows. A
        ///   row whose text is the same is found without its accents as it is found with them.
        init(_ candidates: ColumnBuffer<UInt64>?, rowCount: Int) {
            self.candidates = candidates
            self.rowCount = rowCount
            starts.append(0)
        }

        /// The share of rows that are done.
        var progress: Double { rowCount == 0 ? 1 : Double(row) / Double(rowCount) }

        /// Folds about `byteCount` bytes; returns whether rows remain.
        mutating func step(_ folded: FoldedRows, byteCount: Int) -> Bool {
            var rest = byteCount
            while row < rowCount, rest > 0 {
                if let candidates, candidates[row >> 6] >> UInt64(row & 63) & 1 == 0 {
                    row += 1
                    rest -= 1
                    continue
                }
                rest -= folded.starts[row + 1] - folded.starts[row]
                if folded.replace(&text, byTextWithoutAccentsOf: row) {
                    rows.append(UInt32(row))
                    text.withBuffer { bytes.append($0.baseAddress!, count: $0.count) }
                    starts.append(bytes.count)
                }
                row += 1
            }
            return row < rowCount
        }

        consuming func finish() -> RowsWithoutAccents {
            RowsWithoutAccents(rows: rows.finish(), folded: FoldedRows(bytes, starts: starts))
        }
    }
}

extension FoldedRows {
    /// Replaces `target` by the fields of a row without accents, each followed by a separator; returns
    /// whether they differ from the row.
    func replace(_ target: inout GrowableColumn<UInt8>, byTextWithoutAccentsOf row: Int) -> Bool {
        target.removeAll()
        var differs = false
        forEachField(of: row) { field in
            if TextFolding.appendWithoutAccents(field, to: &target) { differs = true }
            target.append(TokenCuts.fieldEnd)
        }
        return differs
    }

    /// Calls `body` with each field of `row`.
    @inline(__always)
    private func forEachField(of row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
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
