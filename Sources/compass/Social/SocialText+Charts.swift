import CompassKernel

extension SocialText {
    func addSentiment(to text: inout TextPage) {
        text.section("Sentiment")
        if !hasPosts { return text.empty(Self.noPosts) }
        if page.noSentimentData { return text.empty(Self.noSentiment) }
        for share in page.sentiment {
            text.bar(share.label, share.count, percentage: share.percentage, share.type.color)
        }
    }

    func addPlatforms(to text: inout TextPage) {
        text.section("Platforms")
        if !hasPosts { return text.empty(Self.noPosts) }
        let rows = [
            ("Twitter", page.platforms.twitter, TerminalStyle.Color.cyan),
            ("Instagram", page.platforms.instagram, .magenta),
        ]
        for (name, count, color) in rows {
            let percentage = 100 * Double(count) / Double(page.summary.totalPosts)
            text.bar(name, count, percentage: percentage, color)
        }
    }

    func addActivity(to text: inout TextPage) {
        ActivityChart(days: page.activityByDay, noPosts: hasPosts ? nil : Self.noPosts).add(to: &text)
    }

    func addHeatMap(to text: inout TextPage) {
        guard let heatMap else { return }
        let title = "Hours of the week"
        guard hasPosts else {
            text.section(title)
            return text.empty(Self.noPosts)
        }
        text.section(title, remark: "most in an hour: \(DisplayText.grouped(heatMap.maximum))")
        let shades = text.style.shades
        let margin = "  "
        let hours = stride(from: 0, to: 24, by: 3).map { hour in
            text.padded(hour < 10 ? "0\(hour)" : "\(hour)", to: 9)
        }
        text.line(text.style.dim(margin + "     " + hours.joined()))
        for (name, counts) in zip(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], heatMap.counts) {
            let cells = counts.map { count in
                // Rounded up, so that anything but nothing has a shade.
                let step = (count * (shades.count - 1) + heatMap.maximum - 1) / heatMap.maximum
                return String(repeating: shades[step], count: 3)
            }
            text.line(margin + name + "  " + text.style.colored(cells.joined(), .green))
        }
    }
}
