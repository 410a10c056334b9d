import XCTest

@testable import CompassKernel

final class ShownTextTests: XCTestCase {
    private func shown(_ text: String) -> String {
        var text = text
        return text.withUTF8 { ShownText.string($0) }
    }

    func testFiftyCharactersAreShown() {
        XCTAssertEqual(shown(""), "")
        for character in ["a", "é", "e\u{301}", "👍🏽", "👨‍👩‍👧", "🇺🇸", "\r\n", "한", "क्ष", "\u{0}", "\u{200b}", "é"] {
            let fifty = String(repeating: character, count: 50)
            XCTAssertEqual(ByteText(shown(fifty)), ByteText(fifty), character)
            XCTAssertEqual(ByteText(shown(fifty + "a")), ByteText(fifty + "..."), character)
            XCTAssertEqual(
                ByteText(shown(fifty + "\u{301}")), ByteText(expected(fifty + "\u{301}")), character)
        }
        let accents = String(repeating: "\u{301}", count: 2_000)
        XCTAssertEqual(ByteText(shown("a" + accents)), ByteText("a" + accents))
        let fifty = String(repeating: "b", count: 49) + "a" + accents
        XCTAssertEqual(ByteText(shown(fifty + "c")), ByteText(fifty + "..."))
    }

    func testScalarsThatAreTakenForCharactersAreThat() {
        let chosen = (0x80...0x10ffff as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
            .filter { ShownText.isCharacterOfItsOwn($0.value) }
        XCTAssertGreaterThan(chosen.count, 20_000)
        for (scalar, next) in zip(chosen, chosen.dropFirst() + chosen.prefix(1)) {
            for text in [
                [scalar, "a"], ["a", scalar], [scalar, scalar], [scalar, next], [scalar, "\n", scalar],
            ] {
                let count = String(String.UnicodeScalarView(text)).count
                XCTAssertEqual(count, text.count, "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    func testRandomTextsAreCutAsStringsAre() {
        let scalars: [Unicode.Scalar] = [
            "a", " ", "\r", "\n", "é", "\u{301}", "\u{200d}", "👍", "\u{1f3fd}", "👩", "🇺", "🇸", "\u{fe0f}",
            "❤",
            "한", "\u{1100}", "\u{1161}", "क", "\u{94d}", "ष", "\u{903}", "\u{600}", "ж", "本", "\u{ad}", "©",
        ]
        for round in 0..<SeededRandom.rounds(300) {
            var random = SeededRandom(round: round)
            let few = random.below(scalars.count) + 1
            var text = String.UnicodeScalarView()
            for _ in 0..<random.below(400) { text.append(scalars[random.below(few)]) }
            XCTAssertEqual(ByteText(shown(String(text))), ByteText(expected(String(text))), random.label)
        }
    }

    private func expected(_ text: String) -> String {
        text.count > 50 ? text.prefix(50) + "..." : text
    }
}
