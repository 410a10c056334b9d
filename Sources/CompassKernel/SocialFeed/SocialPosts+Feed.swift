extension SocialPosts {
    /// The Social Media Monitoring page: its cards, how many posts match, and one page of them.
    ///
    /// ```swift
    /// let filter: PostFilter = .platform(.twitter) && .flagged
    /// let page = social.feed(where: filter, asOf: now, in: zone)
    /// let next = page.nextCursor.map {
    ///     social.nextFeedPage(after: $0, where: filter, asOf: now, in: zone)
    /// }
    /// ```
    ///
    /// A cursor is a place in the order of all posts and does not carry the filter: it is given again.
    ///
    /// - Parameters:
    ///   - filter: which posts match; all by default. Its dates are days of `zone`.
    ///   - now: the instant that relative times refer to.
    ///   - zone: the time zone of the page's days.
    ///   - pageSize: how many posts to list at most; less than 1 counts as 1.
    ///   - cursor: the place behind which the page begins; with the newest post by default.
    /// - Complexity: O(s + k) for s schools and k rows up to the page's last, which are read 64 a step; with
    ///   few schools chosen, only where one of them occurs. With a search also looking the text up: usually
    ///   O(n / 64 + m) for n rows and m that match, O(b) for b bytes of text at worst.
    public func feed(
        where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        pageSize: Int = FeedPage.defaultPageSize, after cursor: FeedCursor? = nil
    ) -> FeedPage {
        withSelection(.all, where: filter, asOf: now, in: zone) { selection in
            let matchCount = self.matchCount(selection)
            let continuation = self.continuation(
                selection, highlighting: filter.searches, after: cursor, pageSize: pageSize,
                matchCount: matchCount, asOf: now, in: zone)
            return FeedPage(
                statistics: feedStatistics, matchCount: matchCount, nextCursor: continuation.nextCursor,
                posts: continuation.posts)
        }
    }

    /// The posts that follow on a page, for endless scrolling: nothing is counted anew.
    ///
    /// - Parameters: as for ``feed(where:asOf:in:pageSize:after:)``, with the filter of the page before.
    /// - Complexity: O(k) for k rows from the cursor to the page's last, which are read 64 a step; with few
    ///   schools chosen, only where one of them occurs. With a search also looking the text up: usually
    ///   O(n / 64 + m) for n rows and m that match, O(b) for b bytes of text at worst.
    public func nextFeedPage(
        after cursor: FeedCursor, where filter: PostFilter = .all, asOf now: Timestamp, in zone: ZoneOffsets,
        pageSize: Int = FeedPage.defaultPageSize
    ) -> FeedContinuation {
        withSelection(.all, where: filter, asOf: now, in: zone) { selection in
            continuation(
                selection, highlighting: filter.searches, after: cursor, pageSize: pageSize, matchCount: nil,
                asOf: now, in: zone)
        }
    }

    /// How many posts pass a filter.
    ///
    /// - Parameters:
    ///   - filter: which posts count. Its dates are days of `zone`.
    ///   - zone: the time zone of the page's days.
    /// - Complexity: O(s) for s schools, plus the rows of one block of counts. With a search: usually
    ///   O(n / 64 + m) for n rows and m that match, O(b) for b bytes of text at worst.
    public func feedMatchCount(where filter: PostFilter = .all, in zone: ZoneOffsets) -> Int {
        // All posts are asked for, so no range depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { matchCount($0) }
    }

    private func matchCount(_ selection: PostSelection) -> Int {
        // No block of counts knows a search, and schools need not be counted.
        if selection.searched != nil { return posts.matchCount(selection, in: selection.rows) }
        return StackScratch.withCounters(posts.schools.count + 1) { schoolCounts in
            posts.tally(selection, schoolCounts: schoolCounts).total
        }
    }

    /// - Parameters:
    ///   - searches: what to highlight in the posts.
    ///   - matchCount: the posts of the selection, where they have been counted.
    func continuation(
        _ selection: PostSelection, highlighting searches: Set<SearchQuery>, after cursor: FeedCursor?,
        pageSize: Int, matchCount: Int?, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> FeedContinuation {
        let start = cursor.map { posts.firstRow(behind: $0) } ?? 0
        // One row more says whether a page follows; none is looked for that cannot exist.
        let wanted = min(max(pageSize, 1), posts.rowCount)
        var rows = posts.firstRows(selection, from: start, limit: min(wanted + 1, matchCount ?? .max))
        let isFollowed = rows.count > wanted
        if isFollowed { rows.removeLast() }
        let listed = feedPosts(rows, highlighting: searches, asOf: now, in: zone)
        return FeedContinuation(
            posts: listed, nextCursor: isFollowed ? listed.last.map { FeedCursor(after: $0) } : nil)
    }
}
