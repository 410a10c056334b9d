import ArgumentParser
import CompassKernel

/// `compass overview`: all pages on one screen.
struct OverviewCommand: ParsableCommand {
    /// The forms of the answer.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: "Show the most important figures of all pages on one screen.",
        discussion: """
            Each page is asked with the range that it opens with. A table that is missing or malformed is named, and \
            what needs it is left out. JSON holds the pages whole, as their own commands answer them.
            """)

    @Argument(help: "A data directory.")
    var directory: String

    @Flag(help: "Print to standard error what reading and asking cost.")
    var timing = false

    @Option(help: "The form of the answer.")
    var format = Format.text

    @Flag(help: "Indent JSON for people.")
    var pretty = false

    @OptionGroup(title: "Answer") var moment: MomentOptions
    @OptionGroup(title: "Answer") var drawing: DrawingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        if pretty, format != .json {
            throw ValidationError("'--pretty' is accepted with '--format json' only.")
        }
    }

    func run() throws {
        let now = moment.resolvedNow()
        let zone = try moment.resolvedZone()
        let tables = try OverviewTables.load(directory: directory, threads: threading.resolvedThreads)
        let ask = { Overview(of: tables, asOf: now, in: zone) }
        let overview = ask()

        var output = StandardOutput()
        switch format {
        case .json:
            output.append(overview.json(layout: pretty ? .indented : .compact))
            output.appendLine()
        case .text:
            output.append(OverviewText(overview: overview, now: now, zone: zone).render(drawing.style()))
        }
        try output.flush()
        tables.loadings.printNotes()
        if timing {
            tables.loadings.printTiming(
                query: QueryTiming.measure(ask), threads: threading.resolvedThreads)
        }
    }
}
