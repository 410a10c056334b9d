import CompassProgram
import Foundation
import XCTest

@testable import compass

final class FeedTextTests: CommandLineTestCase {
    private let escape = "\u{1b}"

    private func feed(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) throws -> CommandLineRun {
        let directory = try input == nil ? data() : "-"
        let run = try CommandLineRun.run(
            ["feed", directory, "--now", Self.now] + arguments, input: input ?? "", environment: environment)
        XCTAssertEqual(run.status, 0, run.errors)
        return run
    }

    func testThePageReadsLikeTheScreen() throws {
        let row =
            #"[{"id":"p","platform":"instagram","post_date":"2026-03-01T10:00:00Z","school_id":"s","#
            + #""author_name":"Ann Lee","author_handle":"@ann","post_content":"Camp\nday","sentiment":"positive","#
            + #""is_recruiting_related":true,"flagged_for_review":true,"notes":"call back"}]"#
        let run = try feed(["--search", "camp"], input: row)
        XCTAssertEqual(
            run.text,
            """
            Social Media Monitoring
            Track posts from coaches & programs
            as of Mar 1, 2026 12:00 · UTC
            Only with "camp"

            ┌─────────────────┐ ┌─────────────────┐ ┌─────────────────┐ ┌─────────────────┐
            │ Total Posts     │ │ Twitter/X Posts │ │ Instagram Posts │ │ Flagged         │
            │ 1               │ │ 0               │ │ 1               │ │ 1               │
            └─────────────────┘ └─────────────────┘ └─────────────────┘ └─────────────────┘

            Posts                                                            1 post matches
            Instagram  Ann Lee  @ann                                                 2h ago
              Camp day
              Unknown School · Positive · Recruiting · Flagged
              Notes: call back

            End of the list

            """)
    }

    func testALongHandleLeavesRoomForTheName() throws {
        func header(name: String, handle: String) throws -> String {
            let row =
                #"[{"id":"p","platform":"twitter","post_date":"2026-03-01T10:00:00Z","#
                + #""author_name":"\#(name)","author_handle":"\#(handle)"}]"#
            let lines = try feed([], input: row).text.split(separator: "\n").map(String.init)
            return try XCTUnwrap(lines.first { $0.hasPrefix("Twitter  ") })
        }
        let handle = "@" + String(repeating: "h", count: 99)
        let short = try header(name: "Ann", handle: handle)
        XCTAssertTrue(short.hasPrefix("Twitter    Ann  @hhhh"), short)
        XCTAssertTrue(short.hasSuffix("h…  2h ago"), short)
        XCTAssertEqual(short.count, 79)
        let name = "Bartholomew Featherstonehaugh"
        let both = try header(name: name, handle: handle)
        XCTAssertTrue(both.hasPrefix("Twitter    Bartholomew Feather…  @hhhh"), both)
        XCTAssertEqual(both.count, 79)
        XCTAssertTrue(try header(name: name, handle: "@b").contains("  \(name)  @b  "))
        XCTAssertTrue(try header(name: "", handle: handle).hasPrefix("Twitter    @hhhh"))
        let longName = try header(name: String(repeating: "n", count: 99), handle: "")
        XCTAssertTrue(longName.hasSuffix("n…  2h ago"), longName)
    }

    func testFiltersCallSchoolsByTheirNames() throws {
        let folder = try folder([
            "social_media_posts.json":
                #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"x"}]"#,
            "schools.json": #"[{"id":"s","name":"Rice, Houston"}]"#,
        ])
        for command in ["feed", "social"] {
            let run = try CommandLineRun.run(
                [command, folder.path, "--now", Self.now, "--school", "s", "--school", "x"])
            XCTAssertTrue(run.text.contains("Only school Rice, Houston or x\n"), run.text)
        }
    }

    func testEmptyStatesSaySo() throws {
        let none = try feed([], input: "[]")
        XCTAssertTrue(none.text.contains("No posts yet"), none.text)
        XCTAssertTrue(none.text.contains("Sync posts to start monitoring coach and program social media"))
        let noMatches = try feed(["--search", "xyzzy"])
        XCTAssertTrue(noMatches.text.contains("No posts match your filters"), noMatches.text)
        XCTAssertTrue(noMatches.text.contains("Try adjusting your search or filter criteria"))
        let row = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let rows =
            String(row.dropLast()) + #",{"id":2,"platform":"twitter","post_date":"2026-02-27T10:00:00Z"}]"#
        let page = try json(try feed(["--format", "json", "--page-size", "1"], input: rows))
        let cursor = try XCTUnwrap(page["nextCursor"] as? String)
        let ended = try feed(["--after", cursor], input: row)
        XCTAssertTrue(ended.text.contains("No more posts"), ended.text)
    }

    func testTheNextCursorIsOnALineOfItsOwn() throws {
        let page = try json(try feed(["--format", "json", "--page-size", "2"]))
        let cursor = try XCTUnwrap(page["nextCursor"] as? String)
        let lines = try feed(["--page-size", "2"]).text.split(separator: "\n")
        XCTAssertTrue(lines.contains("  --after \(cursor)"), "\(lines)")
    }

    func testNoLineIsWiderThanATerminal() throws {
        for arguments in [
            [], ["--linked", "--days", "all"], ["--linked", "--search", "camp", "--page-size", "400"],
            ["--page-size", "400", "--type", "flagged", "--to", "2001-01-01"],
        ] {
            for line in try feed(arguments).text.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayText.width(String(line)), 80, "\(arguments): \(line)")
            }
        }
    }

    func testOnlyASCIIWhereTheLocaleIsNotUTF8() throws {
        let run = try feed(["--linked", "--page-size", "400"], environment: ["LC_ALL": "C"])
        XCTAssertTrue(run.text.utf8.allSatisfy { $0 < 0x80 })
    }

    func testEscapeSequencesInPostsDoNotReachTheTerminal() throws {
        let evil = #"\u001b[31mred\u001b[0m\u0007 \u009b2J \u202eevil\r\nnext\u0000"#
        let row =
            #"[{"id":"\#(evil)","platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"\#(evil)","#
            + #""author_handle":"\#(evil)","author_name":"\#(evil)","post_content":"\#(evil)","#
            + #""notes":"\#(evil)","post_url":"javascript:alert(1)"}]"#
        let run = try feed(["--linked", "--search", "\u{1b}[31"], input: row)
        for scalar in run.text.unicodeScalars where scalar != "\n" {
            XCTAssertFalse(scalar.properties.generalCategory == .control, "U+\(scalar.value) in\n\(run.text)")
            XCTAssertNotEqual(scalar, "\u{202e}")
        }
        XCTAssertTrue(run.text.contains("\u{fffd}[31mred"), run.text)
        XCTAssertFalse(run.text.contains("javascript"), run.text)
    }

    func testMatchesAreHighlightedOnATerminalOnly() throws {
        XCTAssertFalse(try feed(["--search", "coach", "--linked"]).text.contains(escape))
        #if os(Linux)
            let shown = try onTerminal([:])
            XCTAssertTrue(shown.contains("\(escape)[7mCoach\(escape)[0m"), shown)
            XCTAssertFalse(try onTerminal(["NO_COLOR": "1"]).contains(escape))
            XCTAssertFalse(try onTerminal(["TERM": "dumb"]).contains(escape))
        #endif
    }

    #if os(Linux)
        private func onTerminal(_ environment: [String: String]) throws -> String {
            let run = try CommandLineRun.run(
                [
                    "-q", "-e", "-c", #""$COMPASS" feed "$DATA" --now 2026-03-01T12:00:00Z --search coach"#,
                    "/dev/null",
                ],
                environment: [
                    "COMPASS": try CommandLineRun.executable().path, "DATA": try data(), "SHELL": "/bin/sh",
                ].merging(environment) { $1 }, executable: URL(fileURLWithPath: "/usr/bin/script"))
            XCTAssertEqual(run.status, 0, run.errors)
            return run.text
        }
    #endif
}

final class MarkedTextTests: XCTestCase {
    private let style = TerminalStyle(hasColors: true, isUnicode: true)

    private func lines(_ text: String, _ marks: [Range<Int>], width: Int, lineLimit: Int = 5) -> [String] {
        MarkedText(text, marking: marks, style).lines(width: width, lineLimit: lineLimit).map {
            $0.replacingOccurrences(of: "\u{1b}[7m", with: "<").replacingOccurrences(
                of: "\u{1b}[0m", with: ">")
        }
    }

    func testMarksFollowTheTextIntoItsLines() {
        XCTAssertEqual(lines("one two three", [4..<7], width: 20), ["one <two> three"])
        XCTAssertEqual(lines("one two three", [2..<9], width: 7), ["on<e two>", "<t>hree"])
        XCTAssertEqual(lines("  one\n\n two", [8..<9], width: 20), ["one <t>wo"])
        XCTAssertEqual(lines("a\u{200b}b \u{1b}[2J", [4..<5, 6..<7], width: 20), ["a<b> <\u{fffd}>[2J"])
        XCTAssertEqual(
            lines("one two three four", [8..<18], width: 7, lineLimit: 2), ["one two", "<three>…"])
        XCTAssertEqual(lines("漢字漢字", [3..<9], width: 4), ["漢<字>", "<漢>字"])
        XCTAssertEqual(lines("abcdefgh", [0..<8], width: 4), ["<abcd>", "<efgh>"])
    }

    func testACharacterIsMarkedAsAWhole() {
        // A search for a thumb also finds a thumb with a skin tone.
        XCTAssertEqual(lines("x👍🏽y", [1..<5], width: 9), ["x<👍🏽>y"])
        XCTAssertEqual(lines("e\u{301}e", [1..<3], width: 9), ["<e\u{301}>e"])
    }

    func testWithoutMarksItIsTheHarmlessText() {
        for text in ["", " ", "\u{200b}", "a  b\u{0}", "\u{301}", "e\u{301}\u{200b}\u{301}x", "🇩\u{200b}🇪"] {
            let marked = MarkedText(text, marking: [0..<text.utf8.count], style)
            XCTAssertEqual(marked.plain, DisplayText.harmless(text, style))
        }
    }

    func testTheRestIsDrawnAsAsked() {
        let text = MarkedText("Ann Lee", marking: [4..<7], style)
        XCTAssertEqual(text.cut(to: 20) { "(\($0))" }, "(Ann )\u{1b}[7mLee\u{1b}[0m")
    }
}
