import Foundation
import XCTest

@testable import CompassKernel

final class SearchHighlightsTests: XCTestCase {
    private static let allOptions: [SearchQuery.Options] = [
        [], .allWords, .ignoringAccents, [.allWords, .ignoringAccents],
    ]

    private func ranges(
        _ query: String, _ text: String, _ options: SearchQuery.Options = []
    ) -> [Range<Int>] {
        SearchQuery(query, options: options).highlights(in: text).utf8Ranges
    }

    func testAllOccurrencesFromLeftToRight() {
        XCTAssertEqual(ranges("camp", "Camp at CAMPUS, no cam p"), [0..<4, 8..<12])
        XCTAssertEqual(ranges("camp", "cam"), [])
        XCTAssertEqual(ranges("camp", ""), [])
        XCTAssertEqual(ranges("anna", "annanna anna"), [0..<4, 8..<12])
        XCTAssertEqual(ranges("aab", "aaab"), [1..<4])
        XCTAssertEqual(ranges(" m\u{a0}", "am I"), [1..<2])
    }

    func testOccurrencesThatTouchAreOneRange() {
        XCTAssertEqual(ranges("a", "aab aa"), [0..<2, 4..<6])
        XCTAssertEqual(ranges("na", "banana"), [2..<6])
    }

    func testWordsAreHighlightedOneByOneAndUnited() {
        XCTAssertEqual(ranges("day camp", "Camp, every day of camp", .allWords), [0..<4, 12..<15, 19..<23])
        XCTAssertEqual(ranges("show case", "showcase", .allWords), [0..<8])
        XCTAssertEqual(ranges("showc case", "a showcase", .allWords), [2..<10])
        XCTAssertEqual(ranges("nothing day", "a day", .allWords), [2..<5])
        XCTAssertEqual(ranges("day camp", "day  camp"), [])
    }

    func testSeveralQueriesAreHighlightedTogether() {
        let queries = [
            SearchQuery("camp"), SearchQuery("é"), SearchQuery(""),
            SearchQuery("E", options: .ignoringAccents),
        ]
        XCTAssertEqual(TextHighlights(of: queries, in: "Camp é e").utf8Ranges, [0..<4, 5..<7, 8..<9])
        XCTAssertEqual(TextHighlights(of: queries.prefix(2), in: "campé").utf8Ranges, [0..<6])
        XCTAssertEqual(TextHighlights(of: [], in: "camp").utf8Ranges, [])
    }

    func testScalarsOfWhichAPartWasFoundAreHighlightedWhole() {
        // İ folds to i and U+0307.
        XCTAssertEqual(ranges("i", "aİb"), [1..<3])
        XCTAssertEqual(ranges("\u{307}b", "aİb"), [1..<4])
        XCTAssertEqual(ranges("\u{307}", "İİ i\u{307}"), [0..<4, 6..<8])
        XCTAssertEqual(ranges("ai", "aİb"), [0..<3])
        XCTAssertEqual(ranges("İ", "i\u{307}x"), [0..<3])
        XCTAssertEqual(ranges("İ", "ix"), [])
        // A syllable's vowel matches when syllables are decomposed.
        XCTAssertEqual(ranges("\u{1161}", "x한글", .ignoringAccents), [1..<4])
        XCTAssertEqual(ranges("\u{1161}", "x한글"), [])
    }

    func testOffsetsAreThoseOfTheOriginalWhereLengthsChange() {
        // The Kelvin sign has three bytes, k has one; Ⱥ has two, ⱥ three.
        XCTAssertEqual(ranges("k", "5\u{212a}k"), [1..<5])
        XCTAssertEqual(ranges("b", "ȺⱥB"), [5..<6])
        XCTAssertEqual(ranges("ⱥ", "xȺ ⱥ"), [1..<3, 4..<7])
        XCTAssertEqual(ranges("ß", "Straẞe, Straße"), [4..<7, 14..<16])
        XCTAssertEqual(ranges("σ", "Σσς"), [0..<4])
        XCTAssertEqual(ranges("👍", "ok 👍🏽 👍"), [3..<7, 12..<16])
        XCTAssertEqual(ranges("🏽", "ok 👍🏽"), [7..<11])
    }

    func testEquivalentSpellingsDifferUnlessAccentsAreIgnored() {
        XCTAssertEqual(ranges("\u{e9}", "e\u{301} \u{c9}"), [4..<6])
        XCTAssertEqual(ranges("e", "e\u{301} \u{e9}"), [0..<1])
        XCTAssertEqual(ranges("\u{e9}", "e\u{301} \u{c9} e", .ignoringAccents), [0..<3, 4..<6, 7..<8])
    }

    func testAccentsBehindAMatchBelongToItAndThoseBeforeDoNot() {
        XCTAssertEqual(ranges("jose", "Jose\u{301}\u{308}!", .ignoringAccents), [0..<8])
        XCTAssertEqual(ranges("b", "a\u{301}b\u{301}c\u{301}", .ignoringAccents), [3..<6])
        XCTAssertEqual(ranges("b", "\u{301}b", .ignoringAccents), [2..<3])
        XCTAssertEqual(ranges("ab", "a\u{301}b", .ignoringAccents), [0..<4])
        XCTAssertEqual(ranges("❤", "I ❤\u{fe0f} it", .ignoringAccents), [2..<8])
        XCTAssertEqual(ranges("❤", "I ❤\u{fe0f} it"), [2..<5])
    }

    func testMarksThatOrderingMovesAreHighlightedWhereTheyStand() {
        // Classes 226 and 216, so that their folded order is the reverse.
        XCTAssertEqual(ranges("\u{1d165}", "a\u{1d16d}\u{301}\u{1d165}b", .ignoringAccents), [7..<11])
        XCTAssertEqual(ranges("a\u{1d165}", "a\u{1d16d}\u{301}\u{1d165}b", .ignoringAccents), [0..<11])
        XCTAssertEqual(ranges("\u{1d16d}b", "a\u{1d16d}\u{301}\u{1d165}b", .ignoringAccents), [1..<12])
        XCTAssertEqual(ranges("\u{1d16d}", "a\u{1d16d}\u{301}\u{1d165}\u{34f}b", .ignoringAccents), [1..<7])
        XCTAssertEqual(ranges("\u{1d165}", "a\u{1d16d}\u{301}\u{1d165}\u{34f}b", .ignoringAccents), [7..<13])
        XCTAssertEqual(ranges("\u{1d157}", "a\u{1d15e}\u{301}\u{16ff0}", .ignoringAccents), [1..<7])
        XCTAssertEqual(ranges("\u{1d157}\u{16ff0}", "a\u{1d15e}\u{301}\u{16ff0}", .ignoringAccents), [1..<11])
        for part in ["\u{1d157}", "\u{1d165}"] {
            XCTAssertEqual(ranges(part, "\u{1d15e}\u{34f}\u{301}b", .ignoringAccents), [0..<8])
        }
        XCTAssertEqual(ranges("\u{1d165}", "\u{1d15e}\u{34f}\u{1d165}", .ignoringAccents), [0..<10])
        XCTAssertEqual(ranges("\u{1d165}\u{1d16d}", "a\u{1d16d}\u{1d165}", .ignoringAccents), [1..<9])
    }

    func testSmallTextsExhaustively() {
        let alphabets: [(letters: String, textLength: Int)] = [
            ("aBe\u{e9}\u{301}İßΣσς👍🏽 \u{212a}", 2), ("ae\u{e9}\u{301}İ", 4), ("Σς k\u{212a}", 4), ("👍🏽aBß", 4),
            ("a ", 7),
        ]
        for (letters, textLength) in alphabets {
            let scalars = Array(letters.unicodeScalars)
            let texts = allTexts(of: scalars, upTo: textLength)
            let queries = allTexts(of: scalars, upTo: max(2, textLength - 4))
            for options in SearchHighlightsTests.allOptions {
                let folded = texts.map {
                    SearchOracle.Text($0, ignoringAccents: options.contains(.ignoringAccents))
                }
                for query in queries { assertFindsWhatTheOracleDoes(query, options, texts, folded) }
            }
        }
    }

    private func assertFindsWhatTheOracleDoes(
        _ query: String, _ options: SearchQuery.Options, _ texts: [String], _ folded: [SearchOracle.Text]
    ) {
        let searched = SearchQuery(query, options: options)
        let oracle = SearchOracle(query, options)
        XCTAssertEqual(searched.patterns, oracle.patterns.map { $0.flatMap { Array(String($0).utf8) } })
        for (text, folded) in zip(texts, folded) {
            let found = searched.highlights(in: text).utf8Ranges
            if found != oracle.highlights(in: folded) {
                XCTFail("\(query.debugDescription) in \(text.debugDescription), \(options): \(found)")
            }
        }
    }

    func testRandomTexts() {
        for round in 0..<SeededRandom.rounds(1_000) {
            var random = SeededRandom(round: round)
            // Reordered marks have hand-written cases, because the oracle folds scalar by scalar.
            let text = random.foldingText(maximumScalarCount: 80).withoutOrderedMarks
            let scalars = Array(text.unicodeScalars)
            let start = random.below(scalars.count + 1)
            let end = min(scalars.count, start + random.below(6))
            var query = String.UnicodeScalarView(scalars[start..<end])
            if random.chance(1, of: 3) { query.append(contentsOf: " B é".unicodeScalars) }
            let options = SearchHighlightsTests.allOptions[random.below(4)]
            let highlights = SearchQuery(String(query), options: options).highlights(in: text)
            let oracleText = SearchOracle.Text(text, ignoringAccents: options.contains(.ignoringAccents))
            XCTAssertEqual(
                highlights.utf8Ranges, SearchOracle(String(query), options).highlights(in: oracleText),
                random.label)
            assertIndices(highlights, text, random.label)
        }
    }

    func testTracedFoldingIsTheFoldingThatSearchCompares() {
        for round in 0..<SeededRandom.rounds(1_000) {
            var random = SeededRandom(round: round)
            var text = random.foldingText(maximumScalarCount: 80)
            let lowercased = text.withUTF8 { TracedFolding($0, ignoringAccents: false).bytes.elements }
            let withoutAccents = text.withUTF8 { TracedFolding($0, ignoringAccents: true).bytes.elements }
            XCTAssertEqual(lowercased, Folded.lowercased(text), random.label)
            XCTAssertEqual(withoutAccents, Folded.withoutAccents(text), random.label)
        }
    }

    private func assertIndices(_ highlights: TextHighlights, _ text: String, _ label: String) {
        let utf8 = Array(text.utf8)
        let ranges = highlights.ranges(in: text)
        XCTAssertEqual(
            ranges.map { Array(text.utf8[$0]) }, highlights.utf8Ranges.map { Array(utf8[$0]) }, label)
        for (range, offsets) in zip(ranges, highlights.utf8Ranges) {
            XCTAssertEqual(
                text.utf8.distance(from: text.startIndex, to: range.lowerBound), offsets.lowerBound)
            XCTAssertNotNil(range.lowerBound.samePosition(in: text.unicodeScalars), label)
            XCTAssertNotNil(range.upperBound.samePosition(in: text.unicodeScalars), label)
        }
    }

    func testIndicesPointIntoTheText() {
        let text = "Zoë\u{308} and ZOE\u{308}, 👍🏽"
        let highlights = SearchQuery("zoe", options: .ignoringAccents).highlights(in: text)
        XCTAssertEqual(highlights.utf8Ranges, [0..<6, 11..<16])
        XCTAssertEqual(highlights.ranges(in: text).map { String(text[$0]) }, ["Zoë\u{308}", "ZOE\u{308}"])
        let thumb = SearchQuery("👍").highlights(in: text)
        XCTAssertEqual(thumb.ranges(in: text).map { String(text.unicodeScalars[$0]) }, ["👍"])
    }

    func testTextsOfFoundationAndPartsOfTextsAreSearched() {
        let text = String(NSString(string: "Der Käse von K2 – 👍🏽 käse"))
        let highlights = SearchQuery("KÄSE").highlights(in: text)
        XCTAssertEqual(highlights.utf8Ranges, [4..<9, 30..<35])
        XCTAssertEqual(highlights.ranges(in: text).map { String(text[$0]) }, ["Käse", "käse"])
        let part = String("xx Käse xx".dropFirst(3).dropLast(3))
        XCTAssertEqual(SearchQuery("äs").highlights(in: part).utf8Ranges, [1..<4])
    }

    func testRangesBeyondAShorterTextAreLeftOut() {
        let highlights = SearchQuery("a").highlights(in: "a ba a")
        XCTAssertEqual(highlights.utf8Ranges, [0..<1, 3..<4, 5..<6])
        XCTAssertEqual(highlights.ranges(in: "a ba").count, 2)
        XCTAssertEqual(highlights.ranges(in: "a b").count, 1)
        XCTAssertEqual(highlights.ranges(in: "").count, 0)
        let long = SearchQuery("abc").highlights(in: "abc")
        XCTAssertEqual(long.ranges(in: "xy").map { $0.upperBound }, ["xy".endIndex])
    }

    private func allTexts(of scalars: [Unicode.Scalar], upTo length: Int) -> [String] {
        var texts = [""]
        var longest = [""]
        for _ in 0..<length {
            longest = longest.flatMap { text in
                scalars.map { scalar in
                    var longer = text.unicodeScalars
                    longer.append(scalar)
                    return String(longer)
                }
            }
            texts += longest
        }
        return texts
    }
}

extension String {
    fileprivate var withoutOrderedMarks: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { scalar in
                    String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.allSatisfy {
                        $0.properties.generalCategory == .nonspacingMark
                            || $0.properties.canonicalCombiningClass == .notReordered
                    }
                }))
    }
}
