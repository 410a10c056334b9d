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

    /// Returns a post as sentences.
    public func aloud(_ post: FeedPost) -> String {
        texts.socialFeed.cardAloud(
            platform: texts.common.name(of: post.platform), author: post.authorName ?? post.authorHandle,
            date: post.relativeDate, content: post.postContent,
            sentiment: post.sentiment.map(texts.common.label(of:)), isFlagged: post.flaggedForReview)
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

    /// Whether the list is being made in the background.
    var isListBeingMade: Bool { background != nil }

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
        if query.isShort { return show(query.answer()) }
        let number = number
        let shown = FeedQuery.Shown(posts: posts, counts: counts)
        // Lists are made, compared and freed there.
        background = Task { @concurrent [weak self] in
            if Task.isCancelled { return }
            let answer = query.answer()
            await self?.show(answer, FeedQuery.Sameness(answer, shown), number)
            withExtendedLifetime(shown) {}
        }
    }

    private func show(_ answer: FeedQuery.Answer, _ sameness: FeedQuery.Sameness, _ number: Int) {
        guard number == self.number else { return }
        background = nil
        show(answer, sameness)
    }

    private func show(_ answer: FeedQuery.Answer) {
        show(answer, FeedQuery.Sameness(answer, FeedQuery.Shown(posts: posts, counts: counts)))
    }

    private func show(_ answer: FeedQuery.Answer, _ sameness: FeedQuery.Sameness) {
        let page = answer.page
        if !sameness.posts {
            // A setter would compare the lists once more.
            var posts = page.posts
            swap(&self.posts, &posts)
        }
        set(\.matchCount, to: page.matchCount)
        set(\.statistics, to: page.statistics)
        set(\.state, to: page.state)
        set(\.hasMore, to: page.nextCursor != nil)
        set(\.newPostCount, to: answer.newPostCount)
        if !sameness.counts {
            var counts = answer.counts
            swap(&self.counts, &counts)
        }
        nextCursor = page.nextCursor
    }

    func showPosts() {
        showSchools()
        updateList()
    }

    /// Lists the schools: at first at once, later in the background.
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
