import Foundation
import XCTest

@testable import CompassBaseline

final class ZoneClockTests: XCTestCase {
    private func clock(_ identifier: String) throws -> ZoneClock {
        ZoneClock(zone: try XCTUnwrap(TimeZone(identifier: identifier)))
    }

    private func day(_ text: String) throws -> BaselineDay {
        try XCTUnwrap(BaselineDay(text))
    }

    private func instant(_ text: String) throws -> Int64 {
        try BaselineTimestamp.micros(of: BaselineText(text))
    }

    func testDaysCountLikeTheProlepticCalendar() throws {
        XCTAssertEqual(try day("1970-01-01").daysSinceEpoch, 0)
        XCTAssertEqual(try day("2000-03-01").daysSinceEpoch, 11_017)
        XCTAssertEqual(try day("0001-01-01").daysSinceEpoch, -719_162)
        XCTAssertEqual(try day("1970-01-01").weekday, 4)
        XCTAssertEqual(try day("1969-12-28").weekday, 0)
        XCTAssertEqual(try day("2026-02-03").label, "Feb 3")
        for text in ["2023-02-29", "2026-1-01", "2026-01-01 ", "2026/01/01", "2026-01-32", "x"] {
            XCTAssertNil(BaselineDay(text), text)
        }
        var previous = try day("1599-12-31")
        for days in (previous.daysSinceEpoch + 1)...(previous.daysSinceEpoch + 300_000) {
            let next = BaselineDay(daysSinceEpoch: days)
            let (year, month, dayOfMonth) = next.components
            let before = previous.components
            let isNextDay =
                year == before.year && month == before.month && dayOfMonth == before.day + 1
                || year == before.year && month == before.month + 1 && dayOfMonth == 1
                || year == before.year + 1 && month == 1 && dayOfMonth == 1 && before.day == 31
            XCTAssertTrue(isNextDay, next.text)
            XCTAssertEqual(BaselineDay(next.text), next)
            previous = next
        }
    }

    func testDayStartsAtItsFirstInstant() throws {
        let expected = [
            // 23 and 25 hours.
            ("America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"),
            ("America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"),
            ("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z"),
            ("America/New_York", "2026-11-02", "2026-11-02T05:00:00Z"),
            // Clocks went from 00:00 to 01:00.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
            ("America/Sao_Paulo", "2018-11-05", "2018-11-05T02:00:00Z"),
            // Clocks went from 24:00 back to 23:00: the day before has 25 hours.
            ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z"),
            // Clocks went from 00:01 back to 23:01, so midnight came twice.
            ("America/St_Johns", "2006-10-29", "2006-10-29T02:30:00Z"),
            // Clocks went from 23:30 to 00:30.
            ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00Z"),
            // There was no 30 December.
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2012-01-01", "2011-12-31T10:00:00Z"),
            // Half an hour of daylight saving.
            ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z"),
            ("Australia/Lord_Howe", "2026-04-06", "2026-04-05T13:30:00Z"),
            ("Asia/Kolkata", "2026-01-01", "2025-12-31T18:30:00Z"),
            ("UTC", "2026-01-01", "2026-01-01T00:00:00Z"),
        ]
        for (zone, date, start) in expected {
            XCTAssertEqual(
                try clock(zone).startOfDay(day(date)), try instant(start), "\(zone) \(date)")
        }
    }

    func testShiftKeepsTheWallClock() throws {
        let expected: [(String, String, Int, String)] = [
            ("America/New_York", "2026-03-10T16:00:00.25Z", -3, "2026-03-07T17:00:00.25Z"),
            // 02:30 does not exist on 8 March: it moves to 03:30.
            ("America/New_York", "2026-03-15T06:30:00Z", -7, "2026-03-08T07:30:00Z"),
            // 01:30 occurs twice on 1 November: the first one counts.
            ("America/New_York", "2026-11-08T06:30:00Z", -7, "2026-11-01T05:30:00Z"),
            // 10:00 on the skipped day moves by the gap of 24 hours.
            ("Pacific/Apia", "2012-01-01T20:00:00Z", -3, "2011-12-30T20:00:00Z"),
            // Midnight does not exist.
            ("America/Sao_Paulo", "2018-11-11T02:00:00Z", -7, "2018-11-04T03:00:00Z"),
            ("UTC", "2026-03-01T12:00:00.000001Z", -30, "2026-01-30T12:00:00.000001Z"),
        ]
        for (zone, now, days, result) in expected {
            XCTAssertEqual(
                try clock(zone).shifting(instant(now), byDays: days), try instant(result), "\(zone) \(now)")
        }
    }

    func testDayStartsAgreeWithTheCalendarWhereDaysExist() throws {
        for identifier in ["America/New_York", "Europe/London", "Africa/Cairo", "Asia/Kolkata"] {
            let clock = try clock(identifier)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = clock.zone
            for days in stride(from: 0, to: 30_000, by: 7) {
                let noon = Date(timeIntervalSince1970: Double(days) * 86_400 + 43_200)
                let day = clock.day(at: Int64(noon.timeIntervalSince1970) * 1_000_000)
                let expected = Int64(calendar.startOfDay(for: noon).timeIntervalSince1970) * 1_000_000
                XCTAssertEqual(clock.startOfDay(day), expected, "\(identifier) \(day.text)")
            }
        }
    }
}
