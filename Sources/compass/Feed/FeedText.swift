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
