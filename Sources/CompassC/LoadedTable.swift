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

    var count: Int {
        switch self {
        case .posts(let table): table.count
        case .schools(let table): table.count
        case .coaches(let table): table.count
        case .interactions(let table): table.count
        case .events(let table): table.count
        case .offers(let table): table.count
        case .statusChanges(let table): table.count
        case .documents(let table): table.count
        case .metrics(let table): table.count
        }
    }
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

    /// Loads a table of this kind.
    func load(
        _ document: TableDocument, _ options: LoadOptions
    ) throws(LoadError) -> (table: LoadedTable, report: IngestReport) {
        switch self {
        case .posts:
            let (table, report) = try document.load(
                options, PostTable.load(json:options:), PostTable.load(ndjson:options:),
                PostTable.load(contentsOf:format:options:))
            return (.posts(table), report)
        case .schools:
            let (table, report) = try document.load(
                options, SchoolDirectory.load(json:options:), SchoolDirectory.load(ndjson:options:),
                SchoolDirectory.load(contentsOf:format:options:))
            return (.schools(table), report)
        case .coaches: return try document.load(options, LoadedTable.coaches)
        case .interactions: return try document.load(options, LoadedTable.interactions)
        case .events: return try document.load(options, LoadedTable.events)
        case .offers: return try document.load(options, LoadedTable.offers)
        case .statusChanges: return try document.load(options, LoadedTable.statusChanges)
        case .documents: return try document.load(options, LoadedTable.documents)
        case .metrics: return try document.load(options, LoadedTable.metrics)
        }
    }
}

/// The source of rows.
enum TableDocument {
    case bytes(UnsafeBufferPointer<UInt8>, DocumentFormat)
    case file(path: String, DocumentFormat?)

    typealias Loaded<Table> = (table: Table, report: IngestReport)

    /// Returns the result of one of three load functions.
    func load<Table>(
        _ options: LoadOptions,
        _ json: (UnsafeBufferPointer<UInt8>, LoadOptions) throws(LoadError) -> Loaded<Table>,
        _ ndjson: (UnsafeBufferPointer<UInt8>, LoadOptions) throws(LoadError) -> Loaded<Table>,
        _ file: (String, DocumentFormat?, LoadOptions) throws(LoadError) -> Loaded<Table>
    ) throws(LoadError) -> Loaded<Table> {
        switch self {
        case .bytes(let bytes, .json): try json(bytes, options)
        case .bytes(let bytes, .ndjson): try ndjson(bytes, options)
        case .file(let path, let format): try file(path, format, options)
        }
    }

    /// Loads the rows of a table with its own row type.
    func rows<Record>(_ options: LoadOptions) throws(LoadError) -> Loaded<RecordTable<Record>> {
        try load(
            options, RecordTable.load(json:options:), RecordTable.load(ndjson:options:),
            RecordTable.load(contentsOf:format:options:))
    }

    fileprivate func load<Record>(
        _ options: LoadOptions, _ wrap: (RecordTable<Record>) -> LoadedTable
    ) throws(LoadError) -> Loaded<LoadedTable> {
        let (table, report): Loaded<RecordTable<Record>> = try rows(options)
        return (wrap(table), report)
    }
}
