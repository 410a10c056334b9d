/// The number of posts of each kind.
struct PostTally {
    var total = 0
    var recruiting = 0
    var instagram = 0
    /// By sentiment, in the order of ``Sentiment``'s cases.
    var sentiments = SIMD4<Int>()

    static func += (left: inout PostTally, right: PostTally) {
        left.total += right.total
        left.recruiting += right.recruiting
        left.instagram += right.instagram
        left.sentiments &+= right.sentiments
    }

    /// Adds `count` posts of one category.
    @inline(__always)
    mutating func add(_ count: Int, of category: PostCategory) {
        total += count
        if category.isRecruiting { recruiting += count }
        if category.isInstagram { instagram += count }
        if let index = category.sentimentIndex { sentiments[index] += count }
    }
}

extension PostTable {
    /// Counts the posts of a selection by kind, and by school into `schoolCounts`.
    ///
    /// - Parameter schoolCounts: one counter for each school code and one for posts without a school; the
    ///   counts are added to them.
    /// - Complexity: O(s) for s schools, plus the rows of at most one block; independent of the number of
    ///   rows. With a search O(s + n / 64 + m) for n rows, m of which match.
    @inline(__always)
    func tally(_ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>) -> PostTally {
        let rows = selection.rows
        if selection.conditions.isNever || rows.isEmpty { return PostTally() }
        if selection.conditions.isAlways {
            countSchools(before: rows.upperBound, sign: 1, schoolCounts)
            if rows.lowerBound > 0 { countSchools(before: rows.lowerBound, sign: ~0, schoolCounts) }
            return tallyByRank(rows)
        }
        return tallyFiltered(selection, schoolCounts: schoolCounts)
    }

    /// Counts all posts of `rows` by kind.
    ///
    /// - Complexity: O(1).
    private func tallyByRank(_ rows: Range<Int>) -> PostTally {
        var tally = PostTally()
        tally.total = liveCount(in: rows)
        tally.recruiting = recruiting.count(in: rows)
        tally.instagram = instagram.count(in: rows)
        for index in 0..<4 { tally.sentiments[index] = sentiments[index].count(in: rows) }
        return tally
    }

    /// Adds the number of posts of each school in the rows before `end`, times `sign`.
    private func countSchools(before end: Int, sign: UInt32, _ schoolCounts: UnsafeMutablePointer<UInt32>) {
        // SAFETY: there is a counter for each school code, and one more from the caller for null codes.
        let checkpoint = schoolPrefixCounts.addCounts(nearest: end, times: sign, to: schoolCounts)
        let delta = checkpoint <= end ? sign : 0 &- sign
        let nullCode = UInt32(schools.count)
        let rest = Swift.min(checkpoint, end)..<Swift.max(checkpoint, end)
        guard liveCount(in: rest) == rest.count else {
            return countSchoolsOfLivePosts(rest, delta: delta, schoolCounts)
        }
        for row in rest { schoolCounts[Int(Swift.min(schoolCodes[row], nullCode))] &+= delta }
    }

    /// Adds `delta` for the school of each live post of `rows`.
    @inline(never)
    private func countSchoolsOfLivePosts(
        _ rows: Range<Int>, delta: UInt32, _ schoolCounts: UnsafeMutablePointer<UInt32>
    ) {
        forEachMask(of: rows, PostConditions(.all)) { firstWord, mask, count in
            for word in 0..<count {
                // SAFETY: each code has a counter.
                forEachSchool(of: mask[word], word: firstWord + word) { _, code in
                    schoolCounts[code] &+= delta
                }
            }
            return true
        }
    }

    @inline(never)
    private func tallyFiltered(
        _ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        // No stored counts exist for the results of a search.
        guard selection.searched == nil, let (blocks, first, last) = cube.split(selection.rows) else {
            return tallyByReading((selection.rows, 1), selection, schoolCounts)
        }
        var tally = tallyByCube(blocks, selection, schoolCounts)
        tally += tallyByReading(last, selection, schoolCounts)
        tally += tallyByReading(first, selection, schoolCounts)
        return tally
    }

    /// Returns the counts of blocks of the cube.
    private func tallyByCube(
        _ blocks: Range<Int>, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        var tally = PostTally()
        let (cube, admitted) = (self.cube, selection.admittedSchools)
        for index in 0..<PostCategory.count {
            let category = PostCategory(rawValue: index)
            guard selection.conditions.admits(category) else { continue }
            var total: UInt32 = 0
            cube.forEachCount(of: index, in: blocks) { code, count in
                // SAFETY: rows of a cube, marks and counters have the same width.
                schoolCounts[code] &+= count & admitted[code]
                total &+= count & admitted[code]
            }
            tally.add(Int(total), of: category)
        }
        return tally
    }

    /// Counts rows, `sign` times, by reading them.
    private func tallyByReading(
        _ rest: PostCube.Rest, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        let (rows, sign) = rest
        var tally = PostTally()
        let delta = UInt32(truncatingIfNeeded: sign)
        forEachMask(of: rows, selection.conditions) { firstWord, mask, count in
            countSchools(
                mask, firstWord: firstWord, count: count, admitted: selection.admittedSchools, delta: delta,
                schoolCounts)
            tally += tallyOfMask(mask, firstWord: firstWord, count: count)
            return true
        }
        return PostTally(
            total: tally.total * sign, recruiting: tally.recruiting * sign,
            instagram: tally.instagram * sign, sentiments: tally.sentiments &* sign)
    }

    /// Adds the schools of the rows in `mask` and removes the rows with a school that is not admitted from
    /// it.
    @inline(__always)
    private func countSchools(
        _ mask: UnsafeMutablePointer<UInt64>, firstWord: Int, count: Int, admitted: UnsafePointer<UInt32>,
        delta: UInt32, _ schoolCounts: UnsafeMutablePointer<UInt32>
    ) {
        for word in 0..<count {
            var kept: UInt64 = 0
            forEachSchool(of: mask[word], word: firstWord + word) { bit, code in
                // SAFETY: each code has a counter and a mark.
                schoolCounts[code] &+= admitted[code] & delta
                kept |= UInt64(admitted[code] & 1) << UInt64(bit)
            }
            mask[word] = kept
        }
    }

    /// Counts the rows of a mask by kind.
    private func tallyOfMask(_ mask: UnsafeMutablePointer<UInt64>, firstWord: Int, count: Int) -> PostTally {
        func overlap(_ plane: BitColumn) -> Int {
            let words = plane.words
            var sum = 0
            for word in 0..<count { sum &+= (mask[word] & words[firstWord &+ word]).nonzeroBitCount }
            return sum
        }
        var tally = PostTally()
        for word in 0..<count { tally.total &+= mask[word].nonzeroBitCount }
        tally.recruiting = overlap(recruiting)
        tally.instagram = overlap(instagram)
        for index in 0..<4 { tally.sentiments[index] = overlap(sentiments[index]) }
        return tally
    }
}
