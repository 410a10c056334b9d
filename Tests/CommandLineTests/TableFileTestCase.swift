import Foundation
import XCTest

/// Table files of data directories, for tests of the commands that read them.
class TableFileTestCase: CommandLineTestCase {
    /// The commands that read tables, in all formats.
    static let commands: [[String]] = [
        ["social"], ["social", "--format", "json", "--compare", "--heat-map"],
        ["social", "--format", "csv"], ["feed"],
        ["feed", "--format", "json", "--search", "camp", "--linked"],
        ["feed", "--format", "csv"], ["timeline", "--range", "all"],
        ["timeline", "--range", "all", "--format", "json"],
        ["timeline", "--format", "svg"], ["activity"], ["activity", "--format", "json", "--search", "call"],
        ["activity", "--format", "csv"], ["report"], ["report", "--format", "json", "--compare"],
        ["report", "--format", "csv"], ["overview"], ["overview", "--format", "json"], ["schools"],
        ["schools", "--format", "json"], ["schools", "--format", "csv"],
    ]

    /// Saves a data directory, by default that of all tests, into a file of a folder of its own.
    func saved(_ directory: String? = nil, _ options: String...) throws -> String {
        let path = try folder().path + "/season.compass"
        let run = try CommandLineRun.run(["save", try directory ?? data(), path] + options)
        XCTAssertEqual(run.status, 0, run.errors)
        return path
    }

    func run(_ command: [String], on path: String) throws -> CommandLineRun {
        let takesNow = command[0] != "schools" && command[0] != "inspect"
        return try CommandLineRun.run(
            [command[0], path] + command.dropFirst() + (takesNow ? ["--now", Self.now] : []))
    }

    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// The committed data sets.
    func dataset(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/\(name)").standardizedFileURL.path
    }
}
