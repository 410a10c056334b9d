import BenchmarkHarness
import Foundation

extension BenchmarkReport {
    /// Writes the report as JSON, which is the same for the same figures.
    func write(json path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + [0x0A]).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
