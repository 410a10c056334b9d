@testable import CompassKernel

/// Hand-made and random timeline pages for the drawing tests.
struct TimelineSamples {
    /// The seed of the pages; tests print it on failure.
    let seed: UInt64
    private var random: TimeTestRandom

    init() {
        random = TimeTestRandom()
        seed = random.seed
    }

    static let plainNames = ["Stanford", "Rice University", "No School", "Unknown"]
    static let oddNames = [
        "University of North Carolina at Chapel Hill and of Everything that Lies Around It", "Texas A&M",
        "<script>alert('x')</script>", "جامعة الملك سعود للعلوم الصحية في الرياض",
        "האוניברסיטה העברית בירושלים",
        "東京大学体育学部野球部附属高等学校", "🎓 👨‍👩‍👧 🇩🇪", "]]><!--", "a\u{0}\u{b}\u{1b}[2J\u{fffe}\r\n\tb",
        "\u{202e}evil\u{2066}", "\u{200b}", "", "e" + String(repeating: "\u{301}", count: 50),
    ]

    /// A six-month page whose lanes have random items, stacked as a timeline stacks them.
    mutating func page(
        lanes laneCount: Int, items: ClosedRange<Int>, names: [String] = TimelineSamples.plainNames,
        minimumWidth: Double = 2
    ) -> TimelinePage {
        var listItems: [TimelineItem] = []
        let lanes = (0..<laneCount).map { number -> TimelineLane in
            let name = number < names.count ? names[number] : "School \(number)"
            let lane = lane(
                number, name, count: Int.random(in: items, using: &random), names: names, minimumWidth)
            listItems += lane.items.map(\.item)
            return lane
        }
        return Self.page(lanes: lanes, listItems: listItems)
    }

    /// A six-month page, ending in May 2026, with the given lanes.
    static func page(
        lanes: [TimelineLane], listItems: [TimelineItem]? = nil, state: TimelineState = .items
    ) -> TimelinePage {
        let months = ["Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr"].enumerated().map {
            index, name in
            TimelineMonth(
                key: index < 4 ? "2025-\(index + 9 < 10 ? "0" : "")\(index + 9)" : "2026-0\(index - 3)",
                label: name, year: index < 4 ? 2025 : 2026, left: 12.5 * Double(index), width: 12.5)
        }
        return TimelinePage(
            range: TimelinePageRange(
                kind: .sixMonths, from: instant(day: 20_332), to: instant(day: 20_574)),
            todayPosition: 75, months: months, lanes: lanes, laneCount: lanes.count,
            listItems: listItems ?? lanes.flatMap { $0.items.map(\.item) }, state: state)
    }

    private static func instant(day: Int64) -> ZonedTimestamp {
        ZonedTimestamp(Timestamp(micros: day * TimeUnits.microsPerDay), offsetSeconds: 0)
    }

    /// An item with its position.
    static func placed(
        _ label: String, type: TimelineItemType = .event, shape: TimelineShape = .bar, left: Double,
        width: Double, row: Int = 0, schoolName: String = "Stanford"
    ) -> PlacedTimelineItem {
        let item = TimelineItem(
            id: label, type: type, typeLabel: nil, emoji: "📅", label: label,
            date: .day(CivilDate(daysSinceEpoch: 20_500)), schoolID: "s", schoolName: schoolName)
        return PlacedTimelineItem(item: item, shape: shape, left: left, width: width, row: row)
    }

    private mutating func lane(
        _ number: Int, _ name: String, count: Int, names: [String], _ minimumWidth: Double
    ) -> TimelineLane {
        let extents = (0..<count).map { _ -> (left: Double, width: Double) in
            let isBar = Bool.random(using: &random)
            let width = isBar ? Double.random(in: minimumWidth...30, using: &random) : minimumWidth
            return (Double.random(in: 0...(100 - width), using: &random), width)
        }
        var rowEnds: [Double] = []
        let items = extents.sorted { $0.left < $1.left }.map { extent -> PlacedTimelineItem in
            let row = rowEnds.firstIndex { $0 <= extent.left } ?? rowEnds.count
            if row == rowEnds.count { rowEnds.append(0) }
            rowEnds[row] = extent.left + extent.width
            let type = TimelineItemType.allCases.randomElement(using: &random)!
            return Self.placed(
                names.randomElement(using: &random)!, type: type,
                shape: extent.width > minimumWidth ? .bar : .dot, left: extent.left, width: extent.width,
                row: row, schoolName: name)
        }
        return TimelineLane(
            schoolID: "s\(number)", schoolName: name, rowCount: max(1, rowEnds.count), items: items)
    }
}
