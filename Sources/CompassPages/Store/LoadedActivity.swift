import CompassKernel

/// The activity feed as it was loaded.
struct LoadedActivity: Sendable {
    var feed: ActivityFeed
    /// The tables whose latest load failed; rows from before are shown.
    var failures: [TableName]
}

extension TableSet where Value == LoadedActivity {
    /// Returns the feed of the newest rows.
    static func activity(
        of tables: StoreTables, _ recent: StoreTables.RecentTables, _ environment: PageEnvironment
    ) -> TableSet {
        TableSet(
            [recent.interactions, recent.statusChanges, recent.documents, tables.schools],
            maximumAge: environment.timings.cacheAge, recoversFromFailures: true
        ) { () async throws(SourceError) in
            let errors: [(TableName, SourceError?)] = [
                (.interactions, recent.interactions.failure), (.statusChanges, recent.statusChanges.failure),
                (.documents, recent.documents.failure), (.schools, tables.schools.failure),
            ]
            // The schools alone are nothing to show.
            if let error = errors[0].1, errors[..<3].allSatisfy({ $0.1 != nil }) { throw error }
            let feed = ActivityFeed(
                interactions: recent.interactions.value?.table ?? .empty,
                statusChanges: recent.statusChanges.value?.table ?? .empty,
                documents: recent.documents.value?.table ?? .empty,
                schools: tables.schools.value?.table ?? .empty)
            return LoadedActivity(feed: feed, failures: errors.filter { $0.1 != nil }.map(\.0))
        }
    }
}
