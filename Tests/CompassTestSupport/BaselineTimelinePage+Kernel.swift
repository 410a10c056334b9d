import CompassBaseline
import CompassKernel
import Foundation

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineTimelinePage: BaselineResult {
    /// Converts a value of the kernel.
    public init(_ page: TimelinePage) {
        self.init(
            range: .init(
                kind: page.range.kind.rawValue, from: page.range.from.timestamp.micros,
                to: page.range.to.timestamp.micros),
            todayPosition: page.todayPosition,
            months: page.months.map {
                Month(key: $0.key, label: $0.label, year: $0.year, left: $0.left, width: $0.width)
            },
            lanes: page.lanes.map { Lane($0) }, laneCount: page.laneCount, lanesPage: page.lanesPage,
            lanesPages: page.lanesPages, listItems: page.listItems.map { BaselineTimelineItem($0) },
            skipped: page.skipped.map { Skip($0) }, state: State(page.state))
    }

    /// Returns the names and values of the parts that differ from those of `wanted`; positions may differ by
    /// rounding.
    public func differences(from wanted: BaselineTimelinePage) -> [String] {
        if self == wanted { return [] }
        var differences = Differences(self, wanted)
        differences.compare("range", \.range)
        differences.compare("number of lanes", \.laneCount)
        differences.compare("page of lanes", \.lanesPage)
        differences.compare("pages of lanes", \.lanesPages)
        differences.compare("state", \.state)
        differences.compare("today", \.todayPosition, by: isNear)
        differences.compareRows("months", \.months) { $0.isNear($1) }
        differences.compareRows("lanes", \.lanes) { found, wanted in
            found.schoolID == wanted.schoolID && found.schoolName == wanted.schoolName
                && found.rowCount == wanted.rowCount
        }
        for (found, wanted) in zip(lanes, wanted.lanes) {
            var ofLane = Differences(found, wanted)
            ofLane.compareRows("items of \(wanted.schoolName)", \.items) { $0.isNear($1) }
            differences.add(ofLane.texts)
        }
        differences.compareRows("list", \.listItems)
        differences.compareRows("skipped rows", \.skipped)
        return differences.texts
    }
}

/// Returns whether two percentages are equal up to rounding.
private func isNear(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= 1e-9 * max(1, abs(right))
}

extension BaselineTimelinePage.Month {
    fileprivate func isNear(_ other: Self) -> Bool {
        key == other.key && label == other.label && year == other.year
            && CompassTestSupport.isNear(left, other.left) && CompassTestSupport.isNear(width, other.width)
    }
}

extension BaselineTimelinePage.PlacedItem {
    fileprivate func isNear(_ other: Self) -> Bool {
        item == other.item && isBar == other.isBar && row == other.row
            && CompassTestSupport.isNear(left, other.left) && CompassTestSupport.isNear(width, other.width)
    }
}

extension BaselineTimelinePage.Lane {
    /// Converts a value of the kernel.
    public init(_ lane: TimelineLane) {
        self.init(
            schoolID: lane.schoolID.map { BaselineText($0) }, schoolName: BaselineText(lane.schoolName),
            rowCount: lane.rowCount,
            items: lane.items.map { placed in
                .init(
                    item: BaselineTimelineItem(placed.item), isBar: placed.shape == .bar, left: placed.left,
                    width: placed.width, row: placed.row)
            })
    }
}

extension BaselineTimelinePage.State {
    /// Converts a value of the kernel.
    public init(_ state: TimelineState) {
        self =
            switch state {
            case .items: .items
            case .noData: .noData
            case .noMatches: .noMatches
            case .outOfRange: .outOfRange
            }
    }
}

extension BaselineTimelinePage.Skip {
    /// Converts a value of the kernel.
    public init(_ skip: TimelineSkip) {
        self.init(
            table: skip.table, row: skip.row, field: skip.field, reason: Self.category(skip.reason))
    }

    private static func category(_ reason: String) -> BaselineReason? {
        switch reason {
        case "is missing": .missing
        case "is null": .null
        case "is empty": .emptyText
        case _ where reason.hasPrefix("expected "): .wrongType
        case _ where reason.hasPrefix("unreadable "): .badTimestamp
        case _ where reason.contains("before"): .endBeforeStart
        case _ where reason.contains("object"): .notAnObject
        default: nil
        }
    }
}

extension BaselineTimelineItem {
    /// Converts a value of the kernel.
    public init(_ item: TimelineItem) {
        self.init(
            id: BaselineText(item.id), type: BaselineTimelineType(item.type),
            typeLabel: item.typeLabel.map { BaselineText($0) }, emoji: BaselineText(item.emoji),
            label: BaselineText(item.label), date: BaselineDate(item.date),
            endDate: item.endDate.map { BaselineDate($0) }, schoolID: item.schoolID.map { BaselineText($0) },
            schoolName: BaselineText(item.schoolName), details: item.details.map { BaselineText($0) })
    }
}

extension BaselineTimelineType {
    /// Converts a value of the kernel.
    public init(_ type: TimelineItemType) {
        self =
            switch type {
            case .event: .event
            case .interaction: .interaction
            case .offer: .offer
            case .statusChange: .statusChange
            }
    }

    /// The value in the kernel\'s form.
    public var kernel: TimelineItemTypes {
        switch self {
        case .event: .events
        case .interaction: .interactions
        case .offer: .offers
        case .statusChange: .statusChanges
        }
    }
}

extension BaselineDate {
    /// Converts a value of the kernel.
    public init(_ date: TimelineDate) {
        self =
            switch date {
            case .day(let day): .day(BaselineDay(daysSinceEpoch: Int(day.daysSinceEpoch)))
            case .instant(let instant): .instant(instant.timestamp.micros)
            }
    }

    /// The value in the kernel\'s form.
    public var kernel: DayOrInstant {
        switch self {
        case .day(let day): .day(CivilDate(daysSinceEpoch: Int32(day.daysSinceEpoch)))
        case .instant(let micros): .instant(Timestamp(micros: micros))
        }
    }
}
