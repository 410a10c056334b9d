import CompassFiles
import CompassKernel
import CompassSynthesis
import Foundation
import XCTest

@testable import compass

/// Compressed tables: `.json.gz`, `.ndjson.gz`, and standard input.
final class GzipInputTests: CommandLineTestCase {
    private let posts = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}, {"id":2}]"#

    /// Returns the bytes compressed by gzip.
    private func packed(_ bytes: Data) throws -> Data {
        let folder = try folder()
        let file = folder.appendingPathComponent("bytes")
        try bytes.write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-n", file.path]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: URL(fileURLWithPath: file.path + ".gz"))
    }

    private func packed(_ text: String) throws -> Data { try packed(Data(text.utf8)) }

    private func unpack(_ data: Data, limit: Int = 1 << 30) -> Result<[UInt8], Gzip.Problem> {
        Array(data).withUnsafeBytes { bytes in
            Result { () throws(Gzip.Problem) in try Gzip.unpack(bytes, limit: limit).withBytes { Array($0) } }
        }
    }

    func testAPageOfCompressedTablesIsTheSame() throws {
        let folder = try folder()
        for name in try FileManager.default.contentsOfDirectory(atPath: try data()) {
            let file = URL(fileURLWithPath: try data()).appendingPathComponent(name)
            try packed(Data(contentsOf: file)).write(to: folder.appendingPathComponent(name + ".gz"))
        }
        for command in ["social", "feed", "timeline", "activity", "report", "overview"] {
            let arguments = ["--now", Self.now, "--format", "json"]
            let plain = try CommandLineRun.run([command, try data()] + arguments)
            XCTAssertEqual(plain.status, 0, plain.errors)
            XCTAssertEqual(
                try CommandLineRun.run([command, folder.path] + arguments).text, plain.text, command)
        }
    }

    func testACompressedTableIsCachedWithTheSizeOfItsDocument() throws {
        let folder = try folder()
        let path = folder.appendingPathComponent("social_media_posts.json.gz")
        try packed(posts).write(to: path)
        // One that has just been written may be written once more unnoticed.
        Thread.sleep(forTimeInterval: 2.1)
        let cache = TableCache(folder: folder.path + "/cache", minimumDocumentByteCount: 0)
        let file = DocumentFile(
            table: .socialMediaPosts, path: path.path, format: .json, isPacked: true)
        let read = try PostTable.load(file, options: LoadOptions(cache: cache))
        let stored = try FileManager.default.contentsOfDirectory(atPath: cache.folder)
        XCTAssertEqual(stored.count, 1)
        XCTAssertEqual(read.byteCount, posts.utf8.count)
        let old = try FileManager.default.attributesOfItem(atPath: cache.folder + "/" + stored[0])
        let opened = try PostTable.load(file, options: LoadOptions(cache: cache))
        XCTAssertEqual(Array(opened.table), Array(read.table))
        XCTAssertEqual(opened.report, read.report)
        XCTAssertEqual(opened.byteCount, read.byteCount)
        // It was used: its time is that of the last use.
        let new = try FileManager.default.attributesOfItem(atPath: cache.folder + "/" + stored[0])
        XCTAssertNotEqual(new[.modificationDate] as? Date, old[.modificationDate] as? Date)
        // The same path, read as it is, is another document.
        XCTAssertThrowsError(
            try PostTable.load(contentsOf: path.path, format: .json, options: LoadOptions(cache: cache)))
    }

    func testOffsetsAndSizesAreThoseOfTheUnpackedDocument() throws {
        for (name, text) in [
            ("social_media_posts.json", posts),
            ("social_media_posts.ndjson", #"{"id":1}"# + "\n" + #"{"id":2}"#),
        ] {
            let folder = try folder([name: text])
            let plain = try json(try CommandLineRun.run(["inspect", folder.path, "--format", "json"]))
            try packed(text).write(to: folder.appendingPathComponent(name + ".gz"))
            let single = folder.path + "/" + name + ".gz"
            let unpacked = try json(try CommandLineRun.run(["inspect", single, "--format", "json"]))
            let tables = try [plain, unpacked].map {
                try XCTUnwrap(($0["tables"] as? [[String: Any]])?.first)
            }
            for key in ["bytes", "rows", "loaded", "problems"] {
                XCTAssertEqual(tables[0][key] as? NSObject, tables[1][key] as? NSObject, key)
            }
            XCTAssertEqual(tables[1]["bytes"] as? Int, text.utf8.count)
        }
    }

    func testStandardInputIsUnpackedByItsFirstBytes() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("posts.gz")
        try packed(posts).write(to: file)
        let plain = try CommandLineRun.run(["social", "-", "--now", Self.now], input: posts)
        let run = try CommandLineRun.run(
            [
                "-c", #""$0" social - --now "$1" < "$2""#, try CommandLineRun.executable().path, Self.now,
                file.path,
            ],
            executable: URL(fileURLWithPath: "/bin/sh"))
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.text, plain.text)
        XCTAssertTrue(run.text.contains("Social Analytics"))
    }

    func testATableInTwoFormsIsAUsageError() throws {
        let names = ["schools.json", "schools.json.gz", "schools.ndjson", "schools.ndjson.gz"]
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let folder = try folder([names[first]: "", names[second]: "", "social_media_posts.json": "[]"])
            for command in ["social", "inspect", "report"] {
                let run = try CommandLineRun.run([command, folder.path])
                XCTAssertEqual(run.status, 64, "\(names[first]), \(names[second])")
                let endings = [first, second].map { names[$0].dropFirst("schools".count) }
                XCTAssertTrue(
                    run.errors.contains("has schools twice, as \(endings[0]) and as \(endings[1]);"),
                    run.errors)
            }
        }
        let folder = try folder(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
        XCTAssertTrue(
            try CommandLineRun.run(["report", folder.path]).errors.contains("schools 4 times, as .json, as"))
        let other = try self.folder(["schools.json.gz": ""])
        XCTAssertEqual(try CommandLineRun.run(["generate", other.path, "--posts", "1"]).status, 73)
    }

    func testDamagedDataAreNamedWithTheirPlace() throws {
        let whole = try packed(String(repeating: posts, count: 200))
        var flipped = whole
        flipped[whole.count - 6] ^= 1
        for (bytes, reason) in [
            (
                whole.prefix(whole.count / 2),
                "gzip data end too early, at byte \(whole.count / 2) of the compressed"
            ),
            (whole.prefix(10), "gzip data end too early, at byte 10 of"),
            (flipped, "damaged gzip data at byte "), (Data(posts.utf8), "damaged gzip data at byte "),
            (Data(), "gzip data end too early, at byte 0 of"),
        ] {
            let folder = try folder()
            try bytes.write(to: folder.appendingPathComponent("social_media_posts.json.gz"))
            let run = try CommandLineRun.run(["social", folder.path])
            XCTAssertEqual(run.status, 65)
            XCTAssertTrue(
                run.errors.hasPrefix("Error: \(folder.path)/social_media_posts.json.gz: \(reason)"),
                run.errors)
            let inspected = try CommandLineRun.run(["inspect", folder.path])
            XCTAssertEqual(inspected.status, 65)
            let overview = try CommandLineRun.run(["overview", folder.path])
            XCTAssertTrue(
                (overview.text + overview.errors).contains("social_media_posts.json.gz"), overview.text)
        }
    }

    func testMalformedJSONInACompressedFileIsNamedByItsUnpackedPlace() throws {
        let folder = try folder()
        try packed("[\n{").write(to: folder.appendingPathComponent("social_media_posts.json.gz"))
        let run = try CommandLineRun.run(["social", folder.path])
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(
            run.errors.contains("social_media_posts.json.gz: line 2, column 2 (byte 3)"), run.errors)
    }

    func testMembersFollowOneAnother() throws {
        let parts = [try packed("[1,"), try packed(""), try packed(" 2]")]
        XCTAssertEqual(unpack(parts[0] + parts[1] + parts[2]), .success(Array("[1, 2]".utf8)))
        XCTAssertEqual(unpack(parts[0] + parts[2] + Data(count: 512)), .success(Array("[1, 2]".utf8)))
        XCTAssertEqual(unpack(parts[1]), .success([]))
        let garbage = parts[0] + Data("x".utf8)
        XCTAssertEqual(unpack(garbage), .failure(.truncated(byteCount: garbage.count)))
        XCTAssertEqual(
            unpack(parts[0] + Data("xyz".utf8)), .failure(.damaged(byteOffset: parts[0].count + 2)))
    }

    func testEveryTruncationIsNoticed() throws {
        let whole = try packed(posts)
        for count in 0..<whole.count {
            XCTAssertEqual(unpack(whole.prefix(count)), .failure(.truncated(byteCount: count)), "\(count)")
        }
        XCTAssertEqual(unpack(whole), .success(Array(posts.utf8)))
    }

    func testABombIsRefusedAtTheLimit() throws {
        let bomb = try packed(Data(count: 20_000_000))
        XCTAssertLessThan(bomb.count, 30_000)
        XCTAssertEqual(unpack(bomb, limit: 19_999_999), .failure(.tooLarge(limit: 19_999_999)))
        XCTAssertEqual(unpack(bomb, limit: 20_000_000), .success([UInt8](repeating: 0, count: 20_000_000)))
        // Two members: the size at the end covers only the second.
        XCTAssertEqual(unpack(bomb + bomb, limit: 30_000_000), .failure(.tooLarge(limit: 30_000_000)))
        // A wrong size at the end is harmless.
        var liar = try packed(posts)
        liar.replaceSubrange(liar.count - 4..<liar.count, with: [255, 255, 255, 255])
        XCTAssertEqual(unpack(liar), .failure(.damaged(byteOffset: liar.count)))
    }
}
