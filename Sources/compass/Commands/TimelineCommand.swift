import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram

/// `compass timeline`: the Recruiting Timeline page.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Show the Recruiting Timeline page.",
        discussion: """
            Requires the tables events, interactions, offers and school_status_history. The table schools is \
            optional: it has the names of schools. All lanes are shown unless '--lanes-page' or '--lanes-per-page' \
            selects a page. '--format svg' prints one sheet of paper, landscape.

            Examples:
              compass timeline data --now 2026-03-01 --range 12
              compass timeline data --school "Rice University" --hide interactions,status
              compass timeline data --format svg --output timeline.svg
            """)

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    var directory: String

    @Option(help: "Months back from now, or all. The range ends two months after now.")
    var range = TimelineRange.sixMonths

    @Option(
        parsing: .unconditional, help: "Show this page of lanes, from 1.",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var lanesPage: Int?

    @Option(
        parsing: .unconditional, help: "The number of lanes on a page. (default: 20 with '--lanes-page')",
        transform: { try ArgumentReading.number($0, in: 1...Int.max) })
    var lanesPerPage: Int?

    @Option(
        parsing: .unconditional,
        help: "The minimum width of bars and dots, in percent of the range. (default: 2)",
        transform: ArgumentReading.percentage)
    var minWidth = 2.0

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @OptionGroup(title: "Filters") var filters: TimelineFilterOptions
    @OptionGroup(title: "Output") var moment: MomentOptions
    @OptionGroup(title: "Output") var output: TimelineOutputOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        _ = try output.csv.section(of: TimelinePage.CSVSection.self)
    }

    func run() throws {
        let zone = try moment.resolvedZone()
        let now = moment.resolvedNow(in: zone)
        let tables = try LoadedTimeline.load(
            directory: directory, threads: threading.resolvedThreads, cache: caching.tableCache)
        let filter = try filters.resolved(for: tables.knownSchools)
        let ask = {
            tables.timeline.page(
                range, where: filter.filter, asOf: now, in: zone, minimumWidth: minWidth, lanes: lanes)
        }
        let (page, firstNanos) = QueryTiming.first(ask)
        let hint = EmptyRangeHint(of: tables.timeline, range: range, asOf: now, in: zone)

        var answer = StandardOutput()
        switch output.format {
        case .json:
            answer.append(page.json(layout: output.jsonLayout))
            answer.appendLine()
        case .csv:
            let csv = output.csv
            answer.append(
                csv: page.csv(
                    byteOrderMark: csv.byteOrderMark,
                    section: try csv.section(of: TimelinePage.CSVSection.self),
                    escapesFormulas: !csv.raw),
                for: output.target)
        case .svg:
            answer.append(
                page.svg(
                    paper: output.paper ?? .a4, subtitle: filter.printSubtitle(asOf: now, in: zone),
                    types: filters.types))
        case .text:
            let text = TimelineText(
                page: page, now: now, zone: zone, filters: filter.sentence, types: filters.types,
                hint: hint?.sentence, showsIDs: listing.ids)
            answer.append(text.render(output.style))
        }
        try answer.flush(to: output.target)
        hint?.print()
        tables.printNotes(for: page)
        if timing {
            tables.loadings.printTiming(
                preparation: tables.preparation, query: .repeating(ask, firstNanos: firstNanos),
                threads: threading.resolvedThreads)
        }
    }

    private var lanes: TimelineLanes { TimelineLanes(page: lanesPage, size: lanesPerPage) }
}

extension TimelineRange: ExpressibleByArgument {}
extension PaperSize: ExpressibleByArgument {}
