extension PostTable {
    /// Builds what searches need, which else the first search does: two to three seconds for a million posts.
    ///
    /// Copies of a table share it, whichever of them has built it: a background task may prepare its snapshot
    /// while the front end goes on, as long as that does not search, which waits. Posts that come later are only
    /// folded and scanned until they are many; compaction drops what was built.
    ///
    /// - Parameter ignoringAccents: also builds what searches that ignore accents need: as much again for the posts
    ///   whose texts differ without them (emoji often do).
    /// - Complexity: O(b) for b bytes of contents, names and handles; O(1) when it is built.
    public func prepareForSearch(ignoringAccents: Bool = false) {
        for segment in records.segments {
            segment.searchIndex.prepare(ignoringAccents: ignoringAccents)
        }
    }

    /// The memory that was built for search occupies, in bytes; the folded copy of all texts is a part of it.
    public var searchIndexByteCount: Int { records.segments.reduce(0) { $0 + $1.searchIndexByteCount } }

    /// The bytes of the texts that are searched.
    public var searchableByteCount: Int {
        records.segments.reduce(0) { sum, segment in
            sum + [segment.contents, segment.names, segment.handles].reduce(0) { $0 + $1.textByteCount }
        }
    }

    /// A bit for each row, set where its content, its author's name or handle match all of `queries`; nil when
    /// every row does. Bits of deleted posts mean nothing.
    ///
    /// Each pattern of a query may lie in a field of its own. Bits behind the last row are zero.
    func searchedRows(_ queries: [SearchQuery]) -> ColumnBuffer<UInt64>? {
        let wordCount = (rowCount + 63) / 64
        var found: ColumnBuffer<UInt64>?
        for query in queries where !query.matchesAll {
            for pattern in query.patterns {
                let rows = rows(containing: pattern, query.options)
                if found == nil {
                    found = rows
                } else {
                    // SAFETY: both have a word for every 64 rows.
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

    /// Sets the bits of the rows whose records have one.
    private func setRows(
        of bits: borrowing RowBits, firstSlot: Int, in words: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<(bits.rowCount + 63) / 64 {
            var remaining = bits.words[word]
            while remaining != 0 {
                let slot = firstSlot + word * 64 + remaining.trailingZeroBitCount
                // SAFETY: slots' rows are rows of the table.
                if let row = slots.row(ofSlot: slot) { words[row >> 6] |= 1 << UInt64(row & 63) }
                remaining &= remaining - 1
            }
        }
    }
}
