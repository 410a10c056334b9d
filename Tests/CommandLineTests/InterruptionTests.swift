import CompassSynthesis
import Foundation
import XCTest

/// An interrupted or failed command leaves no files.
final class InterruptionTests: CommandLineTestCase {
    /// Starts a command, waits until it writes, and sends it a signal.
    ///
    /// - Returns: the signal that terminated it.
    private func interrupt(
        _ arguments: [String], by signal: Int32, whileWritingInto folder: URL
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = try CommandLineRun.executable()
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let deadline = Date(timeIntervalSinceNow: 60)
        while process.isRunning, Date() < deadline, try partialFiles(below: folder).isEmpty {
            Thread.sleep(forTimeInterval: 0.005)
        }
        XCTAssertTrue(process.isRunning, "it ended before it could be interrupted")
        XCTAssertEqual(kill(process.processIdentifier, signal), 0)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .uncaughtSignal)
        return process.terminationStatus
    }

    private func partialFiles(below folder: URL) throws -> [String] {
        try all(below: folder).filter { $0.hasSuffix(".partial") }
    }

    private func all(below folder: URL) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]
        return try XCTUnwrap(names).sorted()
    }

    func testAnInterruptedGenerateLeavesNothing() throws {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let folder = try folder()
            let arguments = ["generate", folder.path + "/new/data", "--posts", "1000000"]
            XCTAssertEqual(try interrupt(arguments, by: signal, whileWritingInto: folder), signal)
            XCTAssertEqual(try all(below: folder), [])
        }
    }

    func testAnInterruptedGenerateLeavesWhatWasThere() throws {
        let folder = try folder(["schools.json": "[]", "notes": "mine"])
        let arguments = ["generate", folder.path, "--posts", "1000000"]
        XCTAssertEqual(try interrupt(arguments, by: SIGTERM, whileWritingInto: folder), SIGTERM)
        XCTAssertEqual(try all(below: folder), ["notes", "schools.json"])
        XCTAssertEqual(try String(contentsOfFile: folder.path + "/schools.json", encoding: .utf8), "[]")
    }

    func testAnInterruptedSaveLeavesTheOldFile() throws {
        // Enough posts that writing takes a while; too few for an index.
        let source = try folder()
        let generated = try CommandLineRun.run(["generate", source.path, "--posts", "20000"])
        XCTAssertEqual(generated.status, 0, generated.errors)
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let folder = try folder(["season.compass": ""])
            let arguments = ["save", source.path, folder.path + "/season.compass", "--no-search-index"]
            XCTAssertEqual(try interrupt(arguments, by: signal, whileWritingInto: folder), signal)
            XCTAssertEqual(try all(below: folder), ["season.compass"])
            XCTAssertEqual(try Data(contentsOf: folder.appendingPathComponent("season.compass")), Data())
        }
    }

    func testAFailedGenerateLeavesNothing() throws {
        let folder = try folder()
        let run = try CommandLineRun.run(
            [
                "-c", #"ulimit -f 100; exec "$0" "$@""#, try CommandLineRun.executable().path, "generate",
                folder.path + "/new/data", "--posts", "3000",
            ], executable: URL(fileURLWithPath: "/bin/sh"))
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertTrue(run.errors.contains("File too large"), run.errors)
        XCTAssertEqual(try all(below: folder), [])
    }

    func testWhatIsIgnoredStaysIgnored() throws {
        let folder = try folder()
        let run = try CommandLineRun.run(
            [
                "-c",
                #"trap '' INT; "$0" "$@" & wait_for=$!; sleep 0.2; kill -INT $wait_for; wait $wait_for"#,
                try CommandLineRun.executable().path, "generate", folder.path + "/data", "--posts", "20000",
            ], executable: URL(fileURLWithPath: "/bin/sh"))
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(try all(below: folder).count, 10)
    }

    func testDatasetsSayWhatTheyWillWriteAndLeaveNothingWhenInterrupted() throws {
        let folder = try folder()
        let manifest = folder.path + "/manifest.json"
        let target = folder.appendingPathComponent("sets")
        // Only the size of the second is given: it is interrupted before its checksums matter.
        var entries = [try DatasetManifest.make(name: "small", SynthesisOptions(posts: 30))]
        entries.append(entries[0])
        entries[1].name = "large"
        entries[1].posts = 1_000_000
        entries[1].tables[0].bytes = 2_500_000_000
        try DatasetManifest(datasets: entries).save(to: manifest)

        let small = try CommandLineRun.run(["datasets", manifest, target.path, "--only", "small"])
        XCTAssertEqual(small.status, 0, small.errors)
        let megabytes = Double(entries[0].tables.reduce(0) { $0 + $1.bytes }) / 1e6
        XCTAssertEqual(
            small.errors, "Writing \(String(format: "%.1f", megabytes)) MB in 9 files into \(target.path)\n")
        let again = try CommandLineRun.run(["datasets", manifest, target.path, "--only", "small"])
        XCTAssertEqual(again.errors, "")
        XCTAssertEqual(again.text, "small: verified\n")

        let arguments = ["datasets", manifest, target.path]
        XCTAssertEqual(try interrupt(arguments, by: SIGINT, whileWritingInto: folder), SIGINT)
        XCTAssertEqual(Set(try all(below: target).map { $0.prefix(5) }), ["small"])

        // The size comes first; the checksums are wrong, and no file of the dataset remains.
        entries[1].posts = 31
        try DatasetManifest(datasets: entries).save(to: manifest)
        let wrong = try CommandLineRun.run(arguments)
        XCTAssertEqual(wrong.status, 65)
        XCTAssertTrue(wrong.errors.hasPrefix("Writing 2.5 GB in 9 files into "), wrong.errors)
        XCTAssertTrue(wrong.errors.contains("the manifest says"), wrong.errors)
        XCTAssertEqual(Set(try all(below: target).map { $0.prefix(5) }), ["small"])
    }
}
