import Foundation
import XCTest

/// `compass save`: all tables of a directory, or of a table file, in one file.
final class SaveCommandTests: TableFileTestCase {
    private func save(_ source: String, _ file: String, _ options: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["save", source, file] + options)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func testTheSummaryNamesWhatWasWritten() throws {
        let file = try folder().path + "/season.compass"
        let run = try save(try data(), file)
        XCTAssertEqual(run.errors, "")
        let lines = run.text.components(separatedBy: "\n")
        XCTAssertEqual(lines[0], "Saved 9 tables into \(file)")
        XCTAssertEqual(lines[2], "table                            rows          bytes")
        XCTAssertTrue(lines[3].contains(/^social_media_posts +400 +[0-9]{2,3},[0-9]{3}$/), lines[3])
        XCTAssertEqual(lines.count, 15)
        XCTAssertTrue(lines[13].contains(/^[0-9,]+ rows, [0-9.]+ MB in [0-9.]+ s$/), lines[13])
        XCTAssertFalse(run.text.contains("\u{1b}"))
    }

    func testEqualTablesMakeEqualFiles() throws {
        let file = try saved()
        let again = try folder().path
        XCTAssertEqual(try save(file, again + "/1").status, 0)
        XCTAssertEqual(try save(try data(), again + "/2", "--threads", "1").status, 0)
        XCTAssertTrue(try bytes(again + "/1") == bytes(file))
        XCTAssertTrue(try bytes(again + "/2") == bytes(file))
        // A file may be saved over itself, which makes it the next of its generations.
        XCTAssertEqual(try save(file, file).status, 0)
        let files = try json(try CommandLineRun.run(["inspect", file, "--format", "json"]))["files"]
        XCTAssertEqual((files as? [[String: Any]])?.first?["generation"] as? Int, 1)
        XCTAssertEqual(try run(["feed"], on: file).output, try run(["feed"], on: try data()).output)
    }

    func testOnlyTheTablesThatExistAreWritten() throws {
        let directory = try folder([
            "schools.ndjson": #"{"id":1,"name":"Rice"}"#, "offers.json": "[{}]", "notes.txt": "mine",
        ])
        let file = directory.path + "/season.compass"
        let run = try save(directory.path, file)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertTrue(run.text.contains("Saved 2 tables"), run.text)
        XCTAssertEqual(
            run.errors,
            "Note: \(directory.path)/offers.json: 1 row was skipped; 'compass inspect' reports why.\n")
        XCTAssertEqual(
            try names(directory), ["notes.txt", "offers.json", "schools.ndjson", "season.compass"])
        let schools = try self.run(["schools", "--format", "csv"], on: file)
        XCTAssertTrue(schools.text.contains("1,Rice,0"), schools.text)
    }

    func testMalformedTablesExit65AndNothingIsWritten() throws {
        let directory = try folder([
            "schools.json": "[", "offers.json": "[{]", "events.json": "[]",
            "season.compass": "",
        ])
        let file = directory.path + "/season.compass"
        let run = try save(directory.path, file)
        XCTAssertEqual(run.status, 65)
        XCTAssertEqual(run.text, "")
        for place in ["schools.json: line 1, column 2", "offers.json: line 1, column 3"] {
            XCTAssertTrue(run.errors.contains("Error: \(directory.path)/\(place)"), run.errors)
        }
        XCTAssertEqual(try bytes(file), [])
        XCTAssertEqual(
            try names(directory), ["events.json", "offers.json", "schools.json", "season.compass"])
    }

    func testWithoutTablesItExits66() throws {
        let folder = try folder()
        for (path, expected) in [
            (folder.path, "has no table: there is nothing to save"),
            (folder.path + "/none", "no such directory"),
            (folder.path + "/none.compass", "no such file"),
        ] {
            let run = try save(path, folder.path + "/season.compass")
            XCTAssertEqual(run.status, 66, path)
            XCTAssertTrue(run.errors.contains(expected), run.errors)
            XCTAssertEqual(try names(folder), [])
        }
    }

    func testOtherFilesAreNotReplaced() throws {
        let folder = try folder(["notes.txt": "mine"])
        for (path, expected) in [
            (folder.path + "/notes.txt", "is not a table file, and is not replaced"),
            (folder.path, "is a directory"),
            (folder.path + "/none/season.compass", "No such file or directory"),
            ("/dev/null", "is not a regular file"), (folder.path + "/", "is a directory"),
        ] {
            let run = try save(try data(), path)
            XCTAssertEqual(run.status, 73, "\(path): \(run.errors)")
            XCTAssertTrue(run.errors.contains(expected), run.errors)
        }
        XCTAssertEqual(try names(folder), ["notes.txt"])
        XCTAssertEqual(try String(contentsOfFile: folder.path + "/notes.txt", encoding: .utf8), "mine")
    }

    func testADamagedFileIsReplaced() throws {
        let file = try saved()
        let whole = try bytes(file)
        try write(whole.prefix(500), to: file)
        XCTAssertEqual(try save(try data(), file).status, 0)
        XCTAssertTrue(try bytes(file) == whole)
    }

    func testAFileThatDoesNotFitExits74AndTheOldOneStays() throws {
        let file = try saved()
        let whole = try bytes(file)
        let run = try CommandLineRun.run(
            [
                "-c", #"ulimit -f 10; exec "$0" "$@""#, try CommandLineRun.executable().path, "save",
                try data(), file,
            ], executable: URL(fileURLWithPath: "/bin/sh"))
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertTrue(run.errors.contains("File too large; the previous file"), run.errors)
        XCTAssertTrue(try bytes(file) == whole)
        XCTAssertEqual(try names(URL(fileURLWithPath: file).deletingLastPathComponent()), ["season.compass"])
    }

    func testStandardStreamsAreRefused() throws {
        for (source, file) in [("-", "x.compass"), ("x", "-"), ("", "x"), ("x", "")] {
            let run = try save(source, file)
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains(source == "" || file == "" ? "must not be empty" : "'-'"))
        }
    }
}
