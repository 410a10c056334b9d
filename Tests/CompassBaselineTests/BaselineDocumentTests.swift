import XCTest

@testable import CompassBaseline

/// Valid documents, and the positions of errors in invalid ones.
final class BaselineDocumentTests: XCTestCase {
    /// Returns the error of a document of posts, nil when it loads.
    private func failure(_ bytes: [UInt8], _ format: BaselineLoader.Format = .json) -> BaselineDocumentError?
    {
        do {
            _ = try BaselineLoader.posts(bytes, format: format)
            return nil
        } catch {
            return error
        }
    }

    private func assertFails(
        _ bytes: [UInt8], at offset: Int, _ reason: BaselineDocumentFault,
        _ format: BaselineLoader.Format = .json, line: UInt = #line
    ) {
        let text = String(decoding: bytes, as: UTF8.self)
        let error = failure(bytes, format)
        XCTAssertEqual(error?.byteOffset, offset, text, line: line)
        XCTAssertEqual(error?.reason, reason, text, line: line)
    }

    private func assertFails(
        _ text: String, at offset: Int, _ reason: BaselineDocumentFault,
        _ format: BaselineLoader.Format = .json, line: UInt = #line
    ) {
        assertFails(Array(text.utf8), at: offset, reason, format, line: line)
    }

    /// Returns an array of one row whose unknown field has this value, and the value's offset.
    private func row(_ value: [UInt8]) -> (bytes: [UInt8], start: Int) {
        let before = Array("[{\"x\":".utf8)
        return (before + value + Array("}]".utf8), before.count)
    }

    func testAcceptsAllOfJSON() {
        let values = [
            "0", "-0", "0.0", "1e5", "1E+5", "1e-05", "-12.50e10", "123456789012345678901234567890", "true",
            "false", "null", "[]", "{}", "[ ]", "{ }", "[1,[2,{\"a\":[]}]]", "{\"a\":1,\"a\":2}", "\"\"",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD83D\\uDE00\\ud83d\"", "\"é€😀\u{7F}\u{10FFFF}\"",
            " \t\r\n1 \t\r\n",
        ]
        for value in values {
            XCTAssertNil(failure(row(Array(value.utf8)).bytes), value)
        }
        for document in [
            "[]", " [ ] ", "\n[\r\n{}\t,\t{}]\n", "\u{FEFF}[]", "\u{FEFF} []", "[1,null,[],\"\"]",
        ] {
            XCTAssertNil(failure(Array(document.utf8)), document)
        }
    }

    func testFailsAtTheFirstByteThatCannotContinue() {
        assertFails("", at: 0, .unexpectedEnd)
        assertFails(" \n", at: 2, .unexpectedEnd)
        assertFails("[", at: 1, .unexpectedEnd)
        assertFails("[{\"id\":\"a\"}", at: 11, .unexpectedEnd)
        assertFails("[1,]", at: 3, .unexpectedByte)
        assertFails("[1 2]", at: 3, .unexpectedByte)
        assertFails("[,1]", at: 1, .unexpectedByte)
        assertFails("[] x", at: 3, .unexpectedByte)
        assertFails("[][]", at: 2, .unexpectedByte)
        assertFails("[{]", at: 2, .unexpectedByte)
        assertFails("[{1:2}]", at: 2, .unexpectedByte)
        assertFails("[{\"a\" 1}]", at: 6, .unexpectedByte)
        assertFails("[{\"a\":}]", at: 6, .unexpectedByte)
        assertFails("[{\"a\":1,}]", at: 8, .unexpectedByte)
        assertFails("[nul]", at: 4, .unexpectedByte)
        assertFails("[nulx]", at: 4, .unexpectedByte)
        assertFails("[NaN]", at: 1, .unexpectedByte)
        assertFails("[+1]", at: 1, .unexpectedByte)
        assertFails("[01]", at: 2, .badNumber)
        assertFails("[-]", at: 2, .badNumber)
        assertFails("[1.]", at: 3, .badNumber)
        assertFails("[.5]", at: 1, .unexpectedByte)
        assertFails("[1e]", at: 3, .badNumber)
        assertFails("[1e+]", at: 4, .badNumber)
        assertFails("[1e5x]", at: 4, .unexpectedByte)
        assertFails("[0x1]", at: 2, .unexpectedByte)
        assertFails("['a']", at: 1, .unexpectedByte)
        assertFails("[\"a\nb\"]", at: 3, .controlCharacter)
        assertFails("[\"\\x\"]", at: 3, .badEscape)
        assertFails("[\"\\u12G4\"]", at: 6, .badEscape)
        assertFails("[\"\\ud800\\u12G4\"]", at: 12, .badEscape)
        assertFails("[\"abc", at: 5, .unexpectedEnd)
        assertFails("[\"\\u12", at: 6, .unexpectedEnd)
        assertFails("[]\u{FEFF}", at: 2, .unexpectedByte)
    }

    func testFailsAtTheByteThatIsNoUTF8() {
        let expected: [([UInt8], Int)] = [
            ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3, 0x28], 1), ([0xC3], 1),
            ([0xE0, 0x9F, 0xBF], 1), ([0xE2, 0x82], 2), ([0xE2, 0x28, 0xA1], 1), ([0xED, 0xA0, 0x80], 1),
            ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF0, 0x9F, 0x98], 3), ([0xF4, 0x90, 0x80, 0x80], 1),
            ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0), ([0xE2, 0x82, 0xAC, 0x80], 3),
        ]
        for (bytes, index) in expected {
            let (document, start) = row([0x22] + bytes + [0x22])
            assertFails(document, at: start + 1 + index, .invalidUTF8)
        }
        assertFails([0xEF, 0xBB], at: 2, .unexpectedEnd)
        assertFails([0xEF, 0xBB, 0x5B, 0x5D], at: 2, .invalidUTF8)
        assertFails([0xFF, 0xFE, 0x5B, 0x00], at: 0, .unexpectedByte)
        assertFails([0x5B, 0xC3, 0xA9, 0x5D], at: 1, .unexpectedByte)
    }

    func testNestsAtMost512Levels() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        XCTAssertNil(failure(Array(nested(512).utf8)))
        assertFails(nested(513), at: 512, .nestingTooDeep)
        let row = "{\"x\":\(nested(511))}"
        XCTAssertNil(failure(Array(row.utf8), .ndjson))
        assertFails("{\"x\":\(nested(512))}", at: 5 + 511, .nestingTooDeep, .ndjson)
        // Levels are not counted twice.
        XCTAssertNil(failure(Array("[\(nested(511)),\(nested(511))]".utf8)))
    }

    func testEveryTruncationFailsAtItsEnd() {
        let document = Array("\u{FEFF}[{\"id\":\"é\\u00e9\\ud83d\\ude00\",\"n\":[true,null,{}]},{}]\n".utf8)
        for length in 0..<(document.count - 1) {
            assertFails(Array(document[..<length]), at: length, .unexpectedEnd)
        }
        XCTAssertNil(failure(Array(document.dropLast())))
    }

    func testCountsLinesAndColumnsInBytes() {
        let error = failure(Array("[\n{\"a\":\"é\"},\r\n {\"é\" x}]".utf8))
        // The third line begins with a space, a brace and a key of four bytes.
        XCTAssertEqual(error?.line, 3)
        XCTAssertEqual(error?.column, 8)
        let end = failure(Array("[\n".utf8))
        XCTAssertEqual(end?.line, 2)
        XCTAssertEqual(end?.column, 1)
        XCTAssertEqual(failure([0xEF, 0xBB, 0xBF, 0x78])?.column, 4)
    }

    func testOtherJSONThanAnArrayFailsAndQuotesItsMessage() {
        let object = " {\"code\":\"42501\",\"message\":\"permission denied \\u2026\"}"
        assertFails(object, at: 1, .notAnArray)
        XCTAssertEqual(failure(Array(object.utf8))?.message, "permission denied …")
        assertFails("{\"message\":1}", at: 0, .notAnArray)
        XCTAssertNil(failure(Array("{\"message\":1}".utf8))?.message)
        assertFails("null", at: 0, .notAnArray)
        assertFails("{\"id\":", at: 0, .unexpectedByte)
        assertFails("{}\n{}", at: 0, .unexpectedByte)
        assertFails("<html>", at: 0, .unexpectedByte)
    }

    func testLinesHoldOneObjectEach() {
        for document in ["", "\n", " \r\n\t\n", "\u{FEFF}", "{}", "{}\n", "{}\r\n\r\n {} \r\n", "\n{}\n\n{}"]
        {
            XCTAssertNil(failure(Array(document.utf8), .ndjson), document)
        }
        assertFails("{}\n[]\n", at: 3, .notAnObject, .ndjson)
        assertFails("{}\n 1\n{}", at: 4, .notAnObject, .ndjson)
        assertFails("[{}]", at: 0, .notAnObject, .ndjson)
        assertFails("{} {}", at: 3, .unexpectedByte, .ndjson)
        assertFails("{},\n{}", at: 2, .unexpectedByte, .ndjson)
        assertFails("{\"a\":1\n}", at: 6, .unexpectedByte, .ndjson)
        assertFails("{\n}", at: 1, .unexpectedByte, .ndjson)
        assertFails("{}\nx", at: 3, .unexpectedByte, .ndjson)
        assertFails("{}\n{\"a\":", at: 8, .unexpectedEnd, .ndjson)
    }
}
