import CompassPages
import Foundation
import XCTest

/// Translations, whole and partial.
final class PageTextsTranslationTests: XCTestCase {
    func testAWholeTranslationHasNoEnglish() throws {
        let translation = try Translation.marked()
        XCTAssertEqual(
            try Translation.json(of: Translation.read(translation)) as NSDictionary,
            translation as NSDictionary)
    }

    func testEachMissingKeyIsEnglish() throws {
        let (translation, english) = (try Translation.marked(), try Translation.json(of: .english))
        for (group, keys) in english {
            for key in keys.keys {
                for substitute in [nil, NSNull()] as [Any?] {
                    var partial = translation
                    partial[group]?[key] = substitute
                    var expected = translation
                    expected[group]?[key] = english[group]?[key]
                    XCTAssertEqual(
                        try Translation.json(of: Translation.read(partial)) as NSDictionary,
                        expected as NSDictionary,
                        "\(group).\(key)")
                }
            }
        }
    }

    func testEachMissingGroupIsEnglish() throws {
        let (translation, english) = (try Translation.marked(), try Translation.json(of: .english))
        for group in english.keys {
            var (partial, expected) = (translation, translation)
            partial[group] = nil
            expected[group] = english[group]
            XCTAssertEqual(
                try Translation.json(of: Translation.read(partial)) as NSDictionary, expected as NSDictionary,
                group)
            XCTAssertEqual(try Translation.read([group: [String: String]()]), .english)
        }
        XCTAssertEqual(try Translation.read([:]), .english)
    }

    /// A language without a singular gives the one form that it has; English does not stand beside it.
    func testAMissingFormIsTheOtherOne() throws {
        var expected = PageTexts.english.common
        expected.postCount = PluralText(one: "投稿{count}件", other: "投稿{count}件")
        XCTAssertEqual(
            try Translation.read(["common": ["postCount": ["other": "投稿{count}件"]]]).common, expected)
        expected.postCount = PluralText(one: "{count} Beitrag", other: "{count} posts")
        XCTAssertEqual(
            try Translation.read(["common": ["postCount": ["one": "{count} Beitrag"]]]).common, expected)
    }

    func testUnknownKeysAreIgnored() throws {
        var translation: [String: Any] = ["version": 2, "home": ["title": "§"]]
        translation["common"] = ["later": ["a": [1]], "save": "Sichern", "postCount": ["few": "§"]]
        var expected = PageTexts.english
        expected.common.save = "Sichern"
        XCTAssertEqual(try Translation.read(translation), expected)
    }

    func testATextOfAnotherKindIsAnError() {
        for common in [["save": 1], ["page": ["one": "§"]], ["postCount": "§"]] as [[String: Any]] {
            XCTAssertThrowsError(try Translation.read(["common": common])) {
                XCTAssertTrue($0 is DecodingError)
            }
        }
        XCTAssertThrowsError(try Translation.read(["common": "§"])) { XCTAssertTrue($0 is DecodingError) }
    }
}
