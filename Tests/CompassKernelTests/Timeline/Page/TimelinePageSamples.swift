@testable import CompassKernel

extension PageSamples {
    /// A random timeline page with every unusual value that the type allows. Every item of a lane is in the
    /// list and has the lane's school.
    mutating func timelinePage() -> TimelinePage {
        var items: [TimelineItem] = []
        let lanes = list { samples in samples.timelineLane(items: &items) }
        return TimelinePage(
            range: TimelinePageRange(
                kind: TimelineRange.allCases.randomElement(using: &random)!, from: instant(), to: instant()),
            todayPosition: number(),
            months: list { samples in
                TimelineMonth(
                    key: samples.text(), label: samples.text(), year: samples.count(), left: samples.number(),
                    width: samples.number())
            },
            lanes: lanes, laneCount: count(), lanesPage: count(), lanesPages: count(),
            listItems: items.shuffled(using: &random),
            skipped: list { samples in
                TimelineSkip(
                    table: samples.text(), row: samples.count(), field: samples.optionalText(),
                    reason: samples.text())
            },
            state: TimelineState.allCases.randomElement(using: &random)!)
    }

    private mutating func timelineLane(items: inout [TimelineItem]) -> TimelineLane {
        let (schoolID, schoolName) = (optionalText(), text())
        let placed = list { samples in
            let item = samples.timelineItem(
                id: "\(items.count) \(samples.text())", schoolID: schoolID, schoolName: schoolName)
            items.append(item)
            return PlacedTimelineItem(
                item: item, shape: Bool.random(using: &samples.random) ? .bar : .dot, left: samples.number(),
                width: samples.number(), row: samples.count())
        }
        return TimelineLane(schoolID: schoolID, schoolName: schoolName, rowCount: count(), items: placed)
    }

    private mutating func timelineItem(id: String, schoolID: String?, schoolName: String) -> TimelineItem {
        TimelineItem(
            id: id, type: TimelineItemType.allCases.randomElement(using: &random)!, typeLabel: optionalText(),
            emoji: text(), label: text(), date: timelineDate(),
            endDate: Bool.random(using: &random) ? timelineDate() : nil, schoolID: schoolID,
            schoolName: schoolName, details: optionalText())
    }

    private mutating func timelineDate() -> TimelineDate {
        let days = Int32.random(in: -700_000...700_000, using: &random)
        return Bool.random(using: &random)
            ? .day(CivilDate(daysSinceEpoch: days)) : .instant(instant())
    }
}
