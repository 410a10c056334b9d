import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every set of up to three events with few distinct dates, compared with the baseline.
final class SmallTimelineTests: XCTestCase {
    private let zones = ["America/Sao_Paulo", "Pacific/Apia"]
    /// Days around one that has no midnight, and around one that is skipped.
    private let days = ["2018-11-04", "2011-12-30"]

    private func dates(around day: BaselineDay, _ zone: ZonePair) -> [BaselineDate] {
        let start = zone.kernel.startOfDay(CivilDate(daysSinceEpoch: Int32(day.daysSinceEpoch))).micros
        return [
            .day(day.adding(days: -1)), .day(day), .day(day.adding(days: 1)), .instant(start),
            .instant(start - 1), .instant(start + 86_400_000_000),
        ]
    }

    func testAllEventsOfFewDates() throws {
        for (identifier, text) in zip(zones, days) {
            let zone = try ZonePair(identifier)
            let day = try XCTUnwrap(BaselineDay(text))
            let dates = dates(around: day, zone)
            let spans = dates.flatMap { start in ([nil] + dates).map { end in (start, end) } }
            for (index, first) in spans.enumerated() {
                for second in spans[index...] {
                    let rows = TimelineRows(
                        events: [first, second].enumerated().map { index, span in
                            BaselineEvent(
                                id: BaselineText("\(1 - index)"), type: "camp", name: "N", start: span.0,
                                end: span.1,
                                schoolID: "s")
                        })
                    let pair = try TimelinePair(rows, zone: zone)
                    let now = zone.kernel.startOfDay(CivilDate(daysSinceEpoch: Int32(day.daysSinceEpoch)))
                        .micros
                    for range in [TimelineRange.allTime, .threeMonths] {
                        pair.expectAgreement(
                            TimelineQuery(range: range, now: now, minimumWidth: 0.5),
                            "\(identifier), \(first), \(second)")
                    }
                }
            }
        }
    }

    /// Ranges that end with, before and after the items.
    func testAllWindowsAroundThreeItems() throws {
        let zone = ZonePair.utc
        let base = try BaselineTimestamp.micros(of: "2026-03-01T12:00:00Z")
        let microsPerDay: Int64 = 86_400_000_000
        let rows = TimelineRows(
            events: [
                BaselineEvent(
                    id: "1", name: "N", start: .instant(base), end: .instant(base + 3 * microsPerDay)),
                BaselineEvent(id: "2", name: "N", start: .instant(base + microsPerDay)),
                BaselineEvent(id: "3", name: "N", start: .instant(base - microsPerDay), end: .instant(base)),
            ])
        let pair = try TimelinePair(rows, zone: zone)
        let reaches: [(TimelineRange, Int)] = [
            (.threeMonths, -3), (.sixMonths, -6), (.twelveMonths, -12), (.allTime, 0),
        ]
        for (range, monthsBack) in reaches {
            for edge in [monthsBack, 2] {
                for offset in -6...6 {
                    // The range's edge is about a multiple of half a day from an item's date, or equals one.
                    let target = Timestamp(micros: base + Int64(offset) * microsPerDay / 2)
                    let now = zone.kernel.shifting(target, byMonths: -edge).micros
                    for nudge in [-1, 0, 1] as [Int64] {
                        pair.expectAgreement(
                            TimelineQuery(range: range, now: now + nudge), "\(range), \(offset)")
                    }
                }
            }
        }
    }

    /// Instants that no text can express but a row created by an app can.
    func testTheFirstAndTheLastInstants() throws {
        let now = try BaselineTimestamp.micros(of: "2026-03-01T12:00:00Z")
        let instants = [.min, .min + 1, now, .max - 1, .max]
        var rows = TimelineRows()
        for (index, start) in instants.enumerated() {
            for (second, end) in instants.enumerated() {
                let id = BaselineText("\(index)\(second)")
                rows.events.append(
                    BaselineEvent(
                        id: id, name: "N", start: .instant(start), end: .instant(end), schoolID: "s"))
            }
            rows.interactions.append(
                BaselineInteraction(id: BaselineText("\(index)"), type: "email", time: start, schoolID: "s"))
        }
        let pair = try TimelinePair(rows, zone: .utc)
        for range in [TimelineRange.threeMonths, .sixMonths, .twelveMonths] {
            for width in [2, 0, Double.infinity, -Double.infinity, 1e-300] {
                pair.expectAgreement(TimelineQuery(range: range, now: now, minimumWidth: width), "\(width)")
            }
        }
    }
}
