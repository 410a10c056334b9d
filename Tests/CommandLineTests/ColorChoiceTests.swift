import CompassProgram
import Foundation
import XCTest

@testable import compass

final class ColorChoiceTests: CommandLineTestCase {
    private let escape = "\u{1b}"

    func testTheEnvironmentDecidesInItsOrder() {
        for (environment, onTerminal, elsewhere) in [
            ([:], false, false), (["TERM": "xterm"], true, false), (["TERM": "dumb"], false, false),
            (["TERM": "xterm", "NO_COLOR": "1"], false, false),
            (["TERM": "xterm", "NO_COLOR": ""], true, false),
            (["TERM": "xterm", "CLICOLOR_FORCE": "1"], true, true),
            (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true), (["CLICOLOR_FORCE": "yes"], true, true),
            (["TERM": "xterm", "CLICOLOR_FORCE": "0"], true, false), (["CLICOLOR_FORCE": ""], false, false),
            (["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
        ] as [([String: String], Bool, Bool)] {
            for (isTerminal, expected) in [(true, onTerminal), (false, elsewhere)] {
                XCTAssertEqual(
                    ColorChoice.isWanted(by: { environment[$0] }, isTerminal: isTerminal), expected,
                    "\(environment), terminal \(isTerminal)")
            }
        }
    }

    func testTheOptionComesBeforeTheEnvironment() {
        for isFile in [false, true] {
            XCTAssertTrue(ColorChoice.always.hasColors(isFile: isFile))
            XCTAssertFalse(ColorChoice.never.hasColors(isFile: isFile))
        }
    }

    func testEveryCommandTakesTheOption() throws {
        let folder = try folder().path
        let data = try data()
        let commands = [
            ["social", data], ["feed", data], ["timeline", data], ["activity", data], ["report", data],
            ["overview", data], ["inspect", data],
        ]
        for command in commands {
            let colored = try CommandLineRun.run(
                command + ["--color", "always"], environment: ["NO_COLOR": "1", "TERM": "dumb"])
            XCTAssertEqual(colored.status, 0, colored.errors)
            XCTAssertTrue(colored.text.contains("\(escape)["), "\(command)")
            let forced = try CommandLineRun.run(command, environment: ["CLICOLOR_FORCE": "1"])
            XCTAssertTrue(forced.text.contains("\(escape)["), "\(command)")
            for (options, environment) in [
                (["--color", "never"], ["CLICOLOR_FORCE": "1"]), (["--color=auto"], [:]), ([], [:]),
                ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]),
            ] {
                let plain = try CommandLineRun.run(command + options, environment: environment)
                XCTAssertEqual(plain.status, 0, plain.errors)
                XCTAssertFalse(plain.text.contains(escape), "\(command) \(options)")
            }
        }
        let generated = try CommandLineRun.run(["generate", folder, "--posts", "1", "--color", "always"])
        XCTAssertEqual(generated.status, 0, generated.errors)
        let help = try CommandLineRun.run(["datasets", "--help"])
        XCTAssertTrue(help.text.contains("--color"), help.text)
        let wrong = try CommandLineRun.run(["social", data, "--color", "sometimes"])
        XCTAssertEqual(wrong.status, 64)
        XCTAssertTrue(wrong.errors.contains("sometimes"), wrong.errors)
    }

    func testNoColorsIntoAFileButByTheOption() throws {
        let file = try folder().path + "/page.txt"
        func page(_ options: [String], _ environment: [String: String]) throws -> String {
            let run = try CommandLineRun.run(
                ["timeline", try data(), "--now", Self.now, "--output", file] + options,
                environment: environment)
            XCTAssertEqual(run.status, 0, run.errors)
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        XCTAssertFalse(try page([], ["CLICOLOR_FORCE": "1"]).contains(escape))
        XCTAssertTrue(try page(["--color", "always"], [:]).contains(escape))
    }

    #if os(Linux)
        func testATerminalGetsColorsUnlessTheyAreForbidden() throws {
            for (options, environment, hasColors) in [
                ("", [:], true), ("--color never", [:], false), ("", ["NO_COLOR": "1"], false),
                ("--color always", ["NO_COLOR": "1"], true),
            ] as [(String, [String: String], Bool)] {
                let run = try CommandLineRun.run(
                    [
                        "-q", "-e", "-c", #""$COMPASS" activity "$DATA" \#(options)"#, "/dev/null",
                    ],
                    environment: [
                        "COMPASS": try CommandLineRun.executable().path, "DATA": try data(),
                        "SHELL": "/bin/sh",
                    ].merging(environment) { $1 }, executable: URL(fileURLWithPath: "/usr/bin/script"))
                XCTAssertEqual(run.status, 0, run.errors)
                XCTAssertTrue(run.text.contains("Activity History"), run.text)
                XCTAssertEqual(run.text.contains(escape), hasColors, "\(options) \(environment)")
            }
        }
    #endif
}
