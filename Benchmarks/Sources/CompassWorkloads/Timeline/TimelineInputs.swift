import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassSynthesis
import Foundation

/// In-memory tables of the timeline with a given number of items, for the kernel and for the baselines.
///
/// They are generated with whole seconds, which all grades can read: the datasets of the manifest have as
/// many posts, but few rows of these tables. The baselines' forms are built on first use.
package final class TimelineInputs {
    package let timeline: RecruitingTimeline
    package let itemCount: Int
    package let zone: ZoneOffsets
    package let timeZone: TimeZone
    /// Instants in microseconds since 1970-01-01T00:00:00Z, newest first, on more than one day.
    package let instants: [Int64]
    /// The tables as JSON arrays.
    let documents: [SynthesisTable: Data]
    private var loadedCareful: BaselineTimeline?
    private var loadedSpecified: SpecifiedTimelineRows?

    /// For each 20 requested posts, the generator makes three rows that become items.
    private static func posts(itemCount: Int) -> Int { (itemCount * 20 + 2) / 3 }

    init(itemCount: Int) throws {
        let generator = try DatasetGenerator(
            SynthesisOptions(posts: Self.posts(itemCount: itemCount), seed: 1, wholeSeconds: true))
        let tables: [SynthesisTable] = [.events, .interactions, .offers, .schoolStatusHistory]
        let rowCount = tables.reduce(0) { $0 + generator.rowCount(of: $1) }
        var documents: [SynthesisTable: Data] = [:]
        for table in tables + [.schools] {
            var bytes = Data()
            generator.write(table) { bytes.append(contentsOf: $0) }
            // The generator has a minimum number of rows per table.
            let rows = table == .schools ? .max : generator.rowCount(of: table) * itemCount / rowCount
            documents[table] = rowCount > itemCount ? JSONArrayLines.first(rows, of: bytes) : bytes
        }
        func document(_ table: SynthesisTable) -> Data { documents[table] ?? Data() }
        let events = try EventTable.load(json: document(.events)).table
        let interactions = try InteractionTable.load(json: document(.interactions)).table
        let offers = try OfferTable.load(json: document(.offers)).table
        let statusChanges = try StatusChangeTable.load(json: document(.schoolStatusHistory)).table
        timeline = RecruitingTimeline(
            events: events, interactions: interactions, offers: offers, statusChanges: statusChanges,
            schools: try SchoolDirectory.load(json: document(.schools)).table)
        self.itemCount = events.count + interactions.count + offers.count + statusChanges.count
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        guard let timeZone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        self.timeZone = timeZone
        instants = PageInputs.instants(asOfMicros: SynthesisOptions.defaultAsOfMicros)
        self.documents = documents
    }

    /// Returns the instant of the call with a running number.
    package func instant(_ index: Int) -> Int64 { instants[index % instants.count] }

    /// Returns the careful baseline's timeline.
    func careful() throws -> BaselineTimeline {
        if let loadedCareful { return loadedCareful }
        let timeline = BaselineTimeline(
            events: try table(.events) { try BaselineLoader.events($0).table },
            interactions: try table(.interactions) { try BaselineLoader.interactions($0).table },
            offers: try table(.offers) { try BaselineLoader.offers($0).table },
            statusChanges: try table(.schoolStatusHistory) { try BaselineLoader.statusChanges($0).table },
            schools: try BaselineLoader.schools(Array(documents[.schools] ?? Data())).schools, zone: timeZone)
        loadedCareful = timeline
        return timeline
    }

    /// Returns the tables of the baseline as specified.
    func specified() throws -> SpecifiedTimelineRows {
        if let loadedSpecified { return loadedSpecified }
        func document(_ table: SynthesisTable) -> Data { documents[table] ?? Data() }
        let rows = try SpecifiedTimelineRows(
            events: document(.events), interactions: document(.interactions), offers: document(.offers),
            statusChanges: document(.schoolStatusHistory), schools: document(.schools))
        loadedSpecified = rows
        return rows
    }

    private func table<Row>(
        _ table: SynthesisTable, _ load: ([UInt8]) throws -> BaselineTable<Row>
    ) throws -> BaselineTable<Row> {
        BaselineTable(try GeneratedTable.rows(of: documents[table] ?? Data(), load))
    }
}
