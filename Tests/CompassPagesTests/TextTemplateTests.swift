import CompassPages
import Foundation
import XCTest

final class TextTemplateTests: XCTestCase {
    func testValuesTakeThePlacesOfTheirPlaceholders() {
        let cases: [(format: String, values: [String: String], expected: String)] = [
            ("Page {page} of {pageCount}", ["page": "3", "pageCount": "9"], "Page 3 of 9"),
            ("Page {page} of {pageCount}", ["pageCount": "9"], "Page {page} of 9"),
            ("Page {page} of {pageCount}", [:], "Page {page} of {pageCount}"),
            ("", ["page": "3"], ""),
            ("no placeholder", ["page": "3"], "no placeholder"),
            ("{a}{b}{a}", ["a": "1", "b": "2"], "121"),
            ("{a}", ["a": ""], ""),
            ("{a1}{1}", ["a1": "x", "1": "y"], "xy"),
            // Names are compared as they are.
            ("{page}", ["Page": "3"], "{page}"),
            // Braces that hold no name are text.
            ("{", ["": "x"], "{"), ("}", ["": "x"], "}"), ("{}", ["": "x"], "{}"),
            ("{page", ["page": "3"], "{page"), ("page}", ["page": "3"], "page}"),
            ("{{page}}", ["page": "3"], "{3}"), ("{page{page}", ["page": "3"], "{page3"),
            ("{ page }", ["page": "3", " page ": "4"], "{ page }"),
            ("{pa-ge}{größe}", ["pa-ge": "3", "größe": "4"], "{pa-ge}{größe}"),
            // Whole characters may begin with a brace.
            ("{a}\u{301}{b}", ["a": "1", "b": "2"], "1\u{301}2"), ("{\u{301}a}", ["a": "1"], "{\u{301}a}"),
            ("👍🏽{a}👨‍👩‍👧{b}🔥", ["a": "🏀", "b": "é"], "👍🏽🏀👨‍👩‍👧é🔥"),
            // Values are text, not templates.
            ("{a}{b}", ["a": "{b}", "b": "{a}"], "{b}{a}"), ("{{a}}", ["a": "b", "b": "c"], "{b}"),
            ("{a}b}", ["a": "{", "b": "c"], "{b}"),
        ]
        for (format, values, expected) in cases {
            let text = TextTemplate(format).text(values)
            XCTAssertEqual(Array(text.unicodeScalars), Array(expected.unicodeScalars), "\(format) \(values)")
        }
    }

    /// Each text of up to six of these characters is the same without values.
    func testEveryShortTextWithoutValuesIsItself() {
        var texts = [""]
        for _ in 0..<6 {
            texts = texts.flatMap { text in ["{", "}", "a", "é"].map { text + $0 } }
            for text in texts {
                XCTAssertEqual(TextTemplate(text).text([:]), text)
                XCTAssertEqual(
                    TextTemplate(text).text(["a": "1", "aa": "2"]),
                    text.replacing("{a}", with: "1").replacing("{aa}", with: "2"), text)
            }
        }
    }

    func testPlaceholdersAreNamedOnceInTheirOrder() {
        let template: TextTemplate = "{b} {a} {b} {{c}} {d"
        XCTAssertEqual(template.placeholders, ["b", "a", "c"])
        XCTAssertEqual(TextTemplate("").placeholders, [])
    }

    func testATemplateIsCodedAsItsText() throws {
        let template: TextTemplate = "Page {page} – \"{pageCount}\""
        let bytes = try JSONEncoder().encode([template])
        XCTAssertEqual(try JSONDecoder().decode([String].self, from: bytes), [template.format])
        XCTAssertEqual(try JSONDecoder().decode([TextTemplate].self, from: bytes), [template])
    }

    func testOneHasAFormOfItsOwn() {
        let posts = PluralText(one: "{count} post", other: "{count} posts")
        XCTAssertEqual(
            [-1, 0, 1, 2, 11, 21, 1_000_000].map { posts.text(count: $0) },
            ["-1 posts", "0 posts", "1 post", "2 posts", "11 posts", "21 posts", "1000000 posts"])
        XCTAssertEqual(posts.text(count: 1_000_000, ["count": "1,000,000"]), "1,000,000 posts")
        XCTAssertEqual(posts.text(count: 1, ["count": "one"]), "one post")
        let days = PluralText(one: "{date}: a post", other: "{date}: {count} posts")
        XCTAssertEqual(days.text(count: 1, ["date": "{count}"]), "{count}: a post")
        XCTAssertEqual(days.text(count: 2, ["date": "Feb 3", "year": "2026"]), "Feb 3: 2 posts")
    }

    func testPluralFormsAreRead() throws {
        func read(_ json: String) throws -> PluralText {
            try JSONDecoder().decode(PluralText.self, from: Data(json.utf8))
        }
        XCTAssertEqual(try read(#"{"one": "a", "other": "b"}"#), PluralText(one: "a", other: "b"))
        XCTAssertEqual(try read(#"{"other": "b", "few": "c"}"#), PluralText(one: "b", other: "b"))
        XCTAssertThrowsError(try read(#"{"one": "a"}"#))
        XCTAssertThrowsError(try read(#""a""#))
    }
}
