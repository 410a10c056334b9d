extension PartialAnswer {
    /// Returns the Social Analytics page of the rows of all shards.
    ///
    /// - Parameters:
    ///   - schools: the names of schools.
    ///   - coaches: the names of coaches.
    /// - Throws: ``PartialAnswerError`` if this is a part of another page.
    /// - Complexity: O(s log s + d) for s schools and coaches with posts and d days of the chart.
    public func analyticsPage(
        schools: SchoolDirectory, coaches: CoachTable = .empty
    ) throws(PartialAnswerError) -> SocialAnalyticsPage {
        guard case .analytics(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        return contents.page(schools, coaches)
    }
}

extension PartialAnalytics {
    fileprivate func page(_ directory: SchoolDirectory, _ coachTable: CoachTable) -> SocialAnalyticsPage {
        let tally = tally.tally
        let active = PartialCounts(
            sorted: schools.rows.filter { $0.count > 0 }.map { .init(key: $0.key, count: $0.count) })
        return SocialAnalyticsPage(
            range: ResolvedRange(
                kind: query.range.kind, from: query.start, days: query.range.dayCount),
            summary: AnalyticsSummary(tally, activeSchools: active.rows.count),
            sentiment: SentimentShare.shares(of: tally), platforms: PlatformCounts(tally),
            activityByDay: chart.bars(
                query.days, range: query.range, start: query.start, dates: query.filter,
                today: query.moment.today),
            topSchools: active.named(
                in: { directory.names(of: $0) }, unknown: SchoolDirectory.unknownName
            ).mostFrequent(query.topSchools),
            topCoaches: coaches.named(
                in: { coachTable.fullNames(of: $0) }, unknown: CoachTable.unknownName
            ).mostFrequent(query.topCoaches),
            recentRecruitingPosts: recentPosts.posts.map(\.recruitingPost),
            previous: previous.map {
                AnalyticsSummary($0.tally, activeSchools: schools.rows.count(where: \.isInPrevious))
            },
            heatMap: hours.flatMap { hours in
                HeatMap(counts: (0..<7).map { Array(hours.counts[$0 * 24..<$0 * 24 + 24]) })
            })
    }
}

extension PartialChart {
    /// Returns a bar for each day that a chart shows.
    func bars(
        _ days: ChartDays, range: AnalyticsRange, start: ZonedTimestamp?, dates: PostFilter, today: CivilDate
    ) -> [DailyPostCount] {
        bars(
            ShownDays(
                days, range: range, from: dates.from, to: dates.to, today: today,
                firstDayOfRange: { start?.civilDate }, firstDayOfPosts: { oldest?.civilDate }))
    }
}

extension PartialCounts {
    /// Returns the counts with names, in name order, then by id.
    func named(
        in names: (_ ids: [String]) -> [String?], unknown: String
    ) -> [NamedPostCount] {
        let ids = rows.map(\.key.string)
        let names = names(ids).map { $0 ?? unknown }
        return NameOrder.sorted(names: names, ids: ids).map {
            NamedPostCount(id: ids[$0], name: names[$0], postCount: rows[$0].count)
        }
    }
}

extension [NamedPostCount] {
    /// Returns the rows with the most posts, most first; ties in their order.
    func mostFrequent(_ limit: Int) -> [NamedPostCount] {
        let order = indices.sorted { left, right in
            self[left].postCount == self[right].postCount
                ? left < right : self[left].postCount > self[right].postCount
        }
        return order.prefix(limit).map { self[$0] }
    }
}
