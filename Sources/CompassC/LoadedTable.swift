import CCompass
import CompassKernel

/// The rows of one of the nine tables.
enum LoadedTable: Sendable {
    case posts(PostTable)
    case schools(SchoolDirectory)
    case coaches(CoachTable)
    case interactions(InteractionTable)
    case events(EventTable)
    case offers(OfferTable)
    case statusChanges(StatusChangeTable)
    case documents(DocumentTable)
    case metrics(MetricTable)

    private var rows: any StoredTable {
        switch self {
        case .posts(let table): table
        case .schools(let table): table
        case .coaches(let table): table
        case .interactions(let table): table
        case .events(let table): table
        case .offers(let table): table
        case .statusChanges(let table): table
        case .documents(let table): table
        case .metrics(let table): table
        }
    }

    var count: Int { rows.storedRowCount }
}

/// The kinds of tables, by their constants.
enum TableKind: CaseIterable {
    case posts
    case schools
    case coaches
    case interactions
    case events
    case offers
    case statusChanges
    case documents
    case metrics

    /// Creates the kind for a constant, which must be one of `kinds`.
    init(
        _ constant: compass_table_kind, _ name: String, among kinds: [TableKind] = TableKind.allCases
    ) throws(CallFailure) {
        self = try Arguments.choice(constant, of: kinds.map { ($0.constant, $0.tableName, $0) }, name)
    }

    var constant: Int {
        switch self {
        case .posts: COMPASS_TABLE_SOCIAL_MEDIA_POSTS
        case .schools: COMPASS_TABLE_SCHOOLS
        case .coaches: COMPASS_TABLE_COACHES
        case .interactions: COMPASS_TABLE_INTERACTIONS
        case .events: COMPASS_TABLE_EVENTS
        case .offers: COMPASS_TABLE_OFFERS
        case .statusChanges: COMPASS_TABLE_SCHOOL_STATUS_HISTORY
        case .documents: COMPASS_TABLE_DOCUMENTS
        case .metrics: COMPASS_TABLE_PERFORMANCE_METRICS
        }
    }

    /// The name in the database.
    var tableName: String {
        switch self {
        case .posts: "social_media_posts"
        case .schools: "schools"
        case .coaches: "coaches"
        case .interactions: "interactions"
        case .events: "events"
        case .offers: "offers"
        case .statusChanges: "school_status_history"
        case .documents: "documents"
        case .metrics: "performance_metrics"
        }
    }

    /// Calls `visitor` with the type of the tables of this kind.
    func accept<Visitor: TableVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
        switch self {
        case .posts: try visitor.visit(LoadedTable.posts)
        case .schools: try visitor.visit(LoadedTable.schools)
        case .coaches: try visitor.visit(LoadedTable.coaches)
        case .interactions: try visitor.visit(LoadedTable.interactions)
        case .events: try visitor.visit(LoadedTable.events)
        case .offers: try visitor.visit(LoadedTable.offers)
        case .statusChanges: try visitor.visit(LoadedTable.statusChanges)
        case .documents: try visitor.visit(LoadedTable.documents)
        case .metrics: try visitor.visit(LoadedTable.metrics)
        }
    }
}

/// A computation with tables of any kind.
protocol TableVisitor {
    associatedtype Result
    associatedtype Failure: Error

    /// Runs it for one type of table; `wrap` makes a value of all types of a table.
    func visit<Table: StoredTable>(
        _ wrap: @escaping (Table) -> LoadedTable
    ) throws(Failure) -> Result
}

/// The source of rows.
enum TableDocument {
    case bytes(UnsafeBufferPointer<UInt8>, DocumentFormat)
    case file(path: String, DocumentFormat?)

    /// Loads the rows as a table.
    func load<Table: LoadableTable>(
        _ options: LoadOptions
    ) throws(LoadError) -> (table: Table, report: IngestReport) {
        switch self {
        case .bytes(let bytes, .json): try Table.load(json: bytes, options: options)
        case .bytes(let bytes, .ndjson): try Table.load(ndjson: bytes, options: options)
        case .file(let path, let format): try Table.load(contentsOf: path, format: format, options: options)
        }
    }

    /// Loads the rows as a table of one kind.
    func load(
        _ kind: TableKind, _ options: LoadOptions
    ) throws(LoadError) -> (table: LoadedTable, report: IngestReport) {
        try kind.accept(DocumentLoading(document: self, options: options))
    }
}

private struct DocumentLoading: TableVisitor {
    let document: TableDocument
    let options: LoadOptions

    func visit<Table: StoredTable>(
        _ wrap: (Table) -> LoadedTable
    ) throws(LoadError) -> (table: LoadedTable, report: IngestReport) {
        let (table, report): (Table, IngestReport) = try document.load(options)
        return (wrap(table), report)
    }
}
