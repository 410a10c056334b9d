import CompassSynthesis
import CompassTestSupport
import Foundation

/// What every page is measured with: one generated dataset, a zone, and the instants at which pages are asked.
///
/// It is made once per process. A page keeps the tables that it needs in a holder of its own beside this one,
/// made once as well, such as `PerformancePosts`.
struct PerformanceData: Sendable {
    let rowCount: Int
    let zone: ZonePair
    /// Microseconds since 1970-01-01T00:00:00Z, the newest first.
    let instants: [Int64]

    private static let made = Result {
        try PerformanceData(rowCount: PerformanceRows.count(in: ProcessInfo.processInfo.environment))
    }

    static func shared() throws -> PerformanceData { try made.get() }

    private init(rowCount: Int) throws {
        self.rowCount = rowCount
        zone = try ZonePair("America/New_York")
        // Eleven hours with a midnight among them: neither a branch predictor nor a cache of one answer can
        // learn what comes next.
        instants = (0..<16).map { SynthesisOptions.defaultAsOfMicros - Int64($0) * 2_477_000_000 }
    }

    /// The bytes of a table, the same in every process.
    func document(_ table: SynthesisTable, lineDelimited: Bool = false) throws -> [UInt8] {
        let generator = try DatasetGenerator(
            SynthesisOptions(posts: rowCount, seed: 1, lineDelimited: lineDelimited))
        var bytes: [UInt8] = []
        generator.write(table) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
