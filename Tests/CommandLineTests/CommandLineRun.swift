import Foundation
import XCTest

/// One run of the built executable.
struct CommandLineRun {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The executable: the one that COMPASS_UNDER_TEST names, by default the build's, next to the tests.
    static func executable() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["COMPASS_UNDER_TEST"] {
            return URL(fileURLWithPath: path)
        }
        var folder = Bundle(for: CommandLineTestCase.self).bundleURL
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent("compass")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw MissingExecutable()
    }

    struct MissingExecutable: Error, CustomStringConvertible {
        var description: String {
            "the executable compass is not beside \(Bundle(for: CommandLineTestCase.self).bundleURL.path)"
        }
    }

    /// Runs `compass` in a separate environment, in UTC unless specified otherwise.
    ///
    /// - Parameters:
    ///   - input: the bytes on standard input; empty by default.
    ///   - output: the destination of standard output; the result by default.
    ///   - executable: another program to run.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        output: FileHandle? = nil, executable: URL? = nil
    ) throws -> CommandLineRun {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, unlike pipes, accept any amount of output without a reader.
        let names = ["input", "output", "errors"].map(folder.appendingPathComponent)
        try Data(input.utf8).write(to: names[0])
        for name in names[1...] { try Data().write(to: name) }

        let process = Process()
        process.executableURL = try executable ?? self.executable()
        process.arguments = arguments
        var variables = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "xterm"]
        // AddressSanitizer requires its options; otherwise it reports leaks of the Swift runtime as errors.
        variables["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
        variables.merge(environment) { $1 }
        process.environment = variables
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = try output ?? FileHandle(forWritingTo: names[1])
        process.standardError = try FileHandle(forWritingTo: names[2])
        try process.run()
        process.waitUntilExit()
        return CommandLineRun(
            status: process.terminationReason == .exit
                ? process.terminationStatus : -process.terminationStatus,
            output: try Data(contentsOf: names[1]),
            errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
    }

    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}

/// A small data directory, generated once and shared by the command-line tests.
class CommandLineTestCase: XCTestCase {
    static let now = "2026-03-01T12:00:00Z"

    private static let sharedData: Result<URL, any Error> = Result { () throws -> URL in
        let folder = try CommandLineRun.temporaryFolder()
        // All test classes share it, so none of them may remove it.
        atexit { CommandLineTestCase.removeSharedData() }
        let run = try CommandLineRun.run(["generate", folder.path, "--posts", "400"])
        XCTAssertEqual(run.status, 0, run.errors)
        return folder
    }

    private static func removeSharedData() {
        if let folder = try? sharedData.get() { try? FileManager.default.removeItem(at: folder) }
    }

    /// A read-only data directory with 400 posts.
    func data() throws -> String { try Self.sharedData.get().path }

    /// Creates a folder with the given files, which is removed after the test.
    func folder(_ files: [String: String] = [:]) throws -> URL {
        let folder = try CommandLineRun.temporaryFolder()
        addTeardownBlock { try FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    /// Runs `compass social` at the generator's own time.
    func social(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["social", try data(), "--now", Self.now] + arguments)
    }

    func json(_ run: CommandLineRun) throws -> [String: Any] {
        XCTAssertEqual(run.errors, "")
        return try jsonBesideWarnings(run)
    }

    /// Returns the output of a command that may also print to standard error.
    func jsonBesideWarnings(_ run: CommandLineRun) throws -> [String: Any] {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: run.output) as? [String: Any], run.text)
    }
}
