import Foundation
import CCompass
import XCTest

final class FailureReasonTests: CommandLineTestCase {
    /// A path that cannot be resolved, not even by a superuser, who bypasses permissions.
    private func loop() throws -> String {
        let path = try folder().path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        return path
    }

    func testInputThatCannotBeReadExits66WithTheReason() throws {
        let loop = try loop()
        let unreadableTable = try folder()
        try FileManager.default.createSymbolicLink(
            atPath: unreadableTable.path + "/schools.json", withDestinationPath: loop)
        try Data("[]".utf8).write(to: unreadableTable.appendingPathComponent("social_media_posts.json"))
        for arguments in [
            ["social", loop], ["inspect", loop], ["social", unreadableTable.path],
            ["inspect", unreadableTable.path], ["datasets", loop, "x"],
        ] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 66, "\(arguments)")
            XCTAssertTrue(run.errors.contains("cannot be read: Too many levels"), run.errors)
        }
        let folder = try folder().path
        let run = try CommandLineRun.run(["datasets", folder, folder])
        XCTAssertEqual(run.status, 66)
        XCTAssertTrue(run.errors.contains("cannot be read: Is a directory"), run.errors)
    }

    func testOutputThatCannotBeCreatedExits73WithTheReason() throws {
        let folder = try folder(["file": ""])
        try FileManager.default.createDirectory(
            atPath: folder.path + "/taken/schools.json/x", withIntermediateDirectories: true)
        for (path, reason) in [
            (try loop(), "Too many levels"), (folder.path + "/file/new", "Not a directory"),
            (try loop() + "/new", "Too many levels"), (folder.path + "/taken", "directory"),
        ] {
            let run = try CommandLineRun.run(["generate", path, "--posts", "1"])
            XCTAssertEqual(run.status, 73, run.errors)
            XCTAssertTrue(run.errors.contains(reason), run.errors)
        }
    }

    func testFoldersOfDatasetsAreOutputUnlessTheyAreVerified() throws {
        let manifest = try folder(["m.json": #"{"schemaVersion":1,"datasets":[]}"#]).path + "/m.json"
        let loop = try loop()
        XCTAssertEqual(try CommandLineRun.run(["datasets", manifest, loop]).status, 73)
        XCTAssertEqual(try CommandLineRun.run(["datasets", manifest, loop, "--verify"]).status, 66)
    }

    func testAFileThatIsNoManifestIsDescribedWithoutTypes() throws {
        let name = #""datasets":[{"name":1}]"#
        for (text, reason) in [
            ("{", "it is not JSON"), ("{}", "schemaVersion is missing"),
            ("[]", "the document is of another type"),
            (#"{"schemaVersion":1}"#, "datasets is missing"),
            (#"{"schemaVersion":1,\#(name)}"#, "datasets[0].name is of another type"),
        ] {
            let folder = try folder(["manifest.json": text])
            let run = try CommandLineRun.run(["datasets", folder.path + "/manifest.json", folder.path])
            XCTAssertEqual(run.status, 65)
            XCTAssertTrue(run.errors.contains(reason), run.errors)
            XCTAssertFalse(run.errors.contains(/DecodingError|CodingKeys|Swift|Context/), run.errors)
        }
    }

    func testEmptyPathsAndSchoolsExit64() throws {
        for arguments in [
            ["social", ""], ["inspect", ""], ["inspect", ".", ""], ["generate", "", "--posts", "1"],
            ["datasets", "", "x"], ["datasets", "x", ""], ["social", ".", "--school", ""],
            ["feed", ".", "--coach", ""],
        ] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains("must not be empty"), run.errors)
        }
    }

    func testInspectSaysEachFailureOnce() throws {
        let folder = try folder(["social_media_posts.json": "[{]", "events.json": "x"])
        let text = try CommandLineRun.run(["inspect", folder.path])
        XCTAssertEqual(text.status, 65)
        XCTAssertEqual(text.errors, "Error: 2 tables could not be read\n")
        XCTAssertTrue(text.text.contains("line 1, column 3"), text.text)
        let csv = try CommandLineRun.run(["inspect", folder.path, "--format", "csv"])
        XCTAssertEqual(csv.errors.components(separatedBy: "Error: ").count - 1, 2)
        XCTAssertTrue(csv.errors.contains("line 1, column 3"), csv.errors)
    }

    func testAFileInsteadOfADirectorySuggestsStandardInput() throws {
        let path = try folder(["posts.ndjson": ""]).path + "/posts.ndjson"
        let run = try CommandLineRun.run(["social", path])
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(run.errors.contains("compass social - < \(path)"), run.errors)
    }

    func testTheVersionIsToldAndHelpWarnsOfOverwriting() throws {
        let version = try CommandLineRun.run(["--version"])
        XCTAssertEqual(version.status, 0)
        XCTAssertEqual(version.text, COMPASS_VERSION + "\n")
        XCTAssertNotNil(version.text.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/), version.text)
        XCTAssertTrue(try CommandLineRun.run(["generate", "--help"]).text.contains("replaced"))
    }
}
