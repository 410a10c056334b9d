import Foundation
import XCTest

@testable import CompassKernel

final class CivilDateTests: XCTestCase {
    func testEveryDayFromYearMinusOneToTenThousandRoundTrips() {
        // Counts the days one by one, so that the tested arithmetic is not its own oracle.
        var days = Int32(-719_528 - 365)
        var weekday = CivilDate(daysSinceEpoch: days).weekday
        for year in -1...10_000 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (monthIndex, length) in lengths.enumerated() {
                for dayOfMonth in 1...length {
                    let date = CivilDate(daysSinceEpoch: days)
                    let parts = date.parts
                    if parts.year != year || parts.month != monthIndex + 1 || parts.day != dayOfMonth
                        || date.weekday != weekday
                        || CivilArithmetic.days(year: Int64(year), month: monthIndex + 1, day: dayOfMonth)
                            != days
                        || (0...9_999).contains(year)
                            && CivilArithmetic.days(
                                commonYear: UInt32(year), month: UInt32(monthIndex + 1),
                                day: UInt32(dayOfMonth)) != days
                    {
                        return XCTFail("\(year)-\(monthIndex + 1)-\(dayOfMonth): \(parts) for \(days)")
                    }
                    days += 1
                    weekday = weekday == 6 ? 0 : weekday + 1
                }
                XCTAssertNil(CivilDate(year: year, month: monthIndex + 1, day: length + 1))
            }
        }
        XCTAssertEqual(days, 2_932_897 + 366)
    }

    func testPartsOfHandComputedDays() {
        let date = day("2026-02-10")
        XCTAssertEqual(date.daysSinceEpoch, 20_494)
        XCTAssertEqual([date.year, date.month, date.day, date.weekday], [2026, 2, 10, 2])
        XCTAssertEqual(CivilDate(daysSinceEpoch: 0).weekday, 4)
        XCTAssertEqual(CivilDate(daysSinceEpoch: -5).weekday, 6)
        XCTAssertEqual(CivilDate(year: 2000, month: 2, day: 29)?.daysSinceEpoch, 11_016)
    }

    func testDaysThatDoNotExistAreNil() {
        XCTAssertNil(CivilDate(year: 2023, month: 2, day: 29))
        XCTAssertNil(CivilDate(year: 1900, month: 2, day: 29))
        XCTAssertNil(CivilDate(year: 2026, month: 0, day: 1))
        XCTAssertNil(CivilDate(year: 2026, month: 13, day: 1))
        XCTAssertNil(CivilDate(year: 2026, month: 1, day: 0))
        XCTAssertNil(CivilDate(year: .max, month: 1, day: 1))
        XCTAssertNil(CivilDate(year: .min, month: 1, day: 1))
    }

    func testMonthsAreClampedToTheMonthsEnd() {
        let cases: [(String, Int, String)] = [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
            ("2026-03-31", -1, "2026-02-28"), ("2026-08-31", -6, "2026-02-28"),
            ("2026-12-15", 2, "2027-02-15"), ("2026-01-15", -1, "2025-12-15"),
            ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", -48, "2020-02-29"),
            ("2026-05-31", 0, "2026-05-31"), ("0001-01-01", -12, "0000-01-01"),
        ]
        for (start, months, expected) in cases {
            XCTAssertEqual(day(start).adding(months: months), day(expected), "\(start) \(months)")
        }
    }

    func testArithmeticSaturates() {
        let last = CivilDate(daysSinceEpoch: .max)
        let first = CivilDate(daysSinceEpoch: .min)
        XCTAssertEqual(day("2026-02-10").adding(days: .max), last)
        XCTAssertEqual(day("2026-02-10").adding(days: .min), first)
        XCTAssertEqual(day("2026-02-10").adding(months: .max), last)
        XCTAssertEqual(day("2026-02-10").adding(months: .min), first)
        XCTAssertEqual(day("2026-02-28").adding(days: 1), day("2026-03-01"))
        XCTAssertEqual(day("2026-03-01").adding(days: -1), day("2026-02-28"))
    }

    func testLabelsOfALeapYearAndTheYearsAround() {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        for days in day("2022-12-31").daysSinceEpoch...day("2025-01-01").daysSinceEpoch {
            let date = CivilDate(daysSinceEpoch: days)
            XCTAssertEqual(date.label, "\(names[date.month - 1]) \(date.day)")
        }
        XCTAssertEqual(day("2026-02-03").label, "Feb 3")
        XCTAssertEqual(day("2024-02-29").label, "Feb 29")
        XCTAssertFalse(CivilDate(daysSinceEpoch: .min).label.isEmpty)
        XCTAssertFalse(CivilDate(daysSinceEpoch: .max).label.isEmpty)
    }

    func testConsecutiveLabelsFromEachDayOfALeapYearAndTheYearsAround() {
        for first in day("2022-12-31").daysSinceEpoch...day("2025-01-01").daysSinceEpoch {
            var days = LabeledDays(from: CivilDate(daysSinceEpoch: first))
            for count in 0..<800 {
                let (date, label) = days.next()
                XCTAssertEqual(date, CivilDate(daysSinceEpoch: first + Int32(count)))
                if label != date.label {
                    return XCTFail("\(date) has the label \(label) \(count) days after")
                }
            }
        }
        for start in ["1969-12-30", "1900-02-20", "2000-02-20", "2100-02-20", "0000-02-20"] {
            var days = LabeledDays(from: day(start))
            for _ in 0..<400 {
                let (date, label) = days.next()
                XCTAssertEqual(label, date.label, "\(date)")
            }
        }
        var last = LabeledDays(from: CivilDate(daysSinceEpoch: .max))
        XCTAssertEqual(last.next().date, CivilDate(daysSinceEpoch: .max))
    }

    func testTextIsReadBack() {
        for (text, days) in [
            ("1970-01-01", 0), ("2026-02-10", 20_494), ("0000-03-01", -719_468), ("10000-01-01", 2_932_897),
        ] as [(String, Int32)] {
            XCTAssertEqual(day(text).daysSinceEpoch, days)
            XCTAssertEqual(CivilDate(daysSinceEpoch: days).description, text)
        }
        XCTAssertEqual(CivilDate(daysSinceEpoch: -719_529).description, "-0001-12-31")
        XCTAssertLessThan(day("2026-02-10"), day("2026-02-11"))
    }

    func testEveryRejectedTextHasItsReason() {
        let cases: [(text: String, reason: TimestampError)] = [
            ("", .empty), (" 2026-02-10", .leadingSpace), ("2026-02-10 ", .trailingSpace),
            ("infinity", .infinity), ("-infinity", .negativeInfinity), ("0044-03-15 BC", .beforeChrist),
            ("2026-02", .malformed), ("20260210", .malformed), ("2026-2-1", .malformed),
            ("2026-02-10T00:00:00Z", .trailingText), ("2026-02-100", .trailingText),
            ("100000-01-01", .yearOutOfRange), ("2026-13-01", .monthOutOfRange),
            ("2024-02-30", .dayDoesNotExist), ("2023-02-29", .dayDoesNotExist),
        ]
        for (text, reason) in cases {
            XCTAssertThrowsError(try CivilDate(parsing: text), text) { error in
                XCTAssertEqual(error as? TimestampError, reason, text)
            }
        }
    }

    func testCodableFormIsTheText() throws {
        let dates = [day("2026-02-10")]
        let data = try JSONEncoder().encode(dates)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "[\"2026-02-10\"]")
        XCTAssertEqual(try JSONDecoder().decode([CivilDate].self, from: data), dates)
        let damaged = Data("[\"2024-02-30\"]".utf8)
        XCTAssertThrowsError(try JSONDecoder().decode([CivilDate].self, from: damaged)) { error in
            guard case DecodingError.dataCorrupted = error else { return XCTFail("\(error)") }
        }
    }
}
