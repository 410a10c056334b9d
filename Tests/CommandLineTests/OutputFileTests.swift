import CompassProgram
import Foundation
import XCTest

@testable import compass

/// `--output`: the file is written completely or not at all.
final class OutputFileTests: CommandLineTestCase {
    private static let commands: [[String]] = [
        ["social"], ["social", "--format", "json"], ["social", "--format", "csv"], ["feed"],
        ["feed", "--format", "csv"], ["feed", "--format", "csv", "--page-size", "3"], ["timeline"],
        ["timeline", "--format", "svg"], ["activity"], ["activity", "--format", "csv"],
        ["report", "--format", "csv"], ["overview"], ["overview", "--format", "json"],
    ]

    private func run(_ command: [String], _ more: String...) throws -> CommandLineRun {
        try CommandLineRun.run([command[0], try data(), "--now", Self.now] + command.dropFirst() + more)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func testEveryCommandWritesIntoAFileWhatItPrints() throws {
        let folder = try folder()
        let path = folder.path + "/answer"
        for command in Self.commands {
            let printed = try run(command)
            XCTAssertEqual(printed.status, 0, printed.errors)
            XCTAssertGreaterThan(printed.output.count, 50)
            XCTAssertEqual(try run(command, "-o", "-").output, printed.output, "\(command)")
            let written = try run(command, "--output", path)
            XCTAssertEqual(written.status, 0, written.errors)
            XCTAssertEqual(written.text, "")
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), printed.output, "\(command)")
            XCTAssertEqual(try names(in: folder), ["answer"])
        }
        let inspected = try CommandLineRun.run(["inspect", try data(), "--format", "csv", "-o", path])
        XCTAssertEqual(inspected.status, 0, inspected.errors)
        XCTAssertTrue(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("table,rows,loaded"))
    }

    func testTheFileHasThePermissionsOfAFreshOne() throws {
        let folder = try folder()
        for (mask, permissions) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
            let path = folder.path + "/" + mask
            let run = try CommandLineRun.run(
                [
                    "-c", #"umask "$3" && exec "$0" social "$1" --output "$2""#,
                    try CommandLineRun.executable().path, try data(), path, mask,
                ], executable: URL(fileURLWithPath: "/bin/sh"))
            XCTAssertEqual(run.status, 0, run.errors)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            XCTAssertEqual(attributes[.posixPermissions] as? Int, permissions, mask)
        }
    }

    func testALinkIsKeptAndItsTargetWritten() throws {
        let folder = try folder(["old": "old"])
        let link = folder.path + "/link"
        for target in ["old", "new", folder.path + "/third"] {
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            XCTAssertEqual(try run(["social"], "-o", link).status, 0)
            XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: link), target)
            let written = target.hasPrefix("/") ? target : folder.path + "/" + target
            XCTAssertTrue(try String(contentsOfFile: written, encoding: .utf8).contains("Social Analytics"))
        }
    }

    func testAFailureLeavesTheOldFileAndNothingElse() throws {
        let folder = try folder(["answer.csv": "old"])
        for command in [["feed"], ["activity"], ["social", "--range", "all", "--days", "9999"]] {
            // A file size limit simulates a full disk: 8 blocks are smaller than any of the outputs.
            let run = try CommandLineRun.run(
                [
                    "-c", #"ulimit -f 8; exec "$0" "$@""#, try CommandLineRun.executable().path, command[0],
                    try data(), "--now", Self.now, "--format", "csv", "--output", folder.path + "/answer.csv",
                ] + command.dropFirst(), executable: URL(fileURLWithPath: "/bin/sh"))
            XCTAssertEqual(run.status, 74, run.errors)
            XCTAssertTrue(run.errors.contains("answer.csv: File too large"), run.errors)
            XCTAssertEqual(try names(in: folder), ["answer.csv"])
            XCTAssertEqual(try String(contentsOfFile: folder.path + "/answer.csv", encoding: .utf8), "old")
        }
        // An invalid query does not touch the file, either.
        XCTAssertEqual(try run(["feed"], "--after", "x", "-o", folder.path + "/answer.csv").status, 65)
        XCTAssertEqual(try String(contentsOfFile: folder.path + "/answer.csv", encoding: .utf8), "old")
    }

    func testWhereNoFileCanBeCreatedTheReasonIsTold() throws {
        let folder = try folder(["file": ""])
        for (path, reason) in [
            (folder.path, "Is a directory"), (folder.path + "/none/answer", "No such file or directory"),
            (folder.path + "/file/answer", "Not a directory"),
        ] {
            let run = try run(["feed"], "--format", "csv", "-o", path)
            XCTAssertEqual(run.status, 73, run.errors)
            XCTAssertTrue(run.errors.contains("\(path): cannot be created: \(reason)"), run.errors)
        }
        XCTAssertEqual(try names(in: folder), ["file"])
        XCTAssertEqual(try run(["feed"], "-o", "").status, 64)
    }

    func testDevicesAndPipesAreWrittenDirectly() throws {
        XCTAssertEqual(try run(["social"], "-o", "/dev/null").status, 0)
        #if os(Linux)
            let direct = try run(["social"])
            XCTAssertEqual(try run(["social"], "-o", "/dev/stdout").output, direct.output)
            for form in ["json", "csv"] {
                let full = try run(["feed"], "--format", form, "-o", "/dev/full")
                XCTAssertEqual(full.status, 74)
                XCTAssertTrue(full.errors.contains("/dev/full: No space left"), full.errors)
            }
        #endif
    }

    func testAFileThatIsNotPublishedIsRemoved() throws {
        let folder = try folder(["answer": "old"])
        do {
            let file = try OutputFile(folder.path + "/answer")
            try Array("new".utf8).withUnsafeBytes { bytes in try file.write(bytes) }
            try file.finish()
            XCTAssertEqual(try names(in: folder).count, 2)
        }
        XCTAssertEqual(try names(in: folder), ["answer"])
        XCTAssertEqual(try String(contentsOfFile: folder.path + "/answer", encoding: .utf8), "old")
    }

    func testHelpVersionAndScriptsIntoAFullDiskExit74() throws {
        #if os(Linux)
            let full = try XCTUnwrap(FileHandle(forWritingAtPath: "/dev/full"))
            for arguments in [
                ["--version"], ["--help"], ["feed", "--help"], ["help", "timeline"], [],
                ["--generate-completion-script", "bash"], ["--generate-completion-script", "fish"],
            ] {
                let run = try CommandLineRun.run(arguments, output: full)
                XCTAssertEqual(run.status, 74, "\(arguments)")
                XCTAssertEqual(run.errors, "Error: standard output: No space left on device\n")
            }
        #endif
    }
}
