import CompassKernel
import CompassProgram

/// The Social Media Monitoring page for a terminal.
struct FeedText {
    let page: FeedPage
    /// The counts for the charts; nil when they were not requested.
    let linked: LinkedCounts?
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters in words, without the dates; empty when there are none.
    let filters: String
    /// The chosen days, in words; nil for all.
    let dates: String?
    /// Why these days contain no posts; nil when they do.
    let hint: String?
    /// Whether to show the ids of posts.
    let showsIDs: Bool
    /// Whether the page begins after a cursor.
    let isContinued: Bool

    /// Returns the whole page.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        addTitle(to: &text)
        addStatistics(to: &text)
        if let linked {
            LinkedText(counts: linked, now: now, zone: zone, isFiltered: isFiltered).add(to: &text)
        }
        addPosts(to: &text)
        addNextPage(to: &text)
        return text.text
    }

    private var isFiltered: Bool { !filters.isEmpty || dates != nil }

    private func addTitle(to text: inout TextPage) {
        text.title("Social Media Monitoring", dates)
        text.note("Track posts from coaches & programs", indent: 0) { $0 }
        text.facts(["as of \(zone.clockText(at: now))", zone.identifier])
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
                let date = zone.relativeText(of: post.postDate.timestamp, asOf: now)
                FeedPostText(post: post, date: date).add(to: &text)
                if showsIDs {
                    text.ids([("id", post.id), ("school", post.schoolID), ("coach", post.coachID)])
                }
            }
        case .endOfList: text.empty("No more posts")
        case .noPosts, .noMatches:
            text.note(page.state.title ?? "", text.style.bold)
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
        text.note(
            "\(place) \(DisplayText.grouped(page.matchCount)); the next page is the same with", indent: 0)
        // The cursor must be copied whole, so it is the only text that may be wider than the page.
        text.line("  --after \(cursor)")
    }
}

/// One post's card.
private struct FeedPostText {
    let post: FeedPost
    /// The publication date, in words.
    let date: String

    func add(to text: inout TextPage) {
        addHeader(to: &text)
        let width = text.width - 3
        // The number of lines of its text before it is cut.
        let lineLimit = text.isNarrow ? 8 : 5
        let content = marked(post.postContent, post.highlights?.postContent, text.style)
        for line in content.lines(width: width, lineLimit: lineLimit) {
            text.line("  " + line)
        }
        addBadges(to: &text)
        if let notes = post.notes, !notes.isEmpty {
            let lines = DisplayText.lines(
                "Notes: " + text.harmless(notes), width: width, lineLimit: 3, text.style)
            for line in lines { text.line("  " + text.style.dim(line)) }
        }
    }

    /// Writes the platform, the author, and at the right edge how long ago.
    private func addHeader(to text: inout TextPage) {
        let style = text.style
        let tagWidth = 11
        let room = text.width - 1 - tagWidth
        let isTwitter = post.platform == .twitter
        let tag = style.colored(
            text.padded(isTwitter ? "Twitter" : "Instagram", to: tagWidth), isTwitter ? .cyan : .magenta)
        if text.isNarrow {
            text.line(tag + style.dim(DisplayText.rightAligned(date, to: room)))
            let (author, _) = author(in: text.width - 3, style)
            if !author.isEmpty { text.line("  " + author) }
        } else {
            let (author, authorWidth) = author(in: room - DisplayText.width(date) - 2, style)
            text.line(tag + author + style.dim(DisplayText.rightAligned(date, to: room - authorWidth)))
        }
    }

    /// Returns the author's name and handle, and the columns that they take.
    private func author(in room: Int, _ style: TerminalStyle) -> (text: String, width: Int) {
        let name = marked(post.authorName, post.highlights?.authorName, style)
        let handle = marked(post.authorHandle, post.highlights?.authorHandle, style)
        let gap = handle.plain.isEmpty || name.plain.isEmpty ? 0 : 2
        let wholeNameWidth = DisplayText.width(name.plain)
        // This much of the name is shown, however long the handle is.
        let keptNameWidth = min(wholeNameWidth, 20)
        let handleWidth = min(DisplayText.width(handle.plain), max(0, room - keptNameWidth - gap))
        let nameWidth = min(wholeNameWidth, max(0, room - handleWidth - gap))
        let author =
            name.cut(to: nameWidth) { style.bold($0) } + String(repeating: " ", count: gap)
            + handle.cut(to: handleWidth) { $0 }
        return (author, nameWidth + gap + handleWidth)
    }

    /// The coach's name; nil if it is not known, or the author's name contains it.
    private var coachName: String? {
        guard let name = post.coachName else { return nil }
        let author = (post.authorName ?? "").lowercased()
        return author.contains(name.lowercased()) ? nil : "Coach " + name
    }

    /// Writes the school, the coach, and the badges of the post.
    private func addBadges(to text: inout TextPage) {
        let style = text.style
        var badges: [String] = []
        for name in [post.schoolName, coachName].compactMap({ $0 }) {
            let room = max(36, text.width - 44)
            badges.append(DisplayText.cut(text.harmless(name), to: min(room, text.width - 3), style))
        }
        if let sentiment = post.sentiment { badges.append(style.colored(sentiment.label, sentiment.color)) }
        if post.isRecruitingRelated { badges.append(style.colored("Recruiting", .green)) }
        if post.flaggedForReview { badges.append(style.colored("Flagged", .yellow)) }
        for line in text.joined(badges, by: style.separator, indent: 2) { text.line(line) }
    }

    /// Returns a field with its search matches marked; without colors marks cannot be shown.
    private func marked(
        _ field: String?, _ highlights: TextHighlights?, _ style: TerminalStyle
    ) -> MarkedText {
        MarkedText(field ?? "", marking: style.hasColors ? highlights?.utf8Ranges ?? [] : [], style)
    }
}
