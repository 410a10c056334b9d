/// The rows of a selection: their number, the rows themselves, and the oldest one.
extension PostTable {
    /// Returns the number of `rows` that pass a selection's conditions, whether or not they are among its rows.
    ///
    /// - Complexity: O(1) without conditions. By platform, recruiting, flagged and sentiment at most 4,095 rows are
    ///   read, 64 per step. O(s) with schools, O(a) with coaches, for s schools and a affiliations, plus the rows of at
    ///   most two blocks; O(n) for n rows if there is an affiliation for every 40 rows or more. O(n / 64) with a search.
    @inline(__always)
    func matchCount(_ selection: PostSelection, in rows: Range<Int>) -> Int {
        let conditions = selection.conditions
        if conditions.isAlways { return rows.count }
        if rows.isEmpty || conditions.isNever { return 0 }
        if conditions.searched != nil { return readMatchCount(selection, in: rows) }
        // What needs no counts must not make a table from a file count its rows.
        if conditions.restrictsCodes {
            return PostCube.mayHaveBlocks(in: rows.count, of: rowCount)
                ? matchCountByCube(selection, in: rows) : readMatchCount(selection, in: rows)
        }
        if rows.count < CategoryCounts.minimumRowCount { return readMatchCount(selection, in: rows) }
        return categories.count(of: conditions.admittedCategories, in: rows) {
            readMatchCount(selection, in: $0)
        }
    }

    /// Returns the number of `rows` that pass conditions on schools or coaches, by the counts of a cube.
    @inline(never)
    private func matchCountByCube(_ selection: PostSelection, in rows: Range<Int>) -> Int {
        let (conditions, byAffiliation) = (selection.conditions, selection.conditions.admittedCoaches != nil)
        let cube = byAffiliation ? affiliations.cube : self.cube
        guard let (blocks, first, last) = cube.split(rows) else {
            return readMatchCount(selection, in: rows)
        }
        let count =
            byAffiliation
            ? withAdmittedAffiliations(selection) { cube.matchCount(in: blocks, conditions, admitted: $0) }
            : cube.matchCount(in: blocks, conditions, admitted: selection.admittedSchools)
        return count + first.sign * readMatchCount(selection, in: first.rows)
            + last.sign * readMatchCount(selection, in: last.rows)
    }

    /// Calls `body` with all ones for each affiliation whose school and coach are admitted, and 0 for others.
    func withAdmittedAffiliations<Result>(
        _ selection: PostSelection, _ body: (UnsafePointer<UInt32>) -> Result
    ) -> Result {
        let affiliations = self.affiliations
        return StackScratch.withInnerCounters(affiliations.count + 1) { admitted in
            // SAFETY: schools and coaches have a mark for each code, and one for none.
            for index in 0..<affiliations.count {
                admitted[index] = selection.admittedSchools[Int(affiliations.schools[index])]
            }
            if let coaches = selection.conditions.admittedCoaches {
                for index in 0..<affiliations.count {
                    admitted[index] &= coaches[Int(affiliations.coaches[index])]
                }
            }
            return body(admitted)
        }
    }

    private func readMatchCount(_ selection: PostSelection, in rows: Range<Int>) -> Int {
        var count = 0
        forEachMatchingWord(selection, in: rows) { _, bits in
            count += bits.nonzeroBitCount
            return true
        }
        return count
    }

    /// Calls `body` with the number of each word of `rows` and the bits of its passing rows, newest first,
    /// until it returns false.
    @inline(__always)
    func forEachMatchingWord(
        _ selection: PostSelection, in rows: Range<Int>, _ body: (_ word: Int, _ bits: UInt64) -> Bool
    ) {
        forEachMask(of: rows, selection.conditions) { firstWord, mask, count in
            for index in 0..<count {
                let bits = admittedBits(selection, mask[index], word: firstWord + index)
                if !body(firstWord + index, bits) { return false }
            }
            return true
        }
    }

    /// Returns the bits of `mask` whose rows have an admitted school.
    @inline(__always)
    func admittedBits(_ selection: PostSelection, _ mask: UInt64, word: Int) -> UInt64 {
        guard selection.conditions.restrictsSchools, mask != 0 else { return mask }
        let admitted = selection.admittedSchools
        var kept: UInt64 = 0
        // SAFETY: each code has a mark.
        forEachSchool(of: mask, word: word) { kept |= UInt64(admitted[$1] & 1) << UInt64($0) }
        return kept
    }

    /// Calls `body` with the number of each set bit of `bits`, the rows of a word, and the code of its row's
    /// school: the number of schools for a post without one.
    @inline(__always)
    func forEachSchool(of bits: UInt64, word: Int, _ body: (_ bit: Int, _ code: Int) -> Void) {
        let nullCode = UInt32(schools.count)
        // SAFETY: only rows of the table have bits.
        let (codes, first) = (schoolCodes, word * 64)
        bits.forEachSetBit { bit in body(bit, Int(Swift.min(codes[first &+ bit], nullCode))) }
    }

    /// Returns the oldest row that passes; nil if there is none.
    func lastRow(_ selection: PostSelection) -> Int? {
        if selection.rows.isEmpty || selection.conditions.isNever { return nil }
        if selection.conditions.isAlways { return selection.rows.upperBound - 1 }
        var end = selection.rows.upperBound
        while end > selection.rows.lowerBound {
            let start = Swift.max(selection.rows.lowerBound, end - 64 * PostTable.wordsPerMask)
            var last: Int?
            forEachMatchingWord(selection, in: start..<end) { word, bits in
                if bits != 0 { last = word * 64 + 63 - bits.leadingZeroBitCount }
                return true
            }
            if let last { return last }
            end = start
        }
        return nil
    }
}
