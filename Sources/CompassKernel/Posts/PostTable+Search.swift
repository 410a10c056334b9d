extension PostTable {
    /// Builds the search indexes, which the first search does otherwise: two to three seconds for a million
    /// posts.
    ///
    /// Copies of a table share the indexes, whichever of them has built them: a background task may prepare
    /// its snapshot while the front end continues, as long as the front end does not search, which would
    /// wait. Posts added later are only folded and scanned until there are many; compaction discards the
    /// indexes.
    ///
    /// - Parameter ignoringAccents: makes no difference: the same indexes serve searches that ignore accents.
    /// - Complexity: O(b) for b bytes of contents, names and handles; O(1) if the indexes exist.
    public func prepareForSearch(ignoringAccents: Bool = false) {
        for segment in records.segments { _ = segment.searchIndex }
    }

    /// The memory that the search indexes occupy, in bytes, including the folded copy of all texts.
    public var searchIndexByteCount: Int { records.segments.reduce(0) { $0 + $1.searchIndexByteCount } }

    /// Returns a bit for each row, set where its content, author name or handle matches all of `queries`; nil
    /// if every row matches. Bits of deleted posts are unspecified.
    ///
    /// Each pattern of a query may match in a different field. Bits after the last row are zero.
    func searchedRows(_ queries: [SearchQuery]) -> ColumnBuffer<UInt64>? {
        let wordCount = (rowCount + 63) / 64
        var found: ColumnBuffer<UInt64>?
        for query in queries where !query.matchesAll {
            for pattern in query.patterns {
                let rows = rows(containing: pattern, query.options)
                if found == nil {
                    found = rows
                } else {
                    // SAFETY: both have a word for each 64 rows.
                    rows.withBuffer { rows in
                        found?.update { words in for word in 0..<wordCount { words[word] &= rows[word] } }
                    }
                }
            }
        }
        return found
    }

    private func rows(containing pattern: [UInt8], _ options: SearchQuery.Options) -> ColumnBuffer<UInt64> {
        let wordCount = (rowCount + 63) / 64
        return ColumnBuffer(count: wordCount) { words in
            words.initialize(repeating: 0, count: wordCount)
            for (segment, firstSlot) in zip(records.segments, records.firstSlots) {
                pattern.withUnsafeBufferPointer { pattern in
                    if slots.isIdentity, records.segments.count == 1 {
                        segment.searchIndex.matches(
                            pattern, ignoringAccents: options.contains(.ignoringAccents), into: words)
                    } else {
                        let bits = RowBits(rowCount: segment.count)
                        segment.searchIndex.matches(
                            pattern, ignoringAccents: options.contains(.ignoringAccents), into: bits.words)
                        setRows(of: bits, firstSlot: firstSlot, in: words)
                    }
                }
            }
        }
    }

    /// Sets the bits of the rows whose records have a set bit.
    private func setRows(of bits: borrowing RowBits, firstSlot: Int, in words: UnsafeMutablePointer<UInt64>) {
        for word in 0..<(bits.rowCount + 63) / 64 {
            bits.words[word].forEachSetBit { bit in
                // SAFETY: the rows of slots are rows of the table.
                if let row = slots.row(ofSlot: firstSlot + word * 64 + bit) {
                    words[row >> 6] |= 1 << UInt64(row & 63)
                }
            }
        }
    }
}
