import CompassKernel

/// The charts beside a feed, each of the posts that pass all other filters.
struct LinkedText {
    /// Schools that are listed by name.
    private static let schoolLimit = 8

    let counts: LinkedCounts
    let isFiltered: Bool

    private var remark: String { isFiltered ? "under all other filters" : "" }

    func add(to text: inout TextPage) {
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
        addSchools(to: &text)
        ActivityChart(days: counts.activityByDay).add(to: &text)
    }

    /// A chart with a bar for each value, relative to all of them together.
    private func add(
        _ title: String, _ rows: [(name: String, count: Int, color: TerminalStyle.Color)],
        to text: inout TextPage
    ) {
        let total = rows.reduce(0) { $0 + $1.count }
        text.section(title, remark: remark)
        if total == 0 { return text.empty("No posts") }
        for row in rows {
            let percentage = 100 * Double(row.count) / Double(total)
            text.bar(row.name, row.count, percentage: percentage, row.color)
        }
    }

    private func addSchools(to text: inout TextPage) {
        text.section("Schools", remark: remark)
        // They come in name order, which decides between equals.
        let busiest = counts.schools.enumerated().filter { $0.element.postCount > 0 }.sorted { left, right in
            left.element.postCount != right.element.postCount
                ? left.element.postCount > right.element.postCount : left.offset < right.offset
        }
        let listed = busiest.prefix(Self.schoolLimit).map(\.element)
        let largest = max(listed.first?.postCount ?? 0, counts.withoutSchool)
        if largest == 0 { return text.empty("No posts") }
        for school in listed { add(school.name, school.postCount, largest: largest, to: &text) }
        if busiest.count > listed.count {
            text.empty("and \(DisplayText.grouped(busiest.count - listed.count)) more")
        }
        if counts.withoutSchool > 0 { add("No school", counts.withoutSchool, largest: largest, to: &text) }
    }

    private func add(_ name: String, _ count: Int, largest: Int, to text: inout TextPage) {
        let width = 26
        let bar = Bars.horizontal(Double(count) / Double(largest), width: width, text.style)
        text.line(
            "  " + text.padded(text.harmless(name), to: 35) + " "
                + text.style.colored(text.padded(bar, to: width), .blue)
                + DisplayText.rightAligned(DisplayText.grouped(count), to: 12))
    }
}

extension Sentiment {
    /// The colour of bars and badges.
    var color: TerminalStyle.Color {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}
