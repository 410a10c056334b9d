import Foundation
import XCTest

/// `compass inspect` of table files.
final class InspectFileTests: TableFileTestCase {
    private func inspect(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["inspect"] + arguments)
    }

    private func object(_ run: CommandLineRun) throws -> [String: Any] {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    func testTheReportsAreThoseOfTheDirectory() throws {
        let directory = dataset("bad-rows")
        let file = try saved(directory)
        for options in [[], ["--max-problems", "1"]] {
            func tables(_ path: String) throws -> [[String: Any]] {
                let run = try CommandLineRun.run(["inspect", path, "--format", "json"] + options)
                XCTAssertEqual(run.status, 0, run.errors)
                return try XCTUnwrap(try json(run)["tables"] as? [[String: Any]])
            }
            let (expected, stored) = (try tables(directory), try tables(file))
            XCTAssertEqual(expected.count, 5)
            XCTAssertEqual(stored.count, expected.count)
            for (table, other) in zip(stored, expected) {
                XCTAssertEqual(table.keys.sorted(), other.keys.sorted())
                for key in table.keys where !["source", "bytes", "megabytesPerSecond"].contains(key) {
                    XCTAssertEqual(table[key] as? NSObject, other[key] as? NSObject, key)
                }
                XCTAssertEqual(table["source"] as? String, file)
                XCTAssertTrue(table["megabytesPerSecond"] is NSNull)
            }
        }
        XCTAssertEqual(try inspect(file, "--strict").status, 65)
    }

    func testTheSectionsCoverTheFile() throws {
        let file = try saved()
        let answer = try json(try inspect(file, "--format", "json"))
        let files = try XCTUnwrap(answer["files"] as? [[String: Any]])
        XCTAssertEqual(files.count, 1)
        XCTAssertEqual(files[0]["path"] as? String, file)
        XCTAssertEqual(files[0]["byteCount"] as? Int, try bytes(file).count)
        XCTAssertEqual(files[0]["formatVersion"] as? Int, 1)
        XCTAssertEqual(files[0]["generation"] as? Int, 0)
        XCTAssertEqual(files[0]["searchIndex"] as? Bool, false)
        XCTAssertEqual(files[0]["verified"] as? Bool, false)
        let sections = try XCTUnwrap(files[0]["sections"] as? [[String: Any]])
        XCTAssertGreaterThan(sections.count, 50)
        var end = 64
        for section in sections {
            let (start, count) = (section["byteOffset"] as? Int ?? 0, section["byteCount"] as? Int ?? 0)
            // At least 64 zero bytes are between two sections, and fewer than 128.
            XCTAssertTrue(64..<128 ~= start - end, "\(section)")
            XCTAssertEqual((section["checksum"] as? String)?.count, 16)
            end = start + count
        }
        let directory = try json(try inspect(try data(), "--format", "json"))
        XCTAssertEqual((directory["files"] as? [Any])?.count, 0)
    }

    func testTextListsPartsBySize() throws {
        let file = try saved()
        let text = try inspect(file).text
        XCTAssertTrue(text.contains("social_media_posts           400        400"), text)
        XCTAssertTrue(text.contains("table file, version 1 · "), text)
        XCTAssertTrue(text.contains("without a search index"), text)
        XCTAssertTrue(text.contains("'--verify' compares all bytes"), text)
        XCTAssertTrue(text.contains("smaller parts"), text)
        XCTAssertTrue(
            text.contains(#/\nsocial_media_posts\.post_content +[0-9]{2},[0-9]{3} +[0-9.]+%\n/#), text)
        let verbose = try inspect(file, "--verbose").text
        XCTAssertTrue(verbose.contains("social_media_posts/0/post_content.offsets"), verbose)
    }

    func testCSVHasTheFilesAfterTheTables() throws {
        let file = try saved()
        let text = try inspect(file, "--format", "csv").text
        XCTAssertTrue(text.hasPrefix("table,rows,"), text)
        XCTAssertTrue(
            text.contains(
                "\r\npath,byteCount,formatVersion,generation,searchIndex,verified\r\n\(file),"), text)
        let sections = try inspect(file, "--format", "csv", "--section", "files.sections").text
        XCTAssertTrue(
            sections.hasPrefix("file,name,version,byteOffset,byteCount,elementCount,checksum\r\n\(file),"),
            sections)
        // Nothing about files without one.
        XCTAssertFalse(try inspect(try data(), "--format", "csv").text.contains("formatVersion"))
    }

    func testVerifyFindsAFlippedBit() throws {
        let file = try saved()
        let verified = try inspect(file, "--verify")
        XCTAssertEqual(verified.status, 0, verified.errors)
        XCTAssertTrue(verified.text.contains("all bytes are as they were saved"), verified.text)
        let answer = try json(try inspect(file, "--format", "json", "--verify"))
        XCTAssertEqual((answer["files"] as? [[String: Any]])?.first?["verified"] as? Bool, true)

        let sections = try XCTUnwrap(
            (answer["files"] as? [[String: Any]])?.first?["sections"] as? [[String: Any]])
        let content = try XCTUnwrap(
            sections.first { $0["name"] as? String == "social_media_posts/0/post_content.bytes" })
        var bytes = try bytes(file)
        bytes[try XCTUnwrap(content["byteOffset"] as? Int) + 5] ^= 0x10
        try write(bytes, to: file)
        // Texts are not read until they are shown.
        XCTAssertEqual(try inspect(file).status, 0)
        let damaged = try inspect(file, "--verify")
        XCTAssertEqual(damaged.status, 65)
        XCTAssertEqual(damaged.text, "")
        XCTAssertTrue(
            damaged.errors.contains(
                "\(file): section social_media_posts/0/post_content.bytes (byte "), damaged.errors)
    }

    func testVerifyIsOnlyForFiles() throws {
        for path in [try data(), try data() + "/offers.json", "-"] {
            let run = try inspect(path, "--verify")
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains("'--verify' is accepted only with table files"), run.errors)
        }
    }

    func testFilesAndDirectoriesTogether() throws {
        let file = try saved()
        let answer = try object(try inspect(try data(), file, file, "--format", "json"))
        XCTAssertEqual((answer["tables"] as? [Any])?.count, 27)
        XCTAssertEqual((answer["files"] as? [Any])?.count, 2)
    }

    func testADamagedFileDoesNotHideTheOthers() throws {
        let file = try saved()
        let damaged = try folder().path + "/damaged.compass"
        try write(try bytes(file).dropLast(3), to: damaged)
        let run = try inspect(damaged, try data(), file, "--format", "json")
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(
            run.errors.contains("\(damaged): byte ") && run.errors.contains("end of the file"), run.errors)
        let answer = try object(run)
        XCTAssertEqual((answer["tables"] as? [Any])?.count, 18)
        XCTAssertEqual((answer["files"] as? [Any])?.count, 1)
    }

    func testDamagedFilesExit65() throws {
        let file = try saved()
        try write(try bytes(file).dropLast(3), to: file)
        let run = try inspect(file)
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(run.errors.contains("the end of the file is missing"), run.errors)
        XCTAssertEqual(try inspect(file + ".compass").status, 66)
    }
}
