import CompassKernel
import CompassProgram

/// The Recruiting Timeline page for a terminal.
struct TimelineText {
    /// The number of list items before the list is cut.
    static let listLimit = 30

    let page: TimelinePage
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters as a sentence; empty when there are none.
    let filters: String
    /// The kinds of items that are shown.
    let types: TimelineItemTypes
    /// Why the range contains no items; nil when it does.
    var hint: String?
    /// Whether to show the ids of items and schools.
    var showsIDs = false

    /// Returns the whole page. Lanes take the whole width of the terminal, texts no more than other pages.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        addTitle(to: &text)
        if page.state == .items {
            addLanes(to: &text)
            addList(to: &text)
        } else {
            text.line()
            text.note(page.state.title ?? "", style.bold)
            text.empty(page.state.subtitle ?? "")
        }
        return text.text
    }

    private func addTitle(to text: inout TextPage) {
        text.title("Recruiting Timeline", page.range.kind.label)
        text.note("Visual overview of your recruiting journey", indent: 0) { $0 }
        let days = [page.range.from, page.range.to].map { TimelineDate.instant($0).day.labelWithYear }
        text.facts([
            days.joined(separator: " to "), "as of \(zone.clockText(at: now))", zone.identifier,
        ])
        text.filterSentence(filters)
        text.hint(hint)
    }

    private func addLanes(to text: inout TextPage) {
        // Items without a school also have a lane.
        let lanes = DisplayText.counted(page.laneCount, "lane", "lanes")
        let place =
            page.lanesPages > 1
            ? "page \(page.lanesPage) of \(DisplayText.grouped(page.lanesPages)), " : ""
        text.section("Schools", remark: place + lanes, width: text.style.width)
        let chart = TimelineChart(page: page, text: text)
        chart.addAxis(to: &text)
        for lane in page.lanes {
            chart.add(lane, to: &text)
            if showsIDs { text.ids([("school", lane.schoolID)]) }
        }
        text.timelineLegend(types)
    }

    private func addList(to text: inout TextPage) {
        let items = page.listItems
        text.section(
            "Timeline List",
            remark: (items.count == 1 ? "1 item" : "\(DisplayText.grouped(items.count)) items, newest first"))
        let shown = items.prefix(Self.listLimit)
        let dash = text.style.isUnicode ? " – " : " - "
        let days = shown.map { $0.dayText(dash: dash) }
        let dayWidth = min(27, days.map(DisplayText.width).max() ?? 0)
        for (item, day) in zip(shown, days) {
            add(item, day: text.padded(day, to: dayWidth), dayWidth: dayWidth, to: &text)
        }
        if items.count > shown.count {
            text.empty("and \(DisplayText.grouped(items.count - shown.count)) more")
        }
    }

    private func add(_ item: TimelineItem, day: String, dayWidth: Int, to text: inout TextPage) {
        let style = text.style
        // With ASCII only, an emoji would become a question mark.
        let emoji = style.isUnicode ? text.padded(text.harmless(item.emoji), to: 2) + " " : ""
        let plainLabel = style.isUnicode ? item.label : item.label.replacing("→", with: "->")
        let label = text.harmless(plainLabel)
        let school = text.harmless(item.shownSchoolName)
        let head = "  " + style.colored(style.dot(of: item.type), item.type.color) + " " + style.dim(day)
        let room = text.width - 1 - 4 - dayWidth - 2
        // Two texts that are both cut shorter are not recognizable: the label gets its own line.
        guard room >= 34 else {
            text.line(head + "  " + style.dim(DisplayText.cut(school, to: room, style)))
            let width = text.width - 1 - 4 - DisplayText.width(emoji)
            text.line("    " + emoji + DisplayText.cut(label, to: width, style))
            return
        }
        let labelRoom = room - DisplayText.width(emoji)
        let schoolWidth = labelRoom / 3
        text.line(
            head + "  " + emoji + text.padded(label, to: labelRoom - schoolWidth - 2) + "  "
                + style.dim(DisplayText.cut(school, to: schoolWidth, style)))
        if showsIDs { text.ids([("id", item.id), ("school", item.schoolID)], indent: 4) }
    }
}
