/// Counts ranges of a table for linked charts, from its cube or by reading the rows.
struct LinkedReader {
    let table: PostTable
    let conditions: LinkedConditions
    let searched: UnsafePointer<UInt64>?
    let admittedSchools: UnsafePointer<UInt32>
    /// Nil if all coaches are admitted.
    let admittedCoaches: UnsafePointer<UInt32>?
    let schoolCounts: UnsafeMutablePointer<UInt32>
    let coachCounts: UnsafeMutablePointer<UInt32>

    /// Returns the counts of blocks of the cube of affiliations.
    func tallyByCube(_ blocks: Range<Int>) -> LinkedTally {
        let affiliations = table.affiliations
        let count = affiliations.count
        return StackScratch.withInnerCounters(count + 1) { admitted in
            // SAFETY: schools and coaches have a mark and a counter for each code, and one for none.
            for index in 0..<(restrictsCodes ? count : 0) {
                admitted[index] =
                    schoolMark(affiliations.schools[index]) & coachMark(affiliations.coaches[index])
            }
            return StackScratch.withInnerCounters(count + 1) { totals in
                let tally = tally(affiliations.cube, blocks, admitted: admitted, totals)
                for index in 0..<count {
                    let (school, coach) = (affiliations.schools[index], affiliations.coaches[index])
                    schoolCounts[Int(school)] &+= totals[index] & coachMark(coach)
                    coachCounts[Int(coach)] &+= totals[index] & schoolMark(school)
                }
                return tally
            }
        }
    }

    /// Returns the counts of blocks of a cube; adds to `totals` the posts of each affiliation that fail neither
    /// by category.
    private func tally(
        _ cube: PostCube, _ blocks: Range<Int>, admitted: UnsafePointer<UInt32>,
        _ totals: UnsafeMutablePointer<UInt32>
    ) -> LinkedTally {
        var tally = LinkedTally()
        let readsSums = conditions.sentiments == nil && cube.areAll(blocks)
        cube.withRuns(of: admitted) { codes in
            for index in 0..<PostCategory.count {
                let category = PostCategory(rawValue: index)
                let failures = conditions.failures(of: category)
                guard failures.rawValue.nonzeroBitCount <= 1 else { continue }
                // SAFETY: rows of the cube, marks and counters have the same width.
                if restrictsCodes {
                    var sum: UInt32 = 0
                    cube.forEachCount(of: index, codes: codes, in: blocks) { code, count in
                        sum &+= count & admitted[code]
                    }
                    tally.add(Int(sum), of: category, failing: failures)
                } else {
                    tally.add(cube.total(of: index, in: blocks), of: category, failing: failures)
                }
                guard failures.isEmpty, !readsSums else { continue }
                cube.forEachCount(of: index, in: blocks) { code, count in totals[code] &+= count }
            }
        }
        for flags in 0..<PostCategory.flagsCount
        where readsSums && conditions.failures(of: PostCategory(rawValue: flags)).isEmpty {
            // SAFETY: rows of the cube and counters have the same width.
            cube.forEachCount(ofFlags: flags) { code, count in totals[code] &+= count }
        }
        return tally
    }

    /// Whether some school or coach is not admitted.
    private var restrictsCodes: Bool { conditions.restrictsSchools || admittedCoaches != nil }

    @inline(__always)
    private func schoolMark(_ code: UInt32) -> UInt32 { admittedSchools[Int(code)] }

    @inline(__always)
    private func coachMark(_ code: UInt32) -> UInt32 { admittedCoaches.map { $0[Int(code)] } ?? ~0 }

    /// Returns the counts of rows, read 64 at a time. Also counts, `sign` times, the schools and coaches of those
    /// that fail in no other dimension.
    func tally(_ rest: PostCube.Rest) -> LinkedTally {
        SentimentWords.with(table, wanted: conditions.sentiments ?? 0) { tally(rest, $0) }
    }

    private func tally(_ rest: PostCube.Rest, _ sentiments: SentimentWords) -> LinkedTally {
        let (rows, sign) = rest
        var base = PostConditions(.all)
        base.searched = searched
        var tally = LinkedTally()
        let delta = UInt32(truncatingIfNeeded: sign)
        let restrictsSentiments: UInt64 = conditions.sentiments == nil ? 0 : ~0
        table.forEachMask(of: rows, base) { firstWord, mask, count in
            for word in 0..<count where mask[word] != 0 {
                // SAFETY: masks consist of words of the table, which every plane has.
                let planes = (
                    instagram: table.instagram.words[firstWord &+ word],
                    recruiting: table.recruiting.words[firstWord &+ word],
                    flagged: table.flagged.words[firstWord &+ word]
                )
                let platform = conditions.platform.failing(planes.instagram)
                let recruiting = conditions.recruiting.failing(planes.recruiting)
                let flagged = conditions.flagged.failing(planes.flagged)
                let sentiment = ~sentiments.wanted(firstWord &+ word) & restrictsSentiments
                // Rows that fail twice are not counted; the schools and coaches of all others are read.
                let twice =
                    platform & recruiting | (platform | recruiting) & (flagged | sentiment)
                    | flagged & sentiment
                let fails = platform | recruiting | flagged | sentiment
                let admitted = countSchoolsAndCoaches(
                    word: firstWord + word, passing: mask[word] & ~fails,
                    failingOnce: mask[word] & fails & ~twice, delta: delta)
                let matching = admitted & ~fails
                tally.matchCount &+= matching.nonzeroBitCount
                let anyPlatform = matching | admitted & platform
                tally.platform.total &+= anyPlatform.nonzeroBitCount
                tally.platform.set &+= (anyPlatform & planes.instagram).nonzeroBitCount
                let anyRecruiting = matching | admitted & recruiting
                tally.recruiting.total &+= anyRecruiting.nonzeroBitCount
                tally.recruiting.set &+= (anyRecruiting & planes.recruiting).nonzeroBitCount
                let anyFlag = matching | admitted & flagged
                tally.flagged.total &+= anyFlag.nonzeroBitCount
                tally.flagged.set &+= (anyFlag & planes.flagged).nonzeroBitCount
                let anySentiment = matching | admitted & sentiment
                tally.sentiment.total &+= anySentiment.nonzeroBitCount
                tally.sentiment.counts &+= SIMD4(
                    (anySentiment & sentiments.planes.0[firstWord &+ word]).nonzeroBitCount,
                    (anySentiment & sentiments.planes.1[firstWord &+ word]).nonzeroBitCount,
                    (anySentiment & sentiments.planes.2[firstWord &+ word]).nonzeroBitCount,
                    (anySentiment & sentiments.planes.3[firstWord &+ word]).nonzeroBitCount)
            }
            return true
        }
        return tally
    }

    /// Counts the schools and coaches of the rows `passing`; returns the rows among these, and among
    /// `failingOnce`, whose school and coach are admitted.
    @inline(__always)
    private func countSchoolsAndCoaches(
        word: Int, passing: UInt64, failingOnce: UInt64, delta: UInt32
    ) -> UInt64 {
        // SAFETY: each code has a counter and a mark.
        let (schools, coaches) = (UInt32(table.schools.count), UInt32(table.coaches.count))
        let (schoolCodes, coachCodes, first) = (table.schoolCodes, table.coachCodes, word * 64)
        if !restrictsCodes {
            passing.forEachSetBit { bit in
                schoolCounts[Int(min(schoolCodes[first &+ bit], schools))] &+= delta
                coachCounts[Int(min(coachCodes[first &+ bit], coaches))] &+= delta
            }
            return passing | failingOnce
        }
        var admitted: UInt64 = 0
        passing.forEachSetBit { bit in
            let school = min(schoolCodes[first &+ bit], schools)
            let coach = min(coachCodes[first &+ bit], coaches)
            let (schoolMark, coachMark) = (schoolMark(school), coachMark(coach))
            schoolCounts[Int(school)] &+= delta & coachMark
            coachCounts[Int(coach)] &+= delta & schoolMark
            admitted |= UInt64(schoolMark & coachMark & 1) << UInt64(bit)
        }
        failingOnce.forEachSetBit { bit in
            let marks =
                schoolMark(min(schoolCodes[first &+ bit], schools))
                & coachMark(min(coachCodes[first &+ bit], coaches))
            admitted |= UInt64(marks & 1) << UInt64(bit)
        }
        return admitted
    }
}
