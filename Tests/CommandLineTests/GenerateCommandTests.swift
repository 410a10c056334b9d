import CompassSynthesis
import Foundation
import XCTest

final class GenerateCommandTests: CommandLineTestCase {
    func testTheSameArgumentsGiveTheSameBytes() throws {
        let folders = [try folder(), try folder()]
        for folder in folders {
            let run = try CommandLineRun.run([
                "generate", folder.path + "/new/data", "--posts", "50", "--seed", "7",
            ])
            XCTAssertEqual(run.status, 0, run.errors)
            // No progress bar is written to a pipe.
            let data = folder.path + "/new/data"
            XCTAssertEqual(
                run.errors,
                """
                Next, for example:
                  compass overview \(data) --now 2026-03-01T12:00:00Z
                  compass social \(data) --now 2026-03-01T12:00:00Z

                """)
            XCTAssertEqual(run.text, "")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folders[0].path + "/new/data")
        XCTAssertEqual(names.count, 9)
        XCTAssertFalse(names.contains { $0.hasSuffix(".partial") })
        for name in names {
            let files = try folders.map {
                try Data(contentsOf: $0.appendingPathComponent("new/data/\(name)"))
            }
            XCTAssertEqual(files[0], files[1], name)
        }
    }

    func testSeedFormAndFractionsFollowTheOptions() throws {
        func posts(_ options: String..., form: String = "json") throws -> String {
            let folder = try folder()
            let run = try CommandLineRun.run(["generate", folder.path, "--posts", "40"] + options)
            XCTAssertEqual(run.status, 0, run.errors)
            let file = folder.appendingPathComponent("social_media_posts.\(form)")
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
        let standard = try posts()
        XCTAssertNotEqual(standard, try posts("--seed", "2"))
        XCTAssertNotEqual(standard, try posts("--as-of", "2025-01-01T00:00:00Z"))
        let lines = try posts("--ndjson", "--whole-seconds", form: "ndjson").split(separator: "\n")
        XCTAssertEqual(lines.count, 40)
        XCTAssertFalse(lines.contains { $0.contains(/"post_date":"[^"]*\./) })
    }

    func testRefusesWhatIsNoDirectory() throws {
        let folder = try folder(["file": ""])
        let run = try CommandLineRun.run(["generate", folder.path + "/file", "--posts", "10"])
        XCTAssertEqual(run.status, 73)
        XCTAssertTrue(run.errors.contains("not a directory"), run.errors)
    }

    func testRefusesAFolderThatWouldHoldATableTwice() throws {
        let folder = try folder(["events.ndjson": ""])
        let run = try CommandLineRun.run(["generate", folder.path, "--posts", "10"])
        XCTAssertEqual(run.status, 73)
        XCTAssertTrue(run.errors.contains("events.ndjson"), run.errors)
    }

    func testWrongNumbersExit64() throws {
        for arguments in [
            ["--posts", "-1"], ["--posts", "many"], ["--posts", "2000000000"],
            ["--posts", "1", "--seed", "x"],
            ["--posts", "1", "--as-of", "1800-01-01T00:00:00Z"],
        ] {
            let run = try CommandLineRun.run(["generate", try folder().path] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains("accepted"), "\(arguments): \(run.errors)")
        }
    }

    func testDatasetsOfAManifestAreGeneratedThenVerified() throws {
        let folder = try folder()
        let data = folder.path + "/small"
        XCTAssertEqual(try CommandLineRun.run(["generate", data, "--posts", "30"]).status, 0)
        let manifest = folder.path + "/manifest.json"
        let entry = try DatasetManifest.make(name: "small", SynthesisOptions(posts: 30))
        try DatasetManifest(datasets: [entry]).save(to: manifest)

        let verified = try CommandLineRun.run(["datasets", manifest, folder.path, "--verify"])
        XCTAssertEqual(verified.text, "small: verified\n", verified.errors)
        try FileManager.default.removeItem(atPath: data + "/events.json")
        XCTAssertEqual(try CommandLineRun.run(["datasets", manifest, folder.path, "--verify"]).status, 66)
        let made = try CommandLineRun.run(["datasets", manifest, folder.path])
        XCTAssertEqual(made.text, "small: generated 1 table, verified\n", made.errors)
        XCTAssertEqual(
            try CommandLineRun.run(["datasets", manifest, folder.path, "--only", "big"]).status, 64)

        try Data("{".utf8).write(to: URL(fileURLWithPath: manifest))
        XCTAssertEqual(try CommandLineRun.run(["datasets", manifest, folder.path]).status, 65)
    }
}
