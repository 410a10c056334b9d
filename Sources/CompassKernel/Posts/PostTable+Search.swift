extension PostTable {
    /// Builds the search indexes, which the first search does otherwise: two to three seconds for a million
    /// posts.
    ///
    /// Copies of a table share the indexes, whichever of them has built them: a background task may prepare
    /// its snapshot while the front end continues, as long as the front end does not search, which would
    /// wait. Posts added later are only folded and scanned until there are many; compaction discards the
    /// indexes.
    ///
    /// - Parameter ignoringAccents: also builds the indexes for searches that ignore accents: as much again
    ///   for the posts whose texts differ without accents (emoji often do).
    /// - Complexity: O(b) for b bytes of contents, names and handles; O(1) if the indexes exist.
    public func prepareForSearch(ignoringAccents: Bool = false) {
        for segment in records.segments { segment.searchIndex.prepare(ignoringAccents: ignoringAccents) }
    }

    /// The memory that the search indexes occupy, in bytes, including the folded copy of all texts.
    public var searchIndexByteCount: Int { records.segments.reduce(0) { $0 + $1.searchIndexByteCount } }

    /// Returns a bit for each row, set where its content, author name or handle matches all of `queries`; nil
    /// if every row matches.
    ///
    /// Each pattern of a query may match in a different field. Bits after the last row are zero.
    func searchedRows(_ queries: [SearchQuery]) -> SearchedRows? {
        guard let found = searchedRecords(queries) else { return nil }
        let isOneSegment = slots.isIdentity && records.segments.count == 1
        let rows = isOneSegment ? found[0] : rowBits(of: self, found)
        guard let delta else { return SearchedRows(rows: rows, runs: ColumnBuffer()) }
        let wordCount = delta.runs.reduce(0) { $0 + $1.wordCount }
        let runs = ColumnBuffer<UInt64>(count: wordCount) { target in
            target.initialize(repeating: 0, count: wordCount)
            var first = 0
            for (index, run) in delta.runs.enumerated() {
                // The first run is the table's columns.
                if index == 0 {
                    rows.copy(0..<run.wordCount, to: target)
                } else {
                    setBits(of: run.table, found, in: target + first)
                }
                first += run.wordCount
            }
        }
        return SearchedRows(rows: rows, runs: runs)
    }

    /// Returns a bit for each record of each segment, set where it matches all of `queries`; nil if every one
    /// does.
    private func searchedRecords(_ queries: [SearchQuery]) -> [ColumnBuffer<UInt64>]? {
        let patterns = queries.filter { !$0.matchesAll }.flatMap { query in
            query.patterns.map { (pattern: $0, options: query.options) }
        }
        if patterns.isEmpty { return nil }
        return records.segments.map { segment in
            var found: ColumnBuffer<UInt64>?
            let wordCount = (segment.count + 63) / 64
            for (pattern, options) in patterns {
                let bits = ColumnBuffer<UInt64>(count: wordCount) { words in
                    words.initialize(repeating: 0, count: wordCount)
                    pattern.withUnsafeBufferPointer { pattern in
                        segment.searchIndex.matches(
                            pattern, ignoringAccents: options.contains(.ignoringAccents), into: words)
                    }
                }
                guard found != nil else {
                    found = bits
                    continue
                }
                // SAFETY: both have a word for each 64 records.
                bits.withBuffer { bits in
                    found?.update { words in for word in 0..<wordCount { words[word] &= bits[word] } }
                }
            }
            return found ?? ColumnBuffer()
        }
    }

    /// Returns a bit for each row of a table, set where its record's is.
    private func rowBits(of table: PostTable, _ found: [ColumnBuffer<UInt64>]) -> ColumnBuffer<UInt64> {
        let wordCount = (table.rowCount + 63) / 64
        return ColumnBuffer(count: wordCount) { words in
            words.initialize(repeating: 0, count: wordCount)
            setBits(of: table, found, in: words)
        }
    }

    /// Sets the bits of the rows of a table whose records have a set bit.
    private func setBits(
        of table: PostTable, _ found: [ColumnBuffer<UInt64>], in words: UnsafeMutablePointer<UInt64>
    ) {
        // SAFETY: there is a word for each 64 rows, and a bit for each record.
        if table.slots.hasInverse {
            for (bits, firstSlot) in zip(found, records.firstSlots) {
                for word in 0..<bits.count {
                    bits[word].forEachSetBit { bit in
                        if let row = table.slots.row(ofSlot: firstSlot + word * 64 + bit) {
                            words[row >> 6] |= 1 << UInt64(row & 63)
                        }
                    }
                }
            }
        } else {
            for row in 0..<table.rowCount {
                let slot = table.slots.slot(ofRow: row)
                let segment = records.segment(of: slot)
                let record = slot - records.firstSlots[segment]
                words[row >> 6] |=
                    (found[segment][record >> 6] >> UInt64(record & 63) & 1) << UInt64(row & 63)
            }
        }
    }
}

/// The rows that match searches.
struct SearchedRows: Sendable {
    /// A bit for each row of the table's columns.
    let rows: ColumnBuffer<UInt64>
    /// A bit for each row of the runs of its delta, one run after the other, each from a new word on.
    let runs: ColumnBuffer<UInt64>
}

extension DeltaRun {
    /// The number of words with a bit for each row.
    var wordCount: Int { (table.rowCount + 63) / 64 }
}
