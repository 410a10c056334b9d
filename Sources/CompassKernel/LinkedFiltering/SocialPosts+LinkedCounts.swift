extension SocialPosts {
    /// Returns the counts of every chart under the filters of all others, as linked views show them.
    ///
    /// ```swift
    /// let counts = social.linkedCounts(where: .platform(.twitter) && .flagged, asOf: now, in: zone)
    /// counts.platforms.instagram  // flagged posts on Instagram
    /// counts.flagged.no           // posts on Twitter that are not flagged
    /// ```
    ///
    /// - Parameters:
    ///   - filter: the current filters; its dates are days of `zone`.
    ///   - now: the instant that "today" refers to.
    ///   - zone: the time zone of the days.
    ///   - days: the number of days that the activity chart covers; by default 30. ``ChartDays/every``
    ///     begins at the day of the first post that passes all filters except dates.
    /// - Complexity: O(a + d) for a pairs of a coach and a school and d days of the chart, plus the rows of two
    ///   blocks of counts and at most 4,095 rows of each of the chart's days (those of two blocks if schools or
    ///   coaches are selected); with a search O(a + d + n / 64 + m) for n posts and m matches, and likewise if there is a
    ///   pair for every 40 posts or more.
    public func linkedCounts(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        days: ChartDays = .last(30)
    ) -> LinkedCounts {
        withSearchedRows(of: filter) {
            linkedCounts(where: filter, searched: $0, asOf: now, in: zone, days: days)
        }
    }

    /// Returns the counts of every chart, given which rows match the filter's searches.
    func linkedCounts(
        where filter: PostFilter, searched: SearchMatches, asOf now: Timestamp,
        in zone: ZoneOffsets, days: ChartDays
    ) -> LinkedCounts {
        // The chart of days ignores the filter's dates; all other charts ignore the rows outside them.
        withSelection(filter.withoutDates, searched: searched, within: TimeSpan(), in: zone) {
            selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                StackScratch.withInnerCounters(posts.coaches.count + 1) { coachCounts in
                    let tally = linkedTally(
                        selection, within: span(ofDatesIn: filter, in: zone, within: TimeSpan()),
                        LinkedConditions(filter), schoolCounts: schoolCounts, coachCounts: coachCounts)
                    // SAFETY: there is a counter for each code, and one for none.
                    return LinkedCounts(
                        matchCount: tally.matchCount,
                        platforms: PlatformCounts(
                            twitter: tally.platform.total - tally.platform.set,
                            instagram: tally.platform.set),
                        sentiments: SentimentShare.shares(
                            of: PostTally(sentiments: tally.sentiment.counts)),
                        withoutSentiment: tally.sentiment.total - tally.sentiment.counts.wrappedSum(),
                        schools: posts.withPostCountsOfSchools { all in
                            NamedPostCounts(schoolNames) { all[$0] > 0 ? Int(schoolCounts[$0]) : nil }
                        },
                        withoutSchool: Int(schoolCounts[posts.schools.count]),
                        coaches: posts.withPostCountsOfCoaches { all in
                            NamedPostCounts(coachNames) { all[$0] > 0 ? Int(coachCounts[$0]) : nil }
                        },
                        withoutCoach: Int(coachCounts[posts.coaches.count]),
                        flagged: ChoiceCounts(tally.flagged), recruiting: ChoiceCounts(tally.recruiting),
                        activityByDay: activityByDay(
                            selection, days: days, range: .all, dates: .all, asOf: now, in: zone))
                }
            }
        }
    }
}

extension ChoiceCounts {
    fileprivate init(_ counts: (total: Int, set: Int)) {
        self.init(yes: counts.set, no: counts.total - counts.set)
    }
}
