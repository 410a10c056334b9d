import XCTest

@testable import CompassBaseline

final class BaselineHighlightTests: XCTestCase {
    private func ranges(
        _ text: BaselineText, in field: BaselineText, ignoresAccents: Bool = false,
        findsAllWords: Bool = false
    ) -> [Range<Int>] {
        BaselineSearch(text, ignoresAccents: ignoresAccents, findsAllWords: findsAllWords)
            .highlights(in: field)
    }

    func testOccurrencesAreTakenFromLeftToRight() {
        XCTAssertEqual(ranges("camp", in: "Camp, campus"), [0..<4, 6..<10])
        XCTAssertEqual(ranges("camp", in: "none"), [])
        XCTAssertEqual(ranges("camp", in: ""), [])
        XCTAssertEqual(ranges(" ", in: "a b"), [])
        // The second "aa" of "aaa" overlaps the first one; the two of "aaaa" touch, and become one.
        XCTAssertEqual(ranges("aa", in: "aaa"), [0..<2])
        XCTAssertEqual(ranges("aa", in: "aaaa b aa"), [0..<4, 7..<9])
        XCTAssertEqual(ranges("aba", in: "ababa"), [0..<3])
    }

    func testOffsetsCountBytes() {
        // é takes two bytes, 👍 four.
        XCTAssertEqual(ranges("c", in: "éc👍c"), [2..<3, 7..<8])
        XCTAssertEqual(ranges("👍", in: "a👍🏽"), [1..<5])
        XCTAssertEqual(ranges("é", in: "CAFÉ"), [3..<5])
    }

    func testHalfAScalarIsHighlightedWhole() {
        // İ (two bytes) becomes i and U+0307: both halves show the whole.
        XCTAssertEqual(ranges("i", in: "x\u{130}y"), [1..<3])
        XCTAssertEqual(ranges("\u{307}y", in: "x\u{130}y"), [1..<4])
        XCTAssertEqual(ranges("xi", in: "x\u{130}y"), [0..<3])
        // 가 in 각, three bytes.
        XCTAssertEqual(ranges("\u{AC00}", in: "a\u{AC01}b", ignoresAccents: true), [1..<4])
    }

    func testAccentsBelongToTheLetterBeforeThem() {
        XCTAssertEqual(ranges("jose", in: "José", ignoresAccents: true), [0..<5])
        // e, U+0301 and U+0323 are five bytes; the accent before the first letter of a match is not its own.
        XCTAssertEqual(ranges("e", in: "ae\u{301}\u{323}b", ignoresAccents: true), [1..<6])
        XCTAssertEqual(ranges("b", in: "a\u{301}b", ignoresAccents: true), [3..<4])
        XCTAssertEqual(ranges("ab", in: "a\u{301}b\u{301}c", ignoresAccents: true), [0..<6])
        XCTAssertEqual(ranges("e", in: "e\u{301}", ignoresAccents: true), [0..<3])
        // With accents counting, the letter alone is found.
        XCTAssertEqual(ranges("e", in: "e\u{301}"), [0..<1])
        // U+093E is a spacing mark and no part of the match.
        XCTAssertEqual(ranges("\u{915}", in: "\u{915}\u{93E}", ignoresAccents: true), [0..<3])
    }

    func testRangesOfSeveralWordsAreMergedWhereTheyOverlapOrTouch() {
        XCTAssertEqual(ranges("cam amp", in: "a camp b", findsAllWords: true), [2..<6])
        XCTAssertEqual(ranges("ca mp", in: "camp ca", findsAllWords: true), [0..<4, 5..<7])
        XCTAssertEqual(ranges("a camp", in: "camp", findsAllWords: true), [0..<4])
        XCTAssertEqual(ranges("a zebra", in: "camp", findsAllWords: true), [1..<2])
        XCTAssertEqual(
            BaselineSearch.highlights(of: [BaselineSearch("am"), BaselineSearch("p ")], in: "camp p"),
            [1..<4, 5..<6])
    }
}
