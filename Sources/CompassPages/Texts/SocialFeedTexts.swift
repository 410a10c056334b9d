import CompassKernel

/// The texts of Social Media Monitoring.
public struct SocialFeedTexts: Codable, Hashable, Sendable {
    // MARK: Page

    /// The page's title.
    public var title = "Social Media Monitoring"

    /// The line below the title.
    public var subtitle = "Track posts from coaches & programs"

    /// The page's short name, for its tab.
    public var tab = "Social"

    /// The banner when the posts cannot be loaded.
    public var loadFailed = "Unable to load posts. Check your connection."

    // MARK: Cards

    /// The second card.
    public var twitterPosts = "Twitter/X Posts"

    /// The third card.
    public var instagramPosts = "Instagram Posts"

    /// The fourth card.
    public var flaggedForReview = "Flagged for Review"

    // MARK: Filters

    /// The title of the filter card and of the sheet.
    public var filterTitle = "Filters"

    /// In the empty search field.
    public var searchPlaceholder = "Search posts..."

    /// The label of the filter by platform.
    public var platform = "Platform"

    /// The label of the filter by type.
    public var type = "Type"

    /// A choice of the filter by type.
    public var flaggedOnly = "Flagged Only"

    /// A choice of the filter by type.
    public var recruitingOnly = "Recruiting Only"

    /// The label of the filter by sentiment.
    public var sentiment = "Sentiment"

    /// A choice of the filter by sentiment.
    public var veryPositive = "🔥 Very Positive"

    /// A choice of the filter by sentiment.
    public var positive = "👍 Positive"

    /// A choice of the filter by sentiment.
    public var neutral = "😐 Neutral"

    /// A choice of the filter by sentiment.
    public var negative = "👎 Negative"

    /// The button of the sheet that applies what was chosen.
    public var applyFilters = "Apply Filters"

    /// The button of the filter card and of the sheet that removes all filters.
    public var clearFilters = "Clear Filters"

    // MARK: Nothing to show

    /// The icon when there are no posts.
    public var noPostsIcon = "📱"

    /// The icon when no post passes the filters.
    public var noMatchesIcon = "🔍"

    /// The heading when there are no posts.
    public var noPostsTitle = FeedState.noPosts.title ?? ""

    /// The line below that heading; its button is `syncPosts`.
    public var noPostsSubtitle = FeedState.noPosts.subtitle ?? ""

    /// The heading when no post passes the filters.
    public var noMatchesTitle = FeedState.noMatches.title ?? ""

    /// The line below that heading; its button is `clearFilters`.
    public var noMatchesSubtitle = FeedState.noMatches.subtitle ?? ""

    // MARK: Posts

    /// The button at the top of the list that shows posts which have arrived. Placeholders: `count`.
    public var newPosts = PluralText(one: "{count} new post", other: "{count} new posts")

    /// In place of the school's name for a post without a school.
    public var unknownSchool = "Unknown School"

    /// The button below a post of more than five lines.
    public var readMore = "Read more"

    /// The button below such a post when all of it is visible.
    public var readLess = "Read less"

    /// The link to the post on its platform.
    public var openPost = "Open post"

    /// The badge of a post about recruiting.
    public var recruitingBadge = "Recruiting"

    /// Read aloud for the button that opens a post's menu.
    public var more = "More"

    /// The button that flags a post for review.
    public var flag = "Flag"

    /// The button that takes a flag back.
    public var unflag = "Unflag"

    /// The button of a post without notes.
    public var addNote = "Add Note"

    /// The button of a post with notes.
    public var editNote = "Edit Note"

    /// The title of the notes' sheet.
    public var notes = "Notes"

    /// The button that deletes a post, after a question.
    public var delete = "Delete"

    /// The question before a post is deleted.
    public var deleteQuestion = "Delete this post from your feed?"

    /// The notice after a post was deleted, with a button to take it back.
    public var deleted = "Post deleted"

    /// The notice when the server does not have a post any more.
    public var notFound = "Post not found"

    // MARK: Syncing

    /// The button that fetches new posts.
    public var syncPosts = "Sync Posts"

    /// The same button while posts are fetched.
    public var syncing = "Syncing..."

    /// The notice after a sync that found no new posts.
    public var upToDate = MergeResult.message(newCount: 0)

    /// The notice after a sync that found new posts. Placeholders: `count`.
    public var synced = PluralText(one: Self.template(newCount: 1), other: Self.template(newCount: 2))

    /// The banner when posts could not be fetched. Placeholders: `reason`.
    public var syncFailed: TextTemplate = "Sync failed: {reason}"

    /// The banner when the last sync was too short a time ago.
    public var syncTooSoon = "Please wait a few minutes before syncing again."

    // MARK: Read aloud

    /// Read aloud for a post. Placeholders: `platform`, `author`, `date`, `content`, `sentiment`, `flagged`.
    public var cardAloud: TextTemplate =
        "{platform} post from {author}. {date}. {content}. {sentiment}. {flagged}."

    /// The last sentence of a post that is flagged, without its period.
    public var flagged = "Flagged"

    /// The last sentence of a post that is not flagged, without its period.
    public var notFlagged = "Not flagged"

    /// In place of an author without a name and handle.
    public var unknownAuthor = "unknown author"

    /// In place of the text of a post without one.
    public var noContent = "No text"

    /// In place of the sentiment of a post without one.
    public var noSentiment = "No sentiment"

    /// Read aloud for the button that fetches new posts.
    public var syncAloud = "Sync new posts from Twitter and Instagram"

    /// Read aloud for the button that opens the filters. Placeholders: `count`.
    public var filtersAloud = PluralText(
        one: "Filter posts. {count} filter active.",
        other: "Filter posts. {count} filters active.")

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.title, into: &title)
        try texts.read(.subtitle, into: &subtitle)
        try texts.read(.tab, into: &tab)
        try texts.read(.loadFailed, into: &loadFailed)
        try texts.read(.twitterPosts, into: &twitterPosts)
        try texts.read(.instagramPosts, into: &instagramPosts)
        try texts.read(.flaggedForReview, into: &flaggedForReview)
        try texts.read(.filterTitle, into: &filterTitle)
        try texts.read(.searchPlaceholder, into: &searchPlaceholder)
        try texts.read(.platform, into: &platform)
        try texts.read(.type, into: &type)
        try texts.read(.flaggedOnly, into: &flaggedOnly)
        try texts.read(.recruitingOnly, into: &recruitingOnly)
        try texts.read(.sentiment, into: &sentiment)
        try texts.read(.veryPositive, into: &veryPositive)
        try texts.read(.positive, into: &positive)
        try texts.read(.neutral, into: &neutral)
        try texts.read(.negative, into: &negative)
        try texts.read(.applyFilters, into: &applyFilters)
        try texts.read(.clearFilters, into: &clearFilters)
        try texts.read(.noPostsIcon, into: &noPostsIcon)
        try texts.read(.noMatchesIcon, into: &noMatchesIcon)
        try texts.read(.noPostsTitle, into: &noPostsTitle)
        try texts.read(.noPostsSubtitle, into: &noPostsSubtitle)
        try texts.read(.noMatchesTitle, into: &noMatchesTitle)
        try texts.read(.noMatchesSubtitle, into: &noMatchesSubtitle)
        try texts.read(.newPosts, into: &newPosts)
        try texts.read(.unknownSchool, into: &unknownSchool)
        try texts.read(.readMore, into: &readMore)
        try texts.read(.readLess, into: &readLess)
        try texts.read(.openPost, into: &openPost)
        try texts.read(.recruitingBadge, into: &recruitingBadge)
        try texts.read(.more, into: &more)
        try texts.read(.flag, into: &flag)
        try texts.read(.unflag, into: &unflag)
        try texts.read(.addNote, into: &addNote)
        try texts.read(.editNote, into: &editNote)
        try texts.read(.notes, into: &notes)
        try texts.read(.delete, into: &delete)
        try texts.read(.deleteQuestion, into: &deleteQuestion)
        try texts.read(.deleted, into: &deleted)
        try texts.read(.notFound, into: &notFound)
        try texts.read(.syncPosts, into: &syncPosts)
        try texts.read(.syncing, into: &syncing)
        try texts.read(.upToDate, into: &upToDate)
        try texts.read(.synced, into: &synced)
        try texts.read(.syncFailed, into: &syncFailed)
        try texts.read(.syncTooSoon, into: &syncTooSoon)
        try texts.read(.cardAloud, into: &cardAloud)
        try texts.read(.flagged, into: &flagged)
        try texts.read(.notFlagged, into: &notFlagged)
        try texts.read(.unknownAuthor, into: &unknownAuthor)
        try texts.read(.noContent, into: &noContent)
        try texts.read(.noSentiment, into: &noSentiment)
        try texts.read(.syncAloud, into: &syncAloud)
        try texts.read(.filtersAloud, into: &filtersAloud)
    }
}

extension SocialFeedTexts {
    /// Returns the kernel's message, with a placeholder in the place of the number.
    private static func template(newCount: Int) -> TextTemplate {
        TextTemplate(MergeResult.message(newCount: newCount).replacing("\(newCount)", with: "{count}"))
    }

    /// Returns the notice after a sync.
    public func synced(newCount count: Int) -> String { count == 0 ? upToDate : synced.text(count: count) }

    /// Returns a choice of the filter by sentiment, with its emoji.
    public func filterLabel(of sentiment: Sentiment) -> String {
        switch sentiment {
        case .veryPositive: veryPositive
        case .positive: positive
        case .neutral: neutral
        case .negative: negative
        }
    }

    /// Returns what is read aloud for a post; a text that is nil or empty has a stand-in.
    ///
    /// - Parameters:
    ///   - platform: the name of the platform.
    ///   - author: the author's name or handle.
    ///   - date: the relative date.
    ///   - content: the text, or its beginning.
    ///   - sentiment: the label of the sentiment.
    ///   - isFlagged: whether the post is flagged for review.
    public func cardAloud(
        platform: String, author: String?, date: String, content: String?, sentiment: String?,
        isFlagged: Bool
    ) -> String {
        func orElse(_ text: String?, _ substitute: String) -> String {
            if let text, !text.isEmpty { text } else { substitute }
        }
        return cardAloud.text([
            "platform": platform, "author": orElse(author, unknownAuthor), "date": date,
            "content": orElse(content, noContent), "sentiment": orElse(sentiment, noSentiment),
            "flagged": isFlagged ? flagged : notFlagged,
        ])
    }
}
