import CompassKernel
import CompassProgram
import CompassSynthesis

/// The most important figures of all pages, for a terminal of 24 lines; with fewer than 80 columns, some take
/// two lines.
struct OverviewText {
    private static let listedActivities = 3
    /// The last line of the screen is the shell's prompt.
    private static let lineCount = 23

    let overview: Overview
    let now: Timestamp
    let zone: ZoneOffsets
    let hints: OverviewHints
    /// Whether to show the ids of the listed items.
    var showsIDs = false

    /// Returns the whole screen.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        let facts = ["as of \(zone.clockText(at: now))", text.harmless(zone.identifier)].map(style.dim)
        for line in text.joined([style.bold("Overview")] + facts, by: style.separator) { text.line(line) }
        addFailures(to: &text)
        addSocial(to: &text)
        addFeed(to: &text)
        addTimeline(to: &text)
        var report = TextPage(style: style)
        addReport(to: &report)
        // Minus an empty line and a title.
        let free = Self.lineCount - text.lineCount - report.lineCount - 2
        // Ids take their own lines, which must not displace any activity.
        let limit = showsIDs ? Self.listedActivities : max(1, min(Self.listedActivities, free))
        addActivity(to: &text, limit: limit)
        return text.text + report.text
    }

    /// Writes one line for missing tables, and one for those that cannot be read.
    private func addFailures(to text: inout TextPage) {
        let missing = overview.missing
        if !missing.isEmpty {
            let noun = "Missing " + DisplayText.noun(missing.count, "table", "tables")
            text.warnings([(noun, missing.joined(separator: ", "))])
        }
        let unreadable = overview.failures.filter { !missing.contains($0.table) }
        switch unreadable.count {
        case 0: break
        case 1: text.warnings(unreadable.map { ($0.table, $0.reason) }, lineLimit: 1)
        default:
            let names = unreadable.map(\.table).joined(separator: ", ")
            text.warnings([("Unreadable tables", names + "; 'compass inspect' reports why")])
        }
    }

    private func addSocial(to text: inout TextPage) {
        text.section("Social Analytics", remark: "last 30 days")
        guard let page = overview.social else { return text.empty("Requires the table social_media_posts") }
        let summary = page.summary
        text.figures([
            .count(summary.totalPosts, "post", "posts"),
            .init("\(summary.recruitingPercentage)%", "recruiting"),
            .init("\(summary.positivePercentage)%", "positive"),
            .count(summary.activeSchools, "active school", "active schools"),
        ])
        if let hint = hints.social { return text.remark(hint.brief) }
        guard let most = page.activityByDay.map(\.count).max(), most > 0 else { return }
        let remark = "most: \(DisplayText.cell(most))"
        let room = text.width - 6 - remark.count
        let bars = Bars.columns(
            page.activityByDay.map(\.count), columnWidth: max(1, room / max(1, page.activityByDay.count)),
            gap: 0, height: 1, text.style)
        let chart = text.style.colored(bars.joined(), .cyan)
        for line in text.joined([chart, text.style.dim(remark)], by: "  ", indent: 2) { text.line(line) }
        let schools = page.topSchools.prefix(3).map { school in
            DisplayText.cut(text.harmless(school.name), to: max(30, text.width / 3), text.style)
                + " " + DisplayText.grouped(school.postCount)
        }
        if !schools.isEmpty { text.remark("Most active: " + schools.joined(separator: ", ")) }
    }

    private func addFeed(to text: inout TextPage) {
        text.section("Social Media Monitoring", remark: "all posts")
        guard let page = overview.feed else { return text.empty("Requires the table social_media_posts") }
        let statistics = page.statistics
        text.figures([
            .count(statistics.totalPosts, "post", "posts"),
            .init(DisplayText.grouped(statistics.twitterPosts), "Twitter/X"),
            .init(DisplayText.grouped(statistics.instagramPosts), "Instagram"),
            .init(statistics.flaggedBadge, "flagged"),
        ])
        guard let newest = page.posts.first else { return }
        let author = newest.authorHandle ?? newest.authorName ?? ""
        text.remark(
            "\(zone.relativeText(of: newest.postDate.timestamp, asOf: now)): "
                + "\(author.isEmpty ? "" : author + " ")\(newest.postContent ?? "")")
        if showsIDs { text.ids([("id", newest.id), ("school", newest.schoolID)]) }
    }

    private func addTimeline(to text: inout TextPage) {
        guard let page = overview.timeline else {
            text.section("Recruiting Timeline")
            return text.empty("Requires the tables events, interactions, offers and school_status_history")
        }
        text.section("Recruiting Timeline", remark: page.range.kind.label)
        let items = page.listItems
        func count(_ type: TimelineItemType, _ singular: String, _ plural: String) -> TextPage.Figure {
            .count(items.reduce(0) { $0 + ($1.type == type ? 1 : 0) }, singular, plural)
        }
        text.figures([
            .count(page.laneCount, "school", "schools"), count(.event, "event", "events"),
            count(.interaction, "interaction", "interactions"), count(.offer, "offer", "offers"),
            count(.statusChange, "change", "changes"),
        ])
        if let hint = hints.timeline { return text.remark(hint.brief) }
        let today = zone.civilDate(at: now)
        // Newest first: the last one in the future is the next.
        let next = items.last { $0.date.day > today }
        guard let shown = next ?? items.first else { return }
        let label = text.style.isUnicode ? shown.label : shown.label.replacing("→", with: "->")
        text.remark(
            "\(next == nil ? "Newest" : "Next"): \(shown.dayText(dash: " - ")), \(label), \(shown.schoolName)"
        )
        if showsIDs { text.ids([("id", shown.id), ("school", shown.schoolID)]) }
    }

    private func addActivity(to text: inout TextPage, limit: Int) {
        let page = overview.activity
        text.section(
            "Activity History",
            remark: page.readState == .nothing ? "" : "\(DisplayText.grouped(page.total)) in all")
        if page.events.isEmpty { return text.empty(page.emptyMessage) }
        for event in page.events.prefix(limit) {
            text.activity(event, date: zone.relativeText(of: event.timestamp.timestamp, asOf: now))
            if showsIDs { text.ids([("id", event.id)], indent: 5) }
        }
    }

    private func addReport(to text: inout TextPage) {
        let report = overview.report
        text.section("Reports & Analytics", remark: ReportPreset.last30Days.label.lowercased())
        let sections = report.sections
        let figures: [(needs: [SynthesisTable], figure: TextPage.Figure)] = [
            ([.schools], .count(sections.schools.total, "school", "schools")),
            ([.coaches], .count(sections.coaches.total, "coach", "coaches")),
            ([.interactions], .count(sections.interactions.total, "interaction", "interactions")),
            (
                [.coaches, .interactions],
                .init(DisplayText.oneDecimal(sections.coaches.responseRate) + "%", "response")
            ),
            ([.performanceMetrics], .count(sections.metrics.total, "metric", "metrics")),
        ]
        let known = figures.filter { !$0.needs.contains(where: report.isUnread) }
        if known.isEmpty {
            return text.empty("Requires the tables schools, coaches, interactions and performance_metrics")
        }
        text.figures(known.map(\.figure))
        if let hint = hints.report { return text.remark(hint.brief) }
        let statuses = sections.schools.byStatus.map { status in
            "\(text.category(status.name)) \(DisplayText.grouped(status.count))"
        }
        if !statuses.isEmpty { text.remark(statuses.joined(separator: ", ")) }
    }
}

extension TextPage {
    /// A number followed by what it counts.
    fileprivate struct Figure {
        let value: String
        let label: String

        init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }

        static func count(_ count: Int, _ singular: String, _ plural: String) -> Figure {
            Figure(DisplayText.grouped(count), DisplayText.noun(count, singular, plural))
        }
    }

    /// Writes figures side by side, as many as fit on one line; the most important ones come first. Narrow
    /// pages have a second line.
    fileprivate mutating func figures(_ figures: [Figure]) {
        let parts = figures.map { style.bold($0.value) + " " + $0.label }
        let lines = joined(parts, by: style.separator, indent: 2)
        for text in lines.prefix(width < TerminalStyle.standardWidth ? 2 : 1) { line(text) }
    }

    /// Writes a text on one line, cut to fit; on two lines when they are short.
    fileprivate mutating func remark(_ remark: String) {
        let remark = harmless(remark)
        let lines =
            isNarrow
            ? DisplayText.lines(remark, width: width - 3, lineLimit: 2, style)
            : [DisplayText.cut(remark, to: width - 3, style)]
        for text in lines { line("  " + style.dim(text)) }
    }
}
