import Foundation
import XCTest

@testable import CompassKernel

final class TimestampParsingTests: XCTestCase {
    // 2026-02-10 is day 20,494: 56 years of 365 days, 14 leap days, 31 days of January and 9 of February.
    private let afternoon: Int64 = (20_494 * 86_400 + 14 * 3_600 + 30 * 60) * 1_000_000

    func testEveryAcceptedFormHasItsHandComputedValue() {
        let cases: [(text: String, micros: Int64)] = [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-02-10T14:30:00Z", afternoon),
            ("2026-02-10t14:30:00z", afternoon),
            ("2026-02-10 14:30:00+00", afternoon),
            ("2026-02-10 14:30:00", afternoon),
            ("2026-02-10T14:30:00", afternoon),
            ("2026-02-10T14:30", afternoon),
            ("2026-02-10T14:30Z", afternoon),
            ("2026-02-10T14:30+01:00", afternoon - 3_600_000_000),
            ("2026-02-10T14:30:00-00:00", afternoon),
            ("2026-02-10T14:30:00.123456+00:00", afternoon + 123_456),
            ("2026-02-10T14:30:00.1+00:00", afternoon + 100_000),
            ("2026-02-10T14:30:00.12345Z", afternoon + 123_450),
            ("2026-02-10T14:30:00.000001", afternoon + 1),
            ("2026-02-10T14:30:00.1234569Z", afternoon + 123_456),
            ("2026-02-10T14:30:00.12345699Z", afternoon + 123_456),
            ("2026-02-10T14:30:00.123456999+00", afternoon + 123_456),
            ("2026-02-10T14:30:00+05:30", afternoon - 19_800_000_000),
            ("2026-02-10T14:30:00+0530", afternoon - 19_800_000_000),
            ("2026-02-10T14:30:00-05", afternoon + 18_000_000_000),
            ("2026-02-10T14:30:00-04:56:02", afternoon + 17_762_000_000),
            ("2026-02-10T14:30:00+15:59:59", afternoon - 57_599_000_000),
            ("2026-02-10T14:30:00-15:59:59", afternoon + 57_599_000_000),
            ("2026-02-10T14:30:00+16:00", afternoon - 57_600_000_000),
            ("2026-02-10T14:30:00-23:59:59", afternoon + 86_399_000_000),
            ("1969-12-31T23:59:59.999999Z", -1),
            ("2024-02-29T00:00:00Z", 19_782 * 86_400_000_000),
            ("2000-02-29T00:00:00Z", 11_016 * 86_400_000_000),
            ("0001-01-01T00:00:00Z", -719_162 * 86_400_000_000),
            ("0000-03-01T00:00:00Z", -719_468 * 86_400_000_000),
            ("0000-01-01T00:00:00Z", -719_528 * 86_400_000_000),
            ("9999-12-31T23:59:59.999999Z", 2_932_897 * 86_400_000_000 - 1),
            ("10000-01-01T00:00:00Z", 2_932_897 * 86_400_000_000),
            ("02026-02-10T14:30:00Z", afternoon),
            ("99999-12-31T23:59:59.999999-15:59:59", 3_093_527_980_799_999_999 + 57_599_000_000),
        ]
        for (text, micros) in cases {
            XCTAssertEqual(parseTimestamp(Array(text.utf8)), .success(micros), text)
            XCTAssertEqual(try? Timestamp(parsing: text).micros, micros, text)
            let padded = Substring("  " + text + "  ").dropFirst(2).dropLast(2)
            XCTAssertEqual(try? Timestamp(parsing: padded).micros, micros, text)
        }
    }

    func testEveryRejectedTextHasItsReason() {
        let cases: [(text: String, reason: TimestampError)] = [
            ("", .empty),
            (" ", .leadingSpace),
            (" 2026-02-10T14:30:00Z", .leadingSpace),
            ("\t2026-02-10T14:30:00Z", .leadingSpace),
            ("2026-02-10T14:30:00Z ", .trailingSpace),
            ("2026-02-10T14:30:00Z\n", .trailingSpace),
            ("infinity", .infinity),
            ("Infinity", .infinity),
            ("-infinity", .negativeInfinity),
            ("infinityx", .malformed),
            ("0044-03-15 12:00:00+00 BC", .beforeChrist),
            ("0044-03-15 12:00:00 BC", .beforeChrist),
            ("0045-02-29 12:00:00 BC", .beforeChrist),
            ("0044-03-15 BC", .beforeChrist),
            ("yesterday", .malformed),
            ("null", .malformed),
            ("2026", .malformed),
            ("2026-02", .malformed),
            ("26-02-10T14:30:00Z", .malformed),
            ("+12026-02-10T14:30:00Z", .malformed),
            ("-2026-02-10T14:30:00Z", .malformed),
            ("2026-2-10T14:30:00Z", .malformed),
            ("2026/02/10 14:30:00Z", .malformed),
            ("2026-02-10  14:30:00Z", .malformed),
            ("2026-02-10_14:30:00Z", .malformed),
            ("2026-02-10T14", .malformed),
            ("2026-02-10T1430", .malformed),
            ("2026-02-10T14:30:0", .malformed),
            ("2026-02-10T14:30:00.", .malformed),
            ("2026-02-10T14:30:00.Z", .malformed),
            ("2026-02-10T14:30:00,5Z", .trailingText),
            ("2026-02-10T", .malformed),
            ("2026-02-10", .missingTime),
            ("2026-02-10T14:30:00.1234567890Z", .fractionTooLong),
            ("2026-02-10T14:30:00.123456789012345678901234567890Z", .fractionTooLong),
            ("2026-02-10T14:30:00+", .malformedOffset),
            ("2026-02-10T14:30:00+5", .malformedOffset),
            ("2026-02-10T14:30:00+05:", .malformedOffset),
            ("2026-02-10T14:30:00+05:3", .malformedOffset),
            ("2026-02-10T14:30:00+053", .malformedOffset),
            ("2026-02-10T14:30:00+05:30:", .malformedOffset),
            ("2026-02-10T14:30:00+05:30:15:00", .malformedOffset),
            ("2026-02-10T14:30:00+053015", .malformedOffset),
            ("2026-02-10T14:30:00+24:00", .offsetOutOfRange),
            ("2026-02-10T14:30:00+99", .offsetOutOfRange),
            ("2026-02-10T14:30:00-05:60", .offsetOutOfRange),
            ("2026-02-10T14:30:00-05:00:60", .offsetOutOfRange),
            ("2026-02-10T14:30:00Zjunk", .trailingText),
            ("2026-02-10T14:30:00ZZ", .trailingText),
            ("2026-02-10T14:30:00 +00", .trailingText),
            ("2026-02-10T14:30:00+00 UTC", .trailingText),
            ("2026-02-10T14:30:00\u{0}", .trailingText),
            ("2026-02-10T14:30:00\u{2212}05:00", .trailingText),
            ("2026-02-10T14:30.5Z", .trailingText),
            ("102026-02-10T14:30:00Z", .yearOutOfRange),
            ("99999999999999999999999999-02-10T14:30:00Z", .yearOutOfRange),
            ("99999999999999999999999999", .malformed),
            ("2026-00-10T14:30:00Z", .monthOutOfRange),
            ("2026-13-10T14:30:00Z", .monthOutOfRange),
            ("2024-02-30T14:30:00Z", .dayDoesNotExist),
            ("2023-02-29T14:30:00Z", .dayDoesNotExist),
            ("1900-02-29T14:30:00Z", .dayDoesNotExist),
            ("2026-04-31T14:30:00Z", .dayDoesNotExist),
            ("2026-01-32T14:30:00Z", .dayDoesNotExist),
            ("2026-01-00T14:30:00Z", .dayDoesNotExist),
            ("2026-02-10T24:00:00Z", .hourOutOfRange),
            ("2026-02-10T99:00:00Z", .hourOutOfRange),
            ("2026-02-10T14:60:00Z", .minuteOutOfRange),
            ("2026-02-10T14:30:60Z", .secondOutOfRange),
            ("2026-02-10T23:59:60Z", .secondOutOfRange),
            ("2024-02-30T25:61:61+99", .dayDoesNotExist),
            ("2024-02-30junk", .malformed),
        ]
        for (text, reason) in cases {
            XCTAssertEqual(parseTimestamp(Array(text.utf8)), .failure(reason), "\"\(text)\"")
            XCTAssertThrowsError(try Timestamp(parsing: text), text) { error in
                XCTAssertEqual(error as? TimestampError, reason, text)
            }
            XCTAssertThrowsError(try ZonedTimestamp(parsing: text), text) { error in
                XCTAssertEqual(error as? TimestampError, reason, text)
            }
        }
    }

    func testReasonsReadDifferently() {
        let descriptions = TimestampError.allCases.map(\.description)
        XCTAssertEqual(Set(descriptions).count, descriptions.count)
        XCTAssertFalse(descriptions.contains(""))
    }

    func testFailureLeavesTheTargetUnchanged() {
        for text in ["2026-02-10T24:00:00Z", "x", "2026-02-10T14:30:00+99:00"] {
            var micros: Int64 = 17
            Array(text.utf8).withUnsafeBufferPointer { buffer in
                XCTAssertNotNil(
                    Timestamp.parse(buffer.baseAddress!, count: buffer.count, into: &micros))
            }
            XCTAssertEqual(micros, 17)
        }
    }

    func testInlineReaderEqualsTheGeneralOneOnRandomShapes() {
        var random = TimeTestRandom()
        var inlineCount = 0
        for _ in 0..<100_000 {
            let bytes = Self.randomText(using: &random)
            let (inline, general): (Int64?, Int64?) = bytes.withUnsafeBufferPointer { buffer in
                var micros: Int64 = 0
                let start = buffer.baseAddress!
                let failure = Timestamp.parseAnyShape(start, count: buffer.count, into: &micros)
                return (
                    Timestamp.parseUsualShape(start, count: buffer.count), failure == nil ? micros : nil
                )
            }
            guard let inline else { continue }
            inlineCount += 1
            XCTAssertEqual(
                inline, general, "\(String(decoding: bytes, as: UTF8.self)), seed \(random.seed)")
        }
        XCTAssertGreaterThan(inlineCount, 40_000, "seed \(random.seed)")
    }

    func testUsualShapesAreReadInline() {
        for text in [
            "2026-02-10T14:30:00.123456+00:00", "2026-02-10 14:30:00+00", "2026-02-10T14:30:00Z",
            "2026-02-10T14:30:00", "2026-02-10T14:30:00.1Z", "2026-02-10T14:30:00.12-05:00",
            "2026-02-10 14:30:00.123456-05", "0000-02-29T23:59:59+15:59",
        ] {
            Array(text.utf8).withUnsafeBufferPointer { buffer in
                XCTAssertNotNil(
                    Timestamp.parseUsualShape(buffer.baseAddress!, count: buffer.count), text)
            }
        }
    }

    func testEveryDayOfTheInlineReaderEqualsTheGeneralOne() {
        for year in [0, 1, 4, 99, 100, 399, 400, 1582, 1899, 1900, 1970, 1999, 2000, 2023, 2024, 9999] {
            for month in 0...13 {
                for dayOfMonth in 0...32 {
                    let text = String(format: "%04d-%02d-%02dT00:00:00Z", year, month, dayOfMonth)
                    Array(text.utf8).withUnsafeBufferPointer { buffer in
                        let start = buffer.baseAddress!
                        var micros: Int64 = 0
                        let failure = Timestamp.parseAnyShape(start, count: 20, into: &micros)
                        let inline = Timestamp.parseUsualShape(start, count: 20)
                        XCTAssertEqual(inline, failure == nil ? micros : nil, text)
                    }
                }
            }
        }
    }

    /// Returns text that is an instant more often than not.
    static func randomText(using random: inout TimeTestRandom) -> [UInt8] {
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        }
        func number(_ range: ClosedRange<Int>) -> String {
            let text = String(Int.random(in: range, using: &random))
            return text.count == 1 ? "0" + text : text
        }
        var text = digits(Int.random(in: 0..<20, using: &random) == 0 ? 5 : 4)
        text += "-\(number(1...12))-\(number(1...29))" + ["T", " ", "t"].randomElement(using: &random)!
        text += "\(number(0...23)):\(number(0...59))"
        if Int.random(in: 0..<10, using: &random) > 0 {
            text += ":" + number(0...59)
            if Bool.random(using: &random) {
                text += "." + digits(Int.random(in: 1...9, using: &random))
            }
        }
        let sign = Bool.random(using: &random) ? "+" : "-"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: break
        case 1: text += "Z"
        case 2: text += sign + number(0...15)
        case 3: text += sign + number(0...15) + number(0...59)
        case 4: text += sign + number(0...15) + ":" + number(0...59) + ":" + number(0...59)
        case 5: text += "+00:00"
        default: text += sign + number(0...15) + ":" + number(0...59)
        }
        return Array(text.utf8)
    }
}
