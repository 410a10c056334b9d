import CompassSynthesis
import CompassTestSupport
import Foundation

/// The input of every page measurement: a generated dataset, a zone, and the instants of the page queries.
///
/// It is made once per process. A page keeps its required tables in a separate holder,
/// also made once, such as `PerformancePosts`.
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
        // Eleven hours that include a midnight: neither a branch predictor nor a cache of one result can
        // learn what comes next.
        instants = (0..<16).map { SynthesisOptions.defaultAsOfMicros - Int64($0) * 2_477_000_000 }
    }

    /// Returns the bytes of a table, the same in every process.
    func document(_ table: SynthesisTable, lineDelimited: Bool = false) throws -> [UInt8] {
        let generator = try DatasetGenerator(
            SynthesisOptions(posts: rowCount, seed: 1, lineDelimited: lineDelimited))
        var bytes: [UInt8] = []
        generator.write(table) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
