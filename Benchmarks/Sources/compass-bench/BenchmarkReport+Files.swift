import ArgumentParser
import BenchmarkHarness
import Foundation

extension BenchmarkReport {
    /// Reads what ``write(json:)`` has written.
    init(json path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ValidationError("'\(path)' cannot be read")
        }
        do { self = try JSONDecoder().decode(BenchmarkReport.self, from: bytes) } catch {
            throw ValidationError("'\(path)' is no report of compass-bench run --json: \(error)")
        }
    }

    /// Writes the report as JSON, which is the same for the same figures.
    func write(json path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + [0x0A]).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
