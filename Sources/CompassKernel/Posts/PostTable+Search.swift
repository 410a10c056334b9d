extension PostTable {
    /// Returns the rows whose content, author name or handle matches all of `queries`; nil if every row
    /// matches.
    ///
    /// Each pattern of a query may match in a different field. Bits after the last row are zero.
    func searchedRows(_ queries: [SearchQuery]) -> SearchedRows? { searchedRows(ofEach: [queries])[0] }

    /// Returns the rows that match all queries of each group, as ``searchedRows(_:)`` does for one.
    ///
    /// Texts without an index are read once for all of them.
    func searchedRows(ofEach groups: [[SearchQuery]]) -> [SearchedRows?] {
        var patterns: [SearchPattern] = []
        let numbers = groups.map { queries in
            queries.flatMap { $0.searchPatterns }.map { pattern in
                if let known = patterns.firstIndex(of: pattern) { return known }
                patterns.append(pattern)
                return patterns.count - 1
            }
        }
        if patterns.isEmpty { return groups.map { _ in nil } }
        if patterns.count > PostTable.maximumPatternCount {
            return groups.count == 1
                ? [searchedRows(ofMany: patterns)] : groups.map { searchedRows(ofEach: [$0])[0] }
        }
        let found = records.segments.map { recordBits(of: $0, patterns) }
        return numbers.map { numbers in
            guard let first = numbers.first else { return nil }
            let matching = found.map { segment in
                var bits = segment[first]
                for number in Set(numbers) where number != first {
                    // SAFETY: both have a word for each 64 records.
                    segment[number].withBuffer { other in
                        bits.update { words in for word in other.indices { words[word] &= other[word] } }
                    }
                }
                return bits
            }
            return searchedRows(ofRecords: matching)
        }
    }

    /// The number of patterns that are searched for in one pass; each takes memory for a bit per post.
    private static let maximumPatternCount = 32

    /// Returns the rows that contain all of any number of patterns.
    private func searchedRows(ofMany patterns: [SearchPattern]) -> SearchedRows {
        let found = records.segments.map { segment in
            var bits = recordBits(of: segment, [patterns[0]])[0]
            for first in stride(from: 1, to: patterns.count, by: PostTable.maximumPatternCount) {
                let last = Swift.min(first + PostTable.maximumPatternCount, patterns.count)
                for others in recordBits(of: segment, Array(patterns[first..<last])) {
                    // SAFETY: both have a word for each 64 records.
                    others.withBuffer { other in
                        bits.update { words in for word in other.indices { words[word] &= other[word] } }
                    }
                }
            }
            return bits
        }
        return searchedRows(ofRecords: found)
    }

    /// Returns for each of `patterns` a bit for each record of a segment, set where a field contains it.
    private func recordBits(
        of segment: PostRecords, _ patterns: [SearchPattern]
    ) -> [ColumnBuffer<UInt64>] {
        let wordCount = (segment.count + 63) / 64
        let found = patterns.map { _ in
            ColumnMemory.allocateZeros(byteCount: wordCount * 8).assumingMemoryBound(to: UInt64.self)
        }
        search(segment, patterns, into: found)
        return found.map { ColumnBuffer(taking: UnsafeMutableRawPointer($0), count: wordCount) }
    }

    /// Sets the bits of the records that contain each pattern.
    private func search(
        _ segment: PostRecords, _ patterns: [SearchPattern], into bits: [UnsafeMutablePointer<UInt64>]
    ) {
        for ignoresAccents in [false, true] {
            let chosen = patterns.indices.filter { patterns[$0].ignoresAccents == ignoresAccents }
            if chosen.isEmpty { continue }
            if let inherited = searching.inherited(of: segment) {
                for number in chosen { inherited.matches(patterns[number], into: bits[number]) }
            } else if let index = searching.index(of: segment) {
                for number in chosen {
                    patterns[number].utf8.withUnsafeBufferPointer {
                        _ = index.matches($0, ignoringAccents: ignoresAccents, into: bits[number])
                    }
                }
            } else {
                let scan = TextScan(chosen.map { patterns[$0].utf8 }, ignoringAccents: ignoresAccents)
                scan.matches(
                    in: segment.searchedTexts, threads: searching.threads,
                    minimumByteCount: searching.minimumThreadByteCount, into: chosen.map { bits[$0] })
            }
        }
    }

    /// Returns the rows whose records have a set bit.
    ///
    /// - Parameter found: a bit for each record of each segment.
    private func searchedRows(ofRecords found: [ColumnBuffer<UInt64>]) -> SearchedRows {
        let rows = rowBits(found)
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
                    setBits(ofEachRow: run.table.slots, found, in: target + first)
                }
                first += run.wordCount
            }
        }
        return SearchedRows(rows: rows, runs: runs)
    }

    /// Returns a bit for each row of the table's columns, set where its record's is.
    private func rowBits(_ found: [ColumnBuffer<UInt64>]) -> ColumnBuffer<UInt64> {
        // The records of a loaded table are a segment of their own until many others have been added.
        if slots.isIdentity, let first = records.segments.first, first.count == rowCount { return found[0] }
        let wordCount = (rowCount + 63) / 64
        return ColumnBuffer(count: wordCount) { words in
            words.initialize(repeating: 0, count: wordCount)
            for (bits, firstSlot) in zip(found, records.firstSlots) {
                for word in 0..<bits.count {
                    bits[word].forEachSetBit { bit in
                        // SAFETY: the rows of slots are rows of the table.
                        if let row = slots.row(ofSlot: firstSlot + word * 64 + bit) {
                            words[row >> 6] |= 1 << UInt64(row & 63)
                        }
                    }
                }
            }
        }
    }

    /// Sets the bits of the rows of a run whose records have a set bit, by looking up each row's.
    private func setBits(
        ofEachRow slots: PostSlots, _ found: [ColumnBuffer<UInt64>], in words: UnsafeMutablePointer<UInt64>
    ) {
        // SAFETY: there is a word for each 64 rows, and a bit for each record.
        for row in 0..<slots.rowCount {
            let slot = slots.slot(ofRow: row)
            let segment = records.segment(of: slot)
            let record = slot - records.firstSlots[segment]
            words[row >> 6] |= (found[segment][record >> 6] >> UInt64(record & 63) & 1) << UInt64(row & 63)
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

/// A folded text that rows must contain.
struct SearchPattern: Hashable {
    let utf8: [UInt8]
    let ignoresAccents: Bool
}

extension SearchQuery {
    /// The texts that must all occur.
    var searchPatterns: [SearchPattern] {
        patterns.map { SearchPattern(utf8: $0, ignoresAccents: ignoresAccents) }
    }
}
