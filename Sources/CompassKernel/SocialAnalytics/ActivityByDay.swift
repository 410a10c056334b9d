extension SocialPosts {
    /// One bar for each day of the chart, oldest first.
    @inline(__always)
    func activityByDay(
        _ selection: PostSelection, days: ActivityDays, range: AnalyticsRange, asOf now: Timestamp,
        in zone: ZoneOffsets
    ) -> [DayActivity] {
        let today = zone.civilDate(at: now)
        let wanted =
            switch days {
            case .last(let count): count
            case .sameAsRange: range.dayCount ?? 30
            case .every: daysSinceFirstPost(selection, today: today, in: zone)
            }
        let dayCount = min(max(wanted, 0), AnalyticsRange.maximumDays)
        let first = today.adding(days: 1 - dayCount)
        return [DayActivity](unsafeUninitializedCapacity: dayCount) { bars, count in
            fill(bars, from: first, selection, in: zone)
            count = dayCount
        }
    }

    /// The days from that of the oldest matching post to today, at least today.
    private func daysSinceFirstPost(
        _ selection: PostSelection, today: CivilDate, in zone: ZoneOffsets
    ) -> Int {
        guard let row = posts.lastRow(selection) else { return 1 }
        let first = zone.civilDate(at: posts.timestamps[row])
        return max(1, Int(today.daysSinceEpoch) - Int(first.daysSinceEpoch) + 1)
    }

    /// Counts the posts of each day; days begin where the zone says.
    @inline(__always)
    private func fill(
        _ bars: UnsafeMutableBufferPointer<DayActivity>, from first: CivilDate, _ selection: PostSelection,
        in zone: ZoneOffsets
    ) {
        // As many starts of days as fit the stack without an allocation.
        let startsPerPiece = 128
        guard let bar = bars.baseAddress, bars.count > 0 else { return }
        var largest = 1
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: startsPerPiece) { starts in
            var done = 0
            while done < bars.count {
                let count = min(startsPerPiece - 1, bars.count - done)
                zone.startsOfDays(
                    from: first.adding(days: done), count: count + 1,
                    into: UnsafeMutableBufferPointer(rebasing: starts[0...count]))
                var end = posts.timestamps.prefixCount(since: starts[0])
                for index in 0..<count {
                    let start = posts.timestamps.prefixCount(since: starts[index + 1])
                    let posts = self.posts.matchCount(
                        selection, in: (start..<end).clamped(to: selection.rows))
                    let date = first.adding(days: done + index)
                    (bar + done + index).initialize(
                        to: DayActivity(date: date, label: date.label, count: posts, height: 0))
                    largest = max(largest, posts)
                    end = start
                }
                done += count
            }
        }
        for index in 0..<bars.count {
            bar[index].height = 100 * Double(bar[index].count) / Double(largest)
        }
    }
}

extension PostTable {
    /// How many of `rows`, all of them in the selection's rows, pass its conditions.
    ///
    /// - Complexity: O(1) without conditions, else O(n / 64) for n rows, O(n) when schools are chosen.
    @inline(__always)
    func matchCount(_ selection: PostSelection, in rows: Range<Int>) -> Int {
        if selection.conditions.isAlways { return rows.count }
        if rows.isEmpty || selection.conditions.isNever { return 0 }
        var count = 0
        forEachMatchingWord(selection, in: rows) { _, bits in
            count += bits.nonzeroBitCount
            return true
        }
        return count
    }

    /// Calls `body` with the number of each word of `rows` and the bits of its rows that pass, newest first,
    /// until it answers false.
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

    /// The bits of `mask` whose rows have an admitted school.
    @inline(__always)
    func admittedBits(_ selection: PostSelection, _ mask: UInt64, word: Int) -> UInt64 {
        guard selection.conditions.restrictsSchools, mask != 0 else { return mask }
        let nullCode = UInt32(schools.count)
        let codes = schoolCodes.base + word * 64
        let admitted = selection.admittedSchools
        var kept: UInt64 = 0
        var bits = mask
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            // SAFETY: only rows of the table have bits; codes are below the number of marks.
            kept |= UInt64(admitted[Int(min(codes[bit], nullCode))] & 1) << UInt64(bit)
            bits &= bits - 1
        }
        return kept
    }

    /// The oldest row that passes; nil when there is none.
    func lastRow(_ selection: PostSelection) -> Int? {
        if selection.rows.isEmpty || selection.conditions.isNever { return nil }
        if selection.conditions.isAlways { return selection.rows.upperBound - 1 }
        var end = selection.rows.upperBound
        while end > selection.rows.lowerBound {
            let start = max(selection.rows.lowerBound, end - 64 * PostTable.wordsPerMask)
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
