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

    /// Returns the counts `sign` times.
    func times(_ sign: Int) -> PostTally {
        PostTally(
            total: total * sign, recruiting: recruiting * sign, instagram: instagram * sign,
            sentiments: sentiments &* sign)
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
    /// Counts the posts of a selection by kind, and by school and coach into counters.
    ///
    /// - Parameters:
    ///   - schoolCounts: one counter for each school code and one for posts without a school; the counts are
    ///     added to them.
    ///   - coachCounts: likewise for coaches; nil if they need not be counted.
    /// - Complexity: O(s) for s schools, with coaches O(a) for a affiliations, plus the rows of at most two
    ///   blocks; independent of the number of rows. With a search O(s + n / 64 + m) for n rows, m of which
    ///   match.
    @inline(__always)
    func tally(
        _ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>,
        coachCounts: UnsafeMutablePointer<UInt32>? = nil
    ) -> PostTally {
        let rows = selection.rows
        if selection.conditions.isNever || rows.isEmpty { return PostTally() }
        if selection.conditions.isAlways {
            add(counts.schools, of: rows, to: schoolCounts)
            if let coachCounts { add(counts.coaches, of: rows, to: coachCounts) }
            return tallyByRank(rows)
        }
        return tallyFiltered(selection, schoolCounts: schoolCounts, coachCounts: coachCounts)
    }

    /// Counts all posts of `rows` by kind.
    ///
    /// - Complexity: O(1).
    private func tallyByRank(_ rows: Range<Int>) -> PostTally {
        var tally = PostTally()
        tally.total = rows.count
        tally.recruiting = recruiting.count(in: rows)
        tally.instagram = instagram.count(in: rows)
        for index in 0..<4 { tally.sentiments[index] = sentiments[index].count(in: rows) }
        return tally
    }

    /// Adds the number of posts of `rows` with each code to `target`.
    @inline(__always)
    private func add(_ codes: CountedCodes, of rows: Range<Int>, to target: UnsafeMutablePointer<UInt32>) {
        codes.addCounts(before: rows.upperBound, isAdded: true, to: target)
        if rows.lowerBound > 0 { codes.addCounts(before: rows.lowerBound, isAdded: false, to: target) }
    }

    @inline(never)
    private func tallyFiltered(
        _ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>,
        coachCounts: UnsafeMutablePointer<UInt32>?
    ) -> PostTally {
        let byAffiliation = coachCounts != nil || selection.conditions.admittedCoaches != nil
        // No stored counts exist for the results of a search. What needs no counts must not build them.
        guard selection.searched == nil, PostCube.mayHaveBlocks(in: selection.rows.count, of: rowCount),
            let (blocks, first, last) = (byAffiliation ? affiliations.cube : cube).split(selection.rows)
        else {
            return tallyByReading((selection.rows, 1), selection, schoolCounts, coachCounts)
        }
        var tally =
            byAffiliation
            ? tallyByAffiliation(blocks, selection, schoolCounts, coachCounts)
            : tallyByCube(blocks, selection, schoolCounts)
        tally += tallyByReading(last, selection, schoolCounts, coachCounts)
        tally += tallyByReading(first, selection, schoolCounts, coachCounts)
        return tally
    }

    /// Returns the counts of blocks of the cube of affiliations.
    private func tallyByAffiliation(
        _ blocks: Range<Int>, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>,
        _ coachCounts: UnsafeMutablePointer<UInt32>?
    ) -> PostTally {
        let affiliations = self.affiliations
        return withAdmittedAffiliations(selection) { admitted in
            StackScratch.withInnerCounters(affiliations.count + 1) { totals in
                // SAFETY: schools and coaches have a counter for each code, and one for none.
                let tally = tallyByCube(
                    affiliations.cube, blocks, selection.conditions, admitted: admitted, totals)
                for index in 0..<affiliations.count {
                    schoolCounts[Int(affiliations.schools[index])] &+= totals[index]
                }
                if let coachCounts {
                    for index in 0..<affiliations.count {
                        coachCounts[Int(affiliations.coaches[index])] &+= totals[index]
                    }
                }
                return tally
            }
        }
    }

    /// Returns the counts of blocks of the cube of schools.
    private func tallyByCube(
        _ blocks: Range<Int>, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        tallyByCube(cube, blocks, selection.conditions, admitted: selection.admittedSchools, schoolCounts)
    }

    /// Returns the counts of blocks of a cube, of the codes that are admitted; adds them to `totals`.
    @inline(__always)
    private func tallyByCube(
        _ cube: PostCube, _ blocks: Range<Int>, _ conditions: PostConditions,
        admitted: UnsafePointer<UInt32>, _ totals: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        if conditions.sentiments == nil, !conditions.restrictsCodes, cube.areAll(blocks) {
            return tallyBySums(cube, blocks, conditions, totals)
        }
        return cube.withRuns(of: admitted) { codes in
            var tally = PostTally()
            for index in 0..<PostCategory.count {
                let category = PostCategory(rawValue: index)
                guard conditions.admits(category) else { continue }
                var total: UInt32 = 0
                cube.forEachCount(of: index, codes: codes, in: blocks) { code, count in
                    // SAFETY: rows of a cube and counters have the same width, marks at least that: where they restrict
                    // nothing, those of a table with more codes are all ones.
                    totals[code] &+= count & admitted[code]
                    total &+= count & admitted[code]
                }
                tally.add(Int(total), of: category)
            }
            return tally
        }
    }

    /// Returns the counts of all blocks of a cube for conditions that admit every sentiment and code; adds them to
    /// `totals`.
    @inline(never)
    private func tallyBySums(
        _ cube: PostCube, _ blocks: Range<Int>, _ conditions: PostConditions,
        _ totals: UnsafeMutablePointer<UInt32>
    ) -> PostTally {
        var tally = PostTally()
        for index in 0..<PostCategory.count where conditions.admits(PostCategory(rawValue: index)) {
            tally.add(cube.total(of: index, in: blocks), of: PostCategory(rawValue: index))
        }
        for flags in 0..<PostCategory.flagsCount where conditions.admits(PostCategory(rawValue: flags)) {
            // SAFETY: rows of a cube and counters have the same width.
            cube.forEachCount(ofFlags: flags) { code, count in totals[code] &+= count }
        }
        return tally
    }

    /// Counts rows, `sign` times, by reading them.
    private func tallyByReading(
        _ rest: PostCube.Rest, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>,
        _ coachCounts: UnsafeMutablePointer<UInt32>?
    ) -> PostTally {
        let (rows, sign) = rest
        var tally = PostTally()
        let delta = UInt32(truncatingIfNeeded: sign)
        forEachMask(of: rows, selection.conditions) { firstWord, mask, count in
            countSchools(
                mask, firstWord: firstWord, count: count, admitted: selection.admittedSchools, delta: delta,
                schoolCounts)
            if let coachCounts {
                countCoaches(mask, firstWord: firstWord, count: count, delta: delta, coachCounts)
            }
            tally += tallyOfMask(mask, firstWord: firstWord, count: count)
            return true
        }
        return tally.times(sign)
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

    /// Adds the coaches of the rows in `mask`.
    @inline(never)
    private func countCoaches(
        _ mask: UnsafePointer<UInt64>, firstWord: Int, count: Int, delta: UInt32,
        _ coachCounts: UnsafeMutablePointer<UInt32>
    ) {
        let nullCode = UInt32(coaches.count)
        let codes = coachCodes
        for word in 0..<count {
            let first = (firstWord &+ word) * 64
            // SAFETY: only rows of the table have bits, and each code has a counter.
            mask[word].forEachSetBit { bit in
                coachCounts[Int(Swift.min(codes[first &+ bit], nullCode))] &+= delta
            }
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
