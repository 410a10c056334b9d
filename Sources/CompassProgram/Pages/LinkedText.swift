import CompassKernel

/// The charts beside a feed, each counting the posts that pass all other filters.
package struct LinkedText {
    /// The number of schools, and of coaches, that are listed by name.
    private static let nameLimit = 8

    package let counts: LinkedCounts
    package let now: Timestamp
    package let zone: ZoneOffsets
    package let isFiltered: Bool

    package init(counts: LinkedCounts, now: Timestamp, zone: ZoneOffsets, isFiltered: Bool) {
        self.counts = counts
        self.now = now
        self.zone = zone
        self.isFiltered = isFiltered
    }

    private var remark: String { isFiltered ? "under all other filters" : "" }

    package func add(to text: inout TextPage) {
        add(
            "Platforms",
            [
                ("Twitter", counts.platforms.twitter, .cyan),
                ("Instagram", counts.platforms.instagram, .magenta),
            ], to: &text)
        add(
            "Sentiment",
            counts.sentiments.map { ($0.label, $0.count, $0.type.color) }
                + [("None", counts.withoutSentiment, .gray)], to: &text)
        add(
            "Recruiting",
            [("Recruiting", counts.recruiting.yes, .green), ("Other", counts.recruiting.no, .gray)], to: &text
        )
        add(
            "Flags", [("Flagged", counts.flagged.yes, .yellow), ("Not flagged", counts.flagged.no, .gray)],
            to: &text)
        add(
            "Schools", counts.schools.map { ($0.name, $0.postCount) }, others: "No school",
            counts.withoutSchool, to: &text)
        if !counts.coaches.isEmpty {
            add(
                "Coaches", counts.coaches.map { ($0.name, $0.postCount) }, others: "No coach",
                counts.withoutCoach, to: &text)
        }
        ActivityChart(days: counts.activityByDay, now: now, zone: zone).add(to: &text)
    }

    /// Writes a chart with a bar for each value, relative to the sum of all values.
    private func add(
        _ title: String, _ rows: [(name: String, count: Int, color: TerminalStyle.Color)],
        to text: inout TextPage
    ) {
        let total = rows.reduce(0) { $0 + $1.count }
        text.section(title, remark: remark)
        if total == 0 { return text.empty("No posts") }
        let bars = rows.map { row in
            TextPage.BarRow(
                row.name, row.count, percentage: 100 * Double(row.count) / Double(total), row.color)
        }
        text.bars(bars, .short)
    }

    /// Writes a chart with the largest counts, and that of posts without a name.
    ///
    /// - Parameter names: the names with their counts, in name order, which breaks ties.
    private func add(
        _ title: String, _ names: [(name: String, postCount: Int)], others: String, _ otherCount: Int,
        to text: inout TextPage
    ) {
        text.section(title, remark: remark)
        let busiest = names.enumerated().filter { $0.element.postCount > 0 }.sorted { left, right in
            left.element.postCount != right.element.postCount
                ? left.element.postCount > right.element.postCount : left.offset < right.offset
        }
        let listed = busiest.prefix(Self.nameLimit).map(\.element)
        let largest = max(listed.first?.postCount ?? 0, otherCount)
        if largest == 0 { return text.empty("No posts") }
        // All of them share one chart, so that their bars can be compared.
        let rest = busiest.count - listed.count
        let all = otherCount > 0 ? listed + [(others, otherCount)] : listed
        let rows = all.map { name, count in
            TextPage.BarRow(text.harmless(name), count, largest: largest, .blue)
        }
        text.bars(
            rows, .schools, remark: rest > 0 ? (listed.count, "and \(DisplayText.grouped(rest)) more") : nil)
    }
}
