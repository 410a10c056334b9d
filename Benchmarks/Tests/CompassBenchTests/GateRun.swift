import BenchmarkHarness
import CompassSynthesis
import Foundation
import XCTest

/// Runs `compass-bench check` as a user does, on its own datasets that are a twentieth of the size in their
/// names: unoptimized code is slow.
struct GateRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the program that was built with the tests.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after `check`.
    ///   - environment: variables that are added or replaced; `CI` is removed unless it is among them.
    static func check(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> GateRun {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, unlike pipes, accept any amount of data without a reader.
        let names = ["output", "errors"].map(folder.appendingPathComponent)
        for name in names { try Data().write(to: name) }
        let process = Process()
        process.executableURL = program
        process.arguments = ["check"] + arguments
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        variables["CI"] = nil
        process.environment = variables.merging(environment) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: names[0])
        process.standardError = try FileHandle(forWritingTo: names[1])
        try process.run()
        process.waitUntilExit()
        let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return GateRun(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes the manifest of small datasets into a folder; the program then generates their files there.
    static func writeManifest(into folder: URL) throws {
        let entries = try [("10k", 500), ("100k", 5_000)].flatMap { name, posts in
            try [false, true].map { isWhole in
                try DatasetManifest.make(
                    name: name + (isWhole ? "-whole" : ""),
                    SynthesisOptions(posts: posts, schools: 40, wholeSeconds: isWhole))
            }
        }
        try DatasetManifest(datasets: entries).save(to: folder.appendingPathComponent("manifest.json").path)
    }

    private static var program: URL {
        #if os(macOS)
            Bundle(for: GateTestCase.self).bundleURL.deletingLastPathComponent()
                .appendingPathComponent("compass-bench")
        #else
            Bundle.main.bundleURL.appendingPathComponent("compass-bench")
        #endif
    }
}

/// A test with small datasets and a file of limits, which initially does not exist.
class GateTestCase: XCTestCase {
    private static nonisolated(unsafe) var sharedDatasets: Result<URL, any Error>?
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws { folder = try GateRun.temporaryFolder() }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    override class func tearDown() {
        if let datasets = try? sharedDatasets?.get() { try? FileManager.default.removeItem(at: datasets) }
        sharedDatasets = nil
    }

    var limitsPath: String { folder.appendingPathComponent("limits.json").path }

    /// Created once for the tests of a class.
    func datasets() throws -> URL {
        let made =
            Self.sharedDatasets
            ?? Result {
                let datasets = try GateRun.temporaryFolder()
                try GateRun.writeManifest(into: datasets)
                return datasets
            }
        Self.sharedDatasets = made
        return try made.get()
    }

    /// Compares or renews a group of one workload.
    func check(
        _ group: LimitGroup, _ workload: String, _ more: [String] = [], environment: [String: String] = [:]
    ) throws -> GateRun {
        let filter = "^" + workload.replacingOccurrences(of: ".", with: #"\."#) + "$"
        return try GateRun.check(
            [
                "--only", group.rawValue, "--filter", filter, "--limits", limitsPath, "--datasets",
                try datasets().path, "--largest", "100k",
            ] + more, environment: environment)
    }

    /// Instructions are counted only if the tools are installed; continuous integration must have them.
    func requireInstructionCounter() throws {
        if CallgrindRun.isAvailable { return }
        if !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty {
            return XCTFail("valgrind or strip is not installed")
        }
        throw XCTSkip("valgrind or strip is not installed")
    }

    /// Changes the limits.
    func editLimits(_ change: (inout Limits) -> Void) throws {
        var limits = try Limits.load(contentsOf: limitsPath)
        change(&limits)
        try limits.write(to: limitsPath)
    }
}
