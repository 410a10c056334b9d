import Foundation
import XCTest

@testable import CompassKernel

final class TimestampTextTests: XCTestCase {
    func testTextIsRFC3339WithoutTrailingZeros() {
        let cases: [(micros: Int64, offset: Int, text: String)] = [
            (0, 0, "1970-01-01T00:00:00+00:00"),
            (1_770_733_800_250_000, -18_000, "2026-02-10T09:30:00.25-05:00"),
            (1_770_733_800_000_001, 0, "2026-02-10T14:30:00.000001+00:00"),
            (1_770_733_800_100_000, 19_800, "2026-02-10T20:00:00.1+05:30"),
            (1_770_733_800_123_456, -17_762, "2026-02-10T14:30:00.123456Z"),
            (1_770_733_800_000_000, -1, "2026-02-10T14:30:00Z"),
            (-1, 0, "1969-12-31T23:59:59.999999+00:00"),
            (-719_162 * 86_400_000_000, 0, "0001-01-01T00:00:00+00:00"),
            (-719_528 * 86_400_000_000 - 1, 0, "-0001-12-31T23:59:59.999999+00:00"),
            (2_932_897 * 86_400_000_000, 0, "10000-01-01T00:00:00+00:00"),
            (.max, 0, "294247-01-10T04:00:54.775807+00:00"),
            (.min, 0, "-290308-12-21T19:59:05.224192+00:00"),
        ]
        for (micros, offset, text) in cases {
            let zoned = ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: offset)
            XCTAssertEqual(zoned.description, text)
            if offset == 0 { XCTAssertEqual(Timestamp(micros: micros).description, text) }
        }
    }

    func testHistoricOffsetsWithSecondsAreWrittenInUTC() throws {
        // Clocks in New York were 4:56:02 behind UTC until 18 November 1883, 17:00 UTC.
        let newYork = try systemZone("America/New_York")
        func text(_ instant: String) throws -> String {
            ZonedTimestamp(try Timestamp(parsing: instant), in: newYork).description
        }
        XCTAssertEqual(try text("1883-11-18T16:59:59.5Z"), "1883-11-18T16:59:59.5Z")
        XCTAssertEqual(try text("1883-11-18T17:00:00Z"), "1883-11-18T12:00:00-05:00")
        XCTAssertEqual(try text("1800-01-01T02:00:00Z"), "1800-01-01T02:00:00Z")
        // All formats of a page write such times in this way.
        let social = try social([SamplePost("a", "1883-11-18T16:59:59.5Z", recruiting: true)])
        let now = instant("1883-11-18T16:59:59.75Z")
        let page = social.analyticsPage(.last(days: 7), asOf: now, in: newYork)
        let feed = social.feedPage(asOf: now, in: newYork)
        for bytes in [page.json(), page.csv()] {
            let text = String(decoding: bytes, as: UTF8.self)
            XCTAssertTrue(text.contains("1883-11-18T16:59:59.5Z"), text)
            XCTAssertTrue(text.contains("1883-11-11T16:59:59.75Z"), text)
            XCTAssertFalse(text.contains(":02\""), text)
        }
        var rows: [UInt8] = []
        social.writeFeedCSV(in: newYork, section: .posts) { rows += Array($0) }
        for bytes in [feed.json(), feed.csv(), rows] {
            let text = String(decoding: bytes, as: UTF8.self)
            XCTAssertTrue(text.contains("1883-11-18T16:59:59.5Z"), text)
        }
    }

    func testTextOfAnyValueFitsItsRoom() {
        for micros in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
            for offset in [Int.min, -359_999, -1, 0, 1, 359_999, .max] {
                let zoned = ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: offset)
                XCTAssertLessThanOrEqual(zoned.description.utf8.count, ZonedTimestamp.maximumTextLength)
            }
        }
        for days in [Int32.min, -1, 0, 1, .max] {
            let text = CivilDate(daysSinceEpoch: days).description
            XCTAssertLessThanOrEqual(text.utf8.count, CivilDate.maximumTextLength)
        }
    }

    func testTextIsReadBackUnchanged() throws {
        var random = TimeTestRandom()
        let first = instant("0000-01-01T15:59:59Z").micros
        let last = instant("99999-12-31T00:00:00Z").micros
        for _ in 0..<20_000 {
            let unit: Int64 = [1, 10, 1_000, 1_000_000].randomElement(using: &random)!
            let micros = Int64.random(in: first...last, using: &random) / unit * unit
            let offset = Int.random(in: -959...959, using: &random) * 60
            let zoned = ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: offset)
            XCTAssertEqual(try ZonedTimestamp(parsing: zoned.description), zoned, "seed \(random.seed)")
            // An offset with seconds is written in UTC: the same instant.
            let seconds = Int.random(in: 1...59, using: &random)
            let historic = ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: offset + seconds)
            XCTAssertTrue(historic.description.hasSuffix("Z"), "seed \(random.seed)")
            XCTAssertEqual(
                try ZonedTimestamp(parsing: historic.description),
                ZonedTimestamp(Timestamp(micros: micros), offsetSeconds: 0), "seed \(random.seed)")
            XCTAssertEqual(
                try Timestamp(parsing: zoned.timestamp.description), zoned.timestamp,
                "seed \(random.seed)")
        }
    }

    func testCodableFormIsTheText() throws {
        let timestamp = instant("2026-02-10T14:30:00.25Z")
        let zoned = ZonedTimestamp(timestamp, offsetSeconds: -18_000)
        let encoder = JSONEncoder()
        XCTAssertEqual(
            String(decoding: try encoder.encode([timestamp]), as: UTF8.self),
            "[\"2026-02-10T14:30:00.25+00:00\"]")
        XCTAssertEqual(
            String(decoding: try encoder.encode([zoned]), as: UTF8.self),
            "[\"2026-02-10T09:30:00.25-05:00\"]")
        let decoder = JSONDecoder()
        XCTAssertEqual(try decoder.decode([Timestamp].self, from: encoder.encode([timestamp])), [timestamp])
        XCTAssertEqual(try decoder.decode([ZonedTimestamp].self, from: encoder.encode([zoned])), [zoned])
    }

    func testDecodingErrorsAreOfCorruptedData() {
        let data = Data("[\"2024-02-30T00:00:00Z\"]".utf8)
        func expectCorruptedData(_ type: (some Decodable).Type) {
            XCTAssertThrowsError(try JSONDecoder().decode(type, from: data)) { error in
                guard case DecodingError.dataCorrupted(let context) = error else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(
                    context.debugDescription,
                    "\"2024-02-30T00:00:00Z\" is no instant: the month does not have this day")
            }
        }
        expectCorruptedData([Timestamp].self)
        expectCorruptedData([ZonedTimestamp].self)
    }

    func testZonedInstantsAreOrderedByInstantFirst() {
        let earlier = ZonedTimestamp(Timestamp(micros: 1), offsetSeconds: 3_600)
        let later = ZonedTimestamp(Timestamp(micros: 2), offsetSeconds: -3_600)
        XCTAssertLessThan(earlier, later)
        XCTAssertLessThan(ZonedTimestamp(Timestamp(micros: 1), offsetSeconds: 0), earlier)
        XCTAssertLessThan(Timestamp(micros: -5), Timestamp(micros: -4))
    }
}
