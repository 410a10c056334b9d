import CompassProgram
import Foundation
import XCTest

@testable import compass

final class TerminalTests: CommandLineTestCase {
    private let escape = "\u{1b}"

    func testNoColorsIntoAFile() throws {
        let run = try social("--compare", "--heat-map")
        XCTAssertEqual(run.status, 0)
        XCTAssertFalse(run.text.contains(escape))
        for title in [
            "Social Analytics · last 30 days", "Compared with the 30 days before", "Sentiment", "Platforms",
            "Activity by day", "Hours of the week", "Top schools", "Recent recruiting posts",
        ] {
            XCTAssertTrue(run.text.contains(title), "\(title) is missing in\n\(run.text)")
        }
    }

    func testNoLineIsWiderThanATerminal() throws {
        for arguments in [
            ["--range", "7"], ["--range", "90", "--compare"],
            ["--range", "all", "--days", "all", "--heat-map"],
            ["--range", "1", "--top", "100", "--recent", "100"], ["--days", "1"], ["--days", "71"],
        ] {
            let run = try CommandLineRun.run(["social", try data(), "--now", Self.now] + arguments)
            for line in run.text.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayText.width(String(line)), 80, "\(arguments): \(line)")
            }
        }
    }

    func testColorsOnATerminalAreOffWhereTheyAreNotWanted() throws {
        #if os(Linux)
            XCTAssertTrue(try onTerminal([:]).contains(escape))
            XCTAssertTrue(try onTerminal(["NO_COLOR": ""]).contains(escape))
            XCTAssertFalse(try onTerminal(["NO_COLOR": "1"]).contains(escape))
            XCTAssertFalse(try onTerminal(["TERM": "dumb"]).contains(escape))
        #endif
    }

    func testEscapeSequencesInPostsDoNotReachTheTerminal() throws {
        let content = #"\u001b[31mred\u001b[0m\u0007 \u009b2J \u202eevil\r\nnext\u0000"#
        let row =
            #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","is_recruiting_related":true,"#
            + #""school_id":"s","author_handle":"\u001b]0;x\u0007","author_name":"\u001bc","post_content":"\#(content)"}]"#
        let schools = #"[{"id":"s","name":"\u001b[2JRice"}]"#
        let other =
            #"{"id":2,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"\u001b[5m"}]"#
        let posts = row.dropLast() + "," + other
        let folder = try folder(["social_media_posts.json": String(posts), "schools.json": schools])
        let run = try CommandLineRun.run(
            ["social", folder.path, "--now", Self.now, "--school", "s", "--school", "\u{1b}[5m"])
        XCTAssertEqual(run.status, 0)
        for scalar in run.text.unicodeScalars where scalar != "\n" {
            XCTAssertFalse(scalar.properties.generalCategory == .control, "U+\(scalar.value) in\n\(run.text)")
            XCTAssertNotEqual(scalar, "\u{202e}")
        }
        XCTAssertTrue(run.text.contains("\u{fffd}[31mred"), run.text)
        XCTAssertTrue(run.text.contains("evil next"), run.text)
    }

    func testOnlyASCIIWhereTheLocaleIsNotUTF8() throws {
        for (name, isASCII) in [
            (["LC_ALL": "C"], true), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LC_ALL": "", "LANG": "en_US.utf8"], false),
            (["LANG": ""], false),
        ] {
            let run = try CommandLineRun.run(["social", try data(), "--now", Self.now], environment: name)
            XCTAssertEqual(run.text.utf8.allSatisfy { $0 < 0x80 }, isASCII, "\(name)")
        }
    }

    func testEmptySectionsSaySo() throws {
        let folder = try folder(["social_media_posts.json": "[]"])
        let empty = try CommandLineRun.run(["social", folder.path, "--heat-map", "--compare"])
        XCTAssertEqual(empty.text.components(separatedBy: "No posts in selected period").count - 1, 6)

        let row = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let plain = try CommandLineRun.run(["social", "-", "--now", Self.now], input: row)
        XCTAssertTrue(plain.text.contains("No sentiment data available"), plain.text)
        XCTAssertTrue(plain.text.contains("No recruiting posts in selected period"), plain.text)
        XCTAssertTrue(plain.text.contains("No posts of a school in selected period"), plain.text)
        let all = try CommandLineRun.run(
            ["social", "-", "--now", Self.now, "--range", "all", "--compare"], input: row)
        XCTAssertTrue(all.text.contains("All time has no period before it"), all.text)
    }

    #if os(Linux)
        /// Returns what the page prints to a terminal, which `script` (from the package bsdutils) provides.
        private func onTerminal(_ environment: [String: String]) throws -> String {
            let run = try CommandLineRun.run(
                ["-q", "-e", "-c", #""$COMPASS" social "$DATA" --now 2026-03-01T12:00:00Z"#, "/dev/null"],
                environment: [
                    "COMPASS": try CommandLineRun.executable().path, "DATA": try data(), "SHELL": "/bin/sh",
                ].merging(environment) { $1 }, executable: URL(fileURLWithPath: "/usr/bin/script"))
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertTrue(run.text.contains("Social Analytics"), run.text)
            return run.text
        }
    #endif
}

final class DisplayTextTests: XCTestCase {
    private let style = TerminalStyle(hasColors: false, isUnicode: true)

    func testWideCharactersTakeTwoColumns() {
        for (text, columns) in [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2),
            ("🙌", 2),
            ("❤\u{fe0f}", 2), ("🇩🇪", 2), ("a\u{200b}b", 2), ("–…", 2), ("𝕏", 1),
        ] {
            XCTAssertEqual(DisplayText.width(text), columns, text)
        }
    }

    func testCuttingKeepsWithinTheWidth() {
        XCTAssertEqual(DisplayText.cut("Rice", to: 4, style), "Rice")
        XCTAssertEqual(DisplayText.cut("Houston", to: 4, style), "Hou…")
        XCTAssertEqual(DisplayText.cut("漢字漢字", to: 6, style), "漢字…")
        XCTAssertEqual(DisplayText.padded("漢", to: 4, style), "漢  ")
    }

    func testLinesBreakBetweenWordsAndAreLimited() {
        func lines(_ text: String, _ width: Int) -> [String] {
            DisplayText.lines(text, width: width, lineLimit: 2, style)
        }
        XCTAssertEqual(lines("", 10), [])
        XCTAssertEqual(lines("one two three", 10), ["one two", "three"])
        XCTAssertEqual(lines("one two three four", 7), ["one two", "three…"])
        XCTAssertEqual(lines("漢字漢字漢字", 4), ["漢字", "漢…"])
        XCTAssertEqual(lines("a 漢字漢字", 5), ["a 漢", "字漢…"])
        XCTAssertEqual(lines("abcdefgh", 4), ["abcd", "efgh"])
    }

    func testAnyTextFitsItsLines() {
        let pieces = ["a", " ", "漢", "🙌🏽", "👨‍👩‍👧", "e\u{301}", "word ", "\u{301}", "é"]
        let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_210
        var generator = SeededNumbers(state: seed)
        for _ in 0..<500 {
            let text = (0..<40).map { _ in pieces.randomElement(using: &generator)! }.joined()
            for width in [2, 9, 20] {
                let lines = DisplayText.lines(
                    DisplayText.harmless(text, style), width: width, lineLimit: 2, style)
                XCTAssertLessThanOrEqual(lines.count, 2)
                for line in lines {
                    XCTAssertLessThanOrEqual(
                        DisplayText.width(line), width, "seed \(seed), \(width): \(text)")
                }
            }
        }
    }

    func testHeapsOfAccentsAreReduced() {
        let heap = "a" + String(repeating: "\u{301}", count: 100)
        XCTAssertEqual(DisplayText.harmless(heap, style), "a")
    }

    func testNumbersAreGrouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")] {
            XCTAssertEqual(DisplayText.grouped(number), text)
        }
        XCTAssertEqual(DisplayText.oneDecimal(99.95), "100.0")
        XCTAssertEqual(DisplayText.oneDecimal(1_234.56), "1,234.6")
    }

    func testNumbersHaveThreeDecimalsBelowTenAndTwoFromThereOn() {
        for (number, text) in [
            (0, "0"), (-0.0, "0"), (0.3456, "0.346"), (0.0005, "0.001"), (4, "4"), (2.5, "2.5"),
            (2.05, "2.05"), (9.9996, "10"), (10.006, "10.01"), (92.75, "92.75"), (95.5, "95.5"),
            (-0.3456, "-0.346"), (1_234.567, "1,234.57"),
        ] {
            XCTAssertEqual(DisplayText.number(number), text)
        }
    }

    func testNumbersThatAreTooLongForTheirColumnsAreRounded() {
        for (number, text) in [
            (1_234_567.891, "1,234,567.89"), (-1_234_567.891, "-1,234,567.9"),
            (12_345_678.91, "12,345,678.9"),
            (123_456_789.5, "123,456,790"), (-123_456_789.4, "-123,456,789"), (999_999_999.6, "1e+09"),
            (1_234_567_890.5, "1.234568e+09"), (12_345_678_901_234, "1.234568e+13"),
            (-1.2345678901234568e20, "-1.23457e+20"), (1.7e308, "1.7e+308"),
            (-1.797693134862e308, "-1.7977e+308"), (9.99999999e15, "1e+16"), (9.99999999e99, "1e+100"),
            (1.9999999e12, "2e+12"), (1e12, "1e+12"), (0.0001, "1e-04"), (0.00012345678, "1.234568e-04"),
            (-1.23456789e-7, "-1.23457e-07"), (.leastNonzeroMagnitude, "5e-324"),
        ] {
            XCTAssertEqual(DisplayText.number(number), text)
        }
    }

    func testAnyNumberFitsItsColumns() {
        let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_210
        var generator = SeededNumbers(state: seed)
        for _ in 0..<5_000 {
            let bits = UInt64.random(in: 0...UInt64.max, using: &generator)
            let ordinary = Double.random(in: -1e10...1e10, using: &generator)
            for number in [Double(bitPattern: bits), ordinary, ordinary / 1e9] where number.isFinite {
                let text = DisplayText.number(number)
                XCTAssertLessThanOrEqual(text.count, DisplayText.numberColumns, "seed \(seed): \(number)")
                guard let shown = Double(text.replacing(",", with: "")) else {
                    XCTFail("seed \(seed): \(text) of \(number)")
                    continue
                }
                let tolerance = max(abs(number) < 10 ? 0.000_500_1 : 0.005_001, abs(number) * 6e-5)
                XCTAssertLessThanOrEqual(
                    abs(shown - number), tolerance, "seed \(seed): \(number), \(text)")
            }
        }
    }
}

/// A reproducible source of numbers (Knuth's MMIX congruences).
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // The low bits of such a generator have a short period.
        return state >> 32 | state << 32
    }
}
