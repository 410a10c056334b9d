import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassSynthesis
import CompassTestSupport
import Foundation

/// In-memory tables of the activity feed with a given number of rows each, for the kernel and for the
/// baselines, whose forms are built on first use.
package final class ActivityInputs {
    let interactions: InteractionTable
    let statusChanges: StatusChangeTable
    let documents: DocumentTable
    let schools: SchoolDirectory
    /// The merged feed; searches are prepared on first use.
    let feed: ActivityFeed
    let zone: ZoneOffsets
    let timeZone: TimeZone
    /// Instants in microseconds since 1970-01-01T00:00:00Z, newest first, on more than one day.
    let instants: [Int64]
    private let files: [SynthesisTable: Data]
    private var loadedCareful: CarefulRows?
    private var mergedCareful: BaselineActivityFeed?
    private var lowercasedCareful: BaselineActivityTexts?
    private var loadedSpecified: SpecifiedActivityRows?
    private var expected: [ActivityFilter: [BaselineActivityPage]] = [:]

    /// Tables in the form of the careful baseline.
    struct CarefulRows {
        let interactions: BaselineTable<BaselineInteraction>
        let statusChanges: BaselineTable<BaselineStatusChange>
        let documents: BaselineTable<BaselineDocument>
        let schools: BaselineSchools

        func merged() -> BaselineActivityFeed {
            BaselineActivityFeed(
                interactions: interactions, statusChanges: statusChanges, documents: documents,
                schools: schools)
        }
    }

    init(rowsPerTable: Int) throws {
        var files: [SynthesisTable: Data] = [:]
        for table in [SynthesisTable.interactions, .schoolStatusHistory, .documents, .schools] {
            files[table] = try GeneratedTable.document(table, rows: rowsPerTable)
        }
        func file(_ table: SynthesisTable) -> Data { files[table] ?? Data() }
        interactions = try InteractionTable.load(json: file(.interactions)).table
        statusChanges = try StatusChangeTable.load(json: file(.schoolStatusHistory)).table
        documents = try DocumentTable.load(json: file(.documents)).table
        schools = try SchoolDirectory.load(json: file(.schools)).table
        self.files = files
        feed = ActivityFeed(
            interactions: interactions, statusChanges: statusChanges, documents: documents, schools: schools)
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        guard let timeZone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        self.timeZone = timeZone
        instants = PageInputs.instants(asOfMicros: SynthesisOptions.defaultAsOfMicros)
    }

    /// The rows of all three tables.
    package var rows: Int { interactions.count + statusChanges.count + documents.count }

    /// Returns the instant of the call with a running number.
    func instant(_ index: Int) -> Int64 { instants[index % instants.count] }

    /// The running numbers at which results are compared.
    var checkedIndices: [Int] { [0, instants.count - 1] }

    /// Merges the kernel's feed anew.
    func merged() -> ActivityFeed { tables.merged() }

    private var tables: KernelTables {
        KernelTables(
            interactions: interactions, statusChanges: statusChanges, documents: documents, schools: schools)
    }

    /// Tables in the form of the kernel.
    struct KernelTables {
        let interactions: InteractionTable
        let statusChanges: StatusChangeTable
        let documents: DocumentTable
        let schools: SchoolDirectory

        func merged() -> ActivityFeed {
            ActivityFeed(
                interactions: interactions, statusChanges: statusChanges, documents: documents,
                schools: schools)
        }
    }

    /// Returns tables with the same rows in no order of time, read anew.
    func shuffledTables() throws -> KernelTables {
        KernelTables(
            interactions: try InteractionTable.load(
                json: JSONArrayLines.shuffled(file(.interactions), seed: 1)
            ).table,
            statusChanges: try StatusChangeTable.load(
                json: JSONArrayLines.shuffled(file(.schoolStatusHistory), seed: 2)
            ).table,
            documents: try DocumentTable.load(json: JSONArrayLines.shuffled(file(.documents), seed: 3)).table,
            schools: schools)
    }

    private func file(_ table: SynthesisTable) -> Data { files[table] ?? Data() }

    func baselineSchools() throws -> BaselineSchools {
        try BaselineLoader.schools(Array(file(.schools))).schools
    }

    func careful() throws -> CarefulRows {
        if let loadedCareful { return loadedCareful }
        let rows = CarefulRows(
            interactions: .init(
                try GeneratedTable.rows(of: file(.interactions)) { try BaselineLoader.interactions($0).table }
            ),
            statusChanges: .init(
                try GeneratedTable.rows(of: file(.schoolStatusHistory)) {
                    try BaselineLoader.statusChanges($0).table
                }),
            documents: .init(
                try GeneratedTable.rows(of: file(.documents)) { try BaselineLoader.documents($0).table }),
            schools: try baselineSchools())
        loadedCareful = rows
        return rows
    }

    /// Returns the careful baseline's merged feed.
    func carefulFeed() throws -> BaselineActivityFeed {
        if let mergedCareful { return mergedCareful }
        let feed = try careful().merged()
        mergedCareful = feed
        return feed
    }

    /// Returns the data that the careful baseline searches.
    func carefulTexts() throws -> BaselineActivityTexts {
        if let lowercasedCareful { return lowercasedCareful }
        let texts = try carefulFeed().preparedTexts()
        lowercasedCareful = texts
        return texts
    }

    /// Returns the tables of the baseline as specified.
    func specified() throws -> SpecifiedActivityRows {
        if let loadedSpecified { return loadedSpecified }
        let rows = try SpecifiedActivityRows(
            interactions: file(.interactions), statusChanges: file(.schoolStatusHistory),
            documents: file(.documents), schools: file(.schools))
        loadedSpecified = rows
        return rows
    }
}

extension ActivityInputs {
    /// Compares the first pages under filters with the careful baseline's.
    ///
    /// - Parameters:
    ///   - filters: all filters of the workload, whose pages the baseline builds in one pass.
    ///   - filter: the filter to check.
    ///   - page: returns the kernel's page of the call with a running number.
    func check(
        _ question: String, _ filter: ActivityFilter, among filters: [ActivityFilter],
        page: (_ index: Int) -> ActivityPage
    ) throws {
        for (place, index) in checkedIndices.enumerated() {
            try BaselineActivityPage(page(index)).check(
                equals: try expectedPages(filter, among: filters)[place], "\(question), careful")
        }
    }

    /// Returns the careful baseline's first pages at the compared instants.
    ///
    /// Millions of rows do not fit into its form, so it reads chunks of the tables, whose pages are merged.
    func expectedPages(
        _ filter: ActivityFilter, among filters: [ActivityFilter]
    ) throws -> [BaselineActivityPage] {
        if let pages = expected[filter] { return pages }
        let size = ActivityPage.defaultPageSize
        var pages = Array(
            repeating: Array(repeating: [BaselineActivityPage](), count: checkedIndices.count),
            count: filters.count)
        func add(_ feed: BaselineActivityFeed) {
            let shown = feed.preparedTexts()
            let whole = filters.contains(where: \.searchesWholeText) ? feed.preparedTexts(whole: true) : shown
            for (number, filter) in filters.enumerated() {
                for (place, index) in checkedIndices.enumerated() {
                    pages[number][place].append(
                        feed.page(
                            size: size, filter: BaselineActivityFilter(filter), now: instant(index),
                            zone: timeZone, texts: filter.searchesWholeText ? whole : shown))
                }
            }
        }
        let schools = try baselineSchools()
        let pieceSize = 20_000
        try GeneratedTable.forEachPiece(
            of: file(.interactions), rowsPerPiece: pieceSize, { try BaselineLoader.interactions($0).table }
        ) { add(BaselineActivityFeed(interactions: .init($0), schools: schools)) }
        try GeneratedTable.forEachPiece(
            of: file(.schoolStatusHistory), rowsPerPiece: pieceSize,
            { try BaselineLoader.statusChanges($0).table }
        ) { add(BaselineActivityFeed(statusChanges: .init($0), schools: schools)) }
        try GeneratedTable.forEachPiece(
            of: file(.documents), rowsPerPiece: pieceSize, { try BaselineLoader.documents($0).table }
        ) { add(BaselineActivityFeed(documents: .init($0), schools: schools)) }
        for (number, filter) in filters.enumerated() {
            expected[filter] = pages[number].map { BaselineActivityPage(merging: $0, size: size) }
        }
        return expected[filter] ?? []
    }
}
