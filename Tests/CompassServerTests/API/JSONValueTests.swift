import CompassPages
import Foundation
import XCTest

@testable import CompassServer

final class JSONValueTests: XCTestCase {
    func testWritingWhatWasRead() throws {
        for text in [
            "null", "true", "false", "0", "-12", "1.5e-7", #""""#, #""a\"\\\n\u0001é🏈""#, "[]",
            "[1,[true,null]]",
            "{}", #"{"b":1,"a":{"b":[2]}}"#, "-0.0", "9223372036854775808",
        ] {
            XCTAssertEqual(
                String(decoding: try JSONValue(parsing: Array(text.utf8)).bytes, as: UTF8.self), text)
        }
        for (text, expected) in [(#" [ 1 , "\u00e9\/\b\f\t\r" ] "#, "[1,\"é/\\u0008\\u000c\\u0009\\u000d\"]")]
        {
            XCTAssertEqual(
                String(decoding: try JSONValue(parsing: Array(text.utf8)).bytes, as: UTF8.self), expected)
        }
    }

    func testWhatIsNotJSON() {
        for text in [
            "", "nul", "01", "-", "1.", "1e", "+1", ".5", "[1,]", "[1", "{\"a\":1,}", "{a:1}", "\"",
            "\"\\u12\"",
            "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "1 2", "\"\t\"",
            "[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]",
        ] {
            XCTAssertThrowsError(try JSONValue(parsing: Array(text.utf8)), text)
        }
        XCTAssertThrowsError(try JSONValue(parsing: [0x22, 0xff, 0x22]))
    }

    func testTheTextsOfThePagesAreThoseThatFoundationWrites() throws {
        let bytes = try TextsJSON.bytes(of: PageTexts.english)
        let own = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
        let other =
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(PageTexts.english)) as? NSDictionary
        XCTAssertEqual(own, other)
        XCTAssertEqual(try JSONDecoder().decode(PageTexts.self, from: Data(bytes)), .english)
    }
}
