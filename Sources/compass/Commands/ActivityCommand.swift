import ArgumentParser
import CompassKernel
import CompassSynthesis

/// `compass activity`: the Activity Feed page.
struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Show the Activity Feed page.",
        discussion: """
            Reads interactions, school_status_history and documents, merged by time; one that is missing or malformed \
            is named, and the others are shown. schools, where it is there, gives schools their names. CSV holds \
            all activities that match, unless '--page' or '--page-size' asks for a page.
            """)

    @Argument(help: "A data directory.")
    var directory: String

    @Option(
        parsing: .unconditional,
        help: """
            The page to show, from 1: 0 is refused, a number behind the last page shows that page. (default: 1)
            """,
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var page: Int?

    @Option(
        parsing: .unconditional, help: "Activities on a page. (default: 20; all as CSV)",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var pageSize: Int?

    @Option(
        parsing: .unconditional,
        help: "Take no more than this many of each table's newest rows. (default: all of them)",
        transform: { try ArgumentReading.number($0, in: 0...Int.max) })
    var limitPerTable: Int?

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: ActivityFilterOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions

    func validate() throws { try ArgumentReading.requirePath(directory) }

    func run() throws {
        let now = answer.moment.resolvedNow()
        let zone = try answer.moment.resolvedZone()
        let sources = try ActivitySources.load(
            directory: directory, threads: threading.resolvedThreads, limitPerTable: limitPerTable)
        let ask = {
            sources.feed.page(
                self.page ?? 1, size: pageSize ?? ActivityPage.defaultPageSize, where: filters.filter,
                asOf: now, in: zone)
        }
        let page = ask()

        var export: OutputStream?
        var output = StandardOutput()
        switch answer.output.format {
        case .json:
            output.append(page.json(layout: answer.output.jsonLayout))
            output.appendLine()
        case .csv where self.page == nil && pageSize == nil:
            export = try OutputStream.written { stream throws(Failure) in
                try sources.feed.writePageCSV(
                    where: filters.filter, asOf: now, in: zone, byteOrderMark: answer.output.byteOrderMark
                ) { bytes throws(Failure) in
                    try stream.write(bytes)
                }
            }
        case .csv: output.append(page.csv(byteOrderMark: answer.output.byteOrderMark))
        case .text:
            let text = ActivityText(
                page: page, range: filters.range, now: now, zone: zone, filters: filters.description)
            output.append(text.render(answer.output.style))
        }
        try output.flush()
        sources.loadings.printNotes()
        if timing {
            export?.printTiming()
            sources.loadings.printTiming(
                query: QueryTiming.measure(ask), threads: threading.resolvedThreads)
        }
    }
}

/// The tables of the activity feed, merged, with what loading them cost.
struct ActivitySources {
    /// The tables of the page, in the order of their reading. Names can do without schools.
    static let tables: [SynthesisTable] = [.interactions, .schoolStatusHistory, .documents, .schools]

    let feed: ActivityFeed
    let loadings: [TableLoading]

    /// - Parameters:
    ///   - directory: a data directory.
    ///   - limitPerTable: how many of each table's newest rows are taken; nil for all.
    static func load(
        directory: String, threads: Int, limitPerTable: Int?
    ) throws(Failure) -> ActivitySources {
        var tables = try PartialTables(directory: directory, threads: threads)
        let interactions = try tables.load(InteractionTable.self, .interactions)
        let changes = try tables.load(StatusChangeTable.self, .schoolStatusHistory)
        let documents = try tables.load(DocumentTable.self, .documents)
        let schools = try tables.loadSchools(isNeeded: false)
        let feed = ActivityFeed(
            interactions: interactions, statusChanges: changes, documents: documents,
            schools: schools ?? .empty, failures: tables.failures, limitPerSource: limitPerTable)
        return ActivitySources(feed: feed, loadings: tables.loadings)
    }
}
