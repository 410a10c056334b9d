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
