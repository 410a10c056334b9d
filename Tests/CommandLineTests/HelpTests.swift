import Foundation
import XCTest

@testable import compass

/// The text that `--help` prints, and whether its examples work.
final class HelpTests: CommandLineTestCase {
    private func help(_ command: String?) throws -> String {
        try CommandLineRun.run([command, "--help"].compactMap { $0 }).text
    }

    private func examples(_ command: String?) throws -> [String] {
        let lines = try help(command).components(separatedBy: "\n")
        let start = try XCTUnwrap(lines.firstIndex(of: "Examples:"), "\(command ?? "compass")")
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }

    func testEveryCommandHasOneToThreeExamplesThatWork() throws {
        let row = #"{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}"#
        let folder = try folder(["posts.ndjson": row])
        let generated = try CommandLineRun.run(["generate", folder.path + "/data", "--posts", "50"])
        XCTAssertEqual(generated.status, 0, generated.errors)
        let saved = try CommandLineRun.run(["save", folder.path + "/data", folder.path + "/season.compass"])
        XCTAssertEqual(saved.status, 0, saved.errors)
        let schools = try json(
            try CommandLineRun.run(["schools", folder.path + "/data", "--format", "json"]))["schools"]
        let name = try XCTUnwrap((schools as? [[String: Any]])?.first?["name"] as? String)
        for command in [nil] + CommandNames.all {
            let examples = try examples(command)
            XCTAssertTrue((1...3).contains(examples.count), "\(command ?? "compass")")
            for example in examples {
                XCTAssertTrue(example.hasPrefix("compass \(command ?? "")"), example)
                // Its manifest is this project's, whose datasets take minutes to generate.
                if command == "datasets" { continue }
                // It requires a terminal; CI/check-browse has one.
                if command == "browse" { continue }
                // It serves until it is interrupted; CI/check-web does so.
                if command == "serve" { continue }
                // Its services are examples; PullTests have others.
                if command == "pull" { continue }
                // A few rows are enough here.
                let line = example.replacing("Rice University", with: name)
                    .replacing(/--posts [0-9]+/, with: "--posts 50")
                    .replacing("generate data", with: "generate made")
                let run = try CommandLineRun.run(
                    ["-c", "cd \"$FOLDER\" && compass() { \"$COMPASS\" \"$@\"; } && \(line)"],
                    environment: ["COMPASS": try CommandLineRun.executable().path, "FOLDER": folder.path],
                    executable: URL(fileURLWithPath: "/bin/sh"))
                XCTAssertEqual(run.status, 0, "\(line): \(run.errors)")
                if example.contains("generate") {
                    try? FileManager.default.removeItem(atPath: folder.path + "/made")
                }
            }
        }
    }

    func testHelpIsPlainEnglish() throws {
        for command in [nil] + CommandNames.all {
            let words = try help(command).lowercased().split { !$0.isLetter }
            for word in [
                "answer", "answers", "answered", "asked", "asking", "behind", "needs", "says", "stretch",
            ] {
                // Each group of options has its own heading.
                let count = words.filter { $0 == word }.count
                XCTAssertEqual(count, 0, "\(word) in the help of \(command ?? "compass")")
            }
        }
    }
}
