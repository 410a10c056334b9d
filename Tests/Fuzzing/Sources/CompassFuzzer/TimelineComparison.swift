import CompassBaseline
import CompassKernel
import Foundation

/// Compares the pages of a timeline with those of the baseline.
struct TimelineComparison {
    let kernel: RecruitingTimeline
    let makeBaseline: (TimeZone) -> BaselineTimeline

    /// Compares pages in two zones.
    func run() {
        for zone in FuzzedZone.all { compare(in: zone.kernel, zone.baseline) }
    }

    private func compare(in zone: ZoneOffsets, _ baselineZone: TimeZone) {
        let items = kernel.items(in: zone)
        guard
            items.indices.allSatisfy({
                FuzzedZone.isWellKnown(items.start($0)) && FuzzedZone.isWellKnown(items.end($0))
            })
        else { return }
        let baseline = makeBaseline(baselineZone)
        for (range, expectedRange) in [
            (TimelineRange.allTime, BaselineTimelineRange.allTime), (.sixMonths, .months(6)),
        ] {
            let page = kernel.page(range, asOf: FuzzedZone.now, in: zone)
            let expected = baseline.page(range: expectedRange, now: FuzzedZone.now.micros)
            compare(page, expected, "\(range)")
        }
    }

    private func compare(_ page: TimelinePage, _ expected: BaselineTimelinePage, _ name: String) {
        requireEqual(
            [page.range.from.timestamp.micros, page.range.to.timestamp.micros],
            [expected.range.from, expected.range.to], "\(name): range")
        requireEqual(page.state.rawValue, expected.state.rawValue, "\(name): state")
        requireEqual(page.months.map(\.key), expected.months.map(\.key), "\(name): months")
        requireEqual(
            page.skipped.map { "\($0.table) \($0.row) \($0.field ?? "")" },
            expected.skipped.map { "\($0.table) \($0.row) \($0.field ?? "")" }, "\(name): skipped rows")
        requireEqual(
            page.listItems.map { Array($0.id.utf8) }, expected.listItems.map(\.id.utf8), "\(name): list")
        requireEqual(
            page.listItems.map { Array($0.label.utf8) }, expected.listItems.map(\.label.utf8),
            "\(name): labels")
        requireEqual(
            page.lanes.map { $0.schoolID.map { Array($0.utf8) } }, expected.lanes.map { $0.schoolID?.utf8 },
            "\(name): lanes")
        for (lane, expectedLane) in zip(page.lanes, expected.lanes) {
            requireEqual(lane.rowCount, expectedLane.rowCount, "\(name): rows of a lane")
            requireEqual(lane.items.count, expectedLane.items.count, "\(name): items of a lane")
            for (placed, wanted) in zip(lane.items, expectedLane.items) {
                requireEqual(Array(placed.item.id.utf8), wanted.item.id.utf8, "\(name): item of a lane")
                requireEqual(placed.row, wanted.row, "\(name): row of \(placed.item.id)")
                requireEqual(placed.shape == .bar, wanted.isBar, "\(name): shape of \(placed.item.id)")
                require(
                    abs(placed.left - wanted.left) <= 1e-7 && abs(placed.width - wanted.width) <= 1e-7,
                    "\(name): \(placed), but expected \(wanted)")
            }
        }
    }
}
