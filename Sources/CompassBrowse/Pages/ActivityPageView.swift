import CompassKernel
import CompassPages
import CompassProgram

/// Activity History on the terminal.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ActivityPageView: BrowsePage {
    private let model: ActivityModel

    init(_ store: CompassStore) {
        model = ActivityModel(store)
        super.init(model)
    }

    override var tab: String { texts.activity.tab }
    override var title: String { texts.activity.title }
    override var subtitle: String { texts.activity.subtitle }
    override var figure: String {
        model.page.map { DisplayText.counted($0.total, "activity", "activities") } ?? ""
    }
    override var tables: [TableName] { [.interactions, .statusChanges, .documents] }

    override var controls: [PageControl] {
        let filter = model.filter
        var controls = [
            PageControl(
                key: "t", label: texts.activity.activityType,
                value: filter.type.map(texts.activity.label(of:)) ?? texts.common.all,
                isActive: filter.type != nil),
            PageControl(
                key: "← →", label: texts.common.dateRange, value: texts.activity.label(of: filter.range),
                isActive: filter.range != .all),
        ]
        if !filter.search.isEmpty {
            controls.append(
                PageControl(
                    key: "/", label: texts.common.search, value: filter.search.beginning(400),
                    isActive: true))
        }
        return controls
    }

    override var hints: [KeyHint] {
        var hints = [
            KeyHint("/", texts.common.search), KeyHint("t", texts.activity.activityType),
            KeyHint("←→", texts.common.dateRange),
        ]
        if model.hasPages { hints.append(KeyHint("< >", texts.common.previous + ", " + texts.common.next)) }
        return hints + [KeyHint("Enter", "Open"), KeyHint("↑↓", "Move")]
    }

    override var help: [KeyHint] {
        [
            KeyHint("/", "Search as you type"), KeyHint("t", "One type of activity, or all"),
            KeyHint("← →", "A shorter or longer range"), KeyHint("< >", "The page before, or the next one"),
            KeyHint("x", texts.socialFeed.clearFilters), KeyHint("Enter", "Open an activity"),
        ]
    }

    override func handle(_ key: TerminalKey, selected: String?) -> Bool {
        let model = model
        switch key {
        case .left: model.filter.range = Self.neighbor(of: model.filter.range, in: Self.ranges, by: -1)
        case .right: model.filter.range = Self.neighbor(of: model.filter.range, in: Self.ranges, by: 1)
        case .character("<"), .character(","): show { model.showPreviousPage() }
        case .character(">"), .character("."): show { model.showNextPage() }
        case .character("x"): model.filter = .all
        case .character("t"):
            let types: [ActivityType?] = [nil] + ActivityType.allCases
            openMenu(texts.activity.activityType, current: types.firstIndex(of: model.filter.type) ?? 0) {
                [texts] in
                types.map { Menu.Entry(label: $0.map(texts.activity.label(of:)) ?? texts.common.all) }
            } choose: {
                model.filter.type = types[$0]
            }
        case .character("/"):
            openSearch(model.filter.search, label: texts.common.search) {
                model.filter.search = $0
            } submit: {
                model.submitSearch()
            }
        case .enter:
            guard let event = model.page?.events.first(where: { Self.id(of: $0) == selected }) else {
                return false
            }
            if event.isClickable { model.open(event) } else { remark = "This activity has no page." }
        default: return false
        }
        return true
    }

    private static let ranges: [ActivityRange] = [.week, .month, .quarter, .all]

    private func show(_ page: () -> Void) {
        page()
        scroller.reset()
    }

    /// Ids are unique within their table.
    private static func id(of event: ActivityEvent) -> String { event.type.rawValue + " " + event.id }

    // MARK: Drawing

    override func blocks(_ layout: PageLayout) -> PageBlocks {
        guard let page = model.page else { return PageBlocks([]) }
        if let empty = model.empty { return PageBlocks([PageBlock(layout.lines(of: empty))]) }
        let pageText = model.hasPages ? model.pageText : nil
        let events = page.events
        return PageBlocks(
            count: events.count + 2,
            id: { 1...events.count ~= $0 ? Self.id(of: events[$0 - 1]) : nil },
            lines: { index in
                switch index {
                case 0: layout.lines { $0.line() }
                case 1...events.count: layout.lines { Self.add(events[index - 1], to: &$0) }
                default:
                    layout.lines { text in
                        text.line()
                        if let pageText { text.line("  " + text.style.dim(pageText)) }
                    }
                }
            })
    }

    private static func add(_ event: ActivityEvent, to text: inout TextPage) {
        var shown = event
        shown.title = event.title.beginning(400)
        text.activity(shown, date: event.relativeTime)
        let lines = DisplayText.lines(
            text.harmless(event.description.beginning(2_000)), width: text.width - 6, lineLimit: 2,
            text.style)
        for line in lines { text.line("     " + text.style.dim(line)) }
    }
}
