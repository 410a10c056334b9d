import Foundation

/// The program that was built with the tests, run as a user runs it.
enum BenchProgram {
    private final class Here {}

    static var url: URL {
        #if os(macOS)
            Bundle(for: Here.self).bundleURL.deletingLastPathComponent().appendingPathComponent(
                "compass-bench")
        #else
            Bundle.main.bundleURL.appendingPathComponent("compass-bench")
        #endif
    }

    static func run(
        _ arguments: [String], in folder: URL
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, complaint)
    }
}
