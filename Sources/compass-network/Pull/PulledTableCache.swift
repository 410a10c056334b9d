import CompassKernel
import CompassPages
import CompassProgram

/// Table files of the tables that were pulled, as commands with `--cache` look for them.
struct PulledTableCache {
    /// Files that have changed more recently are not kept: the times of file systems are that coarse.
    private static let settlingNanos: Int64 = 2_100_000_000

    private let directory: String

    init(_ directory: String) { self.directory = directory }

    /// Reads tables, which keeps those that are not kept yet; where that is impossible, they are read anew by
    /// commands.
    func keep(_ tables: [String]) {
        guard let cache = TableCache.user else { return }
        let end = OperatingSystem.monotonicNanos() + Self.settlingNanos
        OperatingSystem.sleep(untilMonotonicNanos: end)
        for table in tables.compactMap(TableName.init(rawValue:)) {
            switch table {
            case .posts: keep(PostTable.self, table, cache)
            case .schools: keep(SchoolDirectory.self, table, cache)
            case .coaches: keep(CoachTable.self, table, cache)
            case .interactions: keep(InteractionTable.self, table, cache)
            case .events: keep(EventTable.self, table, cache)
            case .offers: keep(OfferTable.self, table, cache)
            case .statusChanges: keep(StatusChangeTable.self, table, cache)
            case .documents: keep(DocumentTable.self, table, cache)
            case .metrics: keep(MetricTable.self, table, cache)
            }
        }
    }

    private func keep<Table: LoadableTable>(_ type: Table.Type, _ table: TableName, _ cache: TableCache) {
        let path = (directory.hasSuffix("/") ? directory : directory + "/") + table.rawValue + ".json"
        let options = LoadOptions(
            maxProblems: CachedReading.problemLimit(ofTable: table.rawValue),
            threads: OperatingSystem.processorCount, searchIndexing: .never, cache: cache)
        // What cannot be read, a command reports.
        _ = try? type.load(contentsOf: path, format: .json, options: options)
    }
}
