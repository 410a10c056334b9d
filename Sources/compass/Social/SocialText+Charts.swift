import CompassKernel
import CompassProgram

extension SocialText {
    func addSentiment(to text: inout TextPage) {
        text.section("Sentiment")
        if !hasPosts { return text.empty(Self.noPosts) }
        if page.noSentimentData { return text.empty(Self.noSentiment) }
        text.bars(
            page.sentiment.map { .init($0.label, $0.count, percentage: $0.percentage, $0.type.color) }, .short
        )
    }

    func addPlatforms(to text: inout TextPage) {
        text.section("Platforms")
        if !hasPosts { return text.empty(Self.noPosts) }
        func row(_ name: String, _ count: Int, _ color: TerminalStyle.Color) -> TextPage.BarRow {
            .init(name, count, percentage: 100 * Double(count) / Double(page.summary.totalPosts), color)
        }
        text.bars(
            [
                row("Twitter", page.platforms.twitter, .cyan),
                row("Instagram", page.platforms.instagram, .magenta),
            ], .short)
    }

    func addActivity(to text: inout TextPage) {
        ActivityChart(
            days: page.activityByDay, now: now, zone: zone, noPosts: hasPosts ? nil : Self.noPosts
        ).add(to: &text)
    }

    func addHeatMap(to text: inout TextPage) {
        guard let heatMap = page.heatMap else { return }
        let title = "Hours of the week"
        guard hasPosts else {
            text.section(title)
            return text.empty(Self.noPosts)
        }
        HeatMapChart(heatMap: heatMap, pageWidth: text.width).add(title, to: &text)
    }
}
