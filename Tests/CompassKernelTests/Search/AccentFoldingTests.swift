import Foundation
import XCTest

@testable import CompassKernel

final class AccentFoldingTests: XCTestCase {
    /// The platform's lower-casing and decomposition, with marks dropped.
    private func reference(_ text: String) -> [Unicode.Scalar] {
        text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
    }

    private func assertFolds(_ text: String, line: UInt = #line) {
        let expected = String(String.UnicodeScalarView(reference(text)))
        let folded = Folded.withoutAccents(text)
        if folded != Array(expected.utf8) {
            XCTFail(
                "\(text.scalarNumbers): \(String(decoding: folded, as: UTF8.self).debugDescription)",
                line: line)
        }
        if Folded.differsWithoutAccents(text) != (folded != Folded.lowercased(text)) {
            XCTFail("\(text.scalarNumbers): wrong about a difference", line: line)
        }
    }

    func testDropsAccentsOnly() {
        let cases: [(text: String, folded: String, differs: Bool)] = [
            ("", "", false), ("Camp DAY, 3 p.m. at the Stadium", "camp day, 3 p.m. at the stadium", false),
            ("José", "jose", true), ("Jose\u{301}", "jose", true), ("Łódź", "łodz", true),
            ("Øre", "øre", false),
            ("İ", "i", true), ("ı", "ı", false), ("ß", "ß", false), ("Å", "a", true), ("\u{212b}", "a", true),
            ("Ệ", "e", true), ("Ǖ", "u", true), ("ΐ", "ι", true), ("Σίσυφος", "σισυφος", true),
            ("й", "и", true),
            ("한", "\u{1112}\u{1161}\u{11ab}", true), ("가", "\u{1100}\u{1161}", true), ("が", "か", true),
            ("❤\u{fe0f}", "❤", true), ("👍🏽", "👍🏽", false), ("ﬁ", "ﬁ", false), ("½", "½", false),
            ("\u{301}", "", true), ("\u{344}", "", true), ("\u{f900}", "\u{8c48}", true), ("שׁ", "ש", true),
            // Spacing marks are kept.
            ("\u{9cb}", "\u{9c7}\u{9be}", true), ("\u{302e}", "\u{302e}", false),
        ]
        for (text, folded, differs) in cases {
            XCTAssertEqual(Folded.withoutAccents(text), Array(folded.utf8), text)
            XCTAssertEqual(Folded.differsWithoutAccents(text), differs, text)
        }
    }

    func testKeptMarksAreInCanonicalOrder() {
        let cases: [(text: String, folded: String)] = [
            // Classes 226 and 216; then with a dropped mark of class 230 or 0 (0 ends a run) in between.
            ("\u{1d16d}\u{1d165}", "\u{1d165}\u{1d16d}"), ("\u{1d16d}\u{301}\u{1d165}", "\u{1d165}\u{1d16d}"),
            ("\u{1d16d}\u{34f}\u{1d165}", "\u{1d16d}\u{1d165}"),
            ("\u{1d16d}a\u{1d165}", "\u{1d16d}a\u{1d165}"),
            // U+0F73 has class 0, but its parts have higher classes: it neither ends a run nor is kept.
            ("\u{1d16d}\u{f73}\u{1d165}", "\u{1d165}\u{1d16d}"), ("\u{f73}\u{f75}\u{f81}", ""),
            // A note is a head and a stem of class 216; U+16FF0 has class 6.
            ("\u{1d15e}\u{16ff0}", "\u{1d157}\u{16ff0}\u{1d165}"),
            ("\u{16ff0}\u{1d15e}", "\u{16ff0}\u{1d157}\u{1d165}"),
            ("\u{302e}\u{1d15e}\u{1d15e}\u{16ff0}", "\u{302e}\u{1d157}\u{1d165}\u{1d157}\u{16ff0}\u{1d165}"),
        ]
        for (text, folded) in cases { XCTAssertEqual(Folded.withoutAccents(text), Array(folded.utf8), text) }
    }

    func testEveryScalarFoldsAsOnThePlatform() {
        for scalar in allScalars where scalar.isKnownToPlatform { assertFolds(String(scalar)) }
    }

    func testEveryScalarFoldsAmongOthers() {
        for text in textsOfAllScalars where text.unicodeScalars.contains(where: \.isAssignedBeyondASCII) {
            let known = String(String.UnicodeScalarView(text.unicodeScalars.filter(\.isKnownToPlatform)))
            assertFolds(known)
            assertFolds("\u{1d16d}\(known)\u{16ff0}")
        }
    }

    func testRandomTextsFold() {
        for round in 0..<SeededRandom.rounds(2_000) {
            var random = SeededRandom(round: round)
            let text = random.foldingText(maximumScalarCount: 60)
            let expected = String(String.UnicodeScalarView(reference(text)))
            let folded = Folded.withoutAccents(text)
            XCTAssertEqual(folded, Array(expected.utf8), random.label)
            XCTAssertEqual(
                Folded.differsWithoutAccents(text), folded != Folded.lowercased(text), random.label)
            let lowercased = String(decoding: Folded.lowercased(text), as: UTF8.self)
            XCTAssertEqual(Folded.withoutAccents(lowercased), folded, "lower-cased first, \(random.label)")
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isAssignedBeyondASCII: Bool {
        !isASCII && isKnownToPlatform && properties.generalCategory != .privateUse
    }
}
