import XCTest

@testable import CompassBaseline

final class BaselineTimestampTests: XCTestCase {
    private func micros(_ text: String) throws -> Int64 {
        try BaselineTimestamp.micros(of: BaselineText(text))
    }

    func testReadsEveryFormThatAServerPrints() throws {
        // 2026-02-10T00:00:00Z is 20,494 days after the epoch: 56 years of 365 days, 14 leap days, 31 + 9.
        let midnight: Int64 = (56 * 365 + 14 + 31 + 9) * 86_400 * 1_000_000
        let halfPastTwo = midnight + (14 * 3600 + 30 * 60) * 1_000_000
        let expected: [(String, Int64)] = [
            ("2026-02-10T14:30:00Z", halfPastTwo),
            ("2026-02-10t14:30:00z", halfPastTwo),
            ("2026-02-10 14:30:00+00", halfPastTwo),
            ("2026-02-10T14:30:00+00:00", halfPastTwo),
            ("2026-02-10T14:30:00-00:00", halfPastTwo),
            ("2026-02-10T14:30", halfPastTwo),
            ("2026-02-10T14:30Z", halfPastTwo),
            ("2026-02-10T14:30:00", halfPastTwo),
            ("2026-02-10T09:30:00-05", halfPastTwo),
            ("2026-02-10T09:30:00-0500", halfPastTwo),
            ("2026-02-10T20:00:00+05:30", halfPastTwo),
            ("2026-02-10T09:33:58-04:56:02", halfPastTwo),
            ("2026-02-11T13:30:00+23:00", halfPastTwo),
            ("2026-02-10T14:30:00.5Z", halfPastTwo + 500_000),
            ("2026-02-10T14:30:00.000001+00:00", halfPastTwo + 1),
            ("2026-02-10T14:30:00.123456789Z", halfPastTwo + 123_456),
            ("2026-02-10T14:30:00.0000009Z", halfPastTwo),
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.9999999Z", -1),
            ("1969-12-31 23:59:59", -1_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000),
            ("10000-01-01T00:00:00Z", 253_402_300_800_000_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ]
        for (text, micros) in expected {
            XCTAssertEqual(try self.micros(text), micros, text)
        }
    }

    func testRejectsEverythingElseWithItsReason() {
        let expected: [(String, BaselineTimestampError)] = [
            ("", .empty),
            (" 2026-02-10T14:30:00Z", .leadingSpace),
            ("2026-02-10T14:30:00Z ", .trailingSpace),
            ("infinity", .infinite),
            ("-infinity", .infinite),
            ("0044-03-15 12:00:00+00 BC", .beforeChrist),
            ("2024-02-30T00:00:00Z", .noSuchDay),
            ("2023-02-29T00:00:00Z", .noSuchDay),
            ("1900-02-29T00:00:00Z", .noSuchDay),
            ("2026-13-01T00:00:00Z", .noSuchDay),
            ("2026-00-01T00:00:00Z", .noSuchDay),
            ("2026-04-31T00:00:00Z", .noSuchDay),
            ("2026-04-00T00:00:00Z", .noSuchDay),
            ("2026-02-10T24:00:00Z", .hourOutOfRange),
            ("2026-02-10T14:60:00Z", .minuteOutOfRange),
            ("2026-02-10T14:30:60Z", .secondOutOfRange),
            ("2026-02-10T14:30:00.1234567890Z", .fractionTooLong),
            ("2026-02-10T14:30:00.Z", .malformed),
            ("2026-02-10T14:30:00Zjunk", .trailingText),
            ("2026-02-10T14:30:00+00:00:00:00", .trailingText),
            ("2026-02-10T14:30:00+053000", .trailingText),
            ("2026-02-10T14:30.5Z", .trailingText),
            ("2026-02-10T14:30:00 Z", .trailingText),
            ("2026-02-10T14:30:00+24:00", .offsetOutOfRange),
            ("2026-02-10T14:30:00+05:60", .offsetOutOfRange),
            ("2026-02-10T14:30:00+5", .malformed),
            ("2026-02-10T14:30:00+", .malformed),
            ("2026-02-10", .malformed),
            ("2026-02-10T14", .malformed),
            ("2026-02-10T14:3", .malformed),
            ("2026-02-10  14:30:00Z", .malformed),
            ("2026-2-10T14:30:00Z", .malformed),
            ("26-02-10T14:30:00Z", .malformed),
            ("+2026-02-10T14:30:00Z", .malformed),
            ("-2026-02-10T14:30:00Z", .malformed),
            ("123456-02-10T14:30:00Z", .malformed),
            ("2026-02-10T14:30:00\u{2212}05:00", .trailingText),
            ("2026-02-10T14:30:00,5Z", .trailingText),
            ("now", .malformed),
        ]
        for (text, error) in expected {
            XCTAssertThrowsError(try micros(text), text) {
                XCTAssertEqual($0 as? BaselineTimestampError, error, text)
            }
        }
    }
}
