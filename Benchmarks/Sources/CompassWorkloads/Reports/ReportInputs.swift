import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassSynthesis
import Foundation

/// In-memory tables of the report with a given number of interactions and metrics, for the kernel and for the
/// baselines, whose forms are built on first use.
final class ReportInputs {
    /// The tables of which two reports were made, so that their blocks are counted.
    let tables: Reports
    /// The rows of all four tables.
    let rows: Int
    let zone: ZoneOffsets
    let timeZone: TimeZone
    /// Instants in microseconds since 1970-01-01T00:00:00Z, newest first, on more than one day.
    let instants: [Int64]
    private let schools: SchoolDirectory
    private let coaches: CoachTable
    private let interactions: InteractionTable
    private let metrics: MetricTable
    private let files: [SynthesisTable: Data]
    private var loadedCareful: BaselineReportTables?
    private var loadedSpecified: SpecifiedReportRows?

    init(rowsPerTable: Int) throws {
        var files: [SynthesisTable: Data] = [:]
        for table in [SynthesisTable.interactions, .performanceMetrics, .coaches, .schools] {
            files[table] = try GeneratedTable.document(table, rows: rowsPerTable)
        }
        func file(_ table: SynthesisTable) -> Data { files[table] ?? Data() }
        let schools = try SchoolDirectory.load(json: file(.schools)).table
        let coaches = try CoachTable.load(json: file(.coaches)).table
        let interactions = try InteractionTable.load(json: file(.interactions)).table
        let metrics = try MetricTable.load(json: file(.performanceMetrics)).table
        (self.schools, self.coaches, self.interactions, self.metrics) = (
            schools, coaches, interactions, metrics
        )
        tables = Reports(
            schools: schools, coaches: coaches, interactions: interactions, metrics: metrics)
        rows = schools.count + coaches.count + interactions.count + metrics.count
        self.files = files
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        guard let timeZone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        self.timeZone = timeZone
        instants = PageInputs.instants(asOfMicros: SynthesisOptions.defaultAsOfMicros)
        for instant in instants.prefix(2) {
            let period = ReportPreset.last30Days.period(asOf: Timestamp(micros: instant), in: zone)
            _ = tables.page(period, in: zone)
        }
    }

    /// Returns the instant of the call with a running number.
    func instant(_ index: Int) -> Int64 { instants[index % instants.count] }

    /// Returns the tables of which no report was made yet.
    func reopened() -> Reports {
        Reports(schools: schools, coaches: coaches, interactions: interactions, metrics: metrics)
    }

    private func file(_ table: SynthesisTable) -> Data { files[table] ?? Data() }

    /// Returns the careful baseline's tables.
    func careful() throws -> BaselineReportTables {
        if let loadedCareful { return loadedCareful }
        var interactions: [BaselineInteraction] = []
        try GeneratedTable.forEachPiece(
            of: file(.interactions), { try BaselineLoader.interactions($0).table }
        ) { rows in
            // No report reads the texts, which would take a gigabyte.
            interactions += rows.map { row in
                BaselineInteraction(
                    id: row.id, type: row.type, time: row.time, direction: row.direction,
                    sentiment: row.sentiment)
            }
        }
        let tables = BaselineReportTables(
            schools: try BaselineLoader.schools(Array(file(.schools))).schools,
            coaches: try BaselineLoader.coaches(Array(file(.coaches))).table,
            interactions: .init(interactions),
            metrics: .init(
                try GeneratedTable.rows(of: file(.performanceMetrics)) {
                    try BaselineLoader.metrics($0).table
                }), zone: timeZone)
        loadedCareful = tables
        return tables
    }

    /// Returns the tables of the baseline as specified.
    func specified() throws -> SpecifiedReportRows {
        if let loadedSpecified { return loadedSpecified }
        let rows = try SpecifiedReportRows(
            schools: file(.schools), coaches: file(.coaches), interactions: file(.interactions),
            metrics: file(.performanceMetrics))
        loadedSpecified = rows
        return rows
    }
}
