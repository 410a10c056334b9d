import CompassKernel

/// The Activity Feed of a server, with its tables: a request may leave out their older rows.
package struct ServedActivity: Sendable {
    /// The feed of all rows.
    package let feed: ActivityFeed
    private let interactions: InteractionTable?
    private let statusChanges: StatusChangeTable?
    private let documents: DocumentTable?
    private let schools: SchoolDirectory
    private let failures: [SourceFailure]
    private let last = LastLimitedFeed()

    /// Creates the feed of tables, of which those that were not read are nil.
    package init(
        interactions: InteractionTable?, statusChanges: StatusChangeTable?, documents: DocumentTable?,
        schools: SchoolDirectory, failures: [SourceFailure]
    ) {
        self.interactions = interactions
        self.statusChanges = statusChanges
        self.documents = documents
        self.schools = schools
        self.failures = failures
        feed = ActivityFeed(
            interactions: interactions, statusChanges: statusChanges, documents: documents, schools: schools,
            failures: failures)
    }

    /// Returns the feed of each table's newest rows; of all rows without a limit.
    ///
    /// - Complexity: O(1) for the limit of the call before; otherwise O(n) for n rows in order of time, and
    ///   O(n log n) at worst.
    func feed(limitPerTable limit: Int?) -> ActivityFeed {
        guard let limit else { return feed }
        if let known = last.feed(of: limit) { return known }
        let limited = ActivityFeed(
            interactions: interactions, statusChanges: statusChanges, documents: documents, schools: schools,
            failures: failures, limitPerSource: limit)
        last.keep(limited, of: limit)
        return limited
    }
}

/// The feed that was made last: whoever asks for a page of it asks for the next one.
private final class LastLimitedFeed: @unchecked Sendable {
    // Sendable: the feed is read and written only with the lock held.
    private let monitor = Monitor()
    private var kept: (limit: Int, feed: ActivityFeed)?

    func feed(of limit: Int) -> ActivityFeed? {
        monitor.withLock { kept?.limit == limit ? kept?.feed : nil }
    }

    func keep(_ feed: ActivityFeed, of limit: Int) { monitor.withLock { kept = (limit, feed) } }
}
