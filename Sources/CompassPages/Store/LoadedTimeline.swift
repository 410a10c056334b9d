import CompassKernel

/// The timeline as it was loaded.
struct LoadedTimeline: Sendable {
    var timeline: RecruitingTimeline
    /// The choices of the filter by school.
    var schools: [SchoolChoice]
}

/// A choice of a filter by school.
public struct SchoolChoice: Hashable, Sendable, Identifiable {
    /// The school's id.
    public var id: String
    /// Its name, or a text that it has none.
    public var name: String

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - id: the school's id.
    ///   - name: its name, or a text that it has none.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

extension LoadedTimeline {
    /// Joins the tables, and computes the positions of all items in a zone.
    @concurrent
    fileprivate static func make(
        _ events: LoadedTable<EventTable>?, _ interactions: LoadedTable<InteractionTable>?,
        _ offers: LoadedTable<OfferTable>?, _ changes: LoadedTable<StatusChangeTable>?,
        _ schools: LoadedTable<SchoolDirectory>?, in zone: ZoneOffsets
    ) async -> LoadedTimeline {
        let directory = schools?.table ?? .empty
        let timeline = RecruitingTimeline(
            events: events?.table ?? .empty, interactions: interactions?.table ?? .empty,
            offers: offers?.table ?? .empty, statusChanges: changes?.table ?? .empty, schools: directory,
            ingestReports: [
                events?.report, interactions?.report, offers?.report, changes?.report, schools?.report,
            ].compactMap { $0 })
        let schools = timeline.items(in: zone).schools(in: directory)
        return LoadedTimeline(
            timeline: timeline, schools: schools.map { SchoolChoice(id: $0.id, name: $0.name) })
    }
}

extension TableSet where Value == LoadedTimeline {
    /// Returns the timeline of the store's tables.
    static func timeline(of tables: StoreTables, _ environment: PageEnvironment) -> TableSet {
        TableSet(
            [tables.events, tables.interactions, tables.offers, tables.statusChanges, tables.schools],
            maximumAge: environment.timings.cacheAge, recoversFromFailures: false
        ) { () async throws(SourceError) in
            await LoadedTimeline.make(
                tables.events.value, tables.interactions.value, tables.offers.value,
                tables.statusChanges.value, tables.schools.value, in: environment.zone)
        }
    }
}
