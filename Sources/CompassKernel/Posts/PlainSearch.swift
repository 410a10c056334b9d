extension PostTable {
    /// As ``searchedRows(_:)``, by folding and reading every row.
    func plainlySearchedRows(_ queries: [SearchQuery]) -> ColumnBuffer<UInt64> {
        ColumnBuffer(count: (rowCount + 63) / 64) { words in
            words.initialize(repeating: 0, count: (rowCount + 63) / 64)
            var reader = FoldedRowReader()
            for row in 0..<rowCount where isLive(row) {
                let fields = [content(row), name(row), handle(row)]
                if queries.allSatisfy({ reader.matches($0, fields) }) {
                    // SAFETY: there is a word for every 64 rows.
                    words[row >> 6] |= 1 << UInt64(row & 63)
                }
            }
        }
    }
}

/// Folds the fields of one row after the other, and looks for patterns in them.
private struct FoldedRowReader: ~Copyable {
    private var folded = GrowableColumn<UInt8>()

    mutating func matches(_ query: SearchQuery, _ fields: [String?]) -> Bool {
        query.patterns.allSatisfy { pattern in
            for case var field? in fields {
                fold(&field, query.options)
                if contains(pattern) { return true }
            }
            return false
        }
    }

    private mutating func fold(_ field: inout String, _ options: SearchQuery.Options) {
        folded.removeAll()
        field.withUTF8 { text in
            if options.contains(.ignoringAccents) {
                _ = TextFolding.appendWithoutAccents(text, to: &folded)
            } else {
                TextFolding.appendLowercased(text, to: &folded)
            }
        }
    }

    private func contains(_ pattern: [UInt8]) -> Bool {
        folded.withBuffer { text in
            pattern.withUnsafeBufferPointer { pattern in
                guard let start = text.baseAddress, let wanted = pattern.baseAddress else { return false }
                // SAFETY: a candidate lies at least the pattern's length before the end of the text.
                let end = start + max(0, text.count - pattern.count + 1)
                var candidate = ByteSearch.first(wanted[0], from: start, to: end)
                while candidate < end {
                    if ByteComparison.areEqual(candidate, wanted, count: pattern.count) { return true }
                    candidate = ByteSearch.first(wanted[0], from: candidate + 1, to: end)
                }
                return false
            }
        }
    }
}
