import CompassKernel
import CompassSynthesis

/// The most important figures of all pages, for a terminal of 80 columns and 24 lines.
struct OverviewText {
    private static let listedActivities = 3

    let overview: Overview
    let now: Timestamp
    let zone: ZoneOffsets

    /// The whole screen.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        text.line(
            style.bold("Overview") + style.separator
                + style.dim("asked at \(zone.clockText(at: now))" + style.separator + zone.identifier))
        addFailures(to: &text)
        addSocial(to: &text)
        addFeed(to: &text)
        addTimeline(to: &text)
        addActivity(to: &text)
        addReport(to: &text)
        return text.text
    }

    /// Tables that are not there share a line, so that it all stays on one screen.
    private func addFailures(to text: inout TextPage) {
        let missing = overview.missing
        if !missing.isEmpty {
            let noun = missing.count == 1 ? "Missing table" : "Missing tables"
            text.warnings([(noun, missing.joined(separator: ", "))])
        }
        let unreadable = overview.failures.filter { !missing.contains($0.table) }
        text.warnings(unreadable.map { ($0.table, $0.reason) })
    }

    private func addSocial(to text: inout TextPage) {
        text.section("Social Analytics", remark: "last 30 days")
        guard let page = overview.social else { return text.empty("Needs the table social_media_posts") }
        let summary = page.summary
        text.figures([
            (DisplayText.grouped(summary.totalPosts), "posts"),
            ("\(summary.recruitingPercentage)%", "recruiting"),
            ("\(summary.positivePercentage)%", "positive"),
            (DisplayText.grouped(summary.activeSchools), "active schools"),
        ])
        guard let most = page.activityByDay.map(\.count).max(), most > 0 else { return }
        let bars = Bars.columns(
            page.activityByDay.map(\.count), columnWidth: 2, gap: 0, height: 1, text.style)
        text.line(
            "  " + text.style.colored(bars.joined(), .cyan)
                + text.style.dim("  most: \(DisplayText.grouped(most))"))
        let schools = page.topSchools.prefix(3).map { school in
            DisplayText.cut(text.harmless(school.name), to: 30, text.style)
                + " " + DisplayText.grouped(school.postCount)
        }
        if !schools.isEmpty { text.remark("Most active: " + schools.joined(separator: ", ")) }
    }

    private func addFeed(to text: inout TextPage) {
        text.section("Social Media Monitoring", remark: "all posts")
        guard let page = overview.feed else { return text.empty("Needs the table social_media_posts") }
        let statistics = page.statistics
        text.figures([
            (DisplayText.grouped(statistics.totalPosts), "posts"),
            (DisplayText.grouped(statistics.twitterPosts), "Twitter/X"),
            (DisplayText.grouped(statistics.instagramPosts), "Instagram"),
            (statistics.flaggedBadge, "flagged"),
        ])
        guard let newest = page.posts.first else { return }
        let author = newest.authorHandle ?? newest.authorName ?? ""
        text.remark(
            "\(newest.relativeDate): \(author.isEmpty ? "" : author + " ")\(newest.postContent ?? "")")
    }

    private func addTimeline(to text: inout TextPage) {
        guard let page = overview.timeline else {
            text.section("Recruiting Timeline")
            return text.empty("Needs the tables events, interactions, offers and school_status_history")
        }
        text.section("Recruiting Timeline", remark: page.range.kind.label)
        let items = page.listItems
        text.figures(
            [(DisplayText.grouped(page.laneCount), page.laneCount == 1 ? "school" : "schools")]
                + TimelineItemType.allCases.map { type in
                    (
                        DisplayText.grouped(items.reduce(0) { $0 + ($1.type == type ? 1 : 0) }),
                        type.pluralName.lowercased()
                    )
                })
        let today = zone.civilDate(at: now)
        // Newest first: the last one that is yet to come is the next.
        let next = items.last { $0.date.day > today }
        guard let shown = next ?? items.first else { return }
        let label = text.style.isUnicode ? shown.label : shown.label.replacing("→", with: "->")
        text.remark(
            "\(next == nil ? "Newest" : "Next"): \(shown.dayText(dash: " - ")), \(label), \(shown.schoolName)"
        )
    }

    private func addActivity(to text: inout TextPage) {
        let page = overview.activity
        text.section(
            "Activity History",
            remark: page.readState == .nothing ? "" : "\(DisplayText.grouped(page.total)) in all")
        if page.events.isEmpty { return text.empty(page.emptyMessage) }
        for event in page.events.prefix(Self.listedActivities) { text.activity(event) }
    }

    private func addReport(to text: inout TextPage) {
        let report = overview.report
        text.section("Reports & Analytics", remark: ReportPreset.last30Days.label.lowercased())
        let sections = report.sections
        let figures: [(needs: [SynthesisTable], value: String, label: String)] = [
            ([.schools], DisplayText.grouped(sections.schools.total), "schools"),
            ([.coaches], DisplayText.grouped(sections.coaches.total), "coaches"),
            ([.interactions], DisplayText.grouped(sections.interactions.total), "interactions"),
            ([.performanceMetrics], DisplayText.grouped(sections.metrics.total), "metrics"),
            (
                [.coaches, .interactions], DisplayText.oneDecimal(sections.coaches.responseRate) + "%",
                "response"
            ),
        ]
        let known = figures.filter { !$0.needs.contains(where: report.isUnread) }
        if known.isEmpty {
            return text.empty("Needs the tables schools, coaches, interactions and performance_metrics")
        }
        text.figures(known.map { ($0.value, $0.label) })
        let statuses = sections.schools.byStatus.map { status in
            "\(text.category(status.name)) \(DisplayText.grouped(status.count))"
        }
        if !statuses.isEmpty { text.remark(statuses.joined(separator: ", ")) }
    }
}

extension TextPage {
    /// Writes figures side by side, each before what it counts, on as many lines as they need.
    fileprivate mutating func figures(_ figures: [(value: String, label: String)]) {
        var drawn = ""
        var columns = 0
        for (value, label) in figures {
            let needed = DisplayText.width(value) + 1 + DisplayText.width(label)
            let separatorWidth = DisplayText.width(style.separator)
            if columns > 0, columns + separatorWidth + needed > width - 3 {
                line("  " + drawn)
                (drawn, columns) = ("", 0)
            }
            if columns > 0 {
                drawn += style.separator
                columns += separatorWidth
            }
            drawn += style.bold(value) + " " + label
            columns += needed
        }
        line("  " + drawn)
    }

    /// Writes a text on one line, cut to it.
    fileprivate mutating func remark(_ remark: String) {
        line("  " + style.dim(DisplayText.cut(harmless(remark), to: width - 3, style)))
    }
}
