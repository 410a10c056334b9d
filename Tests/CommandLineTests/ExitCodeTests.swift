import Foundation
import XCTest

final class ExitCodeTests: CommandLineTestCase {
    func testWrongArgumentsExit64AndSayWhatIsAccepted() throws {
        let cases: [([String], String)] = [
            (["--range", "31d"], "7, 30, 90"), (["--range", "0"], "7, 30, 90"),
            (["--range", "-7"], "7, 30, 90"),
            (["--zone", "Mars/Olympus"], "America/New_York"),
            (["--zone", "../etc/passwd"], "America/New_York"),
            (["--now", "yesterday"], "2026-03-01T12:00:00Z, a date like 2026-03-01, or today is accepted"),
            (["--now", "2026-02-30"], "does not have this day"), (["--now", "2026-03-01T25:00"], "above 23"),
            (["--from", "2026-02-30"], "does not have this day"), (["--to", "soon"], "2026-03-01"),
            (["--from", "2026-3-1"], "not of the form YYYY-MM-DD; a date like 2026-03-01 is accepted"),
            (["--to", "-1"], "'-1' is invalid for '--to <to>': not of the form YYYY-MM-DD;"),
            (["--top", "99999999999999999999"], "from 0 to 9223372036854775807 is accepted"),
            (["--from", "2026-03-02", "--to", "2026-03-01"], "must not be after"),
            (["--top", "-1"], "from 0"), (["--recent", "many"], "from 0"), (["--days", "0"], "all"),
            (["--threads", "0"], "from 1"), (["--platform", "vine"], "instagram"),
            (["--sentiment", "happy"], "very_positive"), (["--type", "other"], "recruiting"),
            (["--format", "xml"], "csv"), (["--ignore-accents"], "'--search'"),
            (["--all-words"], "'--search'"), (["--ndjson"], "'-'"), (["--bogus"], "--bogus"),
            (["--pretty"], "json"), (["--byte-order-mark"], "csv"), (["one too many"], "one too many"),
        ]
        for (arguments, expected) in cases {
            let run = try CommandLineRun.run(["social", try data()] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
            XCTAssertEqual(run.text, "", "\(arguments)")
        }
    }

    func testCommandsWithoutWhatTheyNeedExit64() throws {
        for arguments in [
            ["social"], ["feed"], ["timeline"], ["activity"], ["report"], ["overview"], ["schools"],
            ["inspect"], ["save"], ["save", "x"],
            ["generate"], ["generate", "x"],
            ["datasets", "x"],
            ["nothing"],
        ] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains("Usage:"), "\(arguments): \(run.errors)")
        }
    }

    func testAnUnknownZoneInTheEnvironmentExits64() throws {
        let run = try CommandLineRun.run(["social", try data()], environment: ["TZ": "Mars/Olympus"])
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(run.errors.contains("--zone"), run.errors)
    }

    func testATableInBothFormsExits64() throws {
        let both = try folder(["social_media_posts.json": "[]", "social_media_posts.ndjson": ""])
        for command in ["social", "feed", "inspect"] {
            let run = try CommandLineRun.run([command, both.path])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains("social_media_posts twice"), run.errors)
        }
    }

    func testAFileOfAnotherNameExits64() throws {
        let folder = try folder(["posts.json": "[]"])
        let run = try CommandLineRun.run(["inspect", folder.path + "/posts.json"])
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(run.errors.contains("school_status_history"), run.errors)
    }

    func testMissingInputExits66AndNamesIt() throws {
        let empty = try folder().path
        let cases = [
            (["social", empty], "social_media_posts"), (["feed", empty], "social_media_posts"),
            (["social", empty + "/none"], "no such directory"),
            (["inspect", empty], "has no table"), (["inspect", empty + "/schools.json"], "schools.json"),
            (["datasets", empty + "/manifest.json", empty], "manifest.json"),
        ]
        for (arguments, expected) in cases {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 66, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), run.errors)
        }
    }

    func testMalformedDocumentsExit65WithTheirPlace() throws {
        let folder = try folder(["social_media_posts.json": "[\n {\"id\":1},\n {\"id\" 2}]"])
        let run = try CommandLineRun.run(["social", folder.path])
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(
            run.errors.contains("social_media_posts.json: line 3, column 8 (byte 20): unexpected '2'"),
            run.errors)
        XCTAssertEqual(run.text, "")
        let input = try CommandLineRun.run(["social", "-"], input: "{\"message\":\"JWT expired\"}")
        XCTAssertEqual(input.status, 65)
        XCTAssertTrue(input.errors.contains("standard input: line 1, column 1 (byte 0)"), input.errors)
        XCTAssertTrue(input.errors.contains("JWT expired"), input.errors)
    }

    func testMalformedSchoolsExit65() throws {
        let folder = try folder(["social_media_posts.json": "[]", "schools.ndjson": "{\"id\":1}\n3\n"])
        let run = try CommandLineRun.run(["social", folder.path])
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(run.errors.contains("schools.ndjson: line 2"), run.errors)
    }

    func testAReaderThatGoesAwayEndsTheCommandQuietly() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The output is larger than a pipe's buffer.
        process.arguments = [
            "-c", #"{ "$0" social "$@" --format csv; echo "status $?" >&2; } | head -c 1"#,
            try CommandLineRun.executable().path, try data(), "--range", "all", "--days", "20000", "--now",
            Self.now,
        ]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(
            String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self), "status 0\n")
    }

    func testAFullDiskExits74() throws {
        #if os(Linux)
            let full = try XCTUnwrap(FileHandle(forWritingAtPath: "/dev/full"))
            for command in [
                ["social", try data(), "--format", "json"], ["inspect", try data()],
                ["feed", try data(), "--format", "csv"], ["activity", try data(), "--format", "csv"],
            ] {
                let run = try CommandLineRun.run(command, output: full)
                XCTAssertEqual(run.status, 74)
                XCTAssertTrue(run.errors.contains("standard output: No space left"), run.errors)
            }
        #endif
    }

    func testHelpExits0() throws {
        for arguments in [
            ["--help"], ["social", "--help"], ["feed", "--help"], ["timeline", "--help"],
            ["activity", "--help"], ["report", "--help"], ["overview", "--help"], ["schools", "--help"],
            ["help", "inspect"], ["help", "help"], ["help"], [],
        ] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 0, "\(arguments)")
            XCTAssertTrue(run.text.contains("USAGE"), "\(arguments)")
        }
    }
}
