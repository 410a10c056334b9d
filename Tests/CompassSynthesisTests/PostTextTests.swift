import CompassSynthesis
import Foundation
import XCTest

/// The properties of the texts of 20,000 generated posts.
final class PostTextTests: XCTestCase {
    private static let generated = Result { () throws -> (contents: [String], text: String) in
        let generator = try DatasetGenerator(SynthesisOptions(posts: 20_000, seed: 11))
        return (
            try generator.rows(of: .socialMediaPosts).texts("post_content"),
            String(decoding: generator.bytes(of: .socialMediaPosts), as: UTF8.self)
        )
    }

    private var contents: [String] {
        get throws { try Self.generated.get().contents }
    }

    func testTextsHaveFortyToTwoHundredAndEightyCharacters() throws {
        let lengths = try contents.map(\.count)
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(lengths.min()), 40)
        XCTAssertLessThanOrEqual(try XCTUnwrap(lengths.max()), 280)
        XCTAssertLessThan(try XCTUnwrap(lengths.min()), 46)
        XCTAssertGreaterThan(try XCTUnwrap(lengths.max()), 274)
    }

    func testOneThirdHoldsALinkWithATailOfItsOwn() throws {
        let links = try contents.flatMap { text in
            text.split(whereSeparator: \.isWhitespace).filter { token in token.hasPrefix("https://") }
        }
        XCTAssertEqual(100 * Double(links.count) / Double(try contents.count), 33.3, accuracy: 1.5)
        XCTAssertEqual(Set(links).count, links.count)
    }

    func testTextsHoldWhatIsHardToRead() throws {
        let all = try contents
        func share(_ part: String) -> Double {
            100 * Double(all.filter { text in text.utf8.contains(part.utf8) }.count) / Double(all.count)
        }
        XCTAssertGreaterThan(share("\""), 3)
        XCTAssertGreaterThan(share("\n"), 3)
        XCTAssertGreaterThan(share("#"), 30)
        XCTAssertGreaterThan(share(" @"), 3)
        for part in [
            "\\", "\t", "\r\n", "\u{1}", "\u{8}", "\u{C}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{200D}", "👍🏽",
            "🇺🇸", "é",
            "e\u{301}", "İ", "ß", "ς", "野球",
        ] {
            XCTAssertGreaterThan(share(part), 0, "no \(part.unicodeScalars.map(\.value))")
        }
    }

    func testEscapesAreThePrintersOwn() throws {
        let text = try Self.generated.get().text
        for escape in [#"\""#, #"\\"#, #"\n"#, #"\t"#, #"\r\n"#, #"\b"#, #"\f"#, #"\u0001"#, #"\u001f"#] {
            XCTAssertTrue(text.utf8.contains(escape.utf8), escape)
        }
        XCTAssertFalse(text.utf8.contains(#"\/"#.utf8))
        XCTAssertFalse(text.utf8.contains(#"\u2028"#.utf8))
        let controls = text.utf8.filter { byte in byte < 0x20 }
        XCTAssertEqual(controls.count, 19_999, "only the line breaks between rows are raw")
    }

    func testVocabularyHasAHeadAndALongTail() throws {
        var counts: [Substring: Int] = [:]
        let lowered = try contents.map { text in text.lowercased() }
        for text in lowered {
            for word in text.split(whereSeparator: { character in !character.isLetter }) where word.count > 1
            {
                counts[word, default: 0] += 1
            }
        }
        let sorted = counts.values.sorted(by: >)
        let total = sorted.reduce(0, +)
        XCTAssertGreaterThan(sorted.count, 20_000)
        XCTAssertGreaterThan(sorted[0] * 100, total, "the most frequent word is rarer than 1%")
        XCTAssertGreaterThan(sorted.prefix(100).reduce(0, +) * 4, total)
        XCTAssertGreaterThan(sorted.filter { count in count <= 2 }.count * 4, sorted.count)
    }
}

extension String.UTF8View {
    /// Returns whether the bytes occur, regardless of characters and their equivalence.
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        Data(self).range(of: Data(part)) != nil
    }
}
