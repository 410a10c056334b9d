import CompassKernel
import CompassPages
import CompassProgram

/// Social Analytics on the terminal.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class AnalyticsPageView: BrowsePage {
    private static let viewAll = "view all"

    private let model: SocialAnalyticsModel
    private let environment: PageEnvironment

    init(_ store: CompassStore) {
        model = SocialAnalyticsModel(store)
        environment = store.environment
        super.init(model)
    }

    override var tab: String { texts.socialAnalytics.tab }
    override var title: String { texts.socialAnalytics.title }
    override var subtitle: String { texts.socialAnalytics.subtitle }
    override var tables: [TableName] { [.posts] }

    override var controls: [PageControl] {
        [
            PageControl(
                key: "← →", label: texts.socialAnalytics.timeRange,
                value: texts.socialAnalytics.label(of: model.range))
        ]
    }

    override var hints: [KeyHint] {
        [KeyHint("↑↓", "Move"), KeyHint("←→", texts.socialAnalytics.timeRange), KeyHint("Enter", "Open")]
    }

    override var help: [KeyHint] {
        [
            KeyHint("← →", "A shorter or longer time range"),
            KeyHint("Enter", "Read a post whole, or open a school"),
        ]
    }

    override func handle(_ key: TerminalKey, selected: String?) -> Bool {
        switch key {
        case .left: model.range = Self.neighbor(of: model.range, in: SocialAnalyticsModel.ranges, by: -1)
        case .right: model.range = Self.neighbor(of: model.range, in: SocialAnalyticsModel.ranges, by: 1)
        case .enter: return open(selected)
        default: return false
        }
        return true
    }

    private func open(_ selected: String?) -> Bool {
        guard let selected else { return false }
        if selected == Self.viewAll {
            model.openRecruitingPosts()
        } else if selected.hasPrefix("school ") {
            model.openSchool(String(selected.dropFirst("school ".count)))
        } else {
            model.toggleExpansion(ofPost: String(selected.dropFirst("post ".count)))
        }
        return true
    }

    // MARK: Drawing

    override func blocks(_ layout: PageLayout) -> PageBlocks {
        guard let page = model.page else { return PageBlocks([]) }
        let figures = PageBlock(figures(layout))
        if let empty = model.empty { return PageBlocks([figures, PageBlock(layout.lines(of: empty))]) }
        return PageBlocks(
            [figures, PageBlock(charts(page, layout))] + schools(page, layout) + posts(page, layout))
    }

    private func figures(_ layout: PageLayout) -> [StyledLine] {
        let figures = model.cards.map { card in
            (label: card.label, value: DisplayText.grouped(Int(card.value) ?? 0), remark: card.subtitle)
        }
        return layout.lines { text in
            if layout.isCompact { return text.figures(figures) }
            text.cards(
                figures.map { figure in
                    TextPage.Card(
                        DisplayText.cut(figure.label, to: text.cardWidth, text.style), figure.value,
                        remark: figure.remark ?? "")
                })
        }
    }

    private func charts(_ page: SocialAnalyticsPage, _ layout: PageLayout) -> [StyledLine] {
        let total = Double(max(1, page.summary.totalPosts))
        let platforms: [(Platform, Int, TerminalStyle.Color)] = [
            (.twitter, page.platforms.twitter, .cyan), (.instagram, page.platforms.instagram, .magenta),
        ]
        return layout.lines { text in
            text.section(texts.socialAnalytics.sentimentDistribution)
            if let noSentiment = model.noSentimentText {
                text.empty(noSentiment)
            } else {
                text.bars(
                    page.sentiment.map {
                        .init(
                            texts.common.label(of: $0.type), $0.count, percentage: $0.percentage,
                            $0.type.color)
                    }, .short)
            }
            text.section(texts.socialAnalytics.platformDistribution)
            text.bars(
                platforms.map { platform, count, color in
                    .init(
                        texts.common.name(of: platform), count, percentage: 100 * Double(count) / total,
                        color)
                }, .short)
            var chart = ActivityChart(
                days: page.activityByDay, now: environment.now(), zone: environment.zone)
            chart.title = texts.socialAnalytics.activityByDay
            chart.add(to: &text)
        }
    }

    private func schools(_ page: SocialAnalyticsPage, _ layout: PageLayout) -> [PageBlock] {
        let title = layout.lines { text in
            text.section(texts.socialAnalytics.mostActiveSchools)
            if page.topSchools.isEmpty { text.empty(texts.socialAnalytics.noData) }
        }
        let rows = layout.lines { text in
            let largest = page.topSchools.first?.postCount ?? 0
            text.bars(
                page.topSchools.enumerated().map { index, school in
                    TextPage.BarRow(
                        lead: DisplayText.rightAligned("\(index + 1).", to: 4) + " ",
                        text.harmless(school.name.beginning(400)), school.postCount, largest: largest, .blue)
                }, .rankedSchools)
        }
        return [PageBlock(title)]
            + zip(page.topSchools, rows).map { PageBlock(id: "school " + $0.id, [$1]) }
    }

    private func posts(_ page: SocialAnalyticsPage, _ layout: PageLayout) -> [PageBlock] {
        let posts = page.recentRecruitingPosts
        let title = layout.lines { text in
            text.section(texts.socialAnalytics.recentRecruitingPosts)
            if posts.isEmpty { text.empty(texts.socialAnalytics.noData) }
        }
        guard !posts.isEmpty else { return [PageBlock(title)] }
        let all = layout.lines { text in
            text.line("  " + text.style.colored(texts.socialAnalytics.viewAll, .cyan))
        }
        return [PageBlock(title)]
            + posts.map { post in PageBlock(id: "post " + post.id, layout.lines { add(post, to: &$0) }) }
            + [PageBlock(id: Self.viewAll, all)]
    }

    private func add(_ post: RecruitingPost, to text: inout TextPage) {
        let isExpanded = model.expandedPostID == post.id
        let card = FeedPost(
            id: post.id, platform: post.platform, postContent: post.postContent, postDate: post.postDate,
            relativeDate: "", authorHandle: post.authorHandle, authorName: post.authorName)
        let date = environment.zone.clockText(at: post.postDate.timestamp)
        FeedPostText(
            post: card.shortened(contentByteCount: isExpanded ? 20_000 : 4_000), date: date,
            lineLimit: isExpanded ? 200 : 2
        ).add(to: &text)
        text.line()
    }
}
