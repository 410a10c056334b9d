import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram

/// `compass overview`: all pages on one screen.
struct OverviewCommand: ParsableCommand {
    /// The output formats.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: "Show the most important figures of all pages on one screen.",
        discussion: """
            Each page has its default range. A table that is missing or malformed is reported, and the pages that \
            require it are left out. JSON has the whole pages, as their own commands return them.

            Examples:
              compass overview data --now 2026-03-01
              compass overview data --now today --zone America/New_York
              compass overview data --format json --pretty
            """)

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    var directory: String

    @Flag(help: "Print load and query times to standard error.")
    var timing = false

    @Option(help: "The format of the output.")
    var format = Format.text

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @OptionGroup(title: "Output") var destination: TargetOptions
    @OptionGroup(title: "Output") var moment: MomentOptions
    @OptionGroup(title: "Output") var listing: ListingOptions
    @OptionGroup(title: "Output") var drawing: DrawingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        if pretty, format != .json {
            throw ValidationError("'--pretty' is accepted only with '--format json'.")
        }
    }

    func run() throws {
        let zone = try moment.resolvedZone()
        let now = moment.resolvedNow(in: zone)
        let tables = try OverviewTables.load(
            directory: directory, threads: threading.resolvedThreads, cache: caching.tableCache)
        let ask = { Overview(of: tables, asOf: now, in: zone) }
        let (overview, firstNanos) = QueryTiming.first(ask)
        let hints = OverviewHints(of: tables, asOf: now, in: zone)

        var output = StandardOutput()
        switch format {
        case .json:
            output.append(overview.json(layout: pretty ? .indented : .compact))
            output.appendLine()
        case .text:
            output.append(
                OverviewText(overview: overview, now: now, zone: zone, hints: hints, showsIDs: listing.ids)
                    .render(drawing.style(isFile: destination.target.isFile)))
        }
        try output.flush(to: destination.target)
        tables.failures.printWarnings()
        hints.print()
        tables.loadings.printNotes()
        if timing {
            tables.loadings.printTiming(
                preparation: tables.preparation, query: .repeating(ask, firstNanos: firstNanos),
                threads: threading.resolvedThreads)
        }
    }
}
