import BenchmarkHarness
import Foundation

/// The file of limits, with exit codes for its errors.
struct LimitsFile {
    let path: String

    /// `Benchmarks/Limits/limits.json` of the current folder or a parent folder.
    static func nearest() throws -> String {
        if let path = NearestFile.path("Benchmarks/Limits/limits.json") { return path }
        throw Refusal(
            "no Benchmarks/Limits/limits.json here or in a folder above; name one with --limits",
            status: .missingInput
        ).reported()
    }

    /// Reads the limits; none if the file is optional and missing.
    func load(isNeeded: Bool) throws -> Limits {
        guard FileManager.default.fileExists(atPath: path) else {
            if !isNeeded { return Limits() }
            throw Refusal(
                "\(path) does not exist; make it with `compass-bench check --renew --limits \(path)`",
                status: .missingInput
            ).reported()
        }
        do {
            return try Limits.load(contentsOf: path)
        } catch {
            throw Refusal(
                "\(path) holds no limits: \(ReportFile.reason(error))", status: .unreadableInput
            ).reported()
        }
    }

    func write(_ limits: Limits) throws {
        try limits.write(to: path)
        print("wrote \(path)")
    }
}
