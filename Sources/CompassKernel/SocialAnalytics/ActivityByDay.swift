extension SocialPosts {
    /// Returns one bar for each day of the chart, oldest first.
    ///
    /// - Parameter dates: the filter whose dates limit the chart.
    func activityByDay(
        _ selection: PostSelection, days: ChartDays, range: AnalyticsRange, dates: PostFilter,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) -> [DailyPostCount] {
        let shown = chartDays(selection, days, range, dates, asOf: now, in: zone)
        return Array(filling: shown.count) { bars, written in
            var days = LabeledDays(from: shown.first)
            var largest = 1
            while written < shown.count {
                let chunk = written..<min(written + Self.daysPerChunk, shown.count)
                withCounts(chunk.count, from: shown.first.adding(days: written), selection, in: zone) {
                    counts in
                    for index in 0..<chunk.count {
                        let (date, label) = days.next()
                        let count = counts[index]
                        bars.initializeElement(
                            at: chunk.lowerBound + index,
                            to: DailyPostCount(date: date, label: label, count: count, height: 0))
                        largest = max(largest, count)
                    }
                }
                written = chunk.upperBound
            }
            for index in 0..<written {
                bars[index].height = 100 * Double(bars[index].count) / Double(largest)
            }
        }
    }

    /// The number of days whose starts fit on the stack, with the start of the day after them.
    private static let daysPerChunk = 127

    /// Calls `body` with the number of posts of each of `count` consecutive days; the zone determines where they
    /// begin.
    @inline(__always)
    private func withCounts(
        _ count: Int, from first: CivilDate, _ selection: PostSelection, in zone: ZoneOffsets,
        _ body: (UnsafeMutableBufferPointer<Int>) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: count + 1) { starts in
            zone.startsOfDays(from: first, count: count + 1, into: starts)
            withUnsafeTemporaryAllocation(of: Int.self, capacity: count + 1) { counts in
                self.count(selection, daysFrom: UnsafeBufferPointer(starts), into: counts)
                body(counts)
            }
        }
    }

    /// Returns the days of the chart.
    private func chartDays(
        _ selection: PostSelection, _ days: ChartDays, _ range: AnalyticsRange, _ dates: PostFilter,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) -> ShownDays {
        ShownDays(
            days, range: range, from: dates.from, to: dates.to, today: zone.civilDate(at: now),
            firstDayOfRange: { range.firstDay(asOf: now, in: zone) },
            firstDayOfPosts: { oldestTime(selection).map { zone.civilDate(at: $0) } })
    }

    /// Stores the number of posts of each day.
    ///
    /// - Parameters:
    ///   - starts: the starts of consecutive days, and of the day after them.
    ///   - counts: uninitialized memory for as many numbers; the last one means nothing afterwards.
    private func count(
        _ selection: PostSelection, daysFrom starts: UnsafeBufferPointer<Int64>,
        into counts: UnsafeMutableBufferPointer<Int>
    ) {
        posts.timestamps.prefixCounts(since: starts, into: counts)
        // Evaluated once, not for each day.
        let isAlways = selection.conditions.isAlways
        for index in 0..<starts.count - 1 {
            // The rows of a day follow those of the next day.
            let rows = (counts[index + 1]..<counts[index]).clamped(to: selection.rows)
            counts[index] = isAlways ? rows.count : posts.matchCount(selection, in: rows)
        }
        if let delta = posts.delta { add(delta, selection, daysFrom: starts, to: counts) }
    }

    /// Adds the posts of a delta to the counts of consecutive days.
    @inline(never)
    private func add(
        _ delta: PostDelta, _ selection: PostSelection, daysFrom starts: UnsafeBufferPointer<Int64>,
        to counts: UnsafeMutableBufferPointer<Int>
    ) {
        forEachRun(of: delta, selection) { run, own in
            // The table's own columns have been counted.
            if run.level == 0, !run.isRemoved { return }
            var row = own.rows.lowerBound
            // Rows go back in time, so that days without rows are skipped.
            while row < own.rows.upperBound {
                // The column is not held in a constant, which would be a copy with several references.
                let micros = run.table.timestamps[row].micros
                let day = (0..<starts.count).partitioningIndex { starts[$0] > micros } - 1
                if day < 0 { return }
                let end = min(run.table.timestamps.prefixCount(since: starts[day]), own.rows.upperBound)
                if day < starts.count - 1 {
                    counts[day] += run.sign * run.table.matchCount(own, in: row..<end)
                }
                row = end
            }
        }
    }
}

/// The days that a chart shows.
struct ShownDays {
    /// The first day, if there is one.
    let first: CivilDate
    /// The number of days.
    let count: Int

    /// Finds the days of a chart, which never shows a day that the range or the filter excludes.
    ///
    /// - Parameters:
    ///   - days: the requested days.
    ///   - range: the range of the page.
    ///   - from: the first day of the filter.
    ///   - to: the last day of the filter.
    ///   - firstDayOfRange: returns the day on which the range begins; nil for all time.
    ///   - firstDayOfPosts: returns the day of the oldest matching post, on which only some charts depend.
    init(
        _ days: ChartDays, range: AnalyticsRange, from: CivilDate?, to: CivilDate?, today: CivilDate,
        firstDayOfRange: () -> CivilDate?, firstDayOfPosts: () -> CivilDate?
    ) {
        var (first, last) = (today, today)
        switch days {
        case .sameAsRange where range == .all && (from != nil || to != nil):
            last = to ?? today
            first = from ?? firstDayOfPosts() ?? last
            self.init(from: first, to: last)
            return
        case .sameAsRange: first = today.adding(days: 1 - (range.dayCount ?? 30))
        case .last(let count):
            let wanted = min(max(count, 0), AnalyticsRange.maximumDays)
            first = today.adding(days: 1 - wanted)
            // The range starts at a time of day on the day before its first whole one.
            if let inRange = range.dayCount, wanted > inRange, let day = firstDayOfRange() {
                first = max(first, day)
            }
        case .every: first = min(firstDayOfPosts() ?? today, today)
        }
        self.init(from: max(first, from ?? first), to: min(last, to ?? last))
    }

    /// The days from one to another; none if that is before the first.
    private init(from first: CivilDate, to last: CivilDate) {
        let length = Int(last.daysSinceEpoch) - Int(first.daysSinceEpoch) + 1
        count = min(max(length, 0), AnalyticsRange.maximumDays)
        self.first = last.adding(days: 1 - count)
    }

    /// Whether the days depend on the oldest matching post.
    static func dependOnPosts(
        _ days: ChartDays, range: AnalyticsRange, from: CivilDate?, to: CivilDate?
    ) -> Bool {
        switch days {
        case .every: true
        case .sameAsRange: range == .all && from == nil && to != nil
        case .last: false
        }
    }
}

extension AnalyticsRange {
    /// Returns the day on which the range begins; nil for all time.
    func firstDay(asOf now: Timestamp, in zone: ZoneOffsets) -> CivilDate? {
        dayCount.map { zone.civilDate(at: zone.shifting(now, byDays: -$0)) }
    }
}
