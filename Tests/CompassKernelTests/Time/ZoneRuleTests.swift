import XCTest

@testable import CompassKernel

final class ZoneRuleTests: XCTestCase {
    private func rule(_ text: String) -> ZoneRule? { ZoneRule(parsing: Array(text.utf8)[...]) }

    /// Returns the changes of a year as text, with the offset that each one starts.
    private func changes(_ text: String, _ year: Int64) -> [String] {
        (rule(text)?.changes(inYears: year...year, after: .min) ?? []).map { change in
            ZonedTimestamp(
                Timestamp(micros: change.startSecond * 1_000_000),
                offsetSeconds: Int(change.offsetSeconds)
            ).description
        }
    }

    func testWeekdaysOfMonths() {
        XCTAssertEqual(
            changes("EST5EDT,M3.2.0,M11.1.0", 2026),
            ["2026-03-08T03:00:00-04:00", "2026-11-01T01:00:00-05:00"])
        // The fifth weekday means the last, even in a month that has only four.
        XCTAssertEqual(
            changes("GMT0BST,M3.5.0/1,M10.5.0", 2026),
            ["2026-03-29T02:00:00+01:00", "2026-10-25T01:00:00+00:00"])
        XCTAssertEqual(changes("AAA0BBB,M2.5.0,M2.5.6", 2026).count, 2)
        // In the southern hemisphere the year begins in daylight-saving time.
        XCTAssertEqual(
            changes("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026),
            ["2026-04-05T01:30:00+10:30", "2026-10-04T02:30:00+11:00"])
    }

    func testTimesBeforeAndAfterTheDay() {
        // -1 o'clock on Sunday is 23:00 on Saturday.
        XCTAssertEqual(
            changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026),
            ["2026-03-29T00:00:00-01:00", "2026-10-24T23:00:00-02:00"])
        // 26 o'clock on the fourth Thursday of March is 02:00 on Friday.
        XCTAssertEqual(
            changes("IST-2IDT,M3.4.4/26,M10.5.0", 2026),
            ["2026-03-27T03:00:00+03:00", "2026-10-25T01:00:00+02:00"])
        XCTAssertEqual(
            changes("EET-2EEST,M4.5.5/0,M10.5.4/24", 2026),
            ["2026-04-24T01:00:00+03:00", "2026-10-29T23:00:00+02:00"])
        XCTAssertEqual(
            changes("AAA0BBB,M3.2.0/-167:59:59,M11.1.0/167", 2026),
            ["2026-03-01T01:00:01+01:00", "2026-11-07T22:00:00+00:00"])
    }

    func testDaysOfTheYear() {
        // J60 is always 1 March; 59 is 29 February in a leap year.
        XCTAssertEqual(
            changes("AAA3BBB2,J60/0,J365/12", 2024),
            ["2024-03-01T01:00:00-02:00", "2024-12-31T11:00:00-03:00"])
        XCTAssertEqual(
            changes("AAA3BBB2,J60/0,J365/12", 2026),
            ["2026-03-01T01:00:00-02:00", "2026-12-31T11:00:00-03:00"])
        XCTAssertEqual(changes("AAA3BBB2,59/0,364/12", 2024).first, "2024-02-29T01:00:00-02:00")
        XCTAssertEqual(changes("AAA3BBB2,59/0,364/12", 2026).first, "2026-03-01T01:00:00-02:00")
        XCTAssertEqual(changes("AAA3BBB2,J1/0,J59/0", 2024).last, "2024-02-27T23:00:00-03:00")
    }

    func testDaylightTimeThatNeverEndsLeavesOneOffset() throws {
        // Each year's daylight-saving time ends when the next year's begins.
        let changes = try XCTUnwrap(rule("XXX3EDT4,0/0,J365/23")).changes(inYears: 2000...2010, after: .min)
        let table = ZoneTable(identifier: "Test", initialOffsetSeconds: -10_800, changes: changes)
        XCTAssertEqual(table.offsetSeconds(atSecond: 1_100_000_000), -14_400)
        XCTAssertEqual(table.segments.dropLast().map(\.offsetSeconds), [-10_800, -14_400, -10_800])
    }

    func testOffsetsAndNames() throws {
        XCTAssertEqual(rule("UTC0"), ZoneRule(standardOffsetSeconds: 0))
        XCTAssertEqual(rule("<+0545>-5:45"), ZoneRule(standardOffsetSeconds: 20_700))
        XCTAssertEqual(rule("LMT+4:56:02"), ZoneRule(standardOffsetSeconds: -17_762))
        XCTAssertEqual(rule("IST-1GMT0,M10.5.0,M3.5.0/1")?.daylight?.offsetSeconds, 0)
        XCTAssertEqual(rule("EST5EDT4:30,M3.2.0,M11.1.0")?.daylight?.offsetSeconds, -16_200)
        XCTAssertEqual(rule("AAA-25:59:59")?.standardOffsetSeconds, 93_599)
    }

    func testUnreadableRules() {
        for text in [
            "", "UTC", "E5", "EST", "5", "<>5", "<EST5", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,,",
            "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,M3.2.0,M11.1.0 ", "EST5EDT,M0.2.0,M11.1.0",
            "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.0.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
            "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M3.2,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,J366,J5",
            "EST5EDT,366,5", "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/-168,M11.1.0", "EST26",
            "EST5:60", "EST5:30:60", "EST5EDT-25,M3.2.0/,M11.1.0", "EST9999999999999999999999",
            "EST--5", "EST5\n", "EST5EDT,J1/0:,J2",
        ] {
            XCTAssertNil(rule(text), text)
        }
        // One hour more than the largest offset is out of range.
        XCTAssertNil(rule("AAA-25:59:59BBB,J1,J2"))
    }

    func testDamagedRulesNeverTrap() {
        let text = Array("<-02>2<-01>3:30,M3.5.0/-1:02:03,J10/25".utf8)
        for position in text.indices {
            for value in UInt8.min...UInt8.max {
                var damaged = text
                damaged[position] = value
                _ = ZoneRule(parsing: damaged[...])?.changes(inYears: 2024...2025, after: 0)
            }
            _ = ZoneRule(parsing: text[..<position])
            _ = ZoneRule(parsing: text[position...])
        }
    }
}
