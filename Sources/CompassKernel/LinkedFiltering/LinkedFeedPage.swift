/// A page of the feed and the counts of its charts, for the same time and filter.
public struct LinkedFeedPage: Hashable, KeyedValue {
    /// The posts that pass all filters.
    public var page: FeedPage
    /// The counts of each chart, under the filters of all others.
    public var counts: LinkedCounts

    /// Creates a page with counts, for previews and tests.
    public init(page: FeedPage, counts: LinkedCounts) {
        self.page = page
        self.counts = counts
    }

    /// Writes the members of the page, and the counts as `linked`.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        FeedPage.writeMembers(of: value?.page, to: &writer)
        writer.member("linked", value?.counts)
    }

    /// The sum of both estimates.
    public var estimatedJSONByteCount: Int { page.estimatedJSONByteCount + counts.estimatedJSONByteCount }
}

extension LinkedFeedPage: Decodable {
    private enum CodingKeys: String, CodingKey { case linked }

    /// Reads the form that ``KeyedValue/encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract and a damaged cursor.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            page: try FeedPage(from: decoder),
            counts: try container.decode(LinkedCounts.self, forKey: .linked))
    }
}

extension SocialPosts {
    /// Returns the page of posts that pass a filter, and the counts of every chart under the filters of all
    /// others.
    ///
    /// The filter's searches are evaluated once for both.
    ///
    /// - Parameters: as for ``linkedCounts(where:asOf:in:days:)`` and
    ///   ``feedPage(where:asOf:in:pageSize:after:)``.
    /// - Complexity: that of ``linkedCounts(where:asOf:in:days:)`` and
    ///   ``nextFeedPage(after:where:asOf:in:pageSize:)`` together.
    public func linkedFeedPage(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        pageSize: Int = FeedPage.defaultPageSize, after cursor: FeedCursor? = nil,
        days: ChartDays = .last(30)
    ) -> LinkedFeedPage {
        withSearchedRows(of: filter) { searched in
            let counts = linkedCounts(where: filter, searched: searched, asOf: now, in: zone, days: days)
            let listed = withSelection(filter, searched: searched, within: TimeSpan(), in: zone) {
                continuation(
                    $0, highlighting: filter.searches, after: cursor, pageSize: pageSize,
                    matchCount: counts.matchCount, asOf: now, in: zone)
            }
            let page = FeedPage(
                statistics: feedStatistics, matchCount: counts.matchCount, nextCursor: listed.nextCursor,
                posts: listed.posts)
            return LinkedFeedPage(page: page, counts: counts)
        }
    }
}
