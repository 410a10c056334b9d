/// The first rows of a selection, for one page.
extension PostTable {
    /// Returns the first passing rows at or after `start`, at most `limit` of them.
    ///
    /// - Complexity: O(k) for k rows up to the last one found; reads 64 rows per step, and if few schools are
    ///   chosen, only words in which one of them occurs.
    func firstRows(_ selection: PostSelection, from start: Int, limit: Int) -> [Int] {
        var found: [Int] = []
        let start = Swift.max(start, selection.rows.lowerBound)
        guard limit > 0, start < selection.rows.upperBound, !selection.conditions.isNever else {
            return found
        }
        let rows = start..<selection.rows.upperBound
        // A page's rows require a single allocation, and an excessive limit reserves no excessive memory.
        found.reserveCapacity(Swift.min(limit, 64))
        withFewSchools(selection) { codes in
            guard let codes else {
                forEachMatchingWord(selection, in: rows) { word, bits in
                    bits == 0 || append(bits, word, limit, to: &found)
                }
                return
            }
            CandidateWords.with(self, selection, rows: rows) { candidates in
                schoolBlockBitmap.forEachCandidate(of: codes, in: rows) { block in
                    let words =
                        block.lowerBound / 64..<(Swift.min(block.upperBound, rows.upperBound) + 63) / 64
                    for word in words {
                        let bits = candidates.bits(of: word)
                        if bits != 0, !append(bits, word, limit, to: &found) { return false }
                    }
                    return true
                }
            }
        }
        return found
    }

    /// Calls `body` with the codes of the chosen schools if they are few and rare enough to skip rows without
    /// them, otherwise with nil.
    @inline(__always)
    private func withFewSchools(_ selection: PostSelection, _ body: (UnsafeBufferPointer<UInt32>?) -> Void) {
        guard selection.conditions.restrictsSchools else { return body(nil) }
        let limit = SchoolBlockBitmap.maximumSchoolsWorthSkipping
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: limit) { codes in
            let admitted = UnsafeBufferPointer(start: selection.admittedSchools, count: schools.count)
            var count = 0
            var postCount = 0
            // SAFETY: each school has a mark and a count.
            for code in admitted.indices where admitted[code] != 0 {
                postCount += schoolPrefixCounts.count(of: code)
                // With a post in nearly each word, reading all words in turn is faster.
                if count == limit || postCount > rowCount / 64 { return body(nil) }
                codes[count] = UInt32(code)
                count += 1
            }
            body(UnsafeBufferPointer(rebasing: codes[..<count]))
        }
    }

    /// Appends the rows of a word's bits; returns whether more rows are required.
    @inline(__always)
    private func append(_ bits: UInt64, _ word: Int, _ limit: Int, to found: inout [Int]) -> Bool {
        var bits = bits
        while bits != 0, found.count < limit {
            found.append(word * 64 + bits.trailingZeroBitCount)
            bits &= bits - 1
        }
        return found.count < limit
    }

    /// Returns the first row after a time and an id, whether or not a post has them.
    ///
    /// - Complexity: O(log n) for n rows.
    func firstRow(after time: Timestamp, id: String) -> Int {
        let first = time.micros == .max ? 0 : timestamps.prefixCount(since: time.micros + 1)
        // Rows with equal times are in ascending order of id.
        let ties = first..<timestamps.prefixCount(since: time.micros)
        var id = id
        return id.withUTF8 { id in ties.partitioningIndex { compareID($0, with: id) > 0 } }
    }
}
