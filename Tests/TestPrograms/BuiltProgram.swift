import Foundation

/// Runs the programs of the build, which are beside the tests.
public enum BuiltProgram {
    /// The result of a run.
    public struct Result {
        /// The exit code, or minus the signal that ended the program.
        public let status: Int32
        /// What it wrote to standard output.
        public let output: Data
        /// What it wrote to standard error.
        public let errors: String

        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The reason why a program cannot be run.
    public struct Missing: Error, CustomStringConvertible {
        /// A description of the reason.
        public let description: String
    }

    private final class Here {}

    /// Returns the executable of this name.
    public static func executable(_ name: String = "compass") throws -> URL {
        let bundle = Bundle(for: Here.self).bundleURL
        var folder = bundle
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw Missing(description: "the executable \(name) is not beside \(bundle.path)")
    }

    /// Runs a program to its end; see ``start(_:environment:executable:)``.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], executable: URL? = nil
    ) throws -> Result {
        try start(arguments, environment: environment, executable: executable).result()
    }

    /// Starts a program with an environment of its own.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the name.
    ///   - environment: further variables.
    ///   - executable: the program; by default `compass`.
    public static func start(
        _ arguments: [String], environment: [String: String] = [:], executable: URL? = nil
    ) throws -> Running {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Files, unlike pipes, accept any amount of output without a reader.
        for name in ["output", "errors"] { try Data().write(to: folder.appendingPathComponent(name)) }
        let process = Process()
        process.executableURL = try executable ?? self.executable()
        process.arguments = arguments
        var variables = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "xterm"]
        variables["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        variables.merge(environment) { $1 }
        process.environment = variables
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("errors"))
        try withoutBlockedSignals { try process.run() }
        return Running(process: process, folder: folder)
    }

    /// Threads of Dispatch block signals, and a program inherits what the thread blocks that starts it.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// A program that was started.
    public struct Running {
        /// The process.
        public let process: Process
        fileprivate let folder: URL

        /// Waits for its end.
        public func result() throws -> Result {
            process.waitUntilExit()
            defer { try? FileManager.default.removeItem(at: folder) }
            return Result(
                status: process.terminationReason == .exit
                    ? process.terminationStatus : -process.terminationStatus,
                output: try Data(contentsOf: folder.appendingPathComponent("output")),
                errors: String(
                    decoding: try Data(contentsOf: folder.appendingPathComponent("errors")), as: UTF8.self))
        }
    }

    /// Returns the names in a folder, sorted.
    public static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Returns a new folder, to be removed by the caller.
    public static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "compass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
