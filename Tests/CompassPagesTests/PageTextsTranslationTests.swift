import CompassPages
import Foundation
import XCTest

/// Translations, whole and partial.
final class PageTextsTranslationTests: XCTestCase {
    private typealias Groups = [String: [String: Any]]

    private static func json(of texts: PageTexts) throws -> Groups {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(texts))
        return try XCTUnwrap(object as? Groups)
    }

    private static func read(_ groups: [String: Any]) throws -> PageTexts {
        try JSONDecoder().decode(PageTexts.self, from: JSONSerialization.data(withJSONObject: groups))
    }

    /// The English texts with a mark before each, as a translation of everything.
    private static func translation() throws -> Groups {
        try json(of: .english).mapValues { keys in
            keys.mapValues { text in
                if let forms = text as? [String: String] { return forms.mapValues { "§ \($0)" } }
                return "§ \(text)"
            }
        }
    }

    func testAWholeTranslationHasNoEnglish() throws {
        let translation = try Self.translation()
        XCTAssertEqual(
            try Self.json(of: Self.read(translation)) as NSDictionary, translation as NSDictionary)
    }

    func testEachMissingKeyIsEnglish() throws {
        let (translation, english) = (try Self.translation(), try Self.json(of: .english))
        for (group, keys) in english {
            for key in keys.keys {
                for substitute in [nil, NSNull()] as [Any?] {
                    var partial = translation
                    partial[group]?[key] = substitute
                    var expected = translation
                    expected[group]?[key] = english[group]?[key]
                    XCTAssertEqual(
                        try Self.json(of: Self.read(partial)) as NSDictionary, expected as NSDictionary,
                        "\(group).\(key)")
                }
            }
        }
    }

    func testEachMissingGroupIsEnglish() throws {
        let (translation, english) = (try Self.translation(), try Self.json(of: .english))
        for group in english.keys {
            var (partial, expected) = (translation, translation)
            partial[group] = nil
            expected[group] = english[group]
            XCTAssertEqual(
                try Self.json(of: Self.read(partial)) as NSDictionary, expected as NSDictionary, group)
            XCTAssertEqual(try Self.read([group: [String: String]()]), .english)
        }
        XCTAssertEqual(try Self.read([:]), .english)
    }

    /// A language without a singular gives the one form that it has; English does not stand beside it.
    func testAMissingFormIsTheOtherOne() throws {
        var expected = PageTexts.english.common
        expected.postCount = PluralText(one: "投稿{count}件", other: "投稿{count}件")
        XCTAssertEqual(
            try Self.read(["common": ["postCount": ["other": "投稿{count}件"]]]).common, expected)
        expected.postCount = PluralText(one: "{count} Beitrag", other: "{count} posts")
        XCTAssertEqual(
            try Self.read(["common": ["postCount": ["one": "{count} Beitrag"]]]).common, expected)
    }

    func testUnknownKeysAreIgnored() throws {
        var translation: [String: Any] = ["version": 2, "home": ["title": "§"]]
        translation["common"] = ["later": ["a": [1]], "save": "Sichern", "postCount": ["few": "§"]]
        var expected = PageTexts.english
        expected.common.save = "Sichern"
        XCTAssertEqual(try Self.read(translation), expected)
    }

    func testATextOfAnotherKindIsAnError() {
        for common in [["save": 1], ["page": ["one": "§"]], ["postCount": "§"]] as [[String: Any]] {
            XCTAssertThrowsError(try Self.read(["common": common])) { XCTAssertTrue($0 is DecodingError) }
        }
        XCTAssertThrowsError(try Self.read(["common": "§"])) { XCTAssertTrue($0 is DecodingError) }
    }
}
