extension SocialPosts {
    /// The whole Social Analytics page.
    ///
    /// ```swift
    /// let page = social.analytics(.last(days: 30), asOf: now, in: zone)
    /// let narrowed = social.analytics(
    ///     .all, where: .platform(.twitter) && .sentiment([.negative]), asOf: now, in: zone)
    /// ```
    ///
    /// - Parameters:
    ///   - range: the stretch of time to look at.
    ///   - filter: which posts count; all by default. Its dates are days of `zone`.
    ///   - now: the instant that ranges and "today" refer to.
    ///   - zone: the time zone of the page's days.
    ///   - topSchools: how many schools to list at most; 5 by default.
    ///   - recentPosts: how many recruiting posts to list at most; 5 by default.
    ///   - activity: how many days the activity chart covers; by default those of the range, or of the filter's
    ///     dates.
    ///   - comparison: whether to summarise the equally long period before the range, too.
    /// - Complexity: O(s + d + k log s) for s schools, d days of the chart and k listed rows; independent of
    ///   the number of posts but for a logarithm. With a filter by anything but dates also the rows of one
    ///   block of counts, those of the chart's days and those up to the last recent post listed, 64 a step
    ///   (one a step where schools are chosen); ``ActivityDays/every`` reads all of them, and so does a search.
    public func analytics(
        _ range: AnalyticsRange, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        topSchools: Int = 5, recentPosts: Int = 5, activity: ActivityDays = .sameAsRange,
        comparison: Bool = false
    ) -> SocialAnalyticsPage {
        let resolved = ResolvedRange(range, asOf: now, in: zone)
        return withSelection(range, where: filter, asOf: now, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let tally = posts.tally(selection, schoolCounts: schoolCounts)
                return SocialAnalyticsPage(
                    range: resolved,
                    summary: AnalyticsSummary(tally, activeSchools: activeSchools(selection, schoolCounts)),
                    sentiment: SentimentShare.shares(of: tally),
                    platforms: PlatformCounts(tally),
                    activityByDay: self.activityByDay(
                        selection, days: activity, range: range, dates: filter, asOf: now, in: zone),
                    topSchools: self.topSchools(topSchools, schoolCounts),
                    recentRecruitingPosts: recentRecruitingPosts(
                        recentPosts, selection, recruitingCount: tally.recruiting, in: zone),
                    previous: comparison
                        ? previousSummary(
                            range, where: filter, searched: selection.searched, asOf: now, in: zone)
                        : nil)
            }
        }
    }

    /// The summary of the calendar days before the range, as many as it has; nil for all time.
    private func previousSummary(
        _ range: AnalyticsRange, where filter: PostFilter, searched: UnsafePointer<UInt64>?,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) -> AnalyticsSummary? {
        guard let days = range.dayCount else { return nil }
        let start = zone.shifting(now, byDays: -2 * days)
        let end = zone.shifting(now, byDays: -days)
        let period = posts.timestamps.prefixCount(since: end.micros)..<posts.rowCount
        let rows = posts.rows(since: start).clamped(to: period)
        return withSelection(filter, searched: searched, rows: rows, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let tally = posts.tally(selection, schoolCounts: schoolCounts)
                return AnalyticsSummary(tally, activeSchools: activeSchools(selection, schoolCounts))
            }
        }
    }

    /// Calls `body` with the posts of `range` that pass `filter`.
    @inline(__always)
    func withSelection<Result>(
        _ range: AnalyticsRange, where filter: PostFilter, asOf now: Timestamp, in zone: ZoneOffsets,
        _ body: (PostSelection) -> Result
    ) -> Result {
        let start = range.dayCount.map { zone.shifting(now, byDays: -$0) }
        let searched = searchedRows(of: filter)
        // No closure around the call: it would have all columns retained and released once more.
        let result = withSelection(
            filter, searched: searched?.base, rows: posts.rows(since: start), in: zone, body)
        withExtendedLifetime(searched) {}
        return result
    }

    /// Calls `body` with the posts of `rows` that pass `filter`, of whose searches the answer is `searched`.
    @inline(__always)
    func withSelection<Result>(
        _ filter: PostFilter, searched: UnsafePointer<UInt64>?, rows: Range<Int>, in zone: ZoneOffsets,
        _ body: (PostSelection) -> Result
    ) -> Result {
        let filtered = rows.clamped(to: self.rows(ofDatesIn: filter, in: zone))
        return StackScratch.withCounters(posts.schools.count + 1) { admitted in
            markAdmittedSchools(filter, admitted)
            return body(
                PostSelection(
                    rows: filtered, conditions: PostConditions(filter, searched: searched),
                    admittedSchools: UnsafePointer(admitted)))
        }
    }

    /// A bit for each row, set where it matches all searches of `filter`; nil when all rows do.
    @inline(__always)
    func searchedRows(of filter: PostFilter) -> ColumnBuffer<UInt64>? {
        filter.searches.isEmpty ? nil : rowsMatching(filter.searches)
    }

    @inline(never)
    private func rowsMatching(_ searches: Set<SearchQuery>) -> ColumnBuffer<UInt64>? {
        posts.searchedRows(Array(searches))
    }

    /// Marks which schools `filter` admits: all ones or 0 for each code, and for posts without a school.
    @inline(__always)
    private func markAdmittedSchools(_ filter: PostFilter, _ admitted: UnsafeMutablePointer<UInt32>) {
        guard let schools = filter.schools else {
            admitted.update(repeating: ~0, count: posts.schools.count + 1)
            return
        }
        for school in schools {
            if let code = schoolNames.code(of: school) { admitted[code] = ~0 }
        }
    }

    /// The number of schools with a post in the selection, which `schoolCounts` has counted.
    @inline(__always)
    private func activeSchools(
        _ selection: PostSelection, _ schoolCounts: UnsafePointer<UInt32>
    ) -> Int {
        if selection.conditions.isAlways, selection.rows.lowerBound == 0 {
            return posts.firstRows.distinctCount(before: selection.rows.upperBound)
        }
        // SAFETY: there is a counter for each code.
        var active = 0
        for code in 0..<posts.schools.count { active &+= schoolCounts[code] == 0 ? 0 : 1 }
        return active
    }

    /// The rows of the filter's days.
    func rows(ofDatesIn filter: PostFilter, in zone: ZoneOffsets) -> Range<Int> {
        var rows = 0..<posts.rowCount
        if let from = filter.from {
            rows = rows.clamped(to: 0..<posts.timestamps.prefixCount(since: zone.startOfDay(from).micros))
        }
        if let to = filter.to {
            let end = zone.startOfDay(to.adding(days: 1))
            rows = rows.clamped(to: posts.timestamps.prefixCount(since: end.micros)..<posts.rowCount)
        }
        return rows
    }
}

extension PostTable {
    /// The rows at or after `start`; all rows when there is no start.
    @inline(__always)
    func rows(since start: Timestamp?) -> Range<Int> {
        0..<(start.map { timestamps.prefixCount(since: $0.micros) } ?? rowCount)
    }
}

/// The rows that a page counts.
struct PostSelection {
    let rows: Range<Int>
    var conditions: PostConditions
    /// All ones or 0 for each school code, and for posts without a school. Valid during the call that the
    /// selection was made for.
    let admittedSchools: UnsafePointer<UInt32>

    /// A bit for each row of the table, set where it matches the filter's searches; nil when all do.
    var searched: UnsafePointer<UInt64>? { conditions.searched }
}

extension ResolvedRange {
    @inline(__always)
    init(_ range: AnalyticsRange, asOf now: Timestamp, in zone: ZoneOffsets) {
        let start = range.dayCount.map { zone.shifting(now, byDays: -$0) }
        self.init(
            kind: range.kind, from: start.map { ZonedTimestamp($0, in: zone) }, days: range.dayCount)
    }
}
