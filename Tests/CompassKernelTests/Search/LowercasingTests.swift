import XCTest

@testable import CompassKernel

final class LowercasingTests: XCTestCase {
    func testLowercasesAsTheStandardLibraryDoes() {
        let cases: [(text: String, folded: String)] = [
            ("", ""), ("Camp", "camp"), ("@[`{Z", "@[`{z"), ("İSTANBUL", "i\u{307}stanbul"),
            ("STRAßE ẞ", "straße ß"),
            ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("\u{212a}", "k"), ("\u{2126}", "ω"), ("É", "é"),
            ("E\u{301}", "e\u{301}"),
            ("Ⱥ", "ⱥ"), ("𐐀", "𐐨"), ("👍🏽", "👍🏽"), ("ǅ", "ǆ"), ("ﬁ", "ﬁ"),
        ]
        for (text, folded) in cases {
            XCTAssertEqual(Folded.lowercased(text), Array(folded.utf8), text)
        }
    }

    func testEveryScalarAloneIsLowercased() {
        for scalar in allScalars where scalar.properties.age != nil {
            let text = String(scalar)
            if Folded.lowercased(text) != Array(text.lowercased().utf8) { XCTFail(text.scalarNumbers) }
        }
    }

    func testEveryScalarAmongOthersIsLowercased() {
        for text in textsOfAllScalars {
            let folded = Folded.lowercased(text)
            if folded != Array(text.lowercased().utf8) { XCTFail(text.scalarNumbers) }
            // The index accepts original and lower-cased text alike.
            let again = Folded.lowercased(String(decoding: folded, as: UTF8.self))
            if again != folded { XCTFail("lower-cased again: \(text.scalarNumbers)") }
        }
    }

    func testEveryASCIITextAtEveryPlaceOfAStepIsLowercased() {
        for length in 0...50 {
            for upper in 0..<length {
                var text = [UInt8](repeating: 0x61, count: length)
                text[upper] = 0x5a
                var expected = text
                expected[upper] = 0x7a
                XCTAssertEqual(Folded.lowercased(String(decoding: text, as: UTF8.self)), expected)
            }
        }
    }

    func testRandomTextsAreLowercased() {
        for round in 0..<2_000 {
            var random = SeededRandom(round: round)
            let text = random.foldingText(maximumScalarCount: 60)
            XCTAssertEqual(Folded.lowercased(text), Array(text.lowercased().utf8), random.label)
        }
    }
}
