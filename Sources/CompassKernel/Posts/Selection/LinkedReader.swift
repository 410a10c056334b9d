/// Counts ranges of a table for linked charts, from its cube or by reading the rows.
struct LinkedReader {
    let table: PostTable
    let conditions: LinkedConditions
    let searched: UnsafePointer<UInt64>?
    let admittedSchools: UnsafePointer<UInt32>
    let schoolCounts: UnsafeMutablePointer<UInt32>

    /// Returns the counts of blocks of the cube.
    func tallyByCube(_ blocks: Range<Int>) -> LinkedTally {
        var tally = LinkedTally()
        let cube = table.cube
        for index in 0..<PostCategory.count {
            let category = PostCategory(rawValue: index)
            let failures = conditions.failures(of: category)
            guard failures.rawValue.nonzeroBitCount <= 1 else { continue }
            // SAFETY: rows of the cube, marks of schools and counters have the same width.
            var admitted: UInt32 = 0
            cube.forEachCount(of: index, in: blocks) { code, count in
                admitted &+= count & admittedSchools[code]
            }
            tally.add(Int(admitted), of: category, failing: failures)
            guard failures.isEmpty else { continue }
            cube.forEachCount(of: index, in: blocks) { code, count in
                schoolCounts[code] &+= count
            }
        }
        return tally
    }

    /// Returns the counts of rows, read 64 at a time. Also counts, `sign` times, the schools of those that
    /// fail in no other dimension, or in one other if schools are chosen.
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
                // Rows that fail twice are not counted; the schools of all others are read.
                let twice =
                    platform & recruiting | (platform | recruiting) & (flagged | sentiment)
                    | flagged & sentiment
                let fails = platform | recruiting | flagged | sentiment
                let admitted = countSchools(
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

    /// Counts the schools of the rows `passing`; returns the rows among these, and among `failingOnce`, that
    /// have an admitted school.
    @inline(__always)
    private func countSchools(word: Int, passing: UInt64, failingOnce: UInt64, delta: UInt32) -> UInt64 {
        // SAFETY: each code has a counter and a mark.
        if !conditions.restrictsSchools {
            table.forEachSchool(of: passing, word: word) { _, code in schoolCounts[code] &+= delta }
            return passing | failingOnce
        }
        var admitted: UInt64 = 0
        table.forEachSchool(of: passing, word: word) { bit, code in
            schoolCounts[code] &+= delta
            admitted |= UInt64(admittedSchools[code] & 1) << UInt64(bit)
        }
        table.forEachSchool(of: failingOnce, word: word) { bit, code in
            admitted |= UInt64(admittedSchools[code] & 1) << UInt64(bit)
        }
        return admitted
    }
}
