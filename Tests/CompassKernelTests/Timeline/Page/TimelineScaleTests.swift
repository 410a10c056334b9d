import XCTest

@testable import CompassKernel

final class TimelineScaleTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    private func edges(
        _ range: TimelineRange, _ now: String, _ zone: ZoneOffsets = .utc, earliest: String? = nil
    ) -> [String] {
        let scale = TimelineScale(
            range, asOf: instant(now), in: zone, earliest: earliest.map { instant($0) })
        return [scale.fromMicros, scale.toMicros].map {
            ZonedTimestamp(Timestamp(micros: $0), in: zone).description
        }
    }

    func testRangesGoBackByCalendarMonthsAndAlwaysTwoAhead() {
        let now = "2026-03-01T12:00:00Z"
        XCTAssertEqual(
            edges(.threeMonths, now), ["2025-12-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00"])
        XCTAssertEqual(edges(.sixMonths, now), ["2025-09-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00"])
        XCTAssertEqual(
            edges(.twelveMonths, now), ["2025-03-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00"])
    }

    func testDaysThatAMonthDoesNotHaveAreItsLast() {
        XCTAssertEqual(
            edges(.threeMonths, "2026-05-31T10:00:00Z"),
            ["2026-02-28T10:00:00+00:00", "2026-07-31T10:00:00+00:00"])
        XCTAssertEqual(
            edges(.sixMonths, "2024-08-31T10:00:00Z"),
            ["2024-02-29T10:00:00+00:00", "2024-10-31T10:00:00+00:00"])
        XCTAssertEqual(edges(.threeMonths, "2025-12-31T10:00:00Z")[1], "2026-02-28T10:00:00+00:00")
    }

    func testTheWallClockStaysTheSameWhenTheClocksChange() throws {
        let zone = try systemZone("America/New_York")
        XCTAssertEqual(
            edges(.threeMonths, "2026-02-10T17:00:00Z", zone),
            ["2025-11-10T12:00:00-05:00", "2026-04-10T12:00:00-04:00"])
    }

    func testAllTimeBeginsWithTheEarliestItem() {
        let now = "2026-03-01T12:00:00Z"
        XCTAssertEqual(edges(.allTime, now, earliest: "2020-01-05T00:00:00Z")[0], "2020-01-05T00:00:00+00:00")
        XCTAssertEqual(edges(.allTime, now, earliest: "2027-01-05T00:00:00Z")[0], "2026-03-01T12:00:00+00:00")
        XCTAssertEqual(edges(.allTime, now)[0], "2025-09-01T12:00:00+00:00")
    }

    func testAnInvalidStoredRangeIsSixMonths() {
        XCTAssertEqual(TimelineRange(stored: "12"), .twelveMonths)
        for stored in [nil, "", "7", "ALL", "6 "] {
            XCTAssertEqual(TimelineRange(stored: stored), .sixMonths)
        }
    }

    func testPositionsAreClippedPercentOfTheRange() {
        let scale = TimelineScale(fromMicros: -100, toMicros: 100)
        XCTAssertEqual([-100, -50, 0, 99, 100].map(scale.position), [0, 25, 50, 99.5, 100])
        XCTAssertEqual([Int64.min, -101, 101, .max].map(scale.position), [0, 0, 100, 100])
        XCTAssertEqual([-200, 200, 0].map(scale.unclippedPosition), [-50, 150, 50])
    }

    func testPositionsDoNotOverflow() {
        let scale = TimelineScale(fromMicros: .min, toMicros: .max)
        XCTAssertEqual(scale.position(.min), 0)
        XCTAssertEqual(scale.position(0), 50)
        XCTAssertEqual(scale.position(.max), 100)
        let instant = TimelineScale(fromMicros: .max, toMicros: .max)
        XCTAssertEqual(instant.position(.max), 0)
        XCTAssertEqual(instant.unclippedPosition(.min), 0)
    }

    func testMonthsAreClippedToTheRange() {
        let scale = TimelineScale(
            fromMicros: instant("2025-11-16T00:00:00Z").micros,
            toMicros: instant("2026-02-08T00:00:00Z").micros)
        let months = scale.months(in: .utc)
        XCTAssertEqual(months.map(\.key), ["2025-11", "2025-12", "2026-01", "2026-02"])
        XCTAssertEqual(months.map(\.label), ["Nov", "Dec", "Jan", "Feb"])
        XCTAssertEqual(months.map(\.year), [2025, 2025, 2026, 2026])
        // 84 days: 15 of November, 31, 31, and 7 of February.
        let lefts: [Double] = [0, 1_500, 4_600, 7_700].map { $0 / 84 }
        let widths: [Double] = [1_500, 3_100, 3_100, 700].map { $0 / 84 }
        for (month, (left, width)) in zip(months, zip(lefts, widths)) {
            XCTAssertEqual(month.left, left, accuracy: 1e-9)
            XCTAssertEqual(month.width, width, accuracy: 1e-9)
        }
    }

    func testAMonthThatIsOnlyTouchedHasNoHeader() {
        let scale = TimelineScale(
            fromMicros: instant("2026-01-01T00:00:00Z").micros,
            toMicros: instant("2026-03-01T00:00:00Z").micros)
        XCTAssertEqual(scale.months(in: .utc).map(\.key), ["2026-01", "2026-02"])
        let longer = TimelineScale(
            fromMicros: scale.fromMicros - 1, toMicros: scale.toMicros + 1)
        XCTAssertEqual(
            longer.months(in: .utc).map(\.key), ["2025-12", "2026-01", "2026-02", "2026-03"])
        let nothing = TimelineScale(fromMicros: scale.fromMicros, toMicros: scale.fromMicros)
        XCTAssertEqual(nothing.months(in: .utc), [])
    }

    func testMonthsAreThoseOfTheZone() throws {
        let zone = try systemZone("America/New_York")
        let scale = TimelineScale(
            fromMicros: instant("2026-01-01T04:59:59Z").micros,
            toMicros: instant("2026-02-01T05:00:00Z").micros)
        XCTAssertEqual(scale.months(in: zone).map(\.key), ["2025-12", "2026-01"])
    }

    func testMonthsAlignAndFillTheRange() throws {
        for identifier in ["Pacific/Apia", "Asia/Kathmandu", "America/Sao_Paulo", "UTC"] {
            let zone = try systemZone(identifier)
            for range in TimelineRange.allCases {
                let scale = TimelineScale(
                    range, asOf: now, in: zone, earliest: instant("2011-12-30T03:00:00Z"))
                let months = scale.months(in: zone)
                XCTAssertEqual(months.first?.left, 0)
                for (month, next) in zip(months, months.dropFirst()) {
                    XCTAssertEqual(month.left + month.width, next.left, accuracy: 1e-9)
                }
                XCTAssertEqual(months.reduce(0) { $0 + $1.width }, 100, accuracy: 1e-9)
            }
        }
    }

    func testTheFarthestInstantsHaveMonthsToo() {
        let first = TimelineScale(fromMicros: .min, toMicros: .min + 40 * TimeUnits.microsPerDay)
        XCTAssertGreaterThan(first.months(in: .utc).count, 1)
        let last = TimelineScale(fromMicros: .max - 40 * TimeUnits.microsPerDay, toMicros: .max)
        XCTAssertGreaterThan(last.months(in: .utc).count, 1)
    }

    func testDotsAreCenteredAndShiftedInwards() {
        let scale = TimelineScale(fromMicros: 0, toMicros: 1_000)
        func dot(_ micros: Int64, _ width: Double) -> [Double] {
            let extent = scale.extent(at: micros, minimumWidth: width)
            return [extent.left, extent.width]
        }
        XCTAssertEqual(dot(500, 2), [49, 2])
        XCTAssertEqual(dot(0, 2), [0, 2])
        XCTAssertEqual(dot(5, 2), [0, 2])
        XCTAssertEqual(dot(995, 2), [98, 2])
        XCTAssertEqual(dot(1_000, 2), [98, 2])
        XCTAssertEqual(dot(500, 0), [50, 0])
        XCTAssertEqual(dot(500, 100), [0, 100])
    }

    func testBarsAreClippedWidenedAndShiftedInwards() {
        let scale = TimelineScale(fromMicros: 0, toMicros: 1_000)
        func bar(_ start: Int64, _ end: Int64, _ width: Double = 2) -> [Double] {
            let extent = scale.extent(from: start, to: end, minimumWidth: width)
            return [extent.left, extent.width]
        }
        XCTAssertEqual(bar(100, 300), [10, 20])
        XCTAssertEqual(bar(-500, 300), [0, 30])
        XCTAssertEqual(bar(900, 2_000), [90, 10])
        XCTAssertEqual(bar(-500, 2_000), [0, 100])
        XCTAssertEqual(bar(500, 510), [50, 2])
        XCTAssertEqual(bar(990, 995), [98, 2])
        XCTAssertEqual(bar(-500, 0), [0, 2])
        XCTAssertEqual(bar(1_000, 2_000), [98, 2])
        XCTAssertEqual(bar(500, 510, 0), [50, 1])
        XCTAssertEqual(bar(500, 510, 100), [0, 100])
    }
}
