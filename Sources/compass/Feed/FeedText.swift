import CompassKernel

/// The Social Media Monitoring page for a terminal of 80 columns.
struct FeedText {
    /// Lines of a post's text that are shown before it is cut.
    static let contentLineLimit = 5

    let page: FeedPage
    /// Counts for the charts; nil where they were not asked for.
    let linked: LinkedCounts?
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters but for the dates in words; empty when there are none.
    let filters: String
    /// The days that were chosen, in words; nil for all.
    let dates: String?
    /// Why these days hold no posts; nil where they do.
    let hint: String?
    /// Whether to show the ids of posts.
    let showsIds: Bool
    /// Whether the page begins after a cursor.
    let isContinued: Bool

    /// The whole page.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        addTitle(to: &text)
        addStatistics(to: &text)
        if let linked { LinkedText(counts: linked, isFiltered: isFiltered).add(to: &text) }
        addPosts(to: &text)
        addNextPage(to: &text)
        return text.text
    }

    private var isFiltered: Bool { !filters.isEmpty || dates != nil }

    private func addTitle(to text: inout TextPage) {
        let style = text.style
        let title = ["Social Media Monitoring", dates].compactMap { $0 }
        text.line(title.map(style.bold).joined(separator: style.separator))
        text.line("Track posts from coaches & programs")
        text.facts(["asked at \(zone.clockText(at: now))", zone.identifier])
        text.filters(filters)
        text.hint(hint)
    }

    private func addStatistics(to text: inout TextPage) {
        let statistics = page.statistics
        text.cards([
            .init("Total Posts", DisplayText.grouped(statistics.totalPosts)),
            .init("Twitter/X Posts", DisplayText.grouped(statistics.twitterPosts), color: .cyan),
            .init("Instagram Posts", DisplayText.grouped(statistics.instagramPosts), color: .magenta),
            .init("Flagged", statistics.flaggedBadge, color: .yellow),
        ])
    }

    private func addPosts(to text: inout TextPage) {
        let found =
            page.matchCount == 1 ? "1 post matches" : "\(DisplayText.grouped(page.matchCount)) posts match"
        text.section("Posts", remark: isFiltered ? found : "")
        switch page.state {
        case .posts:
            for (index, post) in page.posts.enumerated() {
                if index > 0 { text.line() }
                FeedPostText(post: post).add(to: &text)
                if showsIds {
                    text.ids([("id", post.id), ("school", post.schoolId), ("coach", post.coachId)])
                }
            }
        case .endOfList: text.empty("No more posts")
        case .noPosts, .noMatches:
            text.line("  " + text.style.bold(page.state.title ?? ""))
            text.empty(page.state.subtitle ?? "")
        }
    }

    private func addNextPage(to text: inout TextPage) {
        guard page.state == .posts else { return }
        text.line()
        guard let cursor = page.nextCursor else {
            return text.line(text.style.dim("End of the list"))
        }
        let shown = DisplayText.counted(page.posts.count, "post", "posts")
        let place = isContinued ? "\(shown) of" : "The newest \(shown) of"
        text.line(
            text.style.dim("\(place) \(DisplayText.grouped(page.matchCount)); the next page is the same with")
        )
        text.line("  --after \(cursor)")
    }
}

/// One post's card.
private struct FeedPostText {
    let post: FeedPost

    func add(to text: inout TextPage) {
        addHeader(to: &text)
        let width = TerminalStyle.width - 3
        let content = marked(post.postContent, post.highlights?.postContent, text.style)
        for line in content.lines(width: width, lineLimit: FeedText.contentLineLimit) {
            text.line("  " + line)
        }
        addBadges(to: &text)
        if let notes = post.notes, !notes.isEmpty {
            let lines = DisplayText.lines(
                "Notes: " + text.harmless(notes), width: width, lineLimit: 3, text.style)
            for line in lines { text.line("  " + text.style.dim(line)) }
        }
    }

    /// The platform, who wrote it, and at the right edge how long ago.
    private func addHeader(to text: inout TextPage) {
        let style = text.style
        let tagWidth = 11
        let room = TerminalStyle.width - 1 - tagWidth
        let date = text.harmless(post.relativeDate)
        let authorRoom = room - DisplayText.width(date) - 2
        let name = marked(post.authorName, post.highlights?.authorName, style)
        let handle = marked(post.authorHandle, post.highlights?.authorHandle, style)
        let gap = handle.plain.isEmpty || name.plain.isEmpty ? 0 : 2
        let wholeNameWidth = DisplayText.width(name.plain)
        // However long the handle is, so much of the name is shown.
        let keptNameWidth = min(wholeNameWidth, 20)
        let handleWidth = min(DisplayText.width(handle.plain), max(0, authorRoom - keptNameWidth - gap))
        let nameWidth = min(wholeNameWidth, max(0, authorRoom - handleWidth - gap))
        let author =
            name.cut(to: nameWidth) { style.bold($0) } + String(repeating: " ", count: gap)
            + handle.cut(to: handleWidth) { $0 }
        let authorWidth = nameWidth + gap + handleWidth
        let isTwitter = post.platform == .twitter
        let tag = text.padded(isTwitter ? "Twitter" : "Instagram", to: tagWidth)
        text.line(
            style.colored(tag, isTwitter ? .cyan : .magenta) + author
                + style.dim(DisplayText.rightAligned(date, to: room - authorWidth)))
    }

    /// The school, and what is known about the post.
    private func addBadges(to text: inout TextPage) {
        let style = text.style
        var badges: [String] = []
        if let sentiment = post.sentiment { badges.append(style.colored(sentiment.label, sentiment.color)) }
        if post.isRecruitingRelated { badges.append(style.colored("Recruiting", .green)) }
        if post.flaggedForReview { badges.append(style.colored("Flagged", .yellow)) }
        if let name = post.schoolName {
            badges.insert(DisplayText.cut(text.harmless(name), to: 36, style), at: 0)
        }
        if !badges.isEmpty { text.line("  " + badges.joined(separator: style.separator)) }
    }

    /// A field with what the search found in it; without colours nothing could show that.
    private func marked(
        _ field: String?, _ highlights: TextHighlights?, _ style: TerminalStyle
    ) -> MarkedText {
        MarkedText(field ?? "", marking: style.hasColors ? highlights?.utf8Ranges ?? [] : [], style)
    }
}
