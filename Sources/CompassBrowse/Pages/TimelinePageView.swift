import CompassKernel
import CompassPages
import CompassProgram

/// The Recruiting Timeline on the terminal.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class TimelinePageView: BrowsePage {
    /// The keys that show and hide each type of items.
    private static let typeKeys: [(key: Character, type: TimelineItemType)] = [
        ("e", .event), ("i", .interaction), ("o", .offer), ("c", .statusChange),
    ]

    private let model: TimelineModel
    private let environment: PageEnvironment

    init(_ store: CompassStore) {
        model = TimelineModel(store)
        environment = store.environment
        super.init(model)
    }

    override var tab: String { texts.timeline.tab }
    override var title: String { texts.timeline.title }
    override var subtitle: String { texts.timeline.subtitle }
    override var figure: String {
        model.layout.map { texts.timeline.itemCount.text(count: $0.list.count) } ?? ""
    }
    override var message: PageNotice? { model.openFailure }
    override var tables: [TableName] { [.events, .interactions, .offers, .statusChanges] }

    override var controls: [PageControl] {
        let school = model.schoolID.map { id in
            model.schools.first { $0.id == id }?.name.beginning(400) ?? texts.socialFeed.unknownSchool
        }
        let types = Self.typeKeys.map { key, type in
            let isShown = model.types.contains(TimelineItemTypes(type))
            return PageControl(
                key: "\(key)", label: texts.timeline.label(of: type), value: isShown ? "on" : "off",
                isActive: !isShown)
        }
        return [
            PageControl(
                key: "← →", label: texts.timeline.viewRange, value: texts.timeline.label(of: model.range)),
            PageControl(
                key: "h", label: texts.common.school, value: school ?? texts.common.all,
                isActive: school != nil),
        ] + types
    }

    override var hints: [KeyHint] {
        var hints = [
            KeyHint("↑↓", "Move"), KeyHint("←→", texts.timeline.viewRange), KeyHint("Enter", "Open"),
        ]
        if (model.layout?.lanesPages ?? 1) > 1 { hints.append(KeyHint("< >", "Schools")) }
        return hints
    }

    override var help: [KeyHint] {
        [
            KeyHint("← →", "A shorter or longer range"), KeyHint("h", "One school, or all"),
            KeyHint("e i o c", "Events, interactions, offers, status changes"),
            KeyHint("< >", "Other schools, 20 at a time"), KeyHint("Enter", "Open an item"),
        ]
    }

    override var alert: Alert? {
        guard let details = model.details else { return nil }
        let texts = texts.timeline
        var lines = [
            texts.schoolDetail.text(["school": details.school.beginning(400)]),
            texts.dateDetail.text(["date": details.date]),
        ]
        if let notes = details.details { lines += ["", notes.beginning(2_000)] }
        let model = model
        return Alert(title: details.label.beginning(400), lines: lines) { model.closeAlert() }
    }

    override func handle(_ key: TerminalKey, selected: String?) -> Bool {
        let page = model.layout?.lanesPage ?? 1
        switch key {
        case .left: model.range = Self.neighbor(of: model.range, in: TimelineRange.allCases, by: -1)
        case .right: model.range = Self.neighbor(of: model.range, in: TimelineRange.allCases, by: 1)
        case .character("<"), .character(","): model.showLanes(page: page - 1)
        case .character(">"), .character("."): model.showLanes(page: page + 1)
        case .character("h"): openSchoolMenu()
        case .character("b"): model.openReports()
        case .enter: return open(selected)
        case .character(let character):
            guard let type = Self.typeKeys.first(where: { $0.key == character })?.type else { return false }
            model.toggle(type)
        default: return false
        }
        return true
    }

    private func openSchoolMenu() {
        let (model, schools) = (model, model.schools)
        let current = model.schoolID.flatMap { id in schools.firstIndex { $0.id == id } }
        openMenu(texts.common.school, current: (current ?? -1) + 1) { [texts] in
            [Menu.Entry(label: texts.common.allSchools)]
                + schools.map { Menu.Entry(label: $0.name.beginning(400)) }
        } choose: {
            model.schoolID = $0 == 0 ? nil : schools[$0 - 1].id
        }
    }

    private func open(_ selected: String?) -> Bool {
        guard let place = selected.flatMap({ Int($0.prefix { $0 != " " }) }), let layout = model.layout,
            layout.list.indices.contains(place)
        else { return false }
        model.open(layout.list[place])
        return true
    }

    // MARK: Drawing

    override func blocks(_ layout: PageLayout) -> PageBlocks {
        guard let timeline = model.layout else { return PageBlocks([]) }
        if let empty = model.empty { return PageBlocks([PageBlock(layout.lines(of: empty))]) }
        let (types, texts) = (model.types, texts)
        let list = timeline.list
        let leadingCount = 2
        return PageBlocks(
            count: leadingCount + list.count,
            // An id names its place, too, because that of two tables may be the same.
            id: {
                $0 < leadingCount
                    ? nil : "\($0 - leadingCount) \(timeline.items.id(list.number(at: $0 - leadingCount)))"
            },
            lines: { index in
                switch index {
                case 0:
                    return layout.lines { Self.addLanes(of: timeline, types, to: &$0) }
                case 1:
                    return layout.lines { $0.section(texts.timeline.listTitle, remark: "newest first") }
                default:
                    return layout.lines { Self.add(list[index - leadingCount], to: &$0) }
                }
            })
    }

    private static func addLanes(
        of timeline: TimelineLayout, _ types: TimelineItemTypes, to text: inout TextPage
    ) {
        let lanes = timeline.lanes.map { lane in
            TimelineLane(
                schoolID: lane.schoolID, schoolName: lane.schoolName.beginning(400), rowCount: lane.rowCount,
                items: lane.items.map {
                    PlacedTimelineItem(
                        item: $0.item, shape: $0.shape, left: $0.left, width: $0.width, row: $0.row)
                })
        }
        let page = TimelinePage(
            range: timeline.range, todayPosition: timeline.todayPosition, months: timeline.months,
            lanes: lanes, laneCount: timeline.laneCount, lanesPage: timeline.lanesPage,
            lanesPages: timeline.lanesPages, listItems: [], skipped: [], state: timeline.state)
        let chart = TimelineChart(page: page, text: text)
        chart.addAxis(to: &text)
        for lane in lanes { chart.add(lane, to: &text) }
        text.timelineLegend(types)
        if timeline.lanesPages > 1 {
            text.note("Schools \(timeline.lanesPage) of \(timeline.lanesPages), < > for others")
        }
    }

    /// Returns the days of an item; where there is little room, those of several days without their years.
    private static func dayText(of item: TimelineItem, isShort: Bool, dash: String) -> String {
        guard isShort, let end = item.endDate?.day, end != item.date.day else {
            return item.dayText(dash: dash)
        }
        return item.date.day.label + dash + end.label
    }

    private static func add(_ item: TimelineItem, to text: inout TextPage) {
        let style = text.style
        let dayWidth = text.width < 100 ? 15 : 27
        let day = dayText(of: item, isShort: text.width < 100, dash: style.isUnicode ? " – " : " - ")
        let emoji = style.isUnicode ? text.padded(text.harmless(item.emoji), to: 2) + " " : ""
        let label = style.isUnicode ? item.label : item.label.replacing("→", with: "->")
        let head =
            style.colored(style.dot(of: item.type), item.type.color) + " "
            + style.dim(text.padded(day, to: dayWidth)) + " "
        let room = text.width - 1 - 2 - dayWidth - 1 - DisplayText.width(emoji)
        let schoolWidth = room / 3
        text.line(
            head + emoji + text.padded(text.harmless(label.beginning(400)), to: room - schoolWidth - 2) + "  "
                + style.dim(
                    DisplayText.cut(
                        text.harmless(item.schoolName.beginning(400)), to: schoolWidth, style)))
    }
}
