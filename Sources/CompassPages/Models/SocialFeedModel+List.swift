import CompassKernel

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SocialFeedModel {
    /// Whether the beginning of the list is shown. There, posts that arrive are shown at once; elsewhere they wait
    /// above the list.
    public var isAtTop: Bool {
        get { isShownFromTop }
        set {
            guard newValue != isShownFromTop else { return }
            isShownFromTop = newValue
            if newValue {
                showNewPosts()
            } else {
                start = posts.first.map { .before($0) }
            }
        }
    }

    /// Shows the posts that wait above the list.
    public func showNewPosts() {
        isShownFromTop = true
        guard start != nil else { return }
        start = nil
        updateList()
    }

    /// Notes that a post of the list has come into view: the next ones are requested ten posts before the end.
    ///
    /// - Parameter index: the post's index among ``posts``.
    public func postAppeared(at index: Int) {
        if index >= posts.count - Self.lookahead { showMore() }
    }

    /// Lists the next 50 posts; does nothing while the ones before are on their way.
    ///
    /// - Complexity: that of `SocialPosts.nextFeedPage`, in the background for a
    ///   search.
    public func showMore() {
        guard let cursor = nextCursor, let query = query() else { return }
        // One page at a time: the cursor is back when it has come.
        nextCursor = nil
        count = posts.count + FeedPage.defaultPageSize
        // The list is being made anew: with these posts at once, or the change that it is made for would be lost.
        if background != nil { return updateList() }
        if !query.isSearch {
            return append(query.continuation(after: cursor, count: FeedPage.defaultPageSize))
        }
        number += 1
        let number = number
        background = Task { [weak self] in
            let more = await query.continuationInBackground(after: cursor, count: FeedPage.defaultPageSize)
            guard let self, number == self.number else { return }
            background = nil
            append(more)
        }
    }

    /// Shows a post whole, or only its beginning again.
    ///
    /// - Parameter id: the post's id.
    public func toggleExpansion(ofPost id: String) {
        if expandedPostIDs.remove(id) == nil { expandedPostIDs.insert(id) }
    }

    /// Returns the name of a post's school.
    public func schoolName(of post: FeedPost) -> String { post.schoolName ?? texts.socialFeed.unknownSchool }

    /// Returns a post as sentences; of a long text that is not shown whole, only the beginning.
    public func aloud(_ post: FeedPost) -> String {
        texts.socialFeed.cardAloud(
            platform: texts.common.name(of: post.platform), author: post.authorName ?? post.authorHandle,
            date: post.relativeDate, content: preview(of: post),
            sentiment: post.sentiment.map(texts.common.label(of:)), isFlagged: post.flaggedForReview)
    }

    private func preview(of post: FeedPost) -> String? {
        guard let text = post.postContent, !expandedPostIDs.contains(post.id) else { return post.postContent }
        let beginning = text.prefix(Self.previewLength)
        if beginning.endIndex == text.endIndex { return text }
        // Whole words, if there are any.
        let end = beginning.lastIndex(where: \.isWhitespace) ?? beginning.endIndex
        return text[..<end] + "…"
    }

    private func append(_ more: FeedContinuation) {
        if !more.posts.isEmpty { posts += more.posts }
        nextCursor = more.nextCursor
        set(\.hasMore, to: more.nextCursor != nil)
    }

    // Updating

    private func query() -> FeedQuery? {
        guard let posts = store.posts.shown, loading.isVisible else { return nil }
        let environment = store.environment
        return FeedQuery(
            posts: posts, filter: listedFilters.postFilter,
            isSearch: !SearchQuery(listedFilters.search).matchesAll, start: start, count: count,
            countsChoices: countsChoices, now: environment.now(), zone: environment.zone)
    }

    /// Lists the posts from the beginning, after a change of the filters.
    func beginList() {
        start = nil
        isShownFromTop = true
        count = FeedPage.defaultPageSize
        updateList()
    }

    /// Lists the posts as they are now.
    func updateList() {
        guard let query = query() else { return }
        number += 1
        background?.cancel()
        background = nil
        if query.isShort { return show(query.result()) }
        // Before the task has the list: of a list that another one has, the first change copies all posts.
        showPendingFlag()
        let number = number
        let shown = FeedQuery.Shown(posts: posts, counts: counts)
        // Lists are made, compared and freed there.
        background = Task { @concurrent [weak self] in
            if Task.isCancelled { return }
            let result = query.result()
            await self?.show(result, FeedQuery.Sameness(result, shown), number)
            // After the hop back, so that neither list is freed on the main actor.
            withExtendedLifetime((shown, result)) {}
        }
    }

    private func show(_ result: FeedQuery.Result, _ sameness: FeedQuery.Sameness, _ number: Int) {
        guard number == self.number else { return }
        background = nil
        show(result, sameness)
    }

    private func show(_ result: FeedQuery.Result) {
        let shown = FeedQuery.Shown(posts: posts, counts: counts)
        show(result, FeedQuery.Sameness(result, shown))
        // The list before may have been a long one.
        if shown.posts.count > FeedQuery.immediateCount { releaseInBackground(shown) }
    }

    private func show(_ result: FeedQuery.Result, _ sameness: FeedQuery.Sameness) {
        let page = result.page
        if !sameness.posts {
            // A setter would compare the lists once more.
            var posts = page.posts
            swap(&self.posts, &posts)
        }
        set(\.matchCount, to: page.matchCount)
        set(\.statistics, to: page.statistics)
        set(\.state, to: page.state)
        set(\.hasMore, to: page.nextCursor != nil)
        set(\.newPostCount, to: result.newPostCount)
        if !sameness.counts {
            var counts = result.counts
            swap(&self.counts, &counts)
        }
        nextCursor = page.nextCursor
    }

    /// Shows the flag that the user has just set or removed, though the list is made anew in the background.
    private func showPendingFlag() {
        guard let (id, isFlagged) = pendingFlag, let post = store.posts.shown?.posts.post(id: id),
            post.flaggedForReview == isFlagged, let index = index(of: post),
            posts[index].flaggedForReview != isFlagged
        else { return }
        posts[index].flaggedForReview = isFlagged
    }

    /// Returns the place of a post in the list, which is newest first; nil if it is not listed.
    ///
    /// - Complexity: O(log k + e) for k listed posts, e of them of the same instant.
    private func index(of post: Post) -> Int? {
        var (first, end) = (0, posts.count)
        while first < end {
            let middle = (first + end) / 2
            if posts[middle].postDate.timestamp > post.postDate { first = middle + 1 } else { end = middle }
        }
        return posts[first...].prefix(while: { $0.postDate.timestamp == post.postDate })
            .firstIndex { $0.id == post.id }
    }

    func showPosts() {
        showSchools()
        updateList()
    }

    /// Lists the schools: at first at once, as their order is known, later in the background.
    private func showSchools() {
        guard let posts = store.posts.shown else { return }
        schoolsNumber += 1
        naming?.cancel()
        let known = schools
        if known.isEmpty { return set(\.schools, to: posts.schoolsInNameOrder()) }
        let number = schoolsNumber
        naming = Task { @concurrent [weak self] in
            if Task.isCancelled { return }
            let schools = posts.schoolsInNameOrder()
            if schools != known { await self?.show(schools, number) }
        }
    }

    private func show(_ schools: [NamedPostCount], _ number: Int) {
        guard number == schoolsNumber else { return }
        var schools = schools
        swap(&self.schools, &schools)
    }

    func told(_ event: StorePosts.Event) {
        switch event {
        case .changed: showPosts()
        case .outcome(let outcome): show(outcome)
        }
    }
}

extension FeedCursor {
    /// The position before a post, and before other posts of the same instant.
    fileprivate static func before(_ post: FeedPost) -> FeedCursor {
        FeedCursor(
            timestamp: Timestamp(micros: post.postDate.timestamp.micros &+ 1),
            id: "\u{10FFFF}\u{10FFFF}\u{10FFFF}")
    }
}
