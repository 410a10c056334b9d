import CompassKernel

/// The tables of the source, each loaded by itself.
@MainActor
final class StoreTables {
    let schools: Cached<LoadedTable<SchoolDirectory>>
    let coaches: Cached<LoadedTable<CoachTable>>
    let events: Cached<LoadedTable<EventTable>>
    let offers: Cached<LoadedTable<OfferTable>>
    let interactions: Cached<LoadedTable<InteractionTable>>
    let statusChanges: Cached<LoadedTable<StatusChangeTable>>
    let metrics: Cached<LoadedTable<MetricTable>>
    /// The newest rows of the tables that the Activity Feed shows.
    let activity: RecentTables
    /// The few newest rows that the widget shows.
    let widget: RecentTables

    /// The newest rows of three tables.
    @MainActor
    final class RecentTables {
        let interactions: Cached<LoadedTable<InteractionTable>>
        let statusChanges: Cached<LoadedTable<StatusChangeTable>>
        let documents: Cached<LoadedTable<DocumentTable>>

        init(_ environment: PageEnvironment, count: Int) {
            interactions = Cached(environment, RowRequest(.interactions, .newest(count)))
            statusChanges = Cached(environment, RowRequest(.statusChanges, .newest(count)))
            documents = Cached(environment, RowRequest(.documents, .newest(count)))
        }

        var all: [any CachedTable] { [interactions, statusChanges, documents] }
    }

    init(_ environment: PageEnvironment) {
        schools = Cached(environment, RowRequest(.schools))
        coaches = Cached(environment, RowRequest(.coaches))
        events = Cached(environment, RowRequest(.events))
        offers = Cached(environment, RowRequest(.offers))
        interactions = Cached(environment, RowRequest(.interactions))
        statusChanges = Cached(environment, RowRequest(.statusChanges))
        metrics = Cached(environment, RowRequest(.metrics))
        activity = RecentTables(environment, count: 500)
        widget = RecentTables(environment, count: 10)
    }

    func drop() {
        let tables: [any CachedTable] = [
            schools, coaches, events, offers, interactions, statusChanges, metrics,
        ]
        for table in tables + activity.all + widget.all { table.drop() }
    }
}

/// A table of any type that is loaded and kept.
@MainActor
protocol CachedTable: AnyObject {
    /// The number of its latest load that ended.
    var endedNumber: Int { get }
    /// The error of its latest load; nil if it succeeded.
    var failure: SourceError? { get }
    /// Whether a load is in flight.
    var isInFlight: Bool { get }
    func begin(maximumAge: Duration)
    func isFresh(_ maximumAge: Duration) -> Bool
    func drop()
    /// Waits for the load in flight; returns the error of the latest load, if it failed.
    func error() async -> SourceError?
}

extension Cached: CachedTable {
    func error() async -> SourceError? {
        if case .failure(let error) = await outcome() { error } else { nil }
    }
}

extension Cached {
    /// Creates a cache of a table; the problems of its rows go to the log.
    convenience init<Table>(_ environment: PageEnvironment, _ request: RowRequest)
    where Value == LoadedTable<Table> {
        let (source, log) = (environment.source, environment.log)
        self.init(stopwatch: environment.stopwatch) { () async throws(SourceError) in
            try await .load(request, from: source, log: log)
        }
    }
}
