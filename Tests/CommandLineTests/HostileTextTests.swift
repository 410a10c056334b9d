import CompassProgram
import Foundation
import XCTest

@testable import compass

final class HostileTextTests: CommandLineTestCase {
    private let hostile = "\u{1b}[2J\u{7}\u{9b}m\u{202e}evil\nError: forged\r\u{2028}end"

    private func assertHarmless(
        _ run: CommandLineRun, status: Int32, lines: Int, file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(run.status, status, run.errors, file: file, line: line)
        XCTAssertTrue(run.errors.contains("evil\\nError: forged\\r"), run.errors, file: file, line: line)
        for scalar in (run.errors + run.text).unicodeScalars where scalar != "\n" {
            XCTAssertNotEqual(scalar.properties.generalCategory, .control, run.errors, file: file, line: line)
            XCTAssertFalse(
                "\u{202e}\u{2028}".unicodeScalars.contains(scalar), run.errors, file: file, line: line)
        }
        XCTAssertEqual(run.errors.split(separator: "\n").count, lines, run.errors, file: file, line: line)
    }

    func testPathsCannotControlTheTerminal() throws {
        let path = try folder().path + "/" + hostile
        assertHarmless(try CommandLineRun.run(["social", path]), status: 66, lines: 1)
        assertHarmless(try CommandLineRun.run(["feed", path]), status: 66, lines: 1)
        assertHarmless(try CommandLineRun.run(["timeline", path]), status: 66, lines: 1)
        assertHarmless(
            try CommandLineRun.run(["timeline", try data(), "-o", path + "/x"]), status: 73, lines: 1)
        assertHarmless(try CommandLineRun.run(["inspect", path]), status: 66, lines: 1)
        assertHarmless(try CommandLineRun.run(["datasets", path, "x"]), status: 66, lines: 1)
    }

    func testNotesCannotControlTheTerminal() throws {
        let path = try folder().path + "/" + hostile
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("[{}]".utf8).write(to: URL(fileURLWithPath: path + "/social_media_posts.json"))
        assertHarmless(try CommandLineRun.run(["social", path]), status: 0, lines: 1)
    }

    func testServersMessagesCannotControlTheTerminal() throws {
        let message = #"{"message":"\u001b[2J\u0007\u202eevil\nError: forged\r"}"#
        let run = try CommandLineRun.run(["social", "-"], input: message)
        assertHarmless(run, status: 65, lines: 1)
    }

    func testValuesOfOptionsCannotControlTheTerminal() throws {
        for option in ["--top", "--now", "--zone", "--platform", "--from"] {
            let run = try CommandLineRun.run(["social", "x", option, hostile])
            XCTAssertTrue(run.errors.contains("\nUsage: "), run.errors)
            assertHarmless(run, status: 64, lines: 4)
        }
        assertHarmless(try CommandLineRun.run(["social", "x", "--\(hostile)"]), status: 64, lines: 3)
        assertHarmless(
            try CommandLineRun.run(["social", "-"], environment: ["TZ": hostile]), status: 64, lines: 1)
    }

    private let style = TerminalStyle(hasColors: false, isUnicode: true)

    func testInvisibleCharactersAreDropped() {
        for scalar in "\u{ad}\u{200b}\u{2060}\u{2064}\u{feff}\u{e0000}\u{e0041}\u{e007f}\u{fff9}" {
            let text = "a" + String(repeating: scalar, count: 1_000) + "b"
            XCTAssertEqual(DisplayText.harmless(text, style), "ab")
            XCTAssertEqual(DisplayText.harmlessMessage(text), "ab")
            XCTAssertEqual(DisplayText.harmless(String(scalar), style), "?")
        }
        XCTAssertEqual(DisplayText.harmless("\u{301}", style), "?")
        XCTAssertEqual(DisplayText.harmless("", style), "")
        XCTAssertEqual(DisplayText.harmless(" \n", style), "")
    }

    func testFlagsOfRegionsKeepTheirTags() {
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
        XCTAssertEqual(DisplayText.harmless(scotland, style), scotland)
        XCTAssertEqual(DisplayText.harmless("a\u{e0067}\u{e007f}", style), "a")
    }

    func testSignsAroundNumbersTakeAColumn() {
        for sign in ["\u{600}", "\u{605}", "\u{6dd}", "\u{70f}", "\u{8e2}"] {
            XCTAssertEqual(DisplayText.width(sign), 1)
            XCTAssertEqual(DisplayText.harmless(sign, style), sign)
        }
    }
}
