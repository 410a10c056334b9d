import Foundation
import XCTest

@testable import CompassBaseline

final class BaselineSearchTests: XCTestCase {
    private func finds(
        _ text: BaselineText, in field: BaselineText, ignoresAccents: Bool = false,
        findsAllWords: Bool = false
    ) -> Bool {
        BaselineSearch(text, ignoresAccents: ignoresAccents, findsAllWords: findsAllWords).matches([field])
    }

    func testFindsTextInsideOfWordsWhateverTheCase() {
        XCTAssertTrue(finds("AMP", in: "Summer camp"))
        XCTAssertTrue(finds("er c", in: "SUMMER CAMP"))
        XCTAssertFalse(finds("er  c", in: "SUMMER CAMP"))
        XCTAssertFalse(finds("camps", in: "Summer camp"))
    }

    func testWhiteSpaceAroundTheTextDoesNotCount() {
        XCTAssertTrue(finds(" \t\u{A0}camp\u{2003}\n", in: "Summer camp"))
        XCTAssertTrue(BaselineSearch("").matchesAll)
        XCTAssertTrue(BaselineSearch(" \u{3000}\u{85} ").matchesAll)
        XCTAssertTrue(BaselineSearch(" ", findsAllWords: true).matchesAll)
        XCTAssertTrue(finds("", in: ""))
        // A zero-width space is no white space.
        XCTAssertFalse(finds("\u{200B}camp", in: "Summer camp"))
    }

    func testAnyFieldMayHoldTheTextButNoTextSpansTwo() {
        let search = BaselineSearch("camp")
        XCTAssertTrue(search.matches([nil, "Camp", nil]))
        XCTAssertFalse(search.matches([nil, nil, nil]))
        XCTAssertFalse(search.matches(["ca", "mp", nil]))
        var post = BaselinePost(id: "a", platform: .twitter, postDate: 0)
        XCTAssertFalse(search.matches(post.searchedFields))
        post.authorHandle = "@CAMPus"
        XCTAssertTrue(search.matches(post.searchedFields))
        post.authorHandle = nil
        post.notes = "camp"
        XCTAssertFalse(search.matches(post.searchedFields))
    }

    func testLowerCasingGoesScalarByScalar() {
        // İ is lower-cased to i and U+0307, so it holds an i, and i with U+0307, but no ı.
        XCTAssertTrue(finds("i", in: "\u{130}"))
        XCTAssertTrue(finds("i\u{307}", in: "\u{130}"))
        XCTAssertTrue(finds("\u{130}", in: "i\u{307}stanbul"))
        XCTAssertFalse(finds("\u{130}", in: "istanbul"))
        XCTAssertFalse(finds("\u{131}", in: "\u{130}"))
        // ß is unchanged, and ẞ becomes ß; neither equals ss.
        XCTAssertTrue(finds("STRA\u{1E9E}E", in: "straße"))
        XCTAssertFalse(finds("STRASSE", in: "straße"))
        // Σ becomes σ at the end of a word, too; ς stays.
        XCTAssertTrue(finds("ΟΔΟΣ", in: "οδοσ"))
        XCTAssertFalse(finds("ΟΔΟΣ", in: "οδος"))
        XCTAssertTrue(finds("οδος", in: "οδος"))
        // The Kelvin sign becomes k.
        XCTAssertTrue(finds("5k", in: "5\u{212A}"))
    }

    func testGraphemeClustersAndNormalFormsDoNotCount() {
        XCTAssertTrue(finds("👍", in: "👍🏽"))
        XCTAssertTrue(finds("👩", in: "👩‍👧"))
        XCTAssertTrue(finds("e", in: "e\u{301}"))
        XCTAssertFalse(finds("\u{E9}", in: "e\u{301}"))
        XCTAssertFalse(finds("e\u{301}", in: "\u{E9}"))
        // Line breaks inside the text are compared unchanged, including a part of CR LF.
        XCTAssertTrue(finds("a\nb", in: "a\nb"))
        XCTAssertFalse(finds("a\nb", in: "a\r\nb"))
    }

    func testAccentsAreIgnoredOnRequest() {
        XCTAssertFalse(finds("jose", in: "José"))
        XCTAssertTrue(finds("jose", in: "José", ignoresAccents: true))
        XCTAssertTrue(finds("JOSÉ", in: "jose", ignoresAccents: true))
        XCTAssertTrue(finds("\u{E9}", in: "e\u{301}", ignoresAccents: true))
        XCTAssertTrue(finds("istanbul", in: "\u{130}stanbul", ignoresAccents: true))
        // Two accents on one letter, and an accent between the letters of the text.
        XCTAssertTrue(finds("viet", in: "Việt", ignoresAccents: true))
        XCTAssertTrue(finds("ab", in: "a\u{300}\u{323}b", ignoresAccents: true))
        // ø has no decomposition; a syllable of Hangul is decomposed into its letters.
        XCTAssertFalse(finds("o", in: "ø", ignoresAccents: true))
        XCTAssertTrue(finds("\u{AC00}", in: "\u{AC01}", ignoresAccents: true))
        XCTAssertFalse(finds("\u{AC00}", in: "\u{AC01}"))
        // A spacing mark (Mc) is no accent: KA with AA is not KA with I.
        XCTAssertFalse(finds("\u{915}\u{93E}", in: "\u{915}\u{940}", ignoresAccents: true))
        // Compatibility forms remain distinct.
        XCTAssertFalse(finds("fi", in: "\u{FB01}", ignoresAccents: true))
    }

    func testNothingButAccentsFindsEverythingWhenTheyAreIgnored() {
        XCTAssertTrue(BaselineSearch("\u{301}", ignoresAccents: true).matchesAll)
        XCTAssertTrue(finds("\u{301}", in: "", ignoresAccents: true))
        XCTAssertFalse(finds("\u{301}", in: "e"))
        let words = BaselineSearch("camp \u{301}", ignoresAccents: true, findsAllWords: true)
        XCTAssertEqual(words.patterns, [Array("camp".unicodeScalars)])
    }

    func testAllWordsMayStandAnywhereAndInAnyField() {
        XCTAssertFalse(finds("camp summer", in: "Summer camp"))
        XCTAssertTrue(finds(" camp\u{2028}summer ", in: "Summer camp", findsAllWords: true))
        XCTAssertFalse(finds("camp winter", in: "Summer camp", findsAllWords: true))
        XCTAssertTrue(finds("amp camp", in: "camp", findsAllWords: true))
        let search = BaselineSearch("camp smith", findsAllWords: true)
        XCTAssertTrue(search.matches(["Summer camp", nil, "@coachsmith"]))
        XCTAssertFalse(search.matches(["Summer camp", nil, nil]))
        XCTAssertTrue(
            finds("josé garcía", in: "GARCIA, JOSE", ignoresAccents: true, findsAllWords: true))
    }

    func testFoldingScalarByScalarEqualsFoldingTheWhole() {
        let texts = [
            "", "Camp", "İΣß ΟΔΟΣ Straße", "e\u{301}\u{323}", "a\u{323}\u{301} Việt", "각가", "👍🏽 🇺🇸",
            // Spacing marks with combining classes, in and out of canonical order, with an Mn between them.
            "x\u{302E}\u{302E}\u{1D165}\u{1D16D}", "x\u{1D16D}\u{323}\u{1D165}y\u{302E}\u{1D165}",
            "\u{1D15E}",
            "\u{344}\u{F73}\u{FB1D}",
        ]
        for text in texts {
            for ignoringAccents in [false, true] {
                XCTAssertEqual(
                    FoldedScalars(text, ignoringAccents: ignoringAccents).scalars,
                    FoldedScalars.scalars(of: text, ignoringAccents: ignoringAccents), text)
            }
        }
    }

    func testAnalyticsCountWhatASearchFinds() throws {
        let posts = BaselinePosts([
            BaselinePost(
                id: "a", platform: .twitter, postDate: 3_000_000, schoolID: "s1", postContent: "Camp José",
                isRecruitingRelated: true),
            BaselinePost(id: "b", platform: .instagram, postDate: 2_000_000, authorName: "jose"),
            BaselinePost(id: "c", platform: .twitter, postDate: 1_000_000, schoolID: "s2", notes: "jose"),
        ])
        func total(_ searches: [BaselineSearch]) throws -> Int {
            BaselineAnalytics.page(
                posts: posts, schools: BaselineSchools([]), range: .all, filter: .init(searches: searches),
                now: 4_000_000, zone: try XCTUnwrap(TimeZone(identifier: "UTC"))
            ).summary.totalPosts
        }
        XCTAssertEqual(try total([]), 3)
        XCTAssertEqual(try total([BaselineSearch(" ")]), 3)
        XCTAssertEqual(try total([BaselineSearch("jose")]), 1)
        XCTAssertEqual(try total([BaselineSearch("jose", ignoresAccents: true)]), 2)
        XCTAssertEqual(
            try total([BaselineSearch("jose", ignoresAccents: true), BaselineSearch("camp")]), 1)
    }
}
