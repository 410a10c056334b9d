import CCompass
import CompassKernel

/// The tables of a page, as the caller passes them.
struct PageTables {
    private let tables: compass_tables
    /// The reasons why tables are missing, as far as the caller gave them.
    let failures: [SourceFailure]

    init(_ tables: UnsafePointer<compass_tables>?) throws(CallFailure) {
        self.tables = try Arguments.requiredOptions(tables, version: COMPASS_TABLES_VERSION, "tables")
        try Arguments.reserved(Int64(self.tables.reserved), "tables")
        failures = try Self.failures(self.tables)
    }

    private static func failures(_ tables: compass_tables) throws(CallFailure) -> [SourceFailure] {
        if tables.failure_count == 0 { return [] }
        guard tables.failure_count > 0 else {
            throw .invalid(
                "tables.failure_count", UInt(bitPattern: tables.failure_count),
                accepted: "no list is that long")
        }
        guard let given = tables.failures else { throw .nullPointer("tables.failures") }
        var failures: [SourceFailure] = []
        for index in 0..<tables.failure_count {
            let name = "tables.failures[\(index)]"
            let kind = try TableKind(given[index].kind, "\(name).kind")
            let reason = try given[index].reason.requiredText("\(name).reason")
            try Arguments.reserved(Int64(given[index].reserved), name)
            failures.append(SourceFailure(table: kind.tableName, reason: reason))
        }
        return failures
    }

    /// Returns the given failures of some tables.
    func failures(of kinds: [TableKind]) -> [SourceFailure] {
        failures.filter { failure in kinds.contains { $0.tableName == failure.table } }
    }

    func schools() throws(CallFailure) -> SchoolDirectory? {
        try Arguments.schools(tables.schools, "tables.schools")
    }

    func coaches() throws(CallFailure) -> CoachTable? {
        try Arguments.coaches(tables.coaches, "tables.coaches")
    }

    func interactions() throws(CallFailure) -> Part<InteractionTable>? {
        try part(tables.interactions, .interactions) {
            if case .interactions(let table) = $0 { table } else { nil }
        }
    }

    func events() throws(CallFailure) -> Part<EventTable>? {
        try part(tables.events, .events) { if case .events(let table) = $0 { table } else { nil } }
    }

    func offers() throws(CallFailure) -> Part<OfferTable>? {
        try part(tables.offers, .offers) { if case .offers(let table) = $0 { table } else { nil } }
    }

    func statusChanges() throws(CallFailure) -> Part<StatusChangeTable>? {
        try part(tables.school_status_history, .statusChanges) {
            if case .statusChanges(let table) = $0 { table } else { nil }
        }
    }

    func documents() throws(CallFailure) -> Part<DocumentTable>? {
        try part(tables.documents, .documents) { if case .documents(let table) = $0 { table } else { nil } }
    }

    func metrics() throws(CallFailure) -> Part<MetricTable>? {
        try part(tables.performance_metrics, .metrics) {
            if case .metrics(let table) = $0 { table } else { nil }
        }
    }

    /// A table and its ingest report.
    struct Part<Table> {
        let table: Table
        let report: IngestReport
    }

    private func part<Table>(
        _ handle: compass_table, _ kind: TableKind, _ rows: (LoadedTable) -> Table?
    ) throws(CallFailure) -> Part<Table>? {
        let name = "tables.\(kind.tableName)"
        guard let loaded = try Arguments.table(handle, name) else { return nil }
        guard let table = rows(loaded.table) else { throw .otherTable(name, needed: kind) }
        return Part(table: table, report: loaded.report)
    }
}

/// Rows that are inserted after a page was made.
struct NewRows {
    private let document: TableDocument
    private let source: String

    init(
        _ kind: TableKind, _ bytes: UnsafeRawPointer?, _ count: Int,
        _ options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) {
        let (format, _) = try Arguments.loading(options)
        document = .bytes(try Arguments.bytes(bytes, count), format ?? .json)
        source = kind.tableName
    }

    /// Returns the rows, all of which must be readable.
    func rows<Record>(_ type: RecordTable<Record>.Type) throws(CallFailure) -> [Record] {
        let loaded: (table: RecordTable<Record>, report: IngestReport)
        do throws(LoadError) {
            loaded = try document.load(LoadOptions())
        } catch {
            throw CallFailure(error, source: source)
        }
        if loaded.report.skipped > 0 {
            let problem = loaded.report.problems.first { $0.severity == .error }
            throw CallFailure(
                COMPASS_MALFORMED_DATA,
                "\(source): \(problem?.description ?? "a row cannot be read"); none of the rows was taken")
        }
        return (0..<loaded.table.count).map { loaded.table[$0] }
    }
}
