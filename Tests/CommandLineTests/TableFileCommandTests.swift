import Foundation
import XCTest

/// Commands that are given a table file in place of a data directory.
final class TableFileCommandTests: TableFileTestCase {
    func testEveryCommandPrintsWhatItPrintsOfTheDirectory() throws {
        let file = try saved()
        for command in Self.commands {
            let (expected, answer) = (try run(command, on: try data()), try run(command, on: file))
            XCTAssertEqual(expected.status, 0, expected.errors)
            XCTAssertEqual(answer.status, 0, answer.errors)
            XCTAssertEqual(answer.output, expected.output, "\(command)")
            XCTAssertEqual(answer.errors, expected.errors, "\(command)")
        }
    }

    func testRowsThatWereSkippedAreListedAndNoted() throws {
        let directory = dataset("bad-rows")
        let file = try saved(directory)
        for format in ["text", "json", "csv"] {
            let command = ["timeline", "--range", "all", "--format", format]
            let (expected, answer) = (try run(command, on: directory), try run(command, on: file))
            XCTAssertEqual(answer.output, expected.output, format)
            XCTAssertTrue(expected.text.count > 100)
            XCTAssertTrue(expected.errors.contains("skipped"))
            XCTAssertEqual(
                answer.errors,
                expected.errors.replacing(#/Note: [^:]*/([a-z_]+)\.json: /#) { "Note: \(file): \($0.1): " })
        }
    }

    func testAFileIsRecognizedByItsContent() throws {
        let file = try saved()
        let other = try folder().path + "/tables"
        try FileManager.default.copyItem(atPath: file, toPath: other)
        XCTAssertEqual(
            try run(["social"], on: other).output, try run(["social"], on: try data()).output)
    }

    func testMissingTablesAreNamed() throws {
        let posts = try folder(["social_media_posts.json": "[]"]).path
        let offers = try folder(["offers.json": "[]"]).path
        for (directory, command, tables) in [
            (offers, "social", "the table social_media_posts is missing: FILE does not have it"),
            (offers, "feed", "the table social_media_posts is missing: FILE does not have it"),
            (
                offers, "schools",
                "the tables social_media_posts and schools are missing: FILE has none of them"
            ),
            (
                offers, "timeline",
                "the tables events, interactions and school_status_history are missing: FILE has none of them"
            ),
            (
                posts, "activity",
                "the tables interactions, school_status_history and documents are missing: FILE has none of them"
            ),
        ] {
            let file = try saved(directory)
            let answer = try run([command], on: file)
            XCTAssertEqual(answer.status, 66, command)
            XCTAssertEqual(answer.text, "")
            XCTAssertEqual(answer.errors, "Error: \(tables.replacing("FILE", with: file))\n")
        }
        // The page of the other tables is shown.
        let overview = try run(["overview"], on: try saved(posts))
        XCTAssertEqual(overview.status, 0)
        XCTAssertTrue(overview.errors.contains("Warning: offers: missing: the file does not have it\n"))
        XCTAssertFalse(overview.errors.contains("social_media_posts"))
    }

    func testDamagedFilesExit65AndMissingOnes66() throws {
        let whole = try bytes(try saved())
        let folder = try folder().path
        var flipped = whole
        // The trailer, which every command reads.
        flipped[whole.count - 30] ^= 1
        var newer = whole
        newer[8] = 9
        for (name, content, expected) in [
            ("flipped", flipped, "the trailer was changed"),
            ("torn", Array(whole.dropLast()), "the end of the"),
            ("half", Array(whole.prefix(whole.count / 2)), "the end of the file is missing"),
            ("header", Array(whole.prefix(70)), "the file ends in its header"),
            ("longer", whole + [0], "bytes follow it"), ("empty", [], "the file is empty"),
            ("text", Array("[]".utf8), "not a table file"), ("newer", newer, "version 9"),
        ] {
            let path = "\(folder)/\(name).compass"
            try write(content, to: path)
            for command in Self.commands where !command.contains("--format") {
                let answer = try run(command, on: path)
                XCTAssertEqual(answer.status, 65, "\(command) \(name): \(answer.errors)")
                XCTAssertEqual(answer.text, "")
                XCTAssertTrue(answer.errors.hasPrefix("Error: \(path): "), answer.errors)
                XCTAssertTrue(answer.errors.contains(expected), answer.errors)
                if name != "text" {
                    XCTAssertTrue(answer.errors.contains("load the tables from their source"), answer.errors)
                }
            }
        }
        for command in Self.commands where !command.contains("--format") {
            let answer = try run(command, on: folder + "/none.compass")
            XCTAssertEqual(answer.status, 66)
            XCTAssertEqual(answer.errors, "Error: \(folder)/none.compass: no such file\n")
        }
    }

    func testATableThatAPageDoesNotReadMayBeDamaged() throws {
        let file = try saved()
        let inspection = try json(try CommandLineRun.run(["inspect", file, "--format", "json"]))
        let files = try XCTUnwrap(inspection["files"] as? [[String: Any]])
        let sections = try XCTUnwrap(files[0]["sections"] as? [[String: Any]])
        let offers = try XCTUnwrap(
            sections.first { $0["name"] as? String == "offers/0/offer_type.codes" })
        var bytes = try bytes(file)
        bytes[try XCTUnwrap(offers["byteOffset"] as? Int)] ^= 0xff
        try write(bytes, to: file)
        XCTAssertEqual(try run(["feed"], on: file).status, 0)
        XCTAssertEqual(try run(["timeline"], on: file).status, 65)
        // A damaged file is no warning, unlike one malformed table of several.
        XCTAssertEqual(try run(["overview"], on: file).status, 65)
    }

    func testTimingTellsThatTablesWereOpened() throws {
        let answer = try run(["feed", "--timing"], on: try saved())
        XCTAssertTrue(answer.errors.contains("Opened social_media_posts: 400 rows, "), answer.errors)
        XCTAssertFalse(answer.errors.contains("MB/s"), answer.errors)
        XCTAssertFalse(answer.errors.contains("Read with"), answer.errors)
        XCTAssertTrue(answer.errors.contains("First query: "), answer.errors)
    }

    func testAFileThatIsNeitherIsAUsageError() throws {
        let path = try folder(["notes.txt": "notes"]).path + "/notes.txt"
        let answer = try run(["social"], on: path)
        XCTAssertEqual(answer.status, 64)
        XCTAssertTrue(answer.errors.contains("is neither a directory nor a table file"), answer.errors)
        XCTAssertTrue(answer.errors.contains("compass social - < "), answer.errors)
    }
}
