extension SocialPosts {
    /// Returns the Social Media Monitoring page: its cards, the number of matching posts, and one page of
    /// them.
    ///
    /// ```swift
    /// let filter: PostFilter = .platform(.twitter) && .flagged
    /// let page = social.feedPage(where: filter, asOf: now, in: zone)
    /// let next = page.nextCursor.map {
    ///     social.nextFeedPage(after: $0, where: filter, asOf: now, in: zone)
    /// }
    /// ```
    ///
    /// A cursor is a position in the order of all posts and does not include the filter, which must be passed
    /// again.
    ///
    /// - Parameters:
    ///   - filter: which posts match; all by default. Its dates are days of `zone`.
    ///   - now: the instant that relative times refer to.
    ///   - zone: the time zone of the page's days.
    ///   - pageSize: the maximum number of posts to list; less than 1 counts as 1.
    ///   - cursor: the position after which the page begins; by default the page begins with the newest post.
    /// - Complexity: O(s + k) for s schools and k rows up to the page's last, read 64 per step; if few
    ///   schools are selected, only where one of them occurs. A search adds usually O(n / 64 + m) for n rows
    ///   and m matches, O(b) for b bytes of text at worst.
    public func feedPage(
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

    /// Returns the following page of posts, for endless scrolling, without counting again.
    ///
    /// - Parameters: as for ``feedPage(where:asOf:in:pageSize:after:)``, with the filter of the previous
    ///   page.
    /// - Complexity: O(k) for k rows from the cursor to the page's last, read 64 per step; if few schools are
    ///   selected, only where one of them occurs. A search adds usually O(n / 64 + m) for n rows and m
    ///   matches, O(b) for b bytes of text at worst.
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

    /// Returns the number of posts that pass a filter.
    ///
    /// - Parameters:
    ///   - filter: which posts count. Its dates are days of `zone`.
    ///   - zone: the time zone of the page's days.
    /// - Complexity: O(s) for s schools, O(a) for a pairs of a coach and a school if coaches are chosen, plus the rows
    ///   of two blocks of counts. With a search usually O(n / 64
    ///   + m) for n rows and m matches, O(b) for b bytes of text at worst.
    public func matchCount(where filter: PostFilter = .all, in zone: ZoneOffsets) -> Int {
        // The range is all posts, so that nothing depends on "now".
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { matchCount($0) }
    }

    /// Returns the number of posts that pass a filter and come before a position in the list.
    ///
    /// - Parameters: as for ``feedPage(where:asOf:in:pageSize:after:)``.
    /// - Complexity: that of ``matchCount(where:in:)``.
    package func matchCount(
        before cursor: FeedCursor, where filter: PostFilter = .all, in zone: ZoneOffsets
    ) -> Int {
        withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            guard let delta = posts.delta else {
                var before = selection
                before.limit(to: posts.firstRow(after: cursor.timestamp, id: cursor.id))
                return matchCount(before)
            }
            var (count, id) = (0, cursor.id)
            forEachRun(of: delta, selection) { run, own in
                var before = own
                before.limit(
                    to: id.withUTF8 {
                        run.table.firstRow(after: cursor.timestamp, id: $0, records: posts.records)
                    })
                count += run.sign * run.table.matchCount(before, in: before.rows)
            }
            return count
        }
    }

    /// - Parameters:
    ///   - searches: what to highlight in the posts.
    ///   - matchCount: the number of posts in the selection, if known.
    func continuation(
        _ selection: PostSelection, highlighting searches: Set<SearchQuery>, after cursor: FeedCursor?,
        pageSize: Int, matchCount: Int?, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> FeedContinuation {
        // One extra post shows whether a page follows; the limit excludes posts that cannot exist.
        let wanted = min(max(pageSize, 1), posts.count)
        var places = firstPlaces(selection, after: cursor, limit: min(wanted + 1, matchCount ?? .max))
        let isFollowed = places.count > wanted
        if isFollowed { places.removeLast() }
        let listed = feedPosts(places, highlighting: searches, asOf: now, in: zone)
        return FeedContinuation(
            posts: listed, nextCursor: isFollowed ? listed.last.map { FeedCursor(after: $0) } : nil)
    }
}
