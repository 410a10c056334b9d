import XCTest

@testable import CompassKernel

final class SVGWriterTests: XCTestCase {
    private let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    private func written(_ body: (inout SVGWriter) -> Void) -> String {
        var writer = SVGWriter()
        body(&writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        XCTAssertTrue(text.hasPrefix(head))
        return String(text.dropFirst(head.count))
    }

    func testElementsStandInOneAnother() {
        let text = written { writer in
            writer.group("svg", ["width": .number(30)]) { writer in
                writer.element("circle", ["r": .number(2.5)])
                writer.element("text", ["x": .number(4)], text: "A & M")
            }
        }
        XCTAssertEqual(
            text, "<svg width=\"30\">\n<circle r=\"2.5\"/>\n<text x=\"4\">A &amp; M</text>\n</svg>\n")
    }

    func testNumbersHaveUpToTwoDigitsBehindThePoint() {
        for (number, expected) in [
            (0, "0"), (-0.0, "0"), (1, "1"), (1.5, "1.5"), (1.25, "1.25"), (1.005, "1"), (0.01, "0.01"),
            (0.004, "0"), (-0.004, "0"), (-0.25, "-0.25"), (-12.5, "-12.5"), (99.999, "100"),
            (841.89, "841.89"),
            (.nan, "0"), (.infinity, "0"), (1e300, "1000000"), (-1e300, "-1000000"),
        ] {
            XCTAssertEqual(written { $0.element("a", ["b": .number(number)]) }, "<a b=\"\(expected)\"/>\n")
        }
    }

    func testTextsAreEscapedInContentAndAttributes() {
        for (text, expected) in [
            ("<a b=\"c\">&amp;", "&lt;a b=&quot;c&quot;&gt;&amp;amp;"), ("]]>", "]]&gt;"), ("é漢🙌", "é漢🙌"),
            ("a\tb\rc", "a&#9;b&#13;c"),
            ("\u{0}\u{8}\u{b}\u{c}\u{1f}\u{fffe}\u{ffff}", String(repeating: "\u{fffd}", count: 7)),
        ] {
            XCTAssertEqual(written { $0.element("t", text: text) }, "<t>\(expected)</t>\n")
            XCTAssertEqual(written { $0.element("t", ["a": .text(text)]) }, "<t a=\"\(expected)\"/>\n")
        }
    }
}

final class PrintTextTests: XCTestCase {
    private let font = PrintText(size: 10)

    func testWidthsAreThoseOfHelvetica() {
        XCTAssertEqual(font.width(""), 0)
        XCTAssertEqual(font.width("Mar"), 17.22, accuracy: 1e-9)
        XCTAssertEqual(font.width("2026"), 22.24, accuracy: 1e-9)
        XCTAssertGreaterThan(PrintText(size: 10, isBold: true).width("Mar"), font.width("Mar"))
        XCTAssertGreaterThanOrEqual(font.width("漢"), 10)
        XCTAssertGreaterThanOrEqual(font.width("✈️"), 10)
        XCTAssertEqual(font.width("e\u{301}"), font.width("é"))
    }

    /// A syllable of several consonants is at most three times as wide as the font is high.
    func testASyllableOfManyConsonantsHasALimitedWidth() {
        XCTAssertEqual(font.width("\u{1100}"), 10)
        XCTAssertEqual(font.width("\u{1100}\u{1100}\u{1100}"), 30)
        XCTAssertEqual(font.width("\u{1100}\u{1100}\u{1100}\u{1100}"), 30)
    }

    func testTextsAreCutToTheirRoom() {
        XCTAssertEqual(font.cut("Mar", to: 17.3), "Mar")
        XCTAssertEqual(font.cut("March", to: 24), "Ma…")
        XCTAssertEqual(font.cut("Mar 2026", to: 32), "Mar…")
        XCTAssertEqual(font.cut("March", to: 5), "")
        XCTAssertEqual(font.cut("", to: 0), "")
    }

    func testCutTextsFitTheirRoom() {
        for name in TimelineSamples.oddNames + [String(repeating: "Wide ", count: 99)] {
            let text = PrintText.shown(name)
            for room in stride(from: 0.0, through: 90, by: 1.5) {
                let cut = font.cut(text, to: room)
                let plain = cut.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
                XCTAssertLessThanOrEqual(font.width(plain), room, "\(text) in \(room)")
            }
        }
    }

    func testTextsThatNearlyFillTheirRoomAreSqueezedIntoIt() {
        func written(_ text: String, room: Double) -> String {
            var writer = SVGWriter()
            writer.text(text, x: 1, baseline: 2, font, room: room)
            return String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
                ?? ""
        }
        XCTAssertEqual(written("Mar", room: 30), #"<text x="1" y="2" font-size="10">Mar</text>"#)
        XCTAssertEqual(
            written("March", room: 24),
            #"<text x="1" y="2" font-size="10" textLength="23.89" lengthAdjust="spacingAndGlyphs">Ma…</text>"#
        )
        // A guessed width would distort the text.
        XCTAssertFalse(written("האוניברסיטה", room: 40).contains("textLength"))
    }

    func testTheEllipsisOfATextFromRightToLeftStandsAtItsLeft() {
        XCTAssertEqual(font.cut("האוניברסיטה", to: 40), "\u{2068}האונ…\u{2069}")
        XCTAssertEqual(font.cut("University", to: 30), "Univ…")
    }

    func testTextsOfOthersAreMadeHarmless() {
        for (text, expected) in [
            ("  a \n\t b  ", "a b"), ("a\u{1b}[2J", "a\u{fffd}[2J"), ("\u{202e}evil", "evil"), ("", ""),
            (" ", ""),
            ("\u{200b}", "?"), ("e" + String(repeating: "\u{301}", count: 40), "e"), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ] {
            XCTAssertEqual(PrintText.shown(text), expected)
        }
    }
}
