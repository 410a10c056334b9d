extension SocialPosts {
    /// Returns the whole Social Analytics page.
    ///
    /// ```swift
    /// let page = social.analyticsPage(.last(days: 30), asOf: now, in: zone)
    /// let narrowed = social.analyticsPage(
    ///     .all, where: .platform(.twitter) && .sentiment([.negative]), asOf: now, in: zone)
    /// ```
    ///
    /// - Parameters:
    ///   - range: the time range of the page.
    ///   - filter: which posts count; all by default. Its dates are days of `zone`.
    ///   - now: the instant that ranges and "today" refer to.
    ///   - zone: the time zone of the page's days.
    ///   - topSchools: the maximum number of schools to list; 5 by default.
    ///   - topCoaches: the maximum number of coaches to list; 5 by default.
    ///   - recentPosts: the maximum number of recruiting posts to list; 5 by default.
    ///   - days: the number of days that the activity chart covers; by default those of the range, or of the
    ///     filter's dates.
    ///   - comparison: whether to summarize the equally long period before the range as well.
    ///   - heatMap: whether to count posts by weekday and hour as well, which reads every post of the range.
    /// - Complexity: O(s + d + k log s) for s schools and coaches, d days of the chart and k listed rows;
    ///   independent of the number of posts except for a logarithm. A filter by anything but dates takes O(a)
    ///   for a pairs of a coach and a school, and also reads the rows of two blocks of counts, those up to the
    ///   last recent post listed, and at most 4,095 rows of each day of the chart, 64 per step (those of
    ///   two blocks, one per step, if schools or coaches are selected). A search reads all rows, and so does a filter
    ///   if there is a pair for every 40 posts or more.
    public func analyticsPage(
        _ range: AnalyticsRange, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5, days: ChartDays = .sameAsRange,
        comparison: Bool = false, heatMap: Bool = false
    ) -> SocialAnalyticsPage {
        let resolved = ResolvedRange(range, asOf: now, in: zone)
        return withSelection(range, where: filter, asOf: now, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let (tally, coaches) = tally(selection, schoolCounts: schoolCounts, topCoaches: topCoaches)
                return SocialAnalyticsPage(
                    range: resolved,
                    summary: AnalyticsSummary(tally, activeSchools: activeSchools(selection, schoolCounts)),
                    sentiment: SentimentShare.shares(of: tally),
                    platforms: PlatformCounts(tally),
                    activityByDay: self.activityByDay(
                        selection, days: days, range: range, dates: filter, asOf: now, in: zone),
                    topSchools: schoolNames.topList(topSchools, schoolCounts),
                    topCoaches: coaches,
                    recentRecruitingPosts: recentRecruitingPosts(
                        recentPosts, selection, recruitingCount: tally.recruiting, in: zone),
                    previous: comparison
                        ? previousSummary(
                            range, where: filter, searched: selection.matches, asOf: now, in: zone)
                        : nil,
                    heatMap: heatMap ? self.heatMap(selection, in: zone) : nil)
            }
        }
    }

    /// Counts the posts of a selection by kind, and by school into `schoolCounts`; also returns the coaches
    /// with the most posts.
    @inline(__always)
    private func tally(
        _ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>, topCoaches limit: Int
    ) -> (PostTally, [NamedPostCount]) {
        if limit <= 0 { return (self.tally(selection, schoolCounts: schoolCounts), []) }
        return StackScratch.withInnerCounters(posts.coaches.count + 1) { coachCounts in
            let tally = self.tally(selection, schoolCounts: schoolCounts, coachCounts: coachCounts)
            return (tally, coachNames.topList(limit, coachCounts))
        }
    }

    /// Returns the summary of the equally many calendar days before the range; nil for all time.
    private func previousSummary(
        _ range: AnalyticsRange, where filter: PostFilter, searched: SearchMatches, asOf now: Timestamp,
        in zone: ZoneOffsets
    ) -> AnalyticsSummary? {
        guard let days = range.dayCount else { return nil }
        let start = zone.shifting(now, byDays: -2 * days)
        let end = zone.shifting(now, byDays: -days)
        let span = TimeSpan(since: start.micros, before: end.micros)
        return withSelection(filter, searched: searched, within: span, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let tally = self.tally(selection, schoolCounts: schoolCounts)
                return AnalyticsSummary(tally, activeSchools: activeSchools(selection, schoolCounts))
            }
        }
    }

    /// Returns the number of schools with a post in the selection, which `schoolCounts` has counted.
    private func activeSchools(_ selection: PostSelection, _ schoolCounts: UnsafePointer<UInt32>) -> Int {
        if selection.conditions.isAlways, selection.rows.lowerBound == 0, posts.delta == nil {
            return posts.firstRows.distinctCount(before: selection.rows.upperBound)
        }
        // SAFETY: there is a counter for each code. The sum has the width of counters, so that four of them
        // are compared at once.
        var active: UInt32 = 0
        for code in 0..<posts.schools.count { active &+= schoolCounts[code] == 0 ? 0 : 1 }
        return Int(active)
    }
}

extension ResolvedRange {
    init(_ range: AnalyticsRange, asOf now: Timestamp, in zone: ZoneOffsets) {
        let start = range.dayCount.map { zone.shifting(now, byDays: -$0) }
        self.init(
            kind: range.kind, from: start.map { ZonedTimestamp($0, in: zone) }, days: range.dayCount)
    }
}
