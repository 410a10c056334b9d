/// The counts beside the filters.
struct PartialLinkedCounts: PartialContents {
    struct Query: PartialQuery {
        let moment: PartialMoment
        let filter: PostFilter
        let days: ChartDays
    }

    let query: Query
    /// The members of ``LinkedTally``, then posts without a school and without a coach.
    private(set) var counts = PartialTotals(count: Self.countOfCounts)
    /// Every school with a post in the table, also without a post that passes the filters.
    private(set) var schools = PartialCounts()
    /// Likewise.
    private(set) var coaches = PartialCounts()
    private(set) var chart = PartialChart()

    private static let countOfCounts = 14

    init(of query: Query) { self.query = query }

    mutating func merge(_ other: PartialLinkedCounts) throws(PartialAnswerError) {
        try counts.merge(other.counts)
        try schools.merge(other.schools)
        try coaches.merge(other.coaches)
        try chart.merge(other.chart)
    }

    func write(to writer: inout PartialWriter) {
        counts.write(to: &writer)
        writer.counts(schools)
        writer.counts(coaches)
        chart.write(to: &writer)
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.init(of: query)
        counts = try PartialTotals(count: Self.countOfCounts, from: &reader)
        guard counts[2] <= counts[1], counts[4] <= counts[3], counts[6] <= counts[5],
            counts.counts[8..<12].reduce(0, +) <= counts[7]
        else { throw reader.damaged("more posts of a kind than posts") }
        schools = try reader.counts()
        coaches = try reader.counts()
        chart = try PartialChart(from: &reader)
    }
}

extension PartialLinkedCounts.Query {
    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = moment.difference(from: other.moment) { return difference }
        if filter != other.filter { return .filter }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        moment.write(to: &writer)
        writer.filter(filter)
        writer.chartDays(days)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        moment = try PartialMoment(from: &reader)
        filter = try reader.filter()
        days = try reader.chartDays()
    }
}

extension SocialPosts {
    /// Returns the counts beside the filters of these posts, which are one of several shards.
    ///
    /// A search reads the texts once and builds no index.
    ///
    /// - Parameters: as for
    ///   ``linkedCounts(where:asOf:in:days:)``,
    ///   the same for all shards, and `shard`, the number of the shard, different for each.
    /// - Complexity: that of the counts, plus O(s log s) the first time for s schools and coaches. The ids of
    ///   all posts are read once for each table.
    public func partialLinkedCounts(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        days: ChartDays = .last(30), shard: UInt32
    ) -> PartialAnswer {
        let query = PartialLinkedCounts.Query(
            moment: PartialMoment(asOf: now, in: zone), filter: filter, days: days.clamped)
        let social = filter.searches.isEmpty ? self : withoutBuildingIndexes
        return PartialAnswer(
            .linkedCounts(social.partialLinkedCounts(query, in: zone)), shard: shard,
            guardHashes: posts.guardHashes)
    }

    private func partialLinkedCounts(
        _ query: PartialLinkedCounts.Query, in zone: ZoneOffsets
    ) -> PartialLinkedCounts {
        let filter = query.filter
        return withSearchedRows(of: filter) { searched in
            // The chart of days ignores the filter's dates.
            withSelection(filter.withoutDates, searched: searched, within: TimeSpan(), in: zone) {
                selection in
                StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                    StackScratch.withInnerCounters(posts.coaches.count + 1) { coachCounts in
                        let tally = linkedTally(
                            selection, within: span(ofDatesIn: filter, in: zone, within: TimeSpan()),
                            LinkedConditions(filter), schoolCounts: schoolCounts, coachCounts: coachCounts)
                        return PartialLinkedCounts(
                            query, tally, withoutSchool: Int(schoolCounts[posts.schools.count]),
                            withoutCoach: Int(coachCounts[posts.coaches.count]),
                            schools: posts.withPostCountsOfSchools { all in
                                schoolNames.partialCounts(schoolCounts) { all[$0] > 0 }
                            },
                            coaches: posts.withPostCountsOfCoaches { all in
                                coachNames.partialCounts(coachCounts) { all[$0] > 0 }
                            },
                            chart: partialChart(
                                selection, days: query.days, range: .all, dates: .all,
                                asOf: query.moment.now, in: zone))
                    }
                }
            }
        }
    }
}

extension PartialLinkedCounts {
    fileprivate init(
        _ query: Query, _ tally: LinkedTally, withoutSchool: Int, withoutCoach: Int,
        schools: PartialCounts, coaches: PartialCounts, chart: PartialChart
    ) {
        self.query = query
        counts = PartialTotals(
            [
                tally.matchCount, tally.platform.total, tally.platform.set, tally.recruiting.total,
                tally.recruiting.set, tally.flagged.total, tally.flagged.set, tally.sentiment.total,
            ] + Sentiment.allCases.indices.map { tally.sentiment.counts[$0] } + [withoutSchool, withoutCoach])
        self.schools = schools
        self.coaches = coaches
        self.chart = chart
    }

    fileprivate func page(_ directory: SchoolDirectory, _ coachTable: CoachTable) -> LinkedCounts {
        let sentiments = SIMD4(counts[8], counts[9], counts[10], counts[11])
        return LinkedCounts(
            matchCount: counts[0],
            platforms: PlatformCounts(twitter: counts[1] - counts[2], instagram: counts[2]),
            sentiments: SentimentShare.shares(of: PostTally(sentiments: sentiments)),
            withoutSentiment: counts[7] - sentiments.wrappedSum(),
            schools: NamedPostCounts(
                schools.named(in: { directory.names(of: $0) }, unknown: SchoolDirectory.unknownName)),
            withoutSchool: counts[12],
            coaches: NamedPostCounts(
                coaches.named(in: { coachTable.fullNames(of: $0) }, unknown: CoachTable.unknownName)),
            withoutCoach: counts[13], flagged: ChoiceCounts(yes: counts[6], no: counts[5] - counts[6]),
            recruiting: ChoiceCounts(yes: counts[4], no: counts[3] - counts[4]),
            activityByDay: chart.bars(
                query.days, range: .all, start: nil, dates: .all, today: query.moment.today))
    }
}

extension PartialAnswer {
    /// Returns the counts beside the filters of the rows of all shards.
    ///
    /// - Parameters:
    ///   - schools: the names of schools.
    ///   - coaches: the names of coaches.
    /// - Throws: ``PartialAnswerError`` if this is a part of another page.
    /// - Complexity: O(s log s + d) for s schools and coaches and d days of the chart.
    public func linkedCounts(
        schools: SchoolDirectory, coaches: CoachTable = .empty
    ) throws(PartialAnswerError) -> LinkedCounts {
        guard case .linkedCounts(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        return contents.page(schools, coaches)
    }
}

extension PartialAnswer {
    /// Returns the page of the feed and the counts beside its filters, of the rows of all shards.
    ///
    /// - Parameters:
    ///   - counts: the counts, as ``SocialPosts/partialLinkedCounts(where:asOf:in:days:shard:)`` has made them, for
    ///     the same time, filter and shards as this page of the feed.
    ///   - schools: the names of schools.
    ///   - coaches: the names of coaches.
    /// - Throws: ``PartialAnswerError`` if one of the two is a part of another page, or they do not belong
    ///   together.
    /// - Complexity: that of ``feedPage(schools:coaches:)`` and ``linkedCounts(schools:coaches:)``.
    public func linkedFeedPage(
        counts: PartialAnswer, schools: SchoolDirectory, coaches: CoachTable = .empty
    ) throws(PartialAnswerError) -> LinkedFeedPage {
        let page = try feedPage(schools: schools, coaches: coaches)
        let linked = try counts.linkedCounts(schools: schools, coaches: coaches)
        guard case .feed(let feed) = content, case .linkedCounts(let contents) = counts.content else {
            throw .otherQuery(.kind)
        }
        if let difference = feed.query.moment.difference(from: contents.query.moment) {
            throw .otherQuery(difference)
        }
        if feed.query.filter != contents.query.filter { throw .otherQuery(.filter) }
        guard shards == counts.shards, page.matchCount == linked.matchCount else {
            throw .notMergeable(
                reason: "the page of the feed and the counts beside its filters are of different shards")
        }
        return LinkedFeedPage(page: page, counts: linked)
    }
}
