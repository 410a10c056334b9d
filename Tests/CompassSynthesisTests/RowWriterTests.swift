import Foundation
import XCTest

@testable import CompassSynthesis

final class RowWriterTests: XCTestCase {
    private func printed(_ body: (inout RowWriter) -> Void) -> String {
        var writer = RowWriter(chunkByteCount: 1024)
        body(&writer)
        var text = ""
        writer.withBytes { bytes in text = String(decoding: bytes, as: UTF8.self) }
        return text
    }

    func testInstantsArePrintedAsPostgreSQLDoes() {
        let cases: [(Int64, String)] = [
            (0, "1970-01-01T00:00:00+00:00"),
            (-1, "1969-12-31T23:59:59.999999+00:00"),
            (1_770_733_800_250_000, "2026-02-10T14:30:00.25+00:00"),
            (1_770_733_800_000_001, "2026-02-10T14:30:00.000001+00:00"),
            (1_709_164_800_100_000, "2024-02-29T00:00:00.1+00:00"),
            (SynthesisOptions.defaultAsOfMicros, "2026-03-01T12:00:00+00:00"),
            (SynthesisOptions.asOfMicrosLimits.lowerBound, "1900-01-01T00:00:00+00:00"),
            (SynthesisOptions.asOfMicrosLimits.upperBound, "9998-12-31T23:59:59.999999+00:00"),
        ]
        for (micros, text) in cases {
            XCTAssertEqual(printed { writer in writer.append(instant: micros) }, "\"\(text)\"")
        }
    }

    func testDatesAgreeWithThePlatformsCalendarForFourHundredYears() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try XCTUnwrap(TimeZone(secondsFromGMT: 0))
        for days in stride(from: Int64(-40_000), to: 106_000, by: 97) {
            let date = Date(timeIntervalSince1970: Double(days) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let civil = Civil.date(daysSinceEpoch: days)
            XCTAssertEqual([civil.year, civil.month, civil.day], [parts.year, parts.month, parts.day])
            XCTAssertEqual(Civil.weekday(daysSinceEpoch: days) + 1, parts.weekday)
        }
    }

    func testNumbers() {
        XCTAssertEqual(printed { writer in writer.append(decimal: 0) }, "0")
        XCTAssertEqual(printed { writer in writer.append(decimal: -120) }, "-120")
        XCTAssertEqual(printed { writer in writer.append(decimal: .max) }, "9223372036854775807")
        XCTAssertEqual(printed { writer in writer.append(hundredths: 1205) }, "12.05")
    }

    func testIDsAreVersionFourAndSortAsTheirText() {
        var random = SplitMix64(seed: 9)
        let ids = (0..<500).map { _ in UUIDBits(&random) }
        let texts = ids.sorted().map { id in printed { writer in writer.append(id) } }
        XCTAssertEqual(texts, texts.sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) })
        for text in texts {
            XCTAssertEqual(UUID(uuidString: text)?.uuidString.lowercased(), text)
            XCTAssertEqual(Array(text)[14], "4")
            XCTAssertTrue("89ab".contains(Array(text)[19]))
        }
    }

    func testEscapesArePostgreSQLs() {
        var bytes: [UInt8] = []
        for byte in Array("a\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é".utf8) {
            JSONEscape.append(byte, to: &bytes)
        }
        XCTAssertEqual(
            String(decoding: bytes, as: UTF8.self), #"a\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7F}é")
    }

    func testPiecesCountCharacters() {
        let texts = ["Ω", "\"hi\"", "cafe\u{301}", "o\u{308}", "野球", "a\u{A0}b"]
        let pieces = PieceTable(texts)
        for (index, text) in texts.enumerated() {
            XCTAssertEqual(pieces[index].characterCount, text.count, text)
            XCTAssertEqual(
                printed { writer in writer.append(quoted: pieces[index], of: pieces) },
                "\"" + text.replacingOccurrences(of: "\"", with: "\\\"") + "\"")
        }
    }

    func testAWriterThatFillsUpKeepsEveryByte() throws {
        let pieces = PieceTable([String(repeating: "x", count: 100)])
        XCTAssertEqual(
            printed { writer in for _ in 0..<10 { writer.append(pieces[0], of: pieces) } },
            String(repeating: "x", count: 1000))
    }
}
