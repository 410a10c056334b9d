import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension BaselineTimelinePage {
    /// Converts the kernel's page to the baseline's type, so that both can be compared.
    init(_ page: TimelinePage) {
        self.init(
            range: .init(
                kind: page.range.kind.rawValue, from: page.range.from.timestamp.micros,
                to: page.range.to.timestamp.micros),
            todayPosition: page.todayPosition,
            months: page.months.map {
                Month(key: $0.key, label: $0.label, year: $0.year, left: $0.left, width: $0.width)
            },
            lanes: page.lanes.map { lane in
                Lane(
                    schoolID: lane.schoolID.map { BaselineText($0) },
                    schoolName: BaselineText(lane.schoolName),
                    rowCount: lane.rowCount,
                    items: lane.items.map { placed in
                        .init(
                            item: BaselineTimelineItem(placed.item), isBar: placed.shape == .bar,
                            left: placed.left, width: placed.width, row: placed.row)
                    })
            }, laneCount: page.laneCount, lanesPage: page.lanesPage, lanesPages: page.lanesPages,
            listItems: page.listItems.map { BaselineTimelineItem($0) },
            skipped: page.skipped.map {
                // Generated rows are skipped for no other reason.
                Skip(table: $0.table, row: $0.row, field: $0.field, reason: .endBeforeStart)
            }, state: State(rawValue: page.state.rawValue) ?? .noData)
    }

    /// Throws at the first difference.
    func check(equals expected: BaselineTimelinePage, _ question: String) throws {
        if self == expected { return }
        func part(_ name: String, _ isEqual: Bool) -> String? { isEqual ? nil : name }
        let lane = zip(lanes, expected.lanes).first { $0 != $1 }?.1.schoolName.string
        let parts = [
            part("range", range == expected.range), part("today", todayPosition == expected.todayPosition),
            part("months", months == expected.months),
            part("lanes (\(laneCount), not \(expected.laneCount))", laneCount == expected.laneCount),
            part("lane \(lane ?? "")", lanes == expected.lanes),
            part("list", listItems == expected.listItems), part("skipped rows", skipped == expected.skipped),
            part("state", state == expected.state),
        ].compactMap { $0 }
        throw CheckFailure("\(question): the answer differs in \(parts.joined(separator: ", "))")
    }
}

extension BaselineTimelineItem {
    /// Converts the kernel's item to the baseline's type.
    init(_ item: TimelineItem) {
        self.init(
            id: BaselineText(item.id), type: BaselineTimelineType(rawValue: item.type.rawValue) ?? .event,
            typeLabel: item.typeLabel.map { BaselineText($0) }, emoji: BaselineText(item.emoji),
            label: BaselineText(item.label), date: BaselineDate(item.date),
            endDate: item.endDate.map { BaselineDate($0) }, schoolID: item.schoolID.map { BaselineText($0) },
            schoolName: BaselineText(item.schoolName), details: item.details.map { BaselineText($0) })
    }
}

extension BaselineDate {
    fileprivate init(_ date: TimelineDate) {
        self =
            switch date {
            case .day(let day): .day(BaselineDay(daysSinceEpoch: Int(day.daysSinceEpoch)))
            case .instant(let instant): .instant(instant.timestamp.micros)
            }
    }
}
