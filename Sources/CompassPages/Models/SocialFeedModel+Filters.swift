import CompassKernel

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SocialFeedModel {
    /// The filters. A change acts at once, but for letters of a search, which wait 150 ms for the next one.
    ///
    /// - Complexity: that of `SocialPosts.feedPage`; searches run in the background.
    public var filters: FeedFilters {
        get { currentFilters }
        set {
            guard newValue != currentFilters else { return }
            let isTyping = newValue.search != currentFilters.search && !newValue.search.isEmpty
            currentFilters = newValue
            if isTyping { applyFiltersAfterTyping() } else { applyFilters() }
        }
    }

    /// Searches at once, as the return key asks for.
    public func submitSearch() { if listedFilters != currentFilters { applyFilters() } }

    /// Shows all posts.
    public func clearFilters() {
        set(\.filterDraft, to: nil)
        filters = FeedFilters()
    }

    /// Opens the filter sheet with the present filters.
    public func openFilterSheet() { set(\.filterDraft, to: currentFilters) }

    /// Applies the choices of the filter sheet and closes it.
    public func applyFilterDraft() {
        guard let draft = filterDraft else { return }
        set(\.filterDraft, to: nil)
        filters = draft
        submitSearch()
    }

    /// Closes the filter sheet; its choices are forgotten.
    public func cancelFilterDraft() { set(\.filterDraft, to: nil) }

    /// Whether the posts of each choice of each filter are counted, under all other filters.
    ///
    /// They are counted in the background, after each change.
    public var showsCounts: Bool {
        get { countsChoices }
        set {
            guard newValue != countsChoices else { return }
            countsChoices = newValue
            updateList()
        }
    }

    /// The number of matching posts as a text, such as "12 posts".
    public var countText: String { texts.common.postCount.text(count: matchCount) }

    /// The text of the button above the list; nil if no post waits.
    public var newPostsText: String? {
        newPostCount == 0 ? nil : texts.socialFeed.newPosts.text(count: newPostCount)
    }

    /// The filter button as a sentence.
    public var filtersAloud: String { texts.socialFeed.filtersAloud.text(count: currentFilters.activeCount) }

    /// What is shown in place of an empty list; nil if posts are shown.
    public var empty: EmptyState? {
        let texts = texts.socialFeed
        return switch state {
        case .posts, .endOfList: nil
        case .noPosts:
            EmptyState(
                icon: texts.noPostsIcon, title: texts.noPostsTitle, subtitle: texts.noPostsSubtitle,
                actions: [texts.syncPosts])
        case .noMatches:
            EmptyState(
                icon: texts.noMatchesIcon, title: texts.noMatchesTitle, subtitle: texts.noMatchesSubtitle,
                actions: [texts.clearFilters])
        }
    }

    /// Goes to Social Analytics.
    public func openAnalytics() { store.destination = .socialAnalytics }

    private func applyFiltersAfterTyping() {
        let environment = store.environment
        searchDelay.schedule(after: environment.timings.searchDelay, in: environment) { [weak self] in
            self?.applyFilters()
        }
    }

    private func applyFilters() {
        searchDelay.cancel()
        listedFilters = currentFilters
        beginList()
    }
}
