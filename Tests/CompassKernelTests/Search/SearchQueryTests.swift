import Foundation
import XCTest

@testable import CompassKernel

final class SearchQueryTests: XCTestCase {
    private func patterns(_ text: String, _ options: SearchQuery.Options = []) -> [String] {
        SearchQuery(text, options: options).patterns.map { String(decoding: $0, as: UTF8.self) }
    }

    func testWhiteSpaceAroundAQueryIsIgnored() {
        XCTAssertEqual(patterns("  Camp Day\n"), ["camp day"])
        XCTAssertEqual(
            patterns("\t\u{b}\u{c}\r\n\u{85}\u{a0}\u{1680}\u{2003}\u{2028}\u{202f}\u{3000}x"), ["x"])
        // Not white space, although blank: a zero-width space, a word joiner, a byte-order mark.
        XCTAssertEqual(patterns("\u{200b}x\u{feff}"), ["\u{200b}x\u{feff}"])
        // Trimming works on scalars: the mark is kept although it forms one character with the space.
        XCTAssertEqual(SearchQuery(" \u{301}x ").patterns, [[0xcc, 0x81, 0x78]])
    }

    /// Foundation also trims the zero-width space, which has not been white space since Unicode 4.0.1.
    func testTrimsWhatFoundationTrimsButZeroWidthSpaces() {
        for scalar in allScalars where scalar.value < 0x20000 && scalar != "\u{200b}" {
            let isSpace = CharacterSet.whitespacesAndNewlines.contains(scalar)
            if SearchQuery(String(scalar)).matchesAll != isSpace {
                XCTFail("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    func testNothingButWhiteSpaceMatchesAll() {
        for text in ["", " ", "\n\t \u{a0}"] {
            for options: SearchQuery.Options in [
                [], .allWords, .ignoringAccents, [.allWords, .ignoringAccents],
            ] {
                XCTAssertTrue(SearchQuery(text, options: options).matchesAll)
                XCTAssertTrue(SearchQuery(text, options: options).highlights(in: "any text ").isEmpty)
            }
        }
        XCTAssertFalse(SearchQuery("\0").matchesAll)
    }

    func testAccentsAloneMatchAllOnlyWhenAccentsAreIgnored() {
        XCTAssertFalse(SearchQuery("\u{301}").matchesAll)
        XCTAssertTrue(SearchQuery(" \u{301}\u{308}\u{fe0f}", options: .ignoringAccents).matchesAll)
        XCTAssertTrue(SearchQuery("\u{301} \u{308}", options: [.allWords, .ignoringAccents]).matchesAll)
        // A space between accents is not trimmed, so it is part of the pattern.
        XCTAssertEqual(patterns("\u{301} \u{308}", .ignoringAccents), [" "])
        XCTAssertEqual(patterns("\u{301} x \u{308}", [.allWords, .ignoringAccents]), ["x"])
    }

    func testWordsAreCutAtAnyWhiteSpaceAndCountOnce() {
        XCTAssertEqual(patterns(" Camp\u{a0}day  CAMP\ncamps ", .allWords), ["camp", "day", "camps"])
        XCTAssertEqual(patterns("é e É", .allWords).map { $0.utf8.count }, [2, 1])
        XCTAssertEqual(patterns("é e É", [.allWords, .ignoringAccents]), ["e"])
        XCTAssertEqual(patterns("camp  day"), ["camp  day"])
    }

    func testCanonicallyEquivalentWordsAreNotTheSame() {
        XCTAssertEqual(
            SearchQuery("\u{e9} e\u{301}", options: .allWords).patterns, [[0xc3, 0xa9], [0x65, 0xcc, 0x81]])
    }

    func testPatternsAreFoldedAsTheOptionsSay() {
        XCTAssertEqual(SearchQuery("JosÉ İ K").patterns, [Array("josé i\u{307} k".utf8)])
        XCTAssertEqual(patterns("JosÉ İ K", .ignoringAccents), ["jose i k"])
    }

    func testKeepsTheTextAsGiven() {
        let query = SearchQuery(" JosÉ ", options: .ignoringAccents)
        XCTAssertEqual(query.text, " JosÉ ")
        XCTAssertEqual(query.options, .ignoringAccents)
    }

    func testEqualityIsThatOfBytesAndOptions() {
        let composed = SearchQuery("\u{e9}")
        XCTAssertEqual(composed, SearchQuery("\u{e9}"))
        XCTAssertNotEqual(composed, SearchQuery("e\u{301}"))
        XCTAssertNotEqual(composed, SearchQuery("\u{e9}", options: .allWords))
        XCTAssertEqual(Set([composed, SearchQuery("e\u{301}"), SearchQuery("\u{e9}")]).count, 2)
    }

    func testTakesWellFormedBytes() throws {
        XCTAssertEqual(try SearchQuery(utf8: Array("José".utf8)), SearchQuery("José"))
        XCTAssertEqual(try SearchQuery(utf8: []), SearchQuery(""))
        XCTAssertEqual(
            try SearchQuery(utf8: "é e".utf8, options: .allWords), SearchQuery("é e", options: .allWords))
    }

    func testIllFormedBytesAreRefusedWithTheirPlace() {
        let cases: [(bytes: [UInt8], byteOffset: Int)] = [
            ([0xff], 0), ([0x61, 0x80], 1), ([0x61, 0xc3], 2), ([0xc3, 0x28], 1), ([0xed, 0xa0, 0x80], 1),
            ([0xc0, 0xaf], 0), ([0x20, 0xf4, 0x90, 0x80, 0x80], 2), ([0xc3, 0xa9, 0xe2, 0x82], 4),
        ]
        for (bytes, byteOffset) in cases {
            XCTAssertThrowsError(try SearchQuery(utf8: bytes)) { error in
                XCTAssertEqual(error as? SearchQueryError, .invalidUTF8(byteOffset: byteOffset))
                XCTAssertTrue("\(error)".contains("byte \(byteOffset) "), "\(error)")
                XCTAssertTrue("\(error)".contains("encode it as UTF-8"), "\(error)")
            }
        }
    }
}
