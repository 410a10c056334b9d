import Foundation
import XCTest

@testable import CompassKernel

final class ZoneShiftingTests: XCTestCase {
    private let shifts = [1, 7, 30, 90, -1, -7, -30, -90]
    private let secondsOfDay = [0, 1_800, 5_400, 7_200, 9_000, 43_200, 85_500]

    func testDaysAroundEveryChangeEqualThePlatforms() throws {
        for identifier in [
            "America/New_York", "Europe/London", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe",
            "Pacific/Apia", "Africa/Cairo", "America/Havana",
        ] {
            let zone = try systemZone(identifier)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try XCTUnwrap(TimeZone(identifier: identifier))
            let changes = zone.table.segments.filter { (0...4_133_980_800).contains($0.startSecond) }
            for change in changes {
                let changeDay = zone.civilDate(at: Timestamp(micros: change.startSecond * 1_000_000))
                for shift in shifts {
                    for distance in -1...1 {
                        for second in secondsOfDay {
                            let start = zone.timestamp(
                                of: changeDay.adding(days: distance - shift),
                                microsOfDay: Int64(second) * 1_000_000)
                            expectAgreement(start, shift: shift, zone, calendar, identifier)
                        }
                    }
                }
            }
        }
    }

    /// Where the results differ, checks the platform's against the rules: it may use the second of two
    /// occurrences, and it counts only existing days where a zone skipped one.
    private func expectAgreement(
        _ start: Timestamp, shift: Int, _ zone: ZoneOffsets, _ calendar: Calendar, _ identifier: String
    ) {
        let shifted = zone.shifting(start, byDays: shift)
        let platform = calendar.date(byAdding: .day, value: shift, to: date(start))!
        if platform == date(shifted) { return }

        let units: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        let clock = calendar.dateComponents(units, from: date(shifted))
        let isSecondOccurrence =
            platform > date(shifted) && calendar.dateComponents(units, from: platform) == clock
        if isSecondOccurrence { return }

        if identifier == "Pacific/Apia" {
            let skipped = day("2011-12-30")
            let target = zone.civilDate(at: start).adding(days: shift)
            let days = [zone.civilDate(at: start), target]
            if days.min()! <= skipped, days.max()! >= skipped {
                // A time on the skipped day moves forward by the gap, which is a whole day.
                let expected = target == skipped ? target.adding(days: 1) : target
                let shown = CivilDate(year: clock.year!, month: clock.month!, day: clock.day!)
                XCTAssertEqual(shown, expected)
                XCTAssertEqual(zone.microsOfDay(at: shifted), zone.microsOfDay(at: start))
                return
            }
        }
        XCTFail("\(identifier) \(start) by \(shift) days: \(shifted), platform \(platform)")
    }

    private func date(_ timestamp: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(timestamp.micros) / 1e6)
    }

    func testMonthsEqualThePlatforms() throws {
        var random = TimeTestRandom()
        for identifier in ["America/New_York", "Europe/London", "Asia/Kolkata", "UTC"] {
            let zone = try systemZone(identifier)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try XCTUnwrap(TimeZone(identifier: identifier))
            for _ in 0..<2_000 {
                // None of these zones changes its clocks at noon.
                let first = CivilDate(daysSinceEpoch: Int32.random(in: 0...47_000, using: &random))
                let start = zone.timestamp(of: first, microsOfDay: 43_200 * 1_000_000)
                let months = Int.random(in: -30...30, using: &random)
                let shifted = zone.shifting(start, byMonths: months)
                let platform = calendar.date(byAdding: .month, value: months, to: date(start))!
                if date(shifted) == platform { continue }
                // In February the platform clamps to the month's length in another year: 2064-05-30
                // less 27 months becomes 2062-03-01, 1994-08-30 less 30 months 1992-02-28.
                let target = zone.civilDate(at: shifted)
                let lastOfFebruary = target.year % 4 == 0 && target.year != 2100 ? 29 : 28
                let neighbors = [-1, 1].map { zone.startOfDay(target.adding(days: $0)) }
                XCTAssert(
                    first.day > 28 && target.month == 2 && target.day == lastOfFebruary
                        && neighbors.contains { date($0) == calendar.startOfDay(for: platform) },
                    "\(identifier) \(start) by \(months) months: \(shifted), platform \(platform), "
                        + "seed \(random.seed)")
            }
        }
    }

    private func expectShifted(
        _ identifier: String, _ start: String, days: Int, _ expected: String, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let zone = try systemZone(identifier)
        let shifted = ZonedTimestamp(zone.shifting(instant(start), byDays: days), in: zone)
        XCTAssertEqual(shifted.description, expected, file: file, line: line)
    }

    func testSkippedTimesMoveForwardByTheGap() throws {
        try expectShifted(
            "America/New_York", "2026-04-07T02:30-04:00", days: -30, "2026-03-08T03:30:00-04:00")
        try expectShifted("America/New_York", "2026-03-07T02:00-05:00", days: 1, "2026-03-08T03:00:00-04:00")
        try expectShifted(
            "America/New_York", "2026-03-07T01:59:59.999999-05:00", days: 1,
            "2026-03-08T01:59:59.999999-05:00")
        try expectShifted(
            "Australia/Lord_Howe", "2026-10-03T02:15+10:30", days: 1, "2026-10-04T02:45:00+11:00")
        try expectShifted("America/Sao_Paulo", "2018-11-03T00:30-03:00", days: 1, "2018-11-04T01:30:00-02:00")
        try expectShifted("Pacific/Apia", "2012-01-06T10:00+14:00", days: -7, "2011-12-31T10:00:00+14:00")
        try expectShifted("Pacific/Apia", "2011-12-29T10:00-10:00", days: 1, "2011-12-31T10:00:00+14:00")
    }

    /// London's clocks first changed on 1 December 1847, from local mean time to Greenwich's, 75 seconds
    /// ahead: 00:00:00 to 00:01:14 were skipped.
    func testTimesThatTheFirstChangeOfAZoneSkipsMoveForwardByTheGap() throws {
        let zone = try systemZone("Europe/London")
        let date = day("1847-12-01")
        XCTAssertEqual(zone.timestamp(of: date, microsOfDay: -1_000_000), instant("1847-12-01T00:01:14Z"))
        XCTAssertEqual(zone.timestamp(of: date, microsOfDay: 0), instant("1847-12-01T00:01:15Z"))
        XCTAssertEqual(zone.timestamp(of: date, microsOfDay: 30 * 1_000_000), instant("1847-12-01T00:01:45Z"))
        XCTAssertEqual(zone.timestamp(of: date, microsOfDay: 75 * 1_000_000), instant("1847-12-01T00:01:15Z"))
    }

    func testTimesThatOccurTwiceAreTheFirst() throws {
        try expectShifted("America/New_York", "2026-11-02T01:30-05:00", days: -1, "2026-11-01T01:30:00-04:00")
        try expectShifted("America/New_York", "2026-10-31T01:30-04:00", days: 1, "2026-11-01T01:30:00-04:00")
        try expectShifted(
            "Australia/Lord_Howe", "2026-04-06T01:45+10:30", days: -1, "2026-04-05T01:45:00+11:00")
        try expectShifted("America/Havana", "2025-11-03T00:30-05:00", days: -1, "2025-11-02T00:30:00-04:00")
        try expectShifted("America/New_York", "2026-11-02T02:00-05:00", days: -1, "2026-11-01T02:00:00-05:00")
    }

    func testMicrosecondsAreKept() throws {
        try expectShifted(
            "America/New_York", "2026-03-09T09:30:00.123456-04:00", days: -7,
            "2026-03-02T09:30:00.123456-05:00")
        try expectShifted("UTC", "1970-01-01T00:00:00.000001Z", days: -1, "1969-12-31T00:00:00.000001+00:00")
    }

    func testShiftingByNothingReturnsTheSecondOccurrenceUnchanged() throws {
        let zone = try systemZone("America/New_York")
        let second = instant("2026-11-01T01:30-05:00")
        XCTAssertEqual(zone.shifting(second, byDays: 0), second)
        XCTAssertEqual(zone.shifting(second, byMonths: 0), second)
    }

    func testMonthsAreClampedAndFollowTheRules() throws {
        let zone = try systemZone("America/New_York")
        for (start, months, expected) in [
            ("2026-08-31T12:00-04:00", -6, "2026-02-28T12:00:00-05:00"),
            ("2026-02-08T02:30-05:00", 1, "2026-03-08T03:30:00-04:00"),
            ("2026-12-01T01:30-05:00", -1, "2026-11-01T01:30:00-04:00"),
            ("2024-02-29T23:59:59.5-05:00", 12, "2025-02-28T23:59:59.5-05:00"),
            ("2064-05-30T12:00-04:00", -27, "2062-02-28T12:00:00-05:00"),
            ("1994-08-30T12:00-04:00", -30, "1992-02-29T12:00:00-05:00"),
        ] {
            let shifted = ZonedTimestamp(zone.shifting(instant(start), byMonths: months), in: zone)
            XCTAssertEqual(shifted.description, expected)
        }
    }

    func testLocalTimesOutsideTheDayCountOn() throws {
        let zone = try systemZone("America/New_York")
        XCTAssertEqual(zone.timestamp(of: day("2026-02-10")), instant("2026-02-10T05:00Z"))
        XCTAssertEqual(
            zone.timestamp(of: day("2026-02-10"), microsOfDay: 86_400 * 1_000_000),
            instant("2026-02-11T05:00Z"))
        XCTAssertEqual(
            zone.timestamp(of: day("2026-02-10"), microsOfDay: -1), instant("2026-02-10T04:59:59.999999Z"))
        XCTAssertEqual(
            zone.timestamp(of: day("2026-03-08"), microsOfDay: 9_000 * 1_000_000),
            instant("2026-03-08T07:30Z"))
    }

    func testAbsurdShiftsSaturate() throws {
        for zone in [ZoneOffsets.utc, try systemZone("America/New_York")] {
            for extreme in [Timestamp(micros: .min), Timestamp(micros: .max), Timestamp(micros: 0)] {
                XCTAssertEqual(zone.shifting(extreme, byDays: .max).micros, .max)
                XCTAssertEqual(zone.shifting(extreme, byDays: .min).micros, .min)
                XCTAssertEqual(zone.shifting(extreme, byMonths: .max).micros, .max)
                XCTAssertEqual(zone.shifting(extreme, byMonths: .min).micros, .min)
            }
            XCTAssertEqual(
                zone.timestamp(of: CivilDate(daysSinceEpoch: .max), microsOfDay: .max).micros, .max)
            XCTAssertEqual(
                zone.timestamp(of: CivilDate(daysSinceEpoch: .min), microsOfDay: .min).micros, .min)
        }
    }
}
