import Foundation

/// The Activity Feed as a careful app developer writes it: the texts of all events are made and sorted once,
/// at load. A page takes one pass over the events, and a search another over their cached lower-cased texts.
///
/// It is the test oracle, for any data.
public struct BaselineActivityFeed: Sendable {
    private let schools: BaselineSchools
    /// The events, newest first, then by id.
    private var items: [ActivityItem]
    private let failures: [BaselineSourceFailure]

    /// Creates a feed from three tables.
    ///
    /// - Parameters:
    ///   - interactions: the rows of `interactions`.
    ///   - statusChanges: the rows of `school_status_history`.
    ///   - documents: the rows of `documents`.
    ///   - schools: the directory that names the schools.
    ///   - failures: the tables that could not be read.
    ///   - limitPerSource: how many of each table's newest rows are shown; nil for all of them.
    public init(
        interactions: BaselineTable<BaselineInteraction> = .init(),
        statusChanges: BaselineTable<BaselineStatusChange> = .init(),
        documents: BaselineTable<BaselineDocument> = .init(), schools: BaselineSchools = .init([]),
        failures: [BaselineSourceFailure] = [], limitPerSource: Int? = nil
    ) {
        let sources = [
            interactions.rows.map { ActivityItem($0, schoolName: schools.knownName) },
            statusChanges.rows.map { ActivityItem($0, schoolName: schools.knownName) },
            documents.rows.map { ActivityItem($0) },
        ]
        if let limitPerSource {
            items = sources.flatMap { source in
                source.sorted { $0.precedes($1) }.prefix(max(0, limitPerSource))
            }
        } else {
            items = sources.flatMap { $0 }
        }
        items.sort { $0.precedes($1) }
        self.schools = schools
        self.failures = failures
    }

    /// The number of events.
    public var count: Int { items.count }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - number: the page's number, from 1; a number out of range becomes the nearest one.
    ///   - size: the maximum number of events to show; less than 1 counts as 1.
    ///   - filter: which events are shown.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - texts: the texts of all events, prepared for searches; nil to prepare them for this one.
    /// - Complexity: O(*n*) in all events; with a search, also in their texts.
    public func page(
        _ number: Int = 1, size: Int = 20, filter: BaselineActivityFilter = .init(), now: Int64,
        zone: TimeZone, texts: BaselineActivityTexts? = nil
    ) -> BaselineActivityPage {
        let cutoff = filter.cutoff(now: now)
        var shown = Array(items.indices)
        if let cutoff { shown = shown.filter { items[$0].time >= cutoff } }
        if let type = filter.type { shown = shown.filter { items[$0].type == type } }
        if let finds = BaselineActivityTexts.predicate(of: filter.search) {
            let texts = texts ?? preparedTexts(whole: filter.searchesWholeText)
            shown = shown.filter { finds(texts, $0) }
        }
        let size = max(1, size)
        let (page, totalPages) = BaselineActivityPage.clamped(number, size: size, total: shown.count)
        return BaselineActivityPage(
            total: shown.count, page: page, totalPages: totalPages, failures: failures,
            events: shown.dropFirst((page - 1) * size).prefix(size).map { index in
                items[index].event(
                    relativeTime: BaselineRelativeDate.text(of: items[index].time, now: now, zone: zone))
            })
    }

    /// Returns the texts that searches look into.
    ///
    /// - Parameter whole: whether whole descriptions are searched instead of what is shown of them.
    /// - Complexity: O(*b*) in the bytes of the texts.
    public func preparedTexts(whole: Bool = false) -> BaselineActivityTexts {
        BaselineActivityTexts(items.map { [$0.title, whole ? $0.text : $0.description] })
    }

    /// Inserts a row in order, in place of the one with its id; returns false, without a change, when its id is
    /// empty.
    public mutating func put(_ interaction: BaselineInteraction) -> Bool {
        interaction.id != "" && put(ActivityItem(interaction, schoolName: schools.knownName))
    }

    /// Inserts a row in order, in place of the one with its id; returns false, without a change, when its id is
    /// empty.
    public mutating func put(_ change: BaselineStatusChange) -> Bool {
        change.id != "" && put(ActivityItem(change, schoolName: schools.knownName))
    }

    /// Inserts a row in order, in place of the one with its id; returns false, without a change, when its id is
    /// empty.
    public mutating func put(_ document: BaselineDocument) -> Bool {
        document.id != "" && put(ActivityItem(document))
    }

    private mutating func put(_ item: ActivityItem) -> Bool {
        items.removeAll { $0.id == item.id }
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].precedes(item) { low = middle + 1 } else { high = middle }
        }
        items.insert(item, at: low)
        return true
    }

    /// Removes the event with an id, such as `interaction-42`; returns whether there was one.
    public mutating func remove(id: String) -> Bool {
        let count = items.count
        items.removeAll { $0.id == BaselineText(id) }
        return items.count < count
    }
}
