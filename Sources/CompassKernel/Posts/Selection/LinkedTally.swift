/// The counts of all charts except those of schools, coaches and days, each filtered by the other dimensions.
struct LinkedTally {
    var matchCount = 0
    /// Posts that pass regardless of the chosen platforms, and those of them on Instagram; likewise below.
    var platform = (total: 0, set: 0)
    var recruiting = (total: 0, set: 0)
    var flagged = (total: 0, set: 0)
    var sentiment = (total: 0, counts: SIMD4<Int>())

    /// Adds the counts of `other`, `sign` times.
    mutating func add(_ other: LinkedTally, sign: Int) {
        matchCount += sign * other.matchCount
        platform.total += sign * other.platform.total
        platform.set += sign * other.platform.set
        recruiting.total += sign * other.recruiting.total
        recruiting.set += sign * other.recruiting.set
        flagged.total += sign * other.flagged.total
        flagged.set += sign * other.flagged.set
        sentiment.total += sign * other.sentiment.total
        sentiment.counts &+= SIMD4(repeating: sign) &* other.sentiment.counts
    }

    /// Adds `count` posts of a category that fail exactly in the given dimensions.
    mutating func add(_ count: Int, of category: PostCategory, failing failures: LinkedFailures) {
        if failures.isEmpty { matchCount += count }
        if failures.isSubset(of: .platform) {
            platform.total += count
            if category.isInstagram { platform.set += count }
        }
        if failures.isSubset(of: .recruiting) {
            recruiting.total += count
            if category.isRecruiting { recruiting.set += count }
        }
        if failures.isSubset(of: .flagged) {
            flagged.total += count
            if category.isFlagged { flagged.set += count }
        }
        if failures.isSubset(of: .sentiment) {
            sentiment.total += count
            if let index = category.sentimentIndex { sentiment.counts[index] += count }
        }
    }
}

extension PostTable {
    /// Counts the posts of `rows` for every chart except that of days.
    ///
    /// - Parameters:
    ///   - searched: a bit for each row that matches the filter's searches; nil if all match.
    ///   - admittedSchools: all ones or 0 for each school code, and for posts without a school.
    ///   - admittedCoaches: likewise for coaches; nil if all are admitted.
    ///   - schoolCounts: one counter for each school code and one for posts without a school; the posts that
    ///     pass regardless of the chosen schools are added.
    ///   - coachCounts: likewise for coaches.
    /// - Complexity: O(a) for a affiliations, plus the rows of at most two blocks; with a search O(a + n / 64 +
    ///   m) for n rows, m of which match.
    func linkedTally(
        _ rows: Range<Int>, _ conditions: LinkedConditions, searched: UnsafePointer<UInt64>?,
        admittedSchools: UnsafePointer<UInt32>, admittedCoaches: UnsafePointer<UInt32>?,
        schoolCounts: UnsafeMutablePointer<UInt32>, coachCounts: UnsafeMutablePointer<UInt32>
    ) -> LinkedTally {
        let reader = LinkedReader(
            table: self, conditions: conditions, searched: searched, admittedSchools: admittedSchools,
            admittedCoaches: admittedCoaches, schoolCounts: schoolCounts, coachCounts: coachCounts)
        if rows.isEmpty { return LinkedTally() }
        guard searched == nil, PostCube.mayHaveBlocks(in: rows.count, of: rowCount),
            let (blocks, first, last) = affiliations.cube.split(rows)
        else {
            return reader.tally((rows, 1))
        }
        var tally = reader.tallyByCube(blocks)
        tally.add(reader.tally(last), sign: last.sign)
        tally.add(reader.tally(first), sign: first.sign)
        return tally
    }
}
