/// The first rows of a selection, for one page.
extension PostTable {
    /// Returns the places of the first passing rows at or after `start`, at most `limit` of them.
    ///
    /// - Parameter level: the level of a delta that these columns are; 0 for those of a whole table.
    /// - Complexity: O(k) for k rows up to the last one found; reads 64 rows per step, and if few schools or
    ///   coaches are chosen of more than 256 rows, only words in which one of them occurs.
    func firstRows(
        _ selection: PostSelection, from start: Int, limit: Int, level: Int = 0
    ) -> [PostPlace] {
        var found: [PostPlace] = []
        let start = Swift.max(start, selection.rows.lowerBound)
        guard limit > 0, start < selection.rows.upperBound, !selection.conditions.isNever else {
            return found
        }
        let rows = start..<selection.rows.upperBound
        // A page's rows require a single allocation, and an excessive limit reserves no excessive memory.
        found.reserveCapacity(Swift.min(limit, 64))
        func readAll() {
            forEachMatchingWord(selection, in: rows) { word, bits in
                bits == 0 || append(bits, word, limit, level, to: &found)
            }
        }
        // Beforehand, so that the columns of codes are not even retained.
        if !selection.conditions.restrictsCodes {
            readAll()
            return found
        }
        withFewCodes(selection) { column, codes in
            guard let codes else { return readAll() }
            CandidateWords.with(self, selection, rows: rows) { candidates in
                column.blockBitmap.forEachCandidate(of: codes, in: rows) { block in
                    let words =
                        block.lowerBound / 64..<(Swift.min(block.upperBound, rows.upperBound) + 63) / 64
                    for word in words {
                        let bits = candidates.bits(of: word)
                        if bits != 0, !append(bits, word, limit, level, to: &found) { return false }
                    }
                    return true
                }
            }
        }
        return found
    }

    /// Calls `body` with the codes of the chosen coaches, or else schools, if they are few and rare enough to
    /// skip rows without them, otherwise with nil.
    @inline(__always)
    private func withFewCodes(
        _ selection: PostSelection, _ body: (CountedCodes, UnsafeBufferPointer<UInt32>?) -> Void
    ) {
        let conditions = selection.conditions
        withUnsafeTemporaryAllocation(
            of: UInt32.self, capacity: CodeBlockBitmap.maximumCodesWorthSkipping
        ) { memory in
            if let admitted = conditions.admittedCoaches,
                let codes = fewCodes(of: counts.coaches, admitted, in: memory)
            {
                return body(counts.coaches, codes)
            }
            let codes =
                conditions.restrictsSchools
                ? fewCodes(of: counts.schools, selection.admittedSchools, in: memory) : nil
            body(counts.schools, codes)
        }
    }

    /// Returns the admitted codes of a column if they are few and rare, otherwise nil.
    private func fewCodes(
        of column: CountedCodes, _ admitted: UnsafePointer<UInt32>,
        in memory: UnsafeMutableBufferPointer<UInt32>
    ) -> UnsafeBufferPointer<UInt32>? {
        var count = 0
        var postCount = 0
        // SAFETY: each code has a mark and a count.
        for code in 0..<column.codeCount where admitted[code] != 0 {
            postCount += column.prefixCounts.count(of: code)
            // With a post in nearly each word, reading all words in turn is faster.
            if count == memory.count || postCount > rowCount / 64 { return nil }
            memory[count] = UInt32(code)
            count += 1
        }
        return UnsafeBufferPointer(rebasing: memory[..<count])
    }

    /// Appends the rows of a word's bits; returns whether more rows are required.
    @inline(__always)
    private func append(
        _ bits: UInt64, _ word: Int, _ limit: Int, _ level: Int, to found: inout [PostPlace]
    ) -> Bool {
        var bits = bits
        while bits != 0, found.count < limit {
            found.append(PostPlace(level: level, row: word * 64 + bits.trailingZeroBitCount))
            bits &= bits - 1
        }
        return found.count < limit
    }

    /// Returns the first row after a time and an id, whether or not a post has them.
    ///
    /// - Complexity: O(log n) for n rows.
    func firstRow(after time: Timestamp, id: String) -> Int {
        id.withBytes { firstRow(after: time, id: $0, records: records) }
    }

    /// Returns the first row after a time and an id, whether or not a post has them.
    ///
    /// - Parameter records: the records that the rows' slots refer to.
    /// - Complexity: O(log n) for n rows.
    func firstRow(
        after time: Timestamp, id: UnsafeBufferPointer<UInt8>, records: PostRecordList
    ) -> Int {
        let first = time.micros == .max ? 0 : timestamps.prefixCount(since: time.micros + 1)
        // Rows with equal times are in ascending order of id.
        let ties = first..<timestamps.prefixCount(since: time.micros)
        return ties.partitioningIndex { row in
            let (segment, index) = records.locate(slots.slot(ofRow: row))
            return segment.ids.compare(index, with: id) > 0
        }
    }
}
