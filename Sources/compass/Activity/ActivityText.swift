import CompassKernel
import CompassProgram
import CompassSynthesis

/// The Activity Feed page for a terminal.
struct ActivityText {
    let page: ActivityPage
    let range: ActivityRange
    let now: Timestamp
    let zone: ZoneOffsets
    /// The filters in words, without the range; empty when there are none.
    let filters: String
    /// Why the range contains no activities; nil when it does.
    var hint: String?
    /// Whether to show the ids of activities.
    var showsIDs = false

    /// Returns the whole page.
    func render(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        text.title("Activity History", range.label)
        text.note("Track all your recruiting activity", indent: 0) { $0 }
        text.facts(["as of \(zone.clockText(at: now))", zone.identifier])
        text.filters(filters)
        text.hint(hint)
        text.warnings(page.failures.map { ($0.table, $0.reason) })
        addEvents(to: &text)
        return text.text
    }

    private func addEvents(to text: inout TextPage) {
        if page.events.isEmpty { return addNothing(to: &text) }
        let found = DisplayText.counted(page.total, "activity", "activities")
        text.section("Activities", remark: found)
        for event in page.events {
            text.activity(
                event, date: zone.relativeText(of: event.timestamp.timestamp, asOf: now),
                lineLimit: text.isNarrow ? 3 : 1)
            let description = DisplayText.lines(
                text.harmless(event.description), width: text.width - 6, lineLimit: 2, text.style)
            for line in description { text.line("     " + text.style.dim(line)) }
            if showsIDs {
                let entity = event.entityType == .school ? event.entityID : nil
                text.ids([("id", event.id), ("school", entity)], indent: 5)
            }
        }
        addPlace(to: &text)
    }

    /// Writes that there are no activities; suggests other filters, as the page does, unless the tables alone
    /// are the reason.
    private func addNothing(to text: inout TextPage) {
        text.line()
        text.note(page.emptyMessage, text.style.bold)
        let isFiltered = range != .all || !filters.isEmpty
        if page.readState == .whole || page.readState == .partial && isFiltered {
            text.empty("Try adjusting your filters or search query")
        }
    }

    private func addPlace(to text: inout TextPage) {
        guard page.totalPages > 1 else { return }
        let place = "Page \(DisplayText.grouped(page.page)) of \(DisplayText.grouped(page.totalPages))"
        text.line()
        guard page.page < page.totalPages else { return text.line(text.style.dim(place)) }
        let (remark, option) = (place + "; the next one is the same with", "  --page \(page.page + 1)")
        if remark.count + option.count <= text.width { return text.line(text.style.dim(remark) + option) }
        text.note(remark, indent: 0)
        text.line(option)
    }
}

extension ActivityPage {
    /// How many of the tables with activities could be read.
    enum ReadState {
        case whole, partial, nothing
    }

    var readState: ReadState {
        // Schools provide names, not activities.
        let failed = failures.filter { $0.table != SynthesisTable.schools.rawValue }
        if failed.isEmpty { return .whole }
        return Set(failed.map(\.table)).count < ActivityType.allCases.count ? .partial : .nothing
    }

    /// The text that replaces the activities when there are none.
    var emptyMessage: String {
        switch readState {
        case .whole: "No activities found"
        case .partial: "No activities found in the tables that could be read"
        case .nothing: "No activities could be read"
        }
    }
}
