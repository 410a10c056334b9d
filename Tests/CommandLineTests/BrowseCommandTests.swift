import Foundation
import XCTest

@testable import compass

/// The arguments of `compass browse`. What it shows, CompassBrowseTests and CI/check-browse test.
final class BrowseCommandTests: CommandLineTestCase {
    func testWrongArgumentsExit64AndTellWhatIsAccepted() throws {
        let url = "http://127.0.0.1:1"
        let cases: [([String], String)] = [
            ([], "a data directory or a table file is expected"), ([""], "must not be empty"),
            (["-"], "keyboard"),
            (["data", "--source", url], "not both"), (["data", "--schema", "s"], "only with '--source'"),
            (["data", "--token-file", "t"], "'--token-file' is accepted only with '--source'"),
            (["--source", "ftp://a"], "https://"),
            (["--source", "https://user:hidden@a.example"], "user or a password"),
            (["--source", url, "--rest-path", "rest"], "/rest/v1"),
            (["--source", url, "--api-key-file", ""], "--api-key-file"),
            (["data", "--now", "soon"], "2026-03-01"),
            (["data", "--zone", "Mars"], "IANA"), (["data", "--format", "json"], "--format"),
        ]
        for (arguments, expected) in cases {
            let run = try CommandLineRun.run(["browse"] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments): \(run.errors)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
            XCTAssertFalse(run.errors.contains("hidden"), run.errors)
        }
    }

    func testWithoutATerminalItNamesCommandsThatPrint() throws {
        let run = try CommandLineRun.run(["browse", try data()])
        XCTAssertEqual(run.status, 64)
        XCTAssertEqual(run.text, "")
        XCTAssertTrue(run.errors.contains("requires a terminal"), run.errors)
        XCTAssertTrue(run.errors.contains("compass overview"), run.errors)
    }

    #if os(Linux)
        func testFoldersThatDoNotExistOrHaveNoTableExit66() throws {
            let empty = try folder()
            for (path, expected) in [("/nowhere/at/all", "no such directory"), (empty.path, "has no table")] {
                let command = "\(try CommandLineRun.executable().path) browse \(path)"
                let run = try CommandLineRun.run(
                    ["-q", "-e", "-c", command, "/dev/null"], environment: ["SHELL": "/bin/sh"],
                    executable: URL(fileURLWithPath: "/usr/bin/script"))
                XCTAssertEqual(run.status, 66, run.text)
                XCTAssertTrue(run.text.contains(expected), run.text)
                // The screen is not taken before that is known.
                XCTAssertFalse(run.text.contains("\u{1b}"), run.text)
            }
        }
    #endif
}
