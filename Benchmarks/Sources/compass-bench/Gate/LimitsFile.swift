import ArgumentParser
import BenchmarkHarness
import Foundation

/// The file of limits, with exit codes for what is wrong with it.
struct LimitsFile {
    let path: String

    private static let missing = ExitCode(66)
    private static let broken = ExitCode(65)

    /// `Benchmarks/Limits/limits.json` of the current folder or one above it.
    static func nearest() throws -> String {
        var directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        while true {
            let candidate = directory.appendingPathComponent("Benchmarks/Limits/limits.json").path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            if directory.path == "/" { break }
            directory.deleteLastPathComponent()
        }
        complain("no Benchmarks/Limits/limits.json here or in a folder above; name one with --limits")
        throw missing
    }

    /// Reads the limits; none where the file is not needed and not there.
    func load(isNeeded: Bool) throws -> Limits {
        guard FileManager.default.fileExists(atPath: path) else {
            if !isNeeded { return Limits() }
            Self.complain(
                "\(path) does not exist; make it with `compass-bench check --renew --limits \(path)`")
            throw Self.missing
        }
        do {
            return try Limits.load(contentsOf: path)
        } catch {
            Self.complain("\(path) holds no limits: \(Self.reason(error))")
            throw Self.broken
        }
    }

    func write(_ limits: Limits) throws {
        try limits.write(to: path)
        print("wrote \(path)")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
            DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let place = context.codingPath.map(\.stringValue).joined(separator: ", ")
            return (place.isEmpty ? "" : "\(place): ") + context.debugDescription
        default: return error.localizedDescription
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("compass-bench: \(text)\n".utf8))
    }
}
