import Foundation
import XCTest

/// `--cache`: tables that are kept between runs, which print the same with and without them.
final class CacheOptionTests: TableFileTestCase {
    private static let cachedCommands: [[String]] = [
        ["social"], ["feed", "--search", "camp", "--format", "json"], ["schools"], ["activity"],
        ["timeline", "--range", "all", "--format", "json"], ["report"], ["overview", "--format", "json"],
    ]

    /// A directory with more than a MiB of posts, which have not changed for so long that they are kept.
    private func largeDirectory() throws -> String {
        let folder = try folder().path
        let run = try CommandLineRun.run(["generate", folder, "--posts", "3000"])
        XCTAssertEqual(run.status, 0, run.errors)
        Thread.sleep(forTimeInterval: 2.2)
        return folder
    }

    private func run(_ command: [String], on path: String, caches: String) throws -> CommandLineRun {
        try CommandLineRun.run(
            [command[0], path, "--cache"] + command.dropFirst()
                + (command[0] == "schools" ? [] : ["--now", Self.now]),
            environment: ["XDG_CACHE_HOME": caches])
    }

    /// The files of a cache, with the numbers that the file system gives them.
    private func files(_ caches: String) throws -> [String: Int] {
        let folder = caches + "/compass"
        guard FileManager.default.fileExists(atPath: folder) else { return [:] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".compass") }.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
                return (name, attributes[.systemFileNumber] as? Int ?? 0)
            })
    }

    func testCommandsPrintTheSameAndShareTheTables() throws {
        let directory = try largeDirectory()
        let caches = try folder().path
        var kept: [String: Int] = [:]
        for command in Self.cachedCommands {
            let expected = try run(command, on: directory)
            for _ in 0..<2 {
                let answer = try run(command, on: directory, caches: caches)
                XCTAssertEqual(answer.status, 0, answer.errors)
                XCTAssertEqual(answer.output, expected.output, "\(command)")
                XCTAssertEqual(answer.errors, expected.errors, "\(command)")
            }
            // The first command has kept the posts, and all others use them. Other tables are too small.
            if kept.isEmpty { kept = try files(caches) }
            XCTAssertEqual(kept.count, 1, "\(command)")
            XCTAssertEqual(try files(caches), kept, "\(command)")
        }
    }

    func testAChangedTableIsReadAgain() throws {
        let directory = try largeDirectory()
        let caches = try folder().path
        XCTAssertEqual(try run(["social"], on: directory, caches: caches).status, 0)
        XCTAssertEqual(try files(caches).count, 1)
        let more = try CommandLineRun.run(["generate", directory, "--posts", "3100", "--seed", "2"])
        XCTAssertEqual(more.status, 0, more.errors)
        XCTAssertEqual(
            try run(["social"], on: directory, caches: caches).output,
            try run(["social"], on: directory).output)
    }

    func testAFolderThatCannotBeUsedIsNoError() throws {
        let caches = try folder(["compass": "a file"]).path
        for caches in [caches, "/proc/none", "relative"] {
            let answer = try run(["social"], on: try data(), caches: caches)
            XCTAssertEqual(answer.status, 0, answer.errors)
            XCTAssertEqual(answer.errors, "")
            XCTAssertEqual(answer.output, try run(["social"], on: try data()).output)
        }
        XCTAssertEqual(try String(contentsOfFile: caches + "/compass", encoding: .utf8), "a file")
    }

    func testATableFileNeedsNoCache() throws {
        let caches = try folder().path
        let answer = try run(["social"], on: try saved(), caches: caches)
        XCTAssertEqual(answer.output, try run(["social"], on: try data()).output)
        XCTAssertEqual(try files(caches), [:])
    }
}
