/// The counts of a Social Analytics page.
struct PartialAnalytics: PartialContents {
    struct Query: PartialQuery {
        let moment: PartialMoment
        let filter: PostFilter
        let range: AnalyticsRange
        /// The start of the range; nil for all time.
        let start: ZonedTimestamp?
        let topSchools: Int
        let topCoaches: Int
        let recentPosts: Int
        let days: ChartDays
        let comparison: Bool
        let heatMap: Bool
    }

    let query: Query
    private(set) var tally = PartialTally()
    private(set) var schools = PartialSchools()
    /// Empty if no coaches are listed.
    private(set) var coaches = PartialCounts()
    private(set) var chart = PartialChart()
    private(set) var recentPosts = PartialPosts()
    /// The counts of the period before; nil if they were not requested, and for all time.
    private(set) var previous: PartialTally?
    /// The counts by hour of the week; nil if they were not requested.
    private(set) var hours: PartialTotals?

    init(of query: Query) {
        self.query = query
        if query.hasPrevious { previous = PartialTally() }
        if query.heatMap { hours = PartialTotals(count: Self.hourCount) }
    }

    private static let hourCount = 7 * 24

    mutating func merge(_ other: PartialAnalytics) throws(PartialAnswerError) {
        try tally.merge(other.tally)
        try schools.merge(other.schools)
        try coaches.merge(other.coaches)
        try chart.merge(other.chart)
        recentPosts.merge(other.recentPosts, limit: query.recentPosts)
        if let others = other.previous { try previous?.merge(others) }
        if let others = other.hours { try hours?.merge(others) }
    }

    func write(to writer: inout PartialWriter) {
        tally.write(to: &writer)
        schools.write(to: &writer)
        writer.counts(coaches)
        chart.write(to: &writer)
        recentPosts.write(to: &writer)
        previous?.write(to: &writer)
        hours?.write(to: &writer)
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.init(of: query)
        tally = try PartialTally(from: &reader)
        schools = try PartialSchools(from: &reader)
        coaches = try reader.counts()
        guard coaches.rows.allSatisfy({ $0.count > 0 }) else {
            throw reader.damaged("a coach without posts")
        }
        chart = try PartialChart(from: &reader)
        recentPosts = try PartialPosts(limit: query.recentPosts, from: &reader)
        if query.hasPrevious { previous = try PartialTally(from: &reader) }
        if query.heatMap { hours = try PartialTotals(count: Self.hourCount, from: &reader) }
    }
}

extension PartialAnalytics.Query {
    fileprivate var hasPrevious: Bool { comparison && range != .all }

    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = moment.difference(from: other.moment) { return difference }
        if filter != other.filter { return .filter }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        moment.write(to: &writer)
        writer.filter(filter)
        writer.optional(range.dayCount) { $0.count($1) }
        writer.optional(start) { $0.instant($1) }
        writer.count(topSchools)
        writer.count(topCoaches)
        writer.count(recentPosts)
        writer.chartDays(days)
        writer.flag(comparison)
        writer.flag(heatMap)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        moment = try PartialMoment(from: &reader)
        filter = try reader.filter()
        let dayCount = try reader.optional { (reader) throws(PartialAnswerError) in try reader.count() }
        range = dayCount.map { .last(days: min($0, AnalyticsRange.maximumDays)) } ?? .all
        start = try reader.optional { (reader) throws(PartialAnswerError) in try reader.instant() }
        guard (start == nil) == (range == .all) else { throw reader.damaged("a range without its start") }
        topSchools = try reader.limit()
        topCoaches = try reader.limit()
        recentPosts = try reader.limit()
        days = try reader.chartDays()
        comparison = try reader.flag()
        heatMap = try reader.flag()
    }
}

/// The numbers of posts of each kind.
struct PartialTally: Hashable, Sendable {
    /// All, those about recruiting, those on Instagram, and those with each sentiment.
    private var counts: PartialTotals

    private static let countOfCounts = 3 + Sentiment.allCases.count

    init() { counts = PartialTotals(count: Self.countOfCounts) }

    init(_ tally: PostTally) {
        counts = PartialTotals(
            [tally.total, tally.recruiting, tally.instagram]
                + Sentiment.allCases.indices.map { tally.sentiments[$0] })
    }

    var tally: PostTally {
        var tally = PostTally(total: counts[0], recruiting: counts[1], instagram: counts[2])
        for sentiment in Sentiment.allCases.indices { tally.sentiments[sentiment] = counts[3 + sentiment] }
        return tally
    }

    mutating func merge(_ other: PartialTally) throws(PartialAnswerError) {
        try counts.merge(other.counts)
    }

    func write(to writer: inout PartialWriter) { counts.write(to: &writer) }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        counts = try PartialTotals(count: Self.countOfCounts, from: &reader)
        guard counts[1] <= counts[0], counts[2] <= counts[0],
            counts.counts[3...].reduce(0, +) <= counts[0]
        else {
            throw reader.damaged("more posts of a kind than posts")
        }
    }
}

/// The numbers of posts of schools, and which have posts in the period before.
struct PartialSchools: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let key: PartialText
        var count: Int
        var isInPrevious: Bool
    }

    /// In the order of the ids.
    private(set) var rows: [Row] = []

    init() {}

    init(sorted rows: [Row]) { self.rows = rows }

    mutating func merge(_ other: PartialSchools) throws(PartialAnswerError) {
        rows = try rows.merging(other.rows, by: { $0.key < $1.key }) {
            (row: inout Row, other: Row) throws(PartialAnswerError) in
            try row.count.addCount(other.count)
            row.isInPrevious = row.isInPrevious || other.isInPrevious
        }
    }

    /// Writes twice each count, plus one if the school is in the period before.
    func write(to writer: inout PartialWriter) {
        writer.list(rows) { writer, row in
            writer.text(row.key)
            writer.count(row.count << 1 | (row.isInPrevious ? 1 : 0))
        }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        rows = try reader.list { (reader) throws(PartialAnswerError) in
            let key = try reader.text()
            let number = try reader.limit()
            guard number >> 1 <= PartialReader.maximumCount else {
                throw reader.damaged("a count that is too large")
            }
            guard number > 0 else { throw reader.damaged("a school without posts") }
            return Row(key: key, count: number >> 1, isInPrevious: number & 1 == 1)
        }
        guard rows.isAscending(by: { $0.key < $1.key }) else {
            throw reader.damaged("schools that are not in order")
        }
    }
}

extension SocialPosts {
    /// Returns the counts of the Social Analytics page of these posts, which are one of several shards.
    ///
    /// ```swift
    /// let part = social.partialAnalytics(.last(days: 30), asOf: now, in: zone, shard: 0)
    /// send(part.bytes)
    /// ```
    ///
    /// A search reads the texts once and builds no index.
    ///
    /// - Parameters: as for
    ///   ``analyticsPage(_:where:asOf:in:topSchools:topCoaches:recentPosts:days:comparison:heatMap:)``,
    ///   the same for all shards, and `shard`, the number of the shard, different for each.
    /// - Complexity: that of the page, plus O(s log s) the first time for s schools and coaches. The ids of
    ///   all posts are read once for each table.
    public func partialAnalytics(
        _ range: AnalyticsRange, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5, days: ChartDays = .sameAsRange,
        comparison: Bool = false, heatMap: Bool = false, shard: UInt32
    ) -> PartialAnswer {
        let start = range.dayCount.map { ZonedTimestamp(zone.shifting(now, byDays: -$0), in: zone) }
        let query = PartialAnalytics.Query(
            moment: PartialMoment(asOf: now, in: zone), filter: filter,
            range: range.dayCount.map { .last(days: $0) } ?? .all, start: start,
            topSchools: max(topSchools, 0),
            topCoaches: max(topCoaches, 0), recentPosts: max(recentPosts, 0), days: days.clamped,
            comparison: comparison, heatMap: heatMap)
        let posts = filter.searches.isEmpty ? self : withoutBuildingIndexes
        return PartialAnswer(
            .analytics(posts.partialAnalytics(query, in: zone)), shard: shard,
            guardHashes: self.posts.guardHashes)
    }

    private func partialAnalytics(_ query: PartialAnalytics.Query, in zone: ZoneOffsets)
        -> PartialAnalytics
    {
        let (range, filter, now) = (query.range, query.filter, query.moment.now)
        return withSelection(range, where: filter, asOf: now, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let coachCount = query.topCoaches > 0 ? posts.coaches.count + 1 : 0
                return StackScratch.withInnerCounters(coachCount) { coachCounts in
                    let tally = self.tally(
                        selection, schoolCounts: schoolCounts, coachCounts: coachCount > 0 ? coachCounts : nil
                    )
                    let recent = recentRecruitingPosts(
                        query.recentPosts, selection, recruitingCount: tally.recruiting, in: zone)
                    let previous = previousCounts(query, searched: selection.matches, in: zone)
                    return PartialAnalytics(
                        query, tally: tally,
                        schools: partialSchools(schoolCounts, previous?.schools ?? []),
                        coaches: coachCount > 0 ? coachNames.partialCounts(coachCounts) : PartialCounts(),
                        chart: partialChart(
                            selection, days: query.days, range: range, dates: filter, asOf: now, in: zone),
                        recentPosts: PartialPosts(
                            recent.map { PartialPost($0) }, isFollowed: recent.count < tally.recruiting),
                        previous: previous?.tally,
                        hours: query.heatMap ? heatMap(selection, in: zone).counts.flatMap { $0 } : nil)
                }
            }
        }
    }

    /// Returns the counts of the period before, in total and by school; nil if they are not requested.
    private func previousCounts(
        _ query: PartialAnalytics.Query, searched: SearchMatches, in zone: ZoneOffsets
    ) -> (tally: PostTally, schools: [UInt32])? {
        guard query.hasPrevious, let days = query.range.dayCount else { return nil }
        let now = query.moment.now
        let span = TimeSpan(
            since: zone.shifting(now, byDays: -2 * days).micros,
            before: zone.shifting(now, byDays: -days).micros)
        return withSelection(query.filter, searched: searched, within: span, in: zone) { selection in
            StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
                let tally = self.tally(selection, schoolCounts: schoolCounts)
                return (tally, Array(UnsafeBufferPointer(start: schoolCounts, count: posts.schools.count)))
            }
        }
    }

    /// Returns the schools with a post in the selection or in the period before.
    ///
    /// - Parameter previousCounts: a count for each school; empty if they are not requested.
    private func partialSchools(_ counts: UnsafePointer<UInt32>, _ previousCounts: [UInt32]) -> PartialSchools
    {
        var rows: [PartialSchools.Row] = []
        // SAFETY: there is a counter for each code.
        for school in schoolNames.keysInByteOrder {
            let isInPrevious = !previousCounts.isEmpty && previousCounts[school.code] > 0
            let count = Int(counts[school.code])
            if count == 0, !isInPrevious { continue }
            rows.append(PartialSchools.Row(key: school.key, count: count, isInPrevious: isInPrevious))
        }
        return PartialSchools(sorted: rows)
    }
}

extension PartialAnalytics {
    fileprivate init(
        _ query: Query, tally: PostTally, schools: PartialSchools, coaches: PartialCounts,
        chart: PartialChart, recentPosts: PartialPosts, previous: PostTally?, hours: [Int]?
    ) {
        self.query = query
        self.tally = PartialTally(tally)
        self.schools = schools
        self.coaches = coaches
        self.chart = chart
        self.recentPosts = recentPosts
        self.previous = previous.map { PartialTally($0) }
        self.hours = hours.map { PartialTotals($0) }
    }
}

extension CodeNames {
    /// Returns the ids with posts.
    ///
    /// - Parameters:
    ///   - counts: the number of posts of each code.
    ///   - isListed: whether to list a code without any of these posts as well.
    func partialCounts(
        _ counts: UnsafePointer<UInt32>, listing isListed: (_ code: Int) -> Bool = { _ in false }
    ) -> PartialCounts {
        var rows: [PartialCounts.Row] = []
        // SAFETY: there is a counter for each code.
        for id in keysInByteOrder where counts[id.code] > 0 || isListed(id.code) {
            rows.append(PartialCounts.Row(key: id.key, count: Int(counts[id.code])))
        }
        return PartialCounts(sorted: rows)
    }
}

extension ChartDays {
    /// The same days, with their number limited to those that a chart can show.
    var clamped: ChartDays {
        if case .last(let count) = self { return .last(min(max(count, 0), AnalyticsRange.maximumDays)) }
        return self
    }
}
