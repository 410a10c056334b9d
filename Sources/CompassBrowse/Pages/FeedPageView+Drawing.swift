import CompassKernel
import CompassPages
import CompassProgram

/// How the figures and posts of the feed are drawn.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FeedPageView {
    /// The layout of the posts, which the counts make narrower on wide screens.
    func narrowed(_ layout: PageLayout) -> PageLayout {
        guard showsCounts, layout.isWide else { return layout }
        var layout = layout
        layout.reservedWidth = Self.sideWidth
        return layout
    }

    /// The counts without those of coaches, whose names the page does not know.
    var namedCounts: LinkedCounts? {
        guard var counts = model.counts else { return nil }
        counts.coaches = []
        return counts
    }

    /// Returns the lines of the figures above the list.
    static func figures(
        _ statistics: FeedStatistics, _ layout: PageLayout, _ texts: PageTexts
    ) -> [StyledLine] {
        let figures: [(label: String, value: String, color: TerminalStyle.Color?)] = [
            (texts.common.totalPosts, DisplayText.grouped(statistics.totalPosts), nil),
            (texts.socialFeed.twitterPosts, DisplayText.grouped(statistics.twitterPosts), .cyan),
            (texts.socialFeed.instagramPosts, DisplayText.grouped(statistics.instagramPosts), .magenta),
            (texts.socialFeed.flaggedForReview, statistics.flaggedBadge, .yellow),
        ]
        return layout.lines { text in
            if layout.isCompact { return text.figures(figures.map { ($0.label, $0.value, nil) }) }
            text.cards(
                figures.map { figure in
                    TextPage.Card(
                        DisplayText.cut(figure.label, to: text.cardWidth, text.style), figure.value,
                        color: figure.color)
                })
        }
    }

    /// Returns the lines of a post.
    static func lines(
        of post: FeedPost, isExpanded: Bool, _ layout: PageLayout, _ texts: PageTexts
    ) -> [StyledLine] {
        let limit = SocialFeedModel.lineLimit
        let shown = post.shortened(contentByteCount: isExpanded ? 20_000 : 4_000)
        return layout.lines { text in
            FeedPostText(
                post: shown, date: post.relativeDate, lineLimit: isExpanded ? 400 : limit,
                unknownSchool: texts.socialFeed.unknownSchool
            ).add(to: &text)
            let content = text.harmless(shown.postContent ?? "")
            let lines = DisplayText.lines(
                content, width: text.width - 3, lineLimit: limit + 1, text.style)
            if lines.count > limit {
                let label = isExpanded ? texts.socialFeed.readLess : texts.socialFeed.readMore
                text.line("  " + text.style.colored(label, .cyan) + text.style.dim(" (Enter)"))
            }
            text.line()
        }
    }
}
