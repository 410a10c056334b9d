/// The counts of a page of the feed, and its posts.
struct PartialFeed: PartialContents {
    struct Query: PartialQuery {
        let moment: PartialMoment
        let filter: PostFilter
        /// At least 1.
        let pageSize: Int
        let cursor: FeedCursor?
    }

    let query: Query
    /// All posts, those on Instagram, those that are flagged, and those that pass the filter.
    private(set) var counts = PartialTotals(count: Self.countOfCounts)
    private(set) var posts = PartialPosts()

    private static let countOfCounts = 4

    init(of query: Query) { self.query = query }

    mutating func merge(_ other: PartialFeed) throws(PartialAnswerError) {
        try counts.merge(other.counts)
        posts.merge(other.posts, limit: query.pageSize)
    }

    func write(to writer: inout PartialWriter) {
        counts.write(to: &writer)
        posts.write(to: &writer)
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.init(of: query)
        counts = try PartialTotals(count: Self.countOfCounts, from: &reader)
        guard counts.counts[1...].allSatisfy({ $0 <= counts[0] }) else {
            throw reader.damaged("more posts of a kind than posts")
        }
        posts = try PartialPosts(limit: query.pageSize, from: &reader)
    }
}

extension PartialFeed.Query {
    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = moment.difference(from: other.moment) { return difference }
        if filter != other.filter { return .filter }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        moment.write(to: &writer)
        writer.filter(filter)
        writer.count(pageSize)
        writer.optional(cursor) { writer, cursor in
            writer.signed(cursor.timestamp.micros)
            writer.string(cursor.id)
        }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        moment = try PartialMoment(from: &reader)
        filter = try reader.filter()
        pageSize = try reader.limit()
        guard pageSize > 0 else { throw reader.damaged("a page without posts") }
        cursor = try reader.optional { (reader) throws(PartialAnswerError) in
            FeedCursor(timestamp: Timestamp(micros: try reader.signed()), id: try reader.string())
        }
    }
}

extension SocialPosts {
    /// Returns the counts and the posts of a page of the feed of these posts, which are one of several
    /// shards.
    ///
    /// A search reads the texts once and builds no index.
    ///
    /// - Parameters: as for
    ///   ``feedPage(where:asOf:in:pageSize:after:)``,
    ///   the same for all shards, and `shard`, the number of the shard, different for each.
    /// - Complexity: that of the page. The ids of all posts are read once for each table.
    public func partialFeed(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        pageSize: Int = FeedPage.defaultPageSize, after cursor: FeedCursor? = nil, shard: UInt32
    ) -> PartialAnswer {
        let query = PartialFeed.Query(
            moment: PartialMoment(asOf: now, in: zone), filter: filter, pageSize: max(pageSize, 1),
            cursor: cursor)
        let social = filter.searches.isEmpty ? self : withoutBuildingIndexes
        let page = social.withSelection(.all, where: filter, asOf: now, in: zone) { selection in
            let matchCount = social.matchCount(selection)
            // Matches are highlighted in the posts that remain after all answers are merged.
            let posts = social.continuation(
                selection, highlighting: [], after: cursor, pageSize: pageSize, matchCount: matchCount,
                asOf: now, in: zone)
            return PartialFeed(query, feedStatistics, matchCount: matchCount, posts)
        }
        return PartialAnswer(.feed(page), shard: shard, guardHashes: posts.guardHashes)
    }
}

extension PartialFeed {
    fileprivate init(
        _ query: Query, _ statistics: FeedStatistics, matchCount: Int, _ page: FeedContinuation
    ) {
        self.query = query
        counts = PartialTotals([
            statistics.totalPosts, statistics.instagramPosts, statistics.flaggedPosts, matchCount,
        ])
        posts = PartialPosts(page.posts.map { PartialPost($0) }, isFollowed: page.nextCursor != nil)
    }

    fileprivate func page(_ directory: SchoolDirectory, _ coachTable: CoachTable) -> FeedPage {
        var listed = posts.posts.map {
            $0.feedPost(asOf: query.moment.now, highlighting: query.filter.searches)
        }
        let schools = directory.names(of: listed.map { $0.schoolID ?? "" })
        let coaches = coachTable.fullNames(of: listed.map { $0.coachID ?? "" })
        for index in listed.indices {
            if listed[index].schoolID != nil {
                listed[index].schoolName = schools[index] ?? SchoolDirectory.unknownName
            }
            if listed[index].coachID != nil { listed[index].coachName = coaches[index] }
        }
        return FeedPage(
            statistics: FeedStatistics(
                totalPosts: counts[0], twitterPosts: counts[0] - counts[1], instagramPosts: counts[1],
                flaggedPosts: counts[2]),
            matchCount: counts[3],
            nextCursor: posts.isFollowed ? listed.last.map { FeedCursor(after: $0) } : nil, posts: listed)
    }
}

extension PartialAnswer {
    /// Returns the page of the feed of the rows of all shards.
    ///
    /// - Parameters:
    ///   - schools: the names of schools.
    ///   - coaches: the names of coaches.
    /// - Throws: ``PartialAnswerError`` if this is a part of another page.
    /// - Complexity: O(k + d) for k posts and d schools and coaches.
    public func feedPage(
        schools: SchoolDirectory, coaches: CoachTable = .empty
    ) throws(PartialAnswerError) -> FeedPage {
        guard case .feed(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        return contents.page(schools, coaches)
    }
}
