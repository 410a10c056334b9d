import Foundation
import TestRandom
import XCTest

@testable import compass

/// `compass social --stream`: the same page, of files that are read in chunks.
final class SocialStreamTests: CommandLineTestCase {
    private func run(_ arguments: [String], input: String = "") throws -> CommandLineRun {
        try CommandLineRun.run(["social"] + arguments, input: input)
    }

    /// Returns the rows of the shared data, each on a line.
    private func lines() throws -> [String] {
        let path = try data() + "/social_media_posts.json"
        let rows = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        return try XCTUnwrap(rows as? [[String: Any]]).map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
    }

    /// Copies rows with other ids until they are larger than a few chunks; returns the lines.
    private func manyLines(_ byteCount: Int) throws -> [String] {
        let lines = try lines()
        let marks = try lines.map { line in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try XCTUnwrap(row?["id"] as? String)
        }
        var result: [String] = []
        var size = 0
        var copy = 0
        while size < byteCount {
            for (line, id) in zip(lines, marks) {
                let copied = line.replacing(id, with: "\(copy)-\(id)")
                    .replacing("\"post_url\":\"", with: "\"post_url\":\"\(copy)")
                result.append(copied)
                size += copied.utf8.count + 1
            }
            copy += 1
        }
        return result
    }

    private func names() throws -> [String] {
        ["--schools", try data() + "/schools.json", "--coaches", try data() + "/coaches.json"]
    }

    private static let forms: [[String]] = [
        [], ["--format", "json", "--compare", "--heat-map"], ["--format", "csv", "--range", "all"],
        ["--range", "90", "--days", "all", "--format", "json"], ["--range", "all", "--days", "all", "--ids"],
        ["--search", "camp", "--top", "20", "--recent", "9", "--format", "json"],
        ["--platform", "twitter", "--sentiment", "positive", "--type", "recruiting", "--format", "json"],
        ["--from", "2026-02-01", "--to", "2026-02-10", "--format", "json"],
        ["--from", "1999-01-01", "--to", "1999-02-10"], ["--from", "2030-01-01"],
        ["--now", "1999-01-01"], ["--now", "2031-01-01T00:00:00Z"],
        ["--now", "2031-01-01T00:00:00Z", "--to", "2026-01-01", "--zone", "America/New_York"],
    ]

    func testThePageIsThatOfOneTable() throws {
        let rows = try manyLines(5 << 19)
        let array = "[" + rows.joined(separator: ",\n ") + "]\n"
        let folder = try folder([
            "a.ndjson": rows.joined(separator: "\n"), "a.json": array,
            "wrapped.json": "{\"data\": " + array + "}",
            "first.ndjson": rows[..<1_000].joined(separator: "\n") + "\r\n\n",
            "second.jsonl": rows[1_000...].joined(separator: "\n") + "\n",
            "social_media_posts.json": array,
        ])
        for name in ["schools.json", "coaches.json"] {
            try FileManager.default.copyItem(
                atPath: try data() + "/" + name, toPath: folder.path + "/" + name)
        }
        let path = folder.path
        for form in Self.forms {
            // The last of several values counts.
            let options = ["--now", Self.now] + form
            let whole = try run([path] + options)
            XCTAssertEqual(whole.status, 0, whole.errors)
            let inputs = [["a.ndjson"], ["a.json"], ["first.ndjson", "second.jsonl"], ["wrapped.json"]]
            for (files, threads) in zip(inputs, ["64", "3", "2", "1"]) {
                let streamed = try run(
                    files.map { path + "/" + $0 } + ["--stream", "--threads", threads] + names() + options)
                XCTAssertEqual(streamed.status, 0, streamed.errors)
                XCTAssertEqual(streamed.text, whole.text, "\(files) \(form)")
                XCTAssertEqual(streamed.errors, whole.errors, "\(files) \(form)")
            }
        }
    }

    func testADirectoryATableFileAndStandardInputGiveTheSamePage() throws {
        let options = ["--now", Self.now, "--range", "all", "--format", "json"]
        let whole = try run([try data()] + options)
        XCTAssertEqual(try run([try data(), "--stream"] + options).text, whole.text)
        let folder = try folder()
        let saved = try CommandLineRun.run(["save", try data(), folder.path + "/season.compass"])
        XCTAssertEqual(saved.status, 0, saved.errors)
        XCTAssertEqual(try run([folder.path + "/season.compass", "--stream"] + options).text, whole.text)
        let lines = try lines().joined(separator: "\n")
        for input in [
            lines, try String(contentsOfFile: try data() + "/social_media_posts.json", encoding: .utf8),
        ] {
            let piped = try run(["-", "--stream"] + names() + options, input: input)
            XCTAssertEqual(piped.text, whole.text, piped.errors)
        }
        // Both at once: the posts of a file beside those of a table file.
        let other = try self.folder([
            "more.ndjson": #"{"id":"more","platform":"twitter","post_date":"2026-02-28T10:00:00Z"}"#
        ])
        let both = try json(
            try run([folder.path + "/season.compass", other.path + "/more.ndjson", "--stream"] + options))
        XCTAssertEqual((both["summary"] as? [String: Any])?["totalPosts"] as? Int, 401)
    }

    func testCompressedLinesAreStreamed() throws {
        let folder = try folder(["posts.ndjson": try manyLines(5 << 19).joined(separator: "\n")])
        let options = [
            "--stream", "--range", "all", "--format", "json", "--now", Self.now, "--threads", "2",
        ]
        let plain = try run([folder.path + "/posts.ndjson"] + options)
        for command in ["gzip", "head -c 1000 posts.ndjson.gz > cut.ndjson.gz"] {
            let packed = try CommandLineRun.run(
                ["-c", "cd \"$FOLDER\" && \(command == "gzip" ? "gzip posts.ndjson" : command)"],
                environment: ["FOLDER": folder.path], executable: URL(fileURLWithPath: "/bin/sh"))
            XCTAssertEqual(packed.status, 0, packed.errors)
        }
        let packed = try run([folder.path + "/posts.ndjson.gz"] + options)
        XCTAssertEqual(packed.text, plain.text, packed.errors)
        let cut = try run([folder.path + "/cut.ndjson.gz"] + options)
        XCTAssertEqual(cut.status, 65)
        XCTAssertTrue(cut.errors.contains("gzip data end too early"), cut.errors)
    }

    func testSchoolsAndCoachesAreFoundAsInOneTable() throws {
        // "b" is the name of a listed school and the id of an unlisted one, whose posts come last.
        let row = { (id: Int, school: String) in
            #"{"id":\#(id),"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"\#(school)"}"#
        }
        let rows = [row(1, "a"), row(2, "c"), row(3, "c"), row(4, "b")].joined(separator: "\n")
        let folder = try folder([
            "social_media_posts.ndjson": rows,
            "schools.json": #"[{"id":"a","name":"B"},{"id":"d","name":"D"}]"#,
        ])
        for school in ["a", "B", "b", "c", "D", "nothing"] {
            let options = ["--school", school, "--now", Self.now, "--format", "json"]
            let whole = try run([folder.path] + options)
            let streamed = try run([folder.path, "--stream"] + options)
            XCTAssertEqual(streamed.text, whole.text, school)
            XCTAssertEqual(streamed.errors, whole.errors, school)
            XCTAssertEqual(streamed.status, school == "nothing" ? 64 : 0)
        }
    }

    func testMalformedRowsAreReportedAsInOneTable() throws {
        var rows = try manyLines(5 << 19)
        rows.insert(#"{"id":"x","platform":"telex"}"#, at: rows.count - 7)
        rows.insert(#"{"id":"y"}"#, at: 3)
        let broken = rows.count - 3
        func files() -> [String: String] {
            [
                "posts.ndjson": rows.joined(separator: "\n"),
                "posts.json": "[" + rows.joined(separator: ",\n") + "]",
            ]
        }
        func check(status: Int32) throws {
            for (name, text) in files() {
                let folder = try folder(["social_media_posts" + name.dropFirst(5): text])
                let path = folder.path + "/social_media_posts" + name.dropFirst(5)
                let options = ["--range", "all", "--format", "json", "--now", Self.now]
                let whole = try run([folder.path] + options)
                let streamed = try run([path, "--stream", "--threads", "4"] + options)
                // An element that is no object is a wrong row of an array, but no line.
                let isRow = name == "posts.json" && rows[broken] == "[1]"
                XCTAssertEqual(whole.status, isRow ? 0 : status, whole.errors)
                XCTAssertEqual(streamed.status, whole.status, streamed.errors)
                XCTAssertEqual(streamed.errors, whole.errors)
                XCTAssertEqual(streamed.text, whole.text)
                if name == "posts.ndjson" {
                    let piped = try run(
                        ["-", "--ndjson", "--stream", "--threads", "4"] + options, input: text)
                    XCTAssertEqual(piped.errors, whole.errors.replacing(path, with: "standard input"))
                }
            }
        }
        try check(status: 0)
        for fault in [#"{"id":1,"platform":"tw"#, "\u{feff}{\"id\":5}", "[1]", #"{"id":01}"#] {
            rows[broken] = fault
            try check(status: 65)
        }
    }

    func testAPostInTwoFilesIsRefused() throws {
        let rows = try lines()
        let folder = try folder([
            "a.ndjson": rows[..<200].joined(separator: "\n"),
            "b.ndjson": rows[199...].joined(separator: "\n"),
        ])
        let refused = try run([folder.path + "/a.ndjson", folder.path + "/b.ndjson", "--stream"])
        XCTAssertEqual(refused.status, 65)
        for text in [
            "a.ndjson, bytes 0 to", "b.ndjson, bytes 0 to", "the same id", "without '--stream'", "resolve",
        ] {
            XCTAssertTrue(refused.errors.contains(text), refused.errors)
        }
        XCTAssertEqual(refused.text, "")
    }

    /// One post among thousands, whose hash is not among the smallest; its id or its URL is that of another one.
    func testAPostWithTheIDOrTheURLOfOneInAnotherChunkIsRefused() throws {
        let rows = try manyLines(5 << 19)
        let first = try rows.prefix(40).map { line in
            try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        func row(_ id: String, _ url: String) -> String {
            #"{"id":"\#(id)","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_url":"\#(url)"}"#
        }
        let id = try XCTUnwrap(first[7]["id"] as? String)
        let url = try XCTUnwrap(first.compactMap { $0["post_url"] as? String }.last)
        let copies = [row(id, "x"), row("x", url)]
        for copy in copies {
            let folder = try folder(["posts.ndjson": (rows + [copy]).joined(separator: "\n")])
            for threads in ["1", "4"] {
                let refused = try run([folder.path + "/posts.ndjson", "--stream", "--threads", threads])
                XCTAssertEqual(refused.status, 65, copy)
                XCTAssertTrue(
                    refused.errors.contains("the same id or the same URL, one in"), refused.errors)
                XCTAssertTrue(refused.errors.contains("posts.ndjson, bytes 0 to"), refused.errors)
            }
        }
    }

    func testKeysAreKeptUpToALimit() throws {
        let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_228
        var random = SplitMix64(seed: seed)
        var keys = StreamedKeys(maximumSlotCount: 1 << 12)
        // 3,072 fit.
        let all = (0..<3_000).map { _ in UInt64.random(in: 0...(.max), using: &random) }
        for (number, hash) in all.enumerated() {
            XCTAssertNil(keys.insert(hash, chunk: UInt32(number)), "seed \(seed)")
            XCTAssertNil(keys.insert(hash, chunk: UInt32(number)), "seed \(seed): the chunk has it already")
        }
        for (number, hash) in all.enumerated() {
            XCTAssertEqual(keys.insert(hash, chunk: 5_000), UInt32(number), "seed \(seed)")
        }
        // Of more, the smallest ones.
        keys = StreamedKeys(maximumSlotCount: 1 << 12)
        let many = (0..<20_000).map { _ in UInt64.random(in: 0...(.max), using: &random) }
        for (number, hash) in many.enumerated() {
            XCTAssertNil(keys.insert(hash, chunk: UInt32(number)), "seed \(seed)")
        }
        var noticed = 0
        for (number, hash) in many.enumerated().sorted(by: { $0.element < $1.element }) {
            if let chunk = keys.insert(hash, chunk: 50_000) {
                XCTAssertEqual(chunk, UInt32(number), "seed \(seed)")
                noticed += 1
            } else {
                break
            }
        }
        XCTAssertGreaterThan(noticed, 1_200, "seed \(seed)")
        XCTAssertLessThanOrEqual(noticed, 3_072, "seed \(seed)")
        XCTAssertEqual(keys.insert(0, chunk: 1), nil)
        XCTAssertEqual(keys.insert(0, chunk: 2), 1)
    }

    /// Several threads add chunks in any order, and messages name the first one with a key.
    func testTheFirstChunkOfAKeyIsKept() {
        var keys = StreamedKeys()
        XCTAssertNil(keys.insert(7, chunk: 5))
        XCTAssertEqual(keys.insert(7, chunk: 3), 5)
        XCTAssertEqual(keys.insert(7, chunk: 4), 3)
    }

    /// What is accepted does not depend on the number of threads.
    func testAnArrayThatCannotBeCutIsReadAsAWhole() throws {
        let rows = try manyLines(5 << 19)
        let array = "[" + rows.joined(separator: ",\n") + "]"
        let folder = try folder(["posts.json": array])
        let options = ["--stream", "--range", "all", "--format", "json", "--now", Self.now]
        let whole = try run([folder.path + "/posts.json"] + options)
        XCTAssertEqual(whole.status, 0, whole.errors)
        for threads in ["1", "64"] {
            let piped = try run(["-", "--threads", threads] + options, input: array)
            XCTAssertEqual(piped.text, whole.text, piped.errors)
        }
    }

    func testFilesOfOtherFormatsAreNamed() throws {
        let folder = try folder()
        let season = folder.path + "/season.compass"
        XCTAssertEqual(try CommandLineRun.run(["save", try data(), season]).status, 0)
        let table = try Data(contentsOf: URL(fileURLWithPath: season))
        for (name, start, format, advice) in [
            ("a.parquet", Data("PAR1\u{15}\n".utf8), "a Parquet file", "export its rows as NDJSON"),
            ("a.arrow", Data("ARROW1\0\0".utf8), "an Arrow file", "Posts.from_arrow"),
            ("a.json", Data([0xff, 0xff, 0xff, 0xff, 0x10, 0]), "an Arrow stream", "compass_kernel.spark"),
            ("a.ndjson.zst", Data([0x28, 0xb5, 0x2f, 0xfd, 1]), "Zstandard", "zstd -dc"),
            ("a.db", Data("SQLite format 3\0".utf8), "a SQLite database", "NDJSON"),
            ("a.zip", Data([0x50, 0x4b, 3, 4]), "a ZIP archive", "extract"),
            ("a.ndjson", table, "a table file", "by its path"),
        ] {
            let path = folder.path + "/" + name
            try start.write(to: URL(fileURLWithPath: path))
            // A file that begins as a table file is one, whatever its name.
            let arguments = name == "a.ndjson" ? ["-c", "\"$PROGRAM\" social - --stream < \(path)"] : nil
            let refused =
                try arguments.map {
                    try CommandLineRun.run(
                        $0, environment: ["PROGRAM": CommandLineRun.executable().path],
                        executable: URL(fileURLWithPath: "/bin/sh"))
                } ?? run([path, "--stream"])
            XCTAssertEqual(refused.status, 65, name)
            for text in [format, advice] {
                XCTAssertTrue(refused.errors.contains(text), "\(name): \(refused.errors)")
            }
        }
    }

    func testEmptyDocuments() throws {
        let folder = try folder(["a.ndjson": "", "b.ndjson": "\n\n", "c.json": "[]", "d.json": ""])
        let page = try json(
            try run(
                ["a.ndjson", "b.ndjson", "c.json"].map { folder.path + "/" + $0 }
                    + ["--stream", "--format", "json"]))
        XCTAssertEqual((page["summary"] as? [String: Any])?["totalPosts"] as? Int, 0)
        XCTAssertEqual(try run([folder.path + "/d.json", "--stream"]).status, 65)
    }

    func testWrongArguments() throws {
        let folder = try folder([
            "a.ndjson": "", "big.json": "[" + String(repeating: "\n", count: 65 << 20) + "]",
        ])
        let file = folder.path + "/a.ndjson"
        for (arguments, status) in [
            ([file, file, "--stream"], 64), ([try data(), try data()], 64),
            ([try data(), "--schools", "x"], 64), ([try data(), "--coaches", "x"], 64),
            ([file, "--stream", "--cache"], 64), ([file, "--stream", "--ndjson"], 64),
            ([file, folder.path + "/none.ndjson", "--stream"], 66),
            ([file, "--stream", "--schools", folder.path + "/none"], 66), ([folder.path, "--stream"], 66),
            ([file, "--stream", "--schools", ""], 64), ([file, "--stream", "--threads", "0"], 64),
        ] as [([String], Int32)] {
            let run = try run(arguments)
            XCTAssertEqual(run.status, status, "\(arguments) \(run.errors)")
        }
        let array = try String(contentsOfFile: folder.path + "/big.json", encoding: .utf8)
        let refused = try run(["-", "--stream"], input: array)
        XCTAssertEqual(refused.status, 64)
        XCTAssertTrue(refused.errors.contains("a JSON array of more than 64 MB"), refused.errors)
        // Without a line break it could take any memory.
        let long = try run(["-", "--stream"], input: String(repeating: " ", count: 90 << 20))
        XCTAssertEqual(long.status, 65)
        XCTAssertTrue(long.errors.contains("standard input: a line of more than 64 MB"), long.errors)
    }
}
