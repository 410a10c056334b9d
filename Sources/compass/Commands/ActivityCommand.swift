import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass activity`: the Activity Feed page.
struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Show the Activity Feed page.",
        discussion: """
            Merges interactions, school_status_history and documents by time. A table that is missing or malformed \
            is reported, and the others are shown. The table schools is optional: it has the names of schools. CSV \
            has all activities that match, unless '--page' or '--page-size' selects a page.

            Examples:
              compass activity data --range week --now 2026-03-01
              compass activity data --type interaction --search email
              compass activity data --page 2 --page-size 50
            """)

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    var directory: String

    @Option(
        parsing: .unconditional,
        help: """
            The page to show, from 1; a number after the last page shows the last page. (default: 1)
            """,
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var page: Int?

    @Option(
        parsing: .unconditional, help: "The number of activities on a page. (default: 20; in CSV all)",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var pageSize: Int?

    @Option(
        parsing: .unconditional,
        help: "The maximum number of rows of each table, the newest first. (default: all)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var limitPerTable: Int?

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: ActivityFilterOptions
    @OptionGroup(title: "Output") var answer: AnswerOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        _ = try answer.output.csv.section(of: ActivityPage.CSVSection.self)
    }

    func run() throws {
        let zone = try answer.moment.resolvedZone()
        let now = answer.moment.resolvedNow(in: zone)
        let sources = try ActivitySources.load(
            directory: directory, threads: threading.resolvedThreads, cache: caching.tableCache,
            limitPerTable: limitPerTable)
        let ask = {
            sources.feed.page(
                self.page ?? 1, size: pageSize ?? ActivityPage.defaultPageSize, where: filters.filter,
                asOf: now, in: zone)
        }
        let (page, firstNanos) = QueryTiming.first(ask)
        let hint = EmptyRangeHint(of: sources.feed, range: filters.range, asOf: now, in: zone)

        let csv = answer.output.csv
        let section = try csv.section(of: ActivityPage.CSVSection.self)
        var export: OutputStream?
        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(page.json(layout: answer.output.jsonLayout))
            output.appendLine()
        case .csv where self.page == nil && pageSize == nil:
            export = try OutputStream.written(to: answer.output.target) { stream throws(Failure) in
                try sources.feed.writeCSV(
                    where: filters.filter, asOf: now, in: zone, byteOrderMark: csv.byteOrderMark,
                    section: section, escapesFormulas: !csv.raw
                ) { bytes throws(Failure) in
                    try stream.write(bytes)
                }
            }
        case .csv:
            output.append(
                csv: page.csv(byteOrderMark: csv.byteOrderMark, section: section, escapesFormulas: !csv.raw),
                for: answer.output.target)
        case .text:
            let text = ActivityText(
                page: page, range: filters.range, now: now, zone: zone, filters: filters.description,
                hint: hint?.sentence, showsIDs: listing.ids)
            output.append(text.render(answer.output.style))
        }
        if export == nil { try output.flush(to: answer.output.target) }
        page.failures.printWarnings()
        hint?.print()
        sources.loadings.printNotes()
        if timing {
            export?.printTiming()
            sources.loadings.printTiming(
                preparation: sources.preparation, query: .repeating(ask, firstNanos: firstNanos),
                threads: threading.resolvedThreads)
        }
    }
}

/// The tables of the activity feed, merged, with their loading costs.
struct ActivitySources {
    /// The tables of the page, in reading order. Schools are optional: they only provide names.
    static let tables: [SynthesisTable] = [.interactions, .schoolStatusHistory, .documents, .schools]

    let feed: ActivityFeed
    let loadings: [TableLoading]
    let preparation: PreparationTiming

    /// - Parameters:
    ///   - directory: a data directory or a table file.
    ///   - limitPerTable: the maximum number of newest rows per table; nil for all.
    static func load(
        directory: String, threads: Int, cache: TableCache? = nil, limitPerTable: Int?
    ) throws(Failure) -> ActivitySources {
        var tables = try PartialTables(directory, threads: threads, cache: cache)
        let interactions = try tables.load(InteractionTable.self, .interactions)
        let changes = try tables.load(StatusChangeTable.self, .schoolStatusHistory)
        let documents = try tables.load(DocumentTable.self, .documents)
        let schools = try tables.loadSchools(isRequired: false)
        try tables.requireAny(of: Self.tables.filter { $0 != .schools })
        let (feed, preparation) = PreparationTiming.measured("Merged the tables") {
            ActivityFeed(
                interactions: interactions, statusChanges: changes, documents: documents,
                schools: schools ?? .empty, failures: tables.failures, limitPerSource: limitPerTable)
        }
        return ActivitySources(feed: feed, loadings: tables.loadings, preparation: preparation)
    }
}
